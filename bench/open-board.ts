import { authApi } from '@rodada/contract/auth'
import { boardsApi } from '@rodada/contract/boards'
import type { Endpoint } from '@rodada/contract/endpoint'
import type { BoardTarget } from './loads/boards.ts'
import type { Server } from './server.ts'

/** An account with a board of its own. */
export async function openBoard({ port }: Server): Promise<BoardTarget> {
  const call = async (endpoint: Endpoint, body: object, token = '', path = endpoint.url): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(endpoint.method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const email = `bench-${Date.now()}@exemplo.com.br`
  const { token } = await call(authApi.register, { name: 'Bench', email, password: 'senha do bench' })
  const board = await call(boardsApi.create, { title: 'Entregas' }, String(token))
  const { lists } = await call(boardsApi.get, {}, String(token), `/boards/${String(board.id)}`)
  return { port, token: String(token), boardId: Number(board.id), listIds: (lists as { id: number }[]).map(({ id }) => id) }
}
