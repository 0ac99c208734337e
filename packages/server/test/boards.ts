import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board, BoardSummary } from '@rodada/contract/boards/boards'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { type Account, register } from './accounts.ts'
import type { Answer, TestServer } from './harness.ts'

/** What a call that had to succeed answered. */
export function ok<T>({ status, body }: Answer<T>): T {
  if (status !== 200) throw new Error(`${status} ${body.message} ${JSON.stringify(body.fields ?? {})}`)
  return body
}

/** A board with the people that boards know: who made it, a member, a guest, and somebody who is not on it. */
export type Team = { board: Board; admin: Account; member: Account; guest: Account; stranger: Account }

/** A new board of `owner`, with its lists. */
export async function makeBoard(
  server: Pick<TestServer, 'call'>,
  owner: Pick<Account, 'token'>,
  more: Record<string, unknown> = {},
): Promise<Board> {
  const { id }: BoardSummary = ok(await server.call(boardsApi.create, { token: owner.token, body: { title: 'Entregas', ...more } }))
  return ok(await server.call(boardsApi.get, { token: owner.token, params: { boardId: id } }))
}

/** Puts an account on a board, as one that has confirmed its address. */
export async function addToBoard(
  server: TestServer,
  owner: Account,
  boardId: number,
  person: Pick<Account, 'email'>,
  role: 'member' | 'guest',
): Promise<void> {
  const email_verified_at = new Date().toISOString()
  await server.app.deps.db.updateTable('users').set({ email_verified_at }).where('email', '=', person.email).execute()
  ok(await server.call(boardsApi.addMember, { token: owner.token, params: { boardId }, body: { email: person.email, role } }))
}

/** A board with one person of each kind. */
export async function makeTeam(server: TestServer, more: Record<string, unknown> = {}): Promise<Team> {
  const [admin, member, guest, stranger] = [
    await register(server, { name: 'Ana' }),
    await register(server, { name: 'Bia' }),
    await register(server, { name: 'Caio' }),
    await register(server, { name: 'Duda' }),
  ]
  // Where mail is sent, only who confirmed their address is put on a board by it.
  const people = [admin, member, guest, stranger].map(({ user }) => user.id)
  const email_verified_at = new Date().toISOString()
  await server.app.deps.db.updateTable('users').set({ email_verified_at }).where('id', 'in', people).execute()
  const { id } = await makeBoard(server, admin, more)
  await addToBoard(server, admin, id, member, 'member')
  await addToBoard(server, admin, id, guest, 'guest')
  const board = ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: id } }))
  return { board, admin, member, guest, stranger }
}

/** A card at the end of one of the board's lists. */
export const makeCard = async (
  server: Pick<TestServer, 'call'>,
  person: Pick<Account, 'token'>,
  board: Board,
  title = 'Pix parcelado',
  list = 0,
  more: Record<string, unknown> = {},
): Promise<Card> =>
  ok(
    await server.call(listCardsApi.create, {
      token: person.token,
      params: { boardId: board.id, listId: board.lists[list]?.id ?? 0 },
      body: { title, ...more },
    }),
  )

/** Puts as many guests on a board that has one member as it holds. They are accounts like that of `like`, with addresses that nobody else has. */
export async function fillBoard({ app }: Pick<TestServer, 'app'>, boardId: number, like: Pick<Account, 'user'>): Promise<void> {
  const { db } = app.deps
  const { id: _, ...row } = await db.selectFrom('users').selectAll().where('id', '=', like.user.id).executeTakeFirstOrThrow()
  const crowd = Array.from({ length: limits.boardMembers - 1 }, (_, index) => ({ ...row, email: `cheio-${index}@exemplo.com.br` }))
  const joined_at = new Date().toISOString()
  for (let from = 0; from < crowd.length; from += 50) {
    const some = crowd.slice(from, from + 50)
    const ids = await db.insertInto('users').values(some).returning('id').execute()
    const seats = ids.map(({ id }) => ({ board_id: boardId, user_id: id, role: 'guest' as const, joined_at }))
    await db.insertInto('board_members').values(seats).execute()
  }
}
