import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { changeTask, endSprint, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let team: Team

beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const cardOf = async (cardId: number, person = team.member) =>
  ok(await server.call(cardsApi.get, { token: person.token, params: { cardId } }))
const edit = (cardId: number, body: Record<string, unknown>, person = team.member) =>
  server.call(cardsApi.update, { token: person.token, params: { cardId }, body })

test('a card says its sprint, its hours and its notes, to everybody who sees it', async () => {
  const sprint = await makeSprint(server, team.member, team.board)
  const task = await makeTask(server, team.member, sprint, 'Pix', { estimativa_horas: 2.5, observacoes: 'Falar com o banco' })
  const planned = {
    sprint: { id: sprint.id, nome: 'Sprint 12', data_fim: sprint.data_fim, ended: false },
    estimated_hours: 2.5,
    notes: 'Falar com o banco',
  }
  expect(await cardOf(task.id, team.guest)).toMatchObject(planned)
  const [hit] = ok(await server.call(cardsApi.search, { token: team.guest.token, query: { q: 'pix' } }))
  expect(hit?.sprint).toEqual(planned.sprint)

  ok(await server.call(sprintTasksApi.changeMany, { token: team.member.token, body: { task_ids: [task.id], sprint_id: null } }))
  expect((await cardOf(task.id)).sprint).toBeNull()
  expect(ok(await server.call(cardsApi.search, { token: team.guest.token, query: { q: 'pix' } }))[0]?.sprint).toBeNull()
})

test('a card that an ended sprint finished keeps saying so', async () => {
  const sprint = await makeSprint(server, team.member, team.board, { nome: 'Sprint 13' })
  const task = await makeTask(server, team.member, sprint, 'Boleto')
  const done = (await readSprint(server, team.member, sprint)).columns.find(({ status }) => status === 'concluida')
  await changeTask(server, team.member, task.id, { column_id: done?.id })
  await endSprint(server, team.member, sprint)
  expect((await cardOf(task.id)).sprint).toEqual({ id: sprint.id, nome: 'Sprint 13', data_fim: sprint.data_fim, ended: true })
})

test('hours and notes are written on the card, with a version and an activity like its other fields', async () => {
  const sprint = await makeSprint(server, team.member, team.board, { nome: 'Sprint 14' })
  const task = await makeTask(server, team.member, sprint, 'Cartão')
  const wrong = { status: 400, body: { fields: { estimated_hours: texts.hoursInvalid } } }
  for (const estimated_hours of [0.3, -1, 'dez']) expect(await edit(task.id, { estimated_hours })).toMatchObject(wrong)
  expect(await edit(task.id, { notes: 'a'.repeat(501) })).toMatchObject({
    status: 400,
    body: { fields: { notes: texts.taskNotesTooLong } },
  })
  expect(await edit(task.id, { notes: 'Não' }, team.guest)).toMatchObject({ status: 403 })
  expect(await edit(task.id, { notes: 'Não' }, team.stranger)).toMatchObject({ status: 404 })

  const fresh = ok(await edit(task.id, { notes: 'Ver com a Duda', estimated_hours: 1.5, version: 1 }))
  expect(fresh).toMatchObject({ notes: 'Ver com a Duda', estimated_hours: 1.5, version: 2 })
  expect(await edit(task.id, { notes: 'Outra', version: 1 })).toMatchObject({ status: 409, body: { current: { notes: 'Ver com a Duda' } } })
  const [seen] = (await readSprint(server, team.guest, sprint)).tasks
  expect(seen).toMatchObject({ observacoes: 'Ver com a Duda', estimativa_horas: 1.5 })
  const [told] = ok(await server.call(boardsApi.activity, { token: team.guest.token, params: { boardId: team.board.id } }))
  expect(told).toMatchObject({ kind: 'card.updated', details: { fields: ['notes', 'estimated_hours'] } })
})
