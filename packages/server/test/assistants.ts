import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestServer } from './harness.ts'

export type Said = { text: string; refused: boolean }
export type Assistant = {
  client: Client
  /** Uses a tool. */
  use: (name: string, given?: Record<string, unknown>) => Promise<Said>
  tools: () => Promise<string[]>
}

/** An assistant that has a token: the official client, in either revision of the protocol. */
export async function connectAssistant(
  server: Pick<TestServer, 'url'>,
  token: string,
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<Assistant> {
  const client = new Client({ name: 'assistente', version: '1.0.0' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url()), { requestInit }))
  return {
    client,
    use: async (name, given = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: given })
      const [first] = content
      return { text: first?.type === 'text' ? first.text : '', refused: isError === true }
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  }
}

/** The tools of an assistant that only read, and those that write. */
export const readingTools = [
  ...['find_cards', 'find_boards', 'find_people', 'my_tasks', 'read_board', 'read_card', 'read_activity'],
  ...['list_sprints', 'read_sprint', 'read_backlog', 'sprint_report', 'velocity', 'list_estimations'],
]
export const writingTools = [
  ...['create_card', 'update_card', 'move_card', 'add_comment', 'add_checklist_items', 'tick_checklist_item'],
  ...['create_sprint', 'plan_cards', 'unplan_cards', 'open_estimation'],
]

/** What a client of the protocol says it takes and sends. */
export const messageHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** A message that uses a tool. */
export const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_boards', arguments: {} } }

/** One message as any program could send it. */
export const postMessage = (
  server: Pick<TestServer, 'raw'>,
  token: string | undefined,
  body: unknown = toolCall,
  headers: Record<string, string> = {},
): Promise<Response> =>
  server.raw('/mcp', {
    method: 'POST',
    headers: { ...messageHeaders, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
