import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, makeTask } from '../../../../test/sprints.ts'

let server: TestServer
let root: Account
let team: Team
let card: Card
beforeAll(async () => {
  server = await startServer()
  root = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  card = await makeCard(server, team.admin, team.board)
  for (const { token } of [team.member, team.guest]) await server.call(notificationsApi.readAll, { token, body: {} })
})

type Person = Pick<Account, 'token' | 'user'>
const add = (who: Person, by: Person = team.admin, cardId = card.id) =>
  server.call(participantsApi.add, { token: by.token, params: { cardId, userId: who.user.id } })
const remove = (who: Person, by: Person = team.admin) =>
  server.call(participantsApi.remove, { token: by.token, params: { cardId: card.id, userId: who.user.id } })
const assign = (user_id: number | null, cardId = card.id) =>
  server.call(cardsApi.assign, { token: team.admin.token, params: { cardId }, body: { user_id } })
const read = async () => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: card.id } }))
const readBoard = async () => ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: team.board.id } }))
const news = async ({ token }: Person) => ok(await server.call(notificationsApi.list, { token })).filter(({ read_at }) => read_at === null)

test('people of the board take part in a card, as often as it is asked, and leave it again', async () => {
  const { revision } = await readBoard()
  expect(ok(await add(team.member)).participant_ids).toEqual([team.member.user.id])
  expect(ok(await add(team.member)).participant_ids).toEqual([team.member.user.id])
  expect(ok(await add(team.guest)).participant_ids).toEqual([team.member.user.id, team.guest.user.id])
  const { token } = team.member
  const changes = ok(await server.call(boardsApi.changes, { token, params: { boardId: team.board.id }, query: { since: revision } }))
  expect(changes.cards.map(({ participant_ids }) => participant_ids)).toEqual([[team.member.user.id, team.guest.user.id]])
  expect(changes.revision).toBe(revision + 2)
  expect((await readBoard()).lists[0]?.cards[0]?.participant_ids).toEqual([team.member.user.id, team.guest.user.id])
  ok(await remove(team.guest))
  expect(ok(await remove(team.guest)).participant_ids).toEqual([team.member.user.id])
})

test('who is not on the board, or has no account in use, takes no part', async () => {
  expect(await add(team.stranger)).toMatchObject({ status: 400, body: { fields: { user_id: texts.assigneeElsewhere } } })
  expect((await add({ ...team.stranger, user: { ...team.stranger.user, id: 999_999 } })).status).toBe(400)
  const deactivated_at = '2026-01-01T00:00:00.000Z'
  await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', team.member.user.id).execute()
  expect(await add(team.member)).toMatchObject({ status: 400, body: { fields: { user_id: texts.assigneeDeactivated } } })
  expect((await read()).participant_ids).toEqual([])
})

test('a card has at most twenty, and says so', async () => {
  const { db } = server.app.deps
  const people = await Promise.all(Array.from({ length: limits.cardParticipants }, () => register(server)))
  const rows = people.map(({ user }) => ({ card_id: card.id, user_id: user.id, board_id: team.board.id }))
  await db.insertInto('card_participants').values(rows).execute()
  expect(await add(team.admin)).toMatchObject({ status: 409, body: { message: texts.tooManyParticipants } })
  expect((await read()).participant_ids).toHaveLength(limits.cardParticipants)
  ok(await remove(people[0] ?? team.admin))
  ok(await add(team.admin))
})

test('who leaves the board takes part in none of its cards, and everybody who shows it is told', async () => {
  ok(await add(team.member))
  const archived = await makeCard(server, team.admin, team.board, 'Guardado')
  ok(await add(team.member, team.admin, archived.id))
  ok(await server.call(cardsApi.archive, { token: team.admin.token, params: { cardId: archived.id } }))
  const params = { boardId: team.board.id }
  const { revision } = await readBoard()
  ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params: { ...params, userId: team.member.user.id } }))
  const { cards } = ok(await server.call(boardsApi.changes, { token: team.admin.token, params, query: { since: revision } }))
  expect(cards).toMatchObject([{ id: card.id, participant_ids: [] }])
  const kept = ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: archived.id } }))
  expect(kept.participant_ids).toEqual([])
})

test('a card is told once to who joins it, and not to who joins by themselves or answers for it already', async () => {
  ok(await add(team.member))
  ok(await add(team.member))
  expect(await news(team.member)).toMatchObject([{ kind: 'card_joined', card_id: card.id, actor: { name: 'Ana' }, subject: card.title }])
  await server.call(notificationsApi.readAll, { token: team.member.token, body: {} })
  ok(await remove(team.member))
  ok(await add(team.member, team.member))
  expect(await news(team.member)).toEqual([])
  ok(await assign(team.guest.user.id))
  ok(await add(team.guest))
  expect((await news(team.guest)).map(({ kind }) => kind)).toEqual(['card_assigned'])
})

