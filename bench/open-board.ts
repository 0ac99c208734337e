import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { type BoardField, boardFieldsApi } from '@rodada/contract/boards/fields'
import { boardColors } from '@rodada/contract/boards/settings'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import type { BoardTarget } from './loads/boards.ts'
import type { Server } from './server.ts'

/** A call that must succeed. @returns what it answered */
export async function callServer(
  { port }: Server,
  endpoint: Endpoint,
  body: object,
  token = '',
  path = endpoint.url,
): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(endpoint.method !== 'GET' && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

let accounts = 0

/** A new account's address and session; the first of a server administers it. */
export async function openAccount(server: Server): Promise<{ email: string; password: string; token: string }> {
  const [email, password] = [`bench-${++accounts}-${Date.now()}@exemplo.com.br`, 'senha do bench']
  const { token } = await callServer(server, authApi.register, { name: 'Bench', email, password })
  return { email, password, token: String(token) }
}

/** A board with a list for each stage, of an account of its own unless a session says whose. */
export async function openBoard(server: Server, session?: string): Promise<BoardTarget> {
  const token = session ?? (await openAccount(server)).token
  const board = await callServer(server, boardsApi.create, { title: 'Entregas' }, token)
  const { lists } = await callServer(server, boardsApi.get, {}, token, `/boards/${String(board.id)}`)
  return { port: server.port, token, boardId: Number(board.id), listIds: (lists as { id: number }[]).map(({ id }) => id) }
}

/** Hands the bare server the answer that it is to send, as ours sends it. */
export async function sameBytes({ port, token }: BoardTarget, path: string, bare: Server): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  await fetch(`http://127.0.0.1:${bare.port}/api/board`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: await reply.text(),
  })
}

/** Ten fields of a board, two of each type that needs no people; of each pair its cards show the first, or `all` of them both. */
export async function addFields(server: Server, { token, boardId }: BoardTarget, { all }: { all: boolean }): Promise<BoardField[]> {
  const options = Object.values(boardColors).map((color, index) => ({ name: `Opção ${index + 1}`, color }))
  const added: BoardField[] = []
  for (const on_card of [true, all]) {
    for (const type of ['text', 'number', 'date', 'checkbox', 'choice'] as const) {
      const body = { name: type, type, on_card, ...(type === 'choice' && { options }) }
      added.push((await callServer(server, boardFieldsApi.add, body, token, `/boards/${boardId}/fields`)) as unknown as BoardField)
    }
  }
  return added
}
