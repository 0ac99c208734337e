import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'
import { changeTask, makeSprint, makeTask } from '../../../test/sprints.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
beforeEach(async () => {
  team = await makeTeam(server)
})
afterAll(() => server.stop())

/** As long as a description may be, with a word at its very end. */
const long = `${'Mostrar juros 💸 e total. '.repeat(900).slice(0, limits.fullDescription - 11)}\nmarimbondo`
const token = () => team.member.token
const describe = async (cardId: number, description = long) =>
  ok(await server.call(cardsApi.update, { token: token(), params: { cardId }, body: { description } }))
const read = async (cardId: number) => ok(await server.call(cardsApi.get, { token: token(), params: { cardId } }))

test('a card keeps a description of 20,000 characters whole, and is found by its last word', async () => {
  const card = await makeCard(server, team.member, team.board)
  expect((await describe(card.id)).description).toBe(long)
  expect((await read(card.id)).description).toBe(long)
  const found = ok(await server.call(cardsApi.search, { token: token(), query: { q: 'marimbondo', board_id: team.board.id } }))
  expect(found.map(({ id }) => id)).toEqual([card.id])
})

test('among the cards of its list a long description is a beginning', async () => {
  const card = await makeCard(server, team.member, team.board)
  await describe(card.id)
  const params = { boardId: team.board.id, listId: card.list_id }
  const [listed] = ok(await server.call(listCardsApi.list, { token: token(), params }))
  expect(listed?.description).toHaveLength(limits.descriptionExcerpt)
  expect(listed?.description.endsWith('…')).toBe(true)
})

test('tables and sealed estimations show the beginning of a long description', async () => {
  const card = await makeCard(server, team.member, team.board)
  await describe(card.id)
  const bia = await new RoomClient(server.url(), { token: token() }).ready()
  const { roomId } = await openRoom(bia)
  await bia.join(roomId, 'Bia')
  expect(await bia.send('addTasks', { roomId, card_ids: [card.id] })).toEqual({ ok: true })
  const [behind] = ok(await server.call(roomTasksApi.list, { token: token(), params: { roomId } }))
  bia.leave()
  expect(behind?.description).toHaveLength(limits.descriptionExcerpt)
  const body = { board_id: team.board.id, card_ids: [card.id], voter_ids: [team.member.user.id] }
  const estimation = await openEstimation(server, team.admin, body)
  expect((await seeEstimation(server, team.member, estimation)).cards[0]?.description).toBe(behind?.description)
})

test('a task with a longer description than the sprint side has is changed without losing any of it', async () => {
  const sprint = await makeSprint(server, team.admin, team.board)
  const { id } = await makeTask(server, team.member, sprint)
  await describe(id)
  const task = await changeTask(server, team.member, id, { titulo: 'Pix em parcelas', estimativa_pontos: 3 })
  expect(task).toMatchObject({ titulo: 'Pix em parcelas', description_cut: true, descricao: task.card.description })
  // A program that sends back what it read, all of it, changes nothing either.
  await changeTask(server, team.member, id, { titulo: 'Pix', descricao: task.descricao, version: task.version })
  expect(await read(id)).toMatchObject({ title: 'Pix', description: long, estimate: 3 })
})

test('the sprint side does not write over what it does not show, and may once the card has it short', async () => {
  const sprint = await makeSprint(server, team.admin, team.board)
  const { id } = await makeTask(server, team.member, sprint)
  await describe(id)
  const refused = await server.call(sprintTasksApi.update, { token: token(), params: { taskId: id }, body: { descricao: 'Curta' } })
  expect(refused).toMatchObject({ status: 400, body: { fields: { descricao: texts.taskDescriptionLonger } } })
  expect((await read(id)).description).toBe(long)
  await describe(id, 'Curta')
  expect(await changeTask(server, team.member, id, { descricao: 'Outra' })).toMatchObject({ descricao: 'Outra', description_cut: false })
})