test('the activity says who came and who left', async () => {
  ok(await add(team.member))
  ok(await remove(team.member))
  const lines = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: card.id } }))
  expect(lines.slice(0, 2).map(({ kind, details }) => [kind, details.to])).toEqual([
    ['card.participant_removed', 'Bia'],
    ['card.participant_added', 'Bia'],
  ])
})

test('who takes part hears of comments, once even when they answer for the card as well', async () => {
  ok(await assign(team.member.user.id))
  ok(await add(team.member))
  ok(await add(team.guest))
  for (const { token } of [team.member, team.guest]) await server.call(notificationsApi.readAll, { token, body: {} })
  ok(await server.call(commentsApi.add, { token: team.admin.token, params: { cardId: card.id }, body: { content: 'Feito' } }))
  for (const person of [team.member, team.guest])
    expect((await news(person)).map(({ kind, count }) => [kind, count])).toEqual([['card_commented', 1]])
})

test('"mine" is what one answers for and what one takes part in, each once', async () => {
  const { token, user } = team.member
  ok(await assign(user.id))
  ok(await add(team.member))
  const joined = await makeCard(server, team.admin, team.board, 'Boleto')
  ok(await add(team.member, team.admin, joined.id))
  await makeCard(server, team.admin, team.board, 'De outra pessoa')
  expect(ok(await server.call(dashboardApi.stats, { token })).userTasks.total).toBe(2)
  const own = ok(await server.call(cardsApi.filter, { token }))
  expect(own.map(({ id }) => id)).toEqual([card.id, joined.id])
  expect(own.map(({ participant_ids }) => participant_ids)).toEqual([[user.id], [user.id]])
  const found = ok(await server.call(cardsApi.search, { token: team.admin.token, query: { assigned_to: user.id } }))
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([card.id, joined.id]))
  expect(found).toHaveLength(2)
  const { data } = ok(await server.call(sprintReportsApi.myTasks, { token }))
  const mine = ok(await server.call(cardsApi.mine, { token }))
  expect([data.open, mine.open, mine.groups.map(({ cards }) => cards.map(({ id }) => id))]).toEqual([2, 2, [[card.id, joined.id]]])
  const tasks = ok(await server.call(adminApi.tasks, { token: root.token, query: { assigned_to: user.id } }))
  expect(tasks.total).toBe(2)
})

test('what one takes part in on a board that one no longer sees is not one’s own', async () => {
  ok(await add(team.member))
  // As a change that the removal did not see would leave it.
  await server.app.deps.db.deleteFrom('board_members').where('user_id', '=', team.member.user.id).execute()
  expect(ok(await server.call(cardsApi.filter, { token: team.member.token }))).toEqual([])
})

test('points count once, for who answers for the card', async () => {
  const sprint = await makeSprint(server, team.admin, team.board)
  const task = await makeTask(server, team.admin, sprint, 'Boleto', { estimate: 8, assigned_to: team.admin.user.id })
  const report = async () =>
    ok(await server.call(sprintReportsApi.report, { token: team.admin.token, params: { sprintId: sprint.id } })).data
  const performance = async () => ok(await server.call(adminApi.dashboard, { token: root.token })).performance
  const [reported, performed] = [await report(), await performance()]
  ok(await add(team.member, team.admin, task.id))
  ok(await add(team.guest, team.admin, task.id))
  expect(await report()).toEqual(reported)
  expect(await performance()).toEqual(performed)
  const { tasks } = ok(await server.call(sprintTasksApi.board, { token: team.guest.token, params: { sprintId: sprint.id } })).data
  expect(tasks.map(({ participants }) => participants.map(({ name }) => name))).toEqual([['Bia', 'Caio']])
})

test('a copy has the same people, who are told of it', async () => {
  await addToBoard(server, team.admin, team.board.id, team.stranger, 'member')
  ok(await add(team.member))
  ok(await add(team.stranger))
  for (const { token } of [team.member, team.stranger]) await server.call(notificationsApi.readAll, { token, body: {} })
  const copy = ok(await server.call(cardsApi.copy, { token: team.stranger.token, params: { cardId: card.id }, body: {} }))
  expect(copy.participant_ids).toEqual([team.member.user.id, team.stranger.user.id].sort((a, b) => a - b))
  expect(await news(team.member)).toMatchObject([{ kind: 'card_joined', card_id: copy.id }])
  expect(await news(team.stranger)).toEqual([])
})
