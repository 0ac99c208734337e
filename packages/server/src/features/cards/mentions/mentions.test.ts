import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { watchingApi } from '@rodada/contract/cards/watching'
import { limits } from '@rodada/contract/core/limits'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, makeTask } from '../../../../test/sprints.ts'

let server: TestServer
let team: Team
let card: Card
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  card = await makeCard(server, team.admin, team.board)
  for (const { token } of [team.member, team.guest]) await server.call(notificationsApi.readAll, { token, body: {} })
})

type Person = Pick<Account, 'token'>
const news = async ({ token }: Person) =>
  ok(await server.call(notificationsApi.list, { token }))
    .filter(({ read_at }) => read_at === null)
    .map(({ kind, count, details }) => [kind, count, details.excerpt])
const describeCard = (description: string) =>
  server.call(cardsApi.update, { token: team.admin.token, params: { cardId: card.id }, body: { description } })

test('a description calls people once, with the line that does, and again only who is new in it', async () => {
  ok(await describeCard('Primeiro o contrato.\nDepois @Bia confere o texto.'))
  expect(await news(team.member)).toEqual([['card_mentioned', 1, 'Depois @Bia confere o texto.']])
  await server.call(notificationsApi.readAll, { token: team.member.token, body: {} })
  ok(await describeCard('Depois @Bia confere o texto, e @Caio a tela.'))
  ok(await describeCard('Depois @Bia confere o texto, e @Caio a tela. Pronto.'))
  expect(await news(team.member)).toEqual([])
  expect(await news(team.guest)).toEqual([['card_mentioned', 1, 'Depois @Bia confere o texto, e @Caio a tela.']])
})

test('of a text of nothing but signs only the first are looked at', async () => {
  ok(await describeCard(`${'@\n'.repeat(100)}@Bia`))
  ok(await describeCard(`${'@\n'.repeat(300)}@Caio`))
  expect(await news(team.member)).toEqual([['card_mentioned', 1, '@Bia']])
  expect(await news(team.guest)).toEqual([])
})

test('so do the description of a new card, a task and an item of a checklist', async () => {
  const { token } = team.admin
  const params = { boardId: team.board.id, listId: team.board.lists[0]?.id ?? 0 }
  ok(await server.call(listCardsApi.create, { token, params, body: { title: 'Novo', description: 'Com @Bia' } }))
  const sprint = await makeSprint(server, team.admin, team.board)
  const task = await makeTask(server, team.admin, sprint, 'Boleto', { description: 'E @Bia' })
  ok(await server.call(sprintTasksApi.update, { token, params: { taskId: task.id }, body: { description: 'E @Bia e @Caio' } }))
  const onCard = { cardId: card.id }
  const { id: checklistId } = ok(await server.call(checklistsApi.add, { token, params: onCard, body: { title: 'Aceite' } }))
  const path = { ...onCard, checklistId }
  const { id: itemId } = ok(await server.call(checklistsApi.addItem, { token, params: path, body: { title: '@Bia testa' } }))
  ok(await server.call(checklistsApi.updateItem, { token, params: { ...path, itemId }, body: { title: '@Bia e @Caio testam' } }))
  ok(await server.call(checklistsApi.updateItem, { token, params: { ...path, itemId }, body: { completed: true } }))
  expect(await news(team.member)).toEqual([
    ['card_mentioned', 1, '@Bia testa'],
    ['card_mentioned', 1, 'E @Bia'],
    ['card_mentioned', 1, 'Com @Bia'],
  ])
  expect(await news(team.guest)).toEqual([
    ['card_mentioned', 1, '@Bia e @Caio testam'],
    ['card_mentioned', 1, 'E @Bia e @Caio'],
  ])
})

test('notes call people by the same rules, from the card and from its sprint', async () => {
  const { token } = team.admin
  const sprint = await makeSprint(server, team.admin, team.board)
  const task = await makeTask(server, team.admin, sprint, 'Boleto', { notes: 'Com @Bia' })
  ok(await server.call(cardsApi.update, { token, params: { cardId: task.id }, body: { notes: 'Com @Bia.\n@Caio confere, @Duda não.' } }))
  ok(await server.call(sprintTasksApi.update, { token, params: { taskId: task.id }, body: { notes: '@Bia e @Caio, de novo' } }))
  expect(await news(team.member)).toEqual([['card_mentioned', 1, 'Com @Bia']])
  expect(await news(team.guest)).toEqual([['card_mentioned', 1, '@Caio confere, @Duda não.']])
  expect(await news(team.stranger)).toEqual([])
})

test('only people of the board are called, and nobody by themselves', async () => {
  ok(await describeCard('@Duda, @Ana e fulana@bia.com'))
  for (const person of [team.admin, team.stranger, team.member]) expect(await news(person)).toEqual([])
})

test('who watches and is called hears it once, as the call', async () => {
  const { token } = team.member
  ok(await server.call(watchingApi.watchCard, { token, params: { cardId: card.id } }))
  ok(await describeCard('Com @Bia'))
  expect((await news(team.member)).map(([kind]) => kind)).toEqual(['card_mentioned'])
  ok(await server.call(watchingApi.watchBoard, { token, params: { boardId: team.board.id } }))
  await server.call(notificationsApi.readAll, { token, body: {} })
  await makeCard(server, team.admin, team.board, 'Novo', 0, { description: 'Outra vez com @Bia' })
  expect((await news(team.member)).map(([kind]) => kind)).toEqual(['card_mentioned'])
})

test('more people than a text may call are refused, and nothing of the text is kept', async () => {
  const names = Array.from({ length: limits.mentions + 1 }, (_, n) => `Pessoa${String.fromCharCode(97 + n)}`)
  for (const name of names) await addToBoard(server, team.admin, team.board.id, await register(server, { name }), 'member')
  const description = names.map((name) => `@${name}`).join(' ')
  expect(await describeCard(description)).toMatchObject({ status: 400, body: { fields: { description: texts.tooManyMentions } } })
  expect(ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: card.id } })).description).toBe('')
})
