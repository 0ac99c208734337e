import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { filesApi } from '@rodada/contract/cards/files'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'
import { slicesOf } from '../../platform/slices.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ env: { BOARD_FILES_MAX_BYTES: '1000' } })
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const listId = (at: number) => team.board.lists[at]?.id ?? 0
const copyList = (id: number, body: { title?: string } = {}) =>
  server.call(boardsApi.copyList, { token: team.member.token, params: { boardId: team.board.id, listId: id }, body })
const seen = async () => ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
const update = (id: number, body: { wip_limit?: number | null; wip_hard?: boolean }) =>
  server.call(boardsApi.updateList, { token: team.member.token, params: { boardId: team.board.id, listId: id }, body })

test('a copied list stands right of the first, with its settings and its shown cards in their order', async () => {
  const { token } = team.member
  const [late, first, away] = [
    await makeCard(server, team.member, team.board, 'Depois', 1),
    await makeCard(server, team.member, team.board, 'Antes', 1),
    await makeCard(server, team.member, team.board, 'Arquivado', 1),
  ]
  ok(await server.call(cardsApi.move, { token, params: { cardId: first.id }, body: { list_id: listId(1), after_id: null } }))
  ok(await server.call(cardsApi.archive, { token, params: { cardId: away.id } }))
  const label = ok(
    await server.call(boardsApi.addLabel, { token, params: { boardId: team.board.id }, body: { name: 'Dados', color: '#266fb8' } }),
  )
  for (const { id } of [late, first]) {
    ok(await server.call(cardsApi.addLabel, { token, params: { cardId: id }, body: { label_id: label.id } }))
    const { id: checklistId } = ok(await server.call(checklistsApi.add, { token, params: { cardId: id }, body: { title: 'Aceite' } }))
    ok(await server.call(checklistsApi.addItem, { token, params: { cardId: id, checklistId }, body: { title: `De ${id}` } }))
    ok(await server.call(cardsApi.assign, { token, params: { cardId: id }, body: { user_id: team.member.user.id } }))
  }
  ok(
    await server.call(filesApi.upload, {
      token,
      params: { cardId: late.id },
      query: { name: 'a.txt' },
      body: new TextEncoder().encode('oi'),
    }),
  )
  ok(await update(listId(1), { wip_limit: 4, wip_hard: true }))
  const made = ok(await copyList(listId(1), { title: ' Em andamento (cópia) ' }))
  expect(made).toMatchObject({ title: 'Em andamento (cópia)', position: 2, status: 'em_andamento', wip_limit: 4, wip_hard: true })
  const board = await seen()
  expect(board.lists.map(({ id }) => id)).toEqual([listId(0), listId(1), made.id, listId(2)])
  const [old, fresh] = [board.lists[1], board.lists[2]]
  const read = ({ title, status, label_ids, assigned_user, checklist_total, file_count }: NonNullable<typeof old>['cards'][number]) => [
    title,
    status,
    label_ids,
    assigned_user?.id,
    checklist_total,
    file_count,
  ]
  expect(fresh?.cards.map(read)).toEqual([
    ['Antes', 'em_andamento', [label.id], team.member.user.id, 1, 0],
    ['Depois', 'em_andamento', [label.id], team.member.user.id, 1, 1],
  ])
  expect(fresh?.cards.map(read)).toEqual(old?.cards.map(read))
  expect(fresh?.cards.map(({ key }) => key).some((key) => old?.cards.some((card) => card.key === key))).toBe(false)
  const whole = ok(await server.call(cardsApi.get, { token, params: { cardId: fresh?.cards[0]?.id ?? 0 } }))
  expect(whole.checklists.map(({ items }) => items.map(({ title }) => title))).toEqual([[`De ${first.id}`]])
})

test('the activity tells of the list in one line, and none of its cards', async () => {
  await makeCard(server, team.member, team.board, 'Um')
  const made = ok(await copyList(listId(0), { title: 'Outra' }))
  const activity = ok(await server.call(boardsApi.activity, { token: team.guest.token, params: { boardId: team.board.id } }))
  expect(activity.slice(0, 2).map(({ kind, subject, details }) => [kind, subject, details.to])).toEqual([
    ['list.copied', team.board.lists[0]?.title, 'Outra'],
    ['card.created', 'Um', team.board.lists[0]?.title],
  ])
  const [card] = (await seen()).lists.find(({ id }) => id === made.id)?.cards ?? []
  expect(card?.title).toBe('Um')
})

