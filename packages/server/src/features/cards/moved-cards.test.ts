import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { endSprint, makeSprint, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
})
afterAll(() => server.stop())

const lastWeek = '2026-11-16T12:00:00.000Z'
const token = () => ana.token
const movedOf = async (cardId: number) => ok(await server.call(cardsApi.get, { token: token(), params: { cardId } })).moved_at
const set = (cardId: number) => server.app.deps.db.updateTable('cards').set({ moved_at: lastWeek }).where('id', '=', cardId).execute()

/** A card under way on a new board, last moved a week ago. */
async function underWay() {
  const board = await makeBoard(server, ana)
  const card = await makeCard(server, ana, board, 'Pix parcelado')
  const call = { token: token(), params: { cardId: card.id } }
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: board.lists[1]?.id ?? 0 } }))
  await set(card.id)
  return { board, card, call }
}

test('a card says since when it stands where it is, on its board, in its window and after a change of list', async () => {
  const { board, card, call } = await underWay()
  const [, , done] = board.lists.map(({ id }) => id)
  const shown = ok(await server.call(boardsApi.get, { token: token(), params: { boardId: board.id } }))
  expect([shown.lists[1]?.cards[0]?.moved_at, await movedOf(card.id)]).toEqual([lastWeek, lastWeek])
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: done ?? 0 } }))
  expect(await movedOf(card.id), 'what is done stands nowhere').toBeNull()
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: board.lists[1]?.id ?? 0 } }))
  expect(Date.parse((await movedOf(card.id)) ?? '')).toBeGreaterThan(Date.parse(lastWeek))
})

test('another place of its list, a comment, an edit, a plan and the end of a sprint do not bring work on; another column does', async () => {
  const { board, card, call } = await underWay()
  await makeCard(server, ana, { ...board, lists: board.lists.slice(1) }, 'Vizinho')
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: board.lists[1]?.id ?? 0, position: 1 } }))
  ok(await server.call(cardsApi.update, { ...call, body: { title: 'Pix em parcelas' } }))
  ok(await server.call(commentsApi.add, { ...call, body: { content: 'Quem pega?' } }))
  const sprint = await makeSprint(server, ana, board)
  ok(await server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: [card.id], sprint_id: sprint.id } }))
  expect(await movedOf(card.id)).toBe(lastWeek)

  const { columns } = await readSprint(server, ana, sprint)
  const tasks = () => server.call(sprintTasksApi.board, { token: token(), params: { sprintId: sprint.id } })
  expect(ok(await tasks()).data.tasks.find(({ id }) => id === card.id)?.moved_at).toBe(lastWeek)
  const call2 = { token: token(), params: { taskId: card.id } }
  ok(await server.call(sprintTasksApi.update, { ...call2, body: { column_id: columns[0]?.id ?? 0 } }))
  ok(await server.call(sprintTasksApi.update, { ...call2, body: { column_id: columns[1]?.id ?? 0 } }))
  expect(Date.parse((await movedOf(card.id)) ?? '')).toBeGreaterThan(Date.parse(lastWeek))

  await set(card.id)
  await endSprint(server, ana, sprint)
  expect(await movedOf(card.id)).toBe(lastWeek)
})

test('a task of a sprint has what its board shows of its fields', async () => {
  const { board, card, call } = await underWay()
  const field = (name: string, on_card: boolean) =>
    server.call(boardFieldsApi.add, { token: token(), params: { boardId: board.id }, body: { name, type: 'text', on_card } })
  const [seen, hidden] = [ok(await field('Cliente', true)), ok(await field('Contrato', false))]
  ok(await server.call(cardsApi.update, { ...call, body: { fields: { [seen.id]: 'Padaria', [hidden.id]: 'C-12' } } }))
  const sprint = await makeSprint(server, ana, board)
  const [task] = ok(
    await server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: [card.id], sprint_id: sprint.id } }),
  ).data
  expect(task?.fields).toEqual({ [seen.id]: 'Padaria' })
})
