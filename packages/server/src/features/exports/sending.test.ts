import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Account } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { patienceMs } from '../../../test/patience.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'
import { addEstimate } from '../cards/estimate-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Fills a board with so much that a connection does not hold it by itself: the file waits for its reader. */
async function fill({ id, lists }: Board): Promise<number> {
  const [list_id, now] = [lists[0]?.id ?? 0, new Date().toISOString()]
  const rows = ranksBehind(null, 800).map((rank) => ({
    ...{ board_id: id, list_id, rank, title: 'Cartão', description: 'x'.repeat(20_000), search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }))
  await server.app.deps.db.insertInto('cards').values(rows).execute()
  await server.app.deps.db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return rows.length
}
/** Asks one process for a file and reads nothing of it yet. */
const begin = (who: Account, { id }: Board) =>
  fetch(`${server.app.url}/api/boards/${id}/export.json`, {
    headers: { authorization: `Bearer ${who.token}`, 'accept-encoding': 'identity' },
  })

test('who is taken off the board while its file is on the way gets no more of it', async () => {
  const { board, admin, member, guest } = await makeTeam(server)
  const count = await fill(board)
  const answer = await begin(member, board)
  expect(answer.status).toBe(200)
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: member.user.id } }))
  await expect(answer.text()).rejects.toThrow()
  expect((await begin(member, board)).status).toBe(404)
  const whole = await (await begin(guest, board)).text()
  expect(JSON.parse(whole).cards).toHaveLength(count)
})

test('a person has two files at the same time, and one that is given up leaves its place to the next', async () => {
  const { board, admin, member } = await makeTeam(server)
  await fill(board)
  const [first, second, third] = [await begin(admin, board), await begin(admin, board), await begin(admin, board)]
  expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
  expect(await third.json()).toEqual({ error: 'too_many', message: texts.tooFast })
  const others = await begin(member, board)
  expect(others.status, 'others have places of their own').toBe(200)
  for (const answer of [first, others]) await answer.body?.cancel()
  // The process hears of it a moment later than the client knows.
  const next = async () => {
    const answer = await begin(admin, board)
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
  }
  await vi.waitFor(next, { timeout: patienceMs })
  await second.body?.cancel()
})

test('what was estimated on a card after it went to a board that the reader does not see is not sent', async () => {
  const { board, admin, member } = await makeTeam(server)
  const { id } = await makeCard(server, admin, board)
  const { db } = server.app.deps
  // So many and so long that the connection does not hold them by itself.
  const votes = Array.from({ length: 200 }, (_, i) => ({ participant_id: i, name: 'Bia', vote: '3', reason: 'é'.repeat(140) }))
  const estimated = (room_name: string) =>
    addEstimate(db, { card_id: id, room_id: null, room_name, round: 1, user_id: null, estimate: 3, average: '3', votes })
  for (let i = 0; i < 400; i += 1) await estimated('Mesa de todos')
  const answer = await begin(member, board)
  expect(answer.status).toBe(200)
  const hidden = await makeBoard(server, admin, { title: 'Reservado' })
  const body = { list_id: hidden.lists[0]?.id ?? 0, after_id: null }
  ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: id }, body }))
  await estimated('Mesa reservada')
  const text = await answer.text()
  expect(text).toContain('Mesa de todos')
  expect(text).not.toContain('Mesa reservada')
})