test('pages that show the board hear of every copied card', async () => {
  await makeCard(server, team.member, team.board, 'Dois')
  const { revision } = await seen()
  const made = ok(await copyList(listId(0)))
  const request = { token: team.guest.token, params: { boardId: team.board.id }, query: { since: revision } }
  const changes = ok(await server.call(boardsApi.changes, request))
  const copied = (await seen()).lists.find(({ id }) => id === made.id)?.cards.map(({ id }) => id)
  expect(changes.cards.map(({ id }) => id).sort()).toEqual(copied?.sort())
})

test('a list is copied whole or not at all', async () => {
  const { token } = team.member
  const board = { boardId: team.board.id }
  const { id } = ok(await server.call(boardsApi.addList, { token, params: board, body: { title: 'Cheia' } }))
  const lists = () => seen().then(({ lists }) => lists.length)
  // More cards than its hard limit, from before the limit.
  const at = (await lists()) - 1
  const fresh = { ...team.board, lists: (await seen()).lists }
  for (const title of ['A', 'B']) await makeCard(server, team.member, fresh, title, at)
  ok(await update(id, { wip_limit: 1, wip_hard: true }))
  const before = await lists()
  expect(await copyList(id)).toMatchObject({ status: 409, body: { message: texts.listFull } })
  ok(await update(id, { wip_limit: null }))
  const card = await makeCard(server, team.member, fresh, 'Com arquivo', at)
  const body = new Uint8Array(600)
  ok(await server.call(filesApi.upload, { token, params: { cardId: card.id }, query: { name: 'grande.bin' }, body }))
  expect(await copyList(id)).toMatchObject({ status: 409, body: { message: texts.boardFilesFull } })
  expect(await copyList(id, { title: ' ' })).toMatchObject({ status: 400 })
  expect(await lists()).toBe(before)
})

test('a list of a thousand cards is copied, and one of more is not', async () => {
  const { db } = server.app.deps
  const { token } = team.member
  const board = { boardId: team.board.id }
  const { id } = ok(await server.call(boardsApi.addList, { token, params: board, body: { title: 'Longa' } }))
  const now = new Date().toISOString()
  const card = {
    ...{ board_id: team.board.id, list_id: id, title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  const add = (ranks: readonly string[]) =>
    db
      .insertInto('cards')
      .values(ranks.map((rank) => ({ ...card, rank })))
      .execute()
  const ranks = ranksBehind(null, limits.copiedCards + 1)
  await add(ranks.slice(0, limits.copiedCards))
  const made = ok(await copyList(id))
  const copied = (await seen()).lists.find((list) => list.id === made.id)?.cards ?? []
  expect([copied.length, new Set(copied.map(({ key }) => key)).size]).toEqual([limits.copiedCards, limits.copiedCards])
  await add(ranks.slice(limits.copiedCards))
  expect(await copyList(id)).toMatchObject({ status: 409, body: { message: texts.listTooLongToCopy } })
})

test('a list whose cards have ten thousand items between them is copied, and one of more is not, whatever the more is', async () => {
  const { db } = server.app.deps
  const { token } = team.member
  const board = { boardId: team.board.id }
  const { id } = ok(await server.call(boardsApi.addList, { token, params: board, body: { title: 'Cheia' } }))
  const at = (await seen()).lists.findIndex((list) => list.id === id)
  const card = await makeCard(server, team.member, await seen(), 'Cartão', at)
  const checklist = await db
    .insertInto('checklists')
    .values({ card_id: card.id, title: 'Aceite', rank: 'a' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addItems = async (ranks: readonly string[]) => {
    const items = ranks.map((rank) => ({ checklist_id: checklist.id, title: 'Item', search_text: 'item', rank }))
    for (const some of slicesOf(items, 1000)) await db.insertInto('checklist_items').values(some).execute()
    await db
      .updateTable('cards')
      .set((eb) => ({ checklist_total: eb('checklist_total', '+', items.length) }))
      .where('id', '=', card.id)
      .execute()
  }
  const addLabel = async () => {
    const body = { name: 'Etiqueta', color: '#266fb8' }
    const label = ok(await server.call(boardsApi.addLabel, { token, params: board, body }))
    await db.insertInto('card_labels').values({ card_id: card.id, label_id: label.id }).execute()
  }
  const tooFull = { status: 409, body: { message: texts.listTooFullToCopy } }
  // The checklist is one more.
  const ranks = ranksBehind(null, limits.copiedParts)
  await addItems(ranks.slice(0, -1))
  const made = ok(await copyList(id))
  const copied = (await seen()).lists.find((list) => list.id === made.id)?.cards ?? []
  expect(copied.map(({ checklist_total }) => checklist_total)).toEqual([limits.copiedParts - 1])
  await addLabel()
  expect(await copyList(id)).toMatchObject(tooFull)
  await db.deleteFrom('card_labels').where('card_id', '=', card.id).execute()
  await addItems(ranks.slice(-1))
  expect(await copyList(id)).toMatchObject(tooFull)
})
