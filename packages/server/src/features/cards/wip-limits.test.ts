import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let team: Team
let to: { first: number; doing: number; done: number }
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  const [first = 0, doing = 0, done = 0] = team.board.lists.map(({ id }) => id)
  to = { first, doing, done }
})

const change = (body: Record<string, unknown>, listId = to.doing, who = team.member) =>
  server.call(boardsApi.updateList, { token: who.token, params: { boardId: team.board.id, listId }, body })
const move = ({ id }: Card, list_id: number) =>
  server.call(cardsApi.move, { token: team.member.token, params: { cardId: id }, body: { list_id, position: 0 } })
const full = { status: 409, body: { message: texts.listFull } }
const lists = async () =>
  ok(await server.call(boardsApi.lists, { token: team.guest.token, params: { boardId: team.board.id } })).map(
    ({ wip_limit, wip_hard, cards }) => [wip_limit, wip_hard, cards?.length],
  )

test('a soft limit is shown to everybody and refuses nothing', async () => {
  expect(ok(await change({ wip_limit: 1 }))).toMatchObject({ wip_limit: 1, wip_hard: false })
  for (const card of [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)])
    ok(await move(card, to.doing))
  expect(await lists()).toEqual([
    [null, false, 0],
    [1, false, 2],
    [null, false, 0],
  ])
})

test('a hard limit refuses each way into the list, and what leaves makes room', async () => {
  ok(await change({ wip_limit: 1, wip_hard: true }))
  const inside = await makeCard(server, team.member, team.board)
  const outside = await makeCard(server, team.member, team.board)
  ok(await move(inside, to.doing))
  expect(await move(outside, to.doing)).toMatchObject(full)
  const { token } = team.member
  const params = { boardId: team.board.id, listId: to.doing }
  expect(await server.call(listCardsApi.create, { token, params, body: { title: 'Mais um' } })).toMatchObject(full)
  expect(await server.call(listCardsApi.gather, { token, params, body: { card_ids: [outside.id] } })).toMatchObject(full)
  // Within the list cards still change their places, and a list with cards still takes them from nowhere.
  ok(await move(inside, to.doing))
  ok(await server.call(cardsApi.archive, { token, params: { cardId: inside.id } }))
  ok(await move(outside, to.doing))
  expect(await server.call(cardsApi.restore, { token, params: { cardId: inside.id } })).toMatchObject(full)
  ok(await move(outside, to.done))
  ok(await server.call(cardsApi.restore, { token, params: { cardId: inside.id } }))
  ok(await server.call(cardsApi.remove, { token, params: { cardId: inside.id } }))
  ok(await move(outside, to.doing))
  expect(await server.call(cardsApi.restore, { token, params: { cardId: inside.id } })).toMatchObject(full)
})

test('a list whose cards would go to a full one is not deleted', async () => {
  const cards = [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)]
  ok(await change({ wip_limit: 1, wip_hard: true }))
  const request = { token: team.member.token, params: { boardId: team.board.id, listId: to.first }, query: { target_list_id: to.doing } }
  expect(await server.call(boardsApi.removeList, request)).toMatchObject(full)
  expect((await lists()).map(([, , count]) => count)).toEqual([cards.length, 0, 0])
})

test('no column of a sprint leads into a full list: no task, no column with its tasks, no new task', async () => {
  const { token } = team.member
  const sprint = await makeSprint(server, team.member, team.board)
  const tasks = [await makeTask(server, team.member, sprint), await makeTask(server, team.member, sprint)]
  ok(await change({ wip_limit: 1, wip_hard: true }))
  ok(await change({ wip_limit: 2, wip_hard: true }, to.first))
  const before = await readSprint(server, team.member, sprint)
  const columnOf = (status: string) => before.columns.find((column) => column.status === status)?.id ?? 0
  const toDoing = (taskId: number) =>
    server.call(sprintTasksApi.update, { token, params: { taskId }, body: { column_id: columnOf('em_andamento') } })
  const titulo = 'Mais uma'
  expect(await server.call(sprintTasksApi.create, { token, body: { titulo, sprint_id: sprint.id } })).toMatchObject(full)
  const params = { sprintId: sprint.id, columnId: columnOf('pendente') }
  expect(await server.call(sprintColumnsApi.update, { token, params, body: { status: 'em_andamento' } })).toMatchObject(full)
  expect(await readSprint(server, team.member, sprint)).toEqual(before)

  ok(await toDoing(tasks[0]?.id ?? 0))
  const between = [await readSprint(server, team.member, sprint), await lists()]
  expect(await toDoing(tasks[1]?.id ?? 0)).toMatchObject(full)
  expect([await readSprint(server, team.member, sprint), await lists()]).toEqual(between)
  ok(await change({ wip_hard: false }))
  ok(await toDoing(tasks[1]?.id ?? 0))
  expect((await lists()).map(([, , count]) => count)).toEqual([0, 2, 0])
})

test('of cards that come at once a hard list takes as many as it has room for', async () => {
  ok(await change({ wip_limit: 3, wip_hard: true }))
  const cards = await Promise.all(Array.from({ length: 6 }, () => makeCard(server, team.member, team.board)))
  const replies = await Promise.all(cards.map((card) => move(card, to.doing)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
})

test('a limit is a whole number up to 999, goes with null, and is changed by who writes', async () => {
  for (const wip_limit of [0, -1, 1.5, 1000, '3', {}, []])
    expect(await change({ wip_limit })).toMatchObject({ status: 400, body: { fields: { wip_limit: texts.wipLimitInvalid } } })
  expect((await change({ wip_hard: 'sim' })).status).toBe(400)
  expect(await change({ wip_limit: 3 }, to.doing, team.guest)).toMatchObject({ status: 403 })
  ok(await change({ wip_limit: 999, wip_hard: true }))
  // A list without a limit has no hard one, either.
  expect(ok(await change({ wip_limit: null }))).toMatchObject({ wip_limit: null, wip_hard: false })
  expect(ok(await change({ wip_hard: true }))).toMatchObject({ wip_limit: null, wip_hard: false })
})
