import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'

let server: TestServer
let team: Team
let board: Board
let params: Record<string, number>
beforeAll(async () => {
  server = await startServer()
  await register(server)
  team = await makeTeam(server)
  board = team.board
  const { token } = team.admin
  const label = ok(
    await server.call(boardsApi.addLabel, { token, params: { boardId: board.id }, body: { name: 'Urgente', color: '#c33438' } }),
  )
  const [first, card] = [await makeCard(server, team.admin, board, 'Primeiro', 2), await makeCard(server, team.admin, board)]
  const cardId = card.id
  ok(await server.call(cardsApi.archive, { token, params: { cardId: first.id } }))
  ok(await server.call(cardsApi.addLabel, { token, params: { cardId }, body: { label_id: label.id } }))
  const comment = ok(await server.call(commentsApi.add, { token, params: { cardId }, body: { content: 'Feito.' } }))
  const list = ok(await server.call(checklistsApi.add, { token, params: { cardId }, body: { title: 'Antes' } }))
  const listParams = { cardId, checklistId: list.id }
  const item = ok(await server.call(checklistsApi.addItem, { token, params: listParams, body: { title: 'Testar' } }))
  const field = { name: 'Etapa', type: 'choice', on_card: true, options: [{ name: 'Teste', color: '#c33438' }] }
  const { id: fieldId, options } = ok(await server.call(boardFieldsApi.add, { token, params: { boardId: board.id }, body: field }))
  ok(await server.call(cardsApi.update, { token, params: { cardId }, body: { fields: { [fieldId]: options[0]?.id } } }))
  params = {
    fieldId,
    boardId: board.id,
    listId: board.lists[0]?.id ?? 0,
    archivedId: first.id,
    labelId: label.id,
    commentId: comment.id,
    itemId: item.id,
    userId: team.guest.user.id,
    ...listParams,
  }
})
afterAll(() => server.stop())

/** Everything that a change would have changed. */
const state = async () => {
  const { token } = team.admin
  const [whole, card, activity] = [
    ok(await server.call(boardsApi.get, { token, params })),
    ok(await server.call(cardsApi.get, { token, params })),
    ok(await server.call(boardsApi.activity, { token, params })),
  ]
  return { whole, card, activity }
}

type Edit = [string, Endpoint, (now: Awaited<ReturnType<typeof state>>) => object | undefined, changed?: object]
const edits: Edit[] = [
  ['a field of a board', boardFieldsApi.update, ({ whole }) => whole.fields[0]],
  ['what a card has in a field', cardsApi.update, ({ card }) => ({ fields: card.fields })],
  ['the texts of a board', boardsApi.update, ({ whole }) => ({ title: whole.title, description: whole.description })],
  ['the looks of a board', boardsApi.update, ({ whole }) => ({ color: whole.color, is_public: whole.is_public, version: whole.version })],
  ['nothing of a board', boardsApi.update, () => ({})],
  ['a list', boardsApi.updateList, () => ({ title: 'A Fazer', status: 'pendente' })],
  ['the place of a list', boardsApi.moveList, () => ({ position: 0 })],
  ['a label', boardsApi.updateLabel, () => ({ name: 'Urgente', color: '#C33438' })],
  ['a role', boardsApi.updateMember, () => ({ role: 'guest' })],
  ['a card', cardsApi.update, ({ card }) => ({ title: card.title, description: card.description, due_date: '', priority: card.priority })],
  ['the place of a card, by index', cardsApi.move, ({ card }) => ({ list_id: card.list_id, position: card.position })],
  ['the place of a card, at the end', cardsApi.move, ({ card }) => ({ list_id: card.list_id })],
  ['who has a card', cardsApi.assign, () => ({ user_id: null })],
  ['a label of a card', cardsApi.addLabel, () => ({ label_id: params.labelId })],
  ['a comment', commentsApi.update, () => ({ content: ' Feito. ', version: 1 })],
  ['a checklist', checklistsApi.update, () => ({ title: 'Antes', position: 0 })],
  ['an item', checklistsApi.updateItem, () => ({ title: 'Testar', completed: false, position: 3 })],
]

test.each(edits)('%s to its present value: no revision, no version, no activity, and no notice', async (_, endpoint, body) => {
  const client = await new LiveClient(server.url(), team.member.token).ready()
  const { revision } = await client.watch(board.id)
  await makeCard(server, team.admin, board, 'Antes', 1)
  await client.changed(board.id, revision + 1)
  client.received.length = 0
  const before = await state()
  const { token } = team.admin
  ok(await server.call(endpoint, { token, params, body: body(before) }))
  expect(await state()).toEqual(before)
  // The next notice is that of this change; earlier ones may still arrive from another process.
  await makeCard(server, team.admin, board, 'Outro', 1)
  await client.changed(board.id, before.whole.revision + 1)
  expect(client.revisionsOf(board.id).filter((heard) => heard >= before.whole.revision)).toEqual([before.whole.revision + 1])
  client.leave()
})

test('archiving an archived card and taking off an absent label change nothing either', async () => {
  const { token } = team.admin
  const before = await state()
  ok(await server.call(cardsApi.archive, { token, params: { cardId: params.archivedId ?? 0 } }))
  ok(await server.call(cardsApi.removeLabel, { token, params: { ...params, cardId: params.archivedId ?? 0 } }))
  expect(await state()).toEqual(before)
})

test('an activity names the fields that changed, and only texts count versions', async () => {
  const { token } = team.admin
  const { whole } = await state()
  const body = { title: whole.title, color: '#2a7d48', is_public: false, version: whole.version }
  ok(await server.call(boardsApi.update, { token, params, body }))
  ok(await server.call(boardsApi.updateList, { token, params, body: { title: 'A Fazer', status: 'impedimento' } }))
  const now = await state()
  expect(now.activity.map(({ kind, details }) => [kind, details]).slice(0, 2)).toEqual([
    ['list.updated', {}],
    ['board.updated', { fields: ['color'] }],
  ])
  expect([now.whole.version, now.whole.lists[0]?.version]).toEqual([whole.version, whole.lists[0]?.version])
})
