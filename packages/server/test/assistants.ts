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
