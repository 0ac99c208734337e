import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ env: { BOARD_FILES_MAX_BYTES: '1000' } })
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const copy = (cardId: number, body: { list_id?: number; title?: string } = {}, who = team.member) =>
  server.call(cardsApi.copy, { token: who.token, params: { cardId }, body })
const listId = (at: number) => team.board.lists[at]?.id ?? 0
const keysOf = async (at: number) => {
  const board = ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
  return board.lists[at]?.cards.map(({ key }) => key)
}

/** A card with one of everything. */
async function fullCard(): Promise<Card> {
  const { token } = team.member
  const { id } = await makeCard(server, team.member, team.board, 'Pix parcelado', 0, { description: 'Com **juros**', priority: 'high' })
  const params = { cardId: id }
  const dates = { start_date: '2026-11-05', due_date: '2026-11-14', estimate: 5, estimated_hours: 3, notes: 'Ligar antes' }
  ok(await server.call(cardsApi.update, { token, params, body: dates }))
  ok(await server.call(cardsApi.assign, { token, params, body: { user_id: team.member.user.id } }))
  const label = { name: 'Front-end', color: '#266fb8' }
  const { id: label_id } = ok(await server.call(boardsApi.addLabel, { token, params: { boardId: team.board.id }, body: label }))
  ok(await server.call(cardsApi.addLabel, { token, params, body: { label_id } }))
  const { id: checklistId } = ok(await server.call(checklistsApi.add, { token, params, body: { title: 'Aceite' } }))
  for (const title of ['Um', 'Dois']) {
    const item = ok(await server.call(checklistsApi.addItem, { token, params: { ...params, checklistId }, body: { title } }))
    const path = { ...params, checklistId, itemId: item.id }
    ok(await server.call(checklistsApi.updateItem, { token, params: path, body: { completed: title === 'Um' } }))
  }
  ok(await server.call(commentsApi.add, { token, params, body: { content: 'Só aqui' } }))
  ok(await server.call(attachmentsApi.add, { token, params, body: { url: 'https://exemplo.com/guia', title: 'Guia' } }))
  ok(await server.call(filesApi.upload, { token, params, query: { name: 'lista.txt' }, body: new TextEncoder().encode('um dois') }))
  return ok(await server.call(cardsApi.get, { token, params }))
}

test('a copy has what the card is, and nothing of what happened to it', async () => {
  const card = await fullCard()
  const made = ok(await copy(card.id))
  expect(made.id).not.toBe(card.id)
  expect(made.key).not.toBe(card.key)
  for (const field of [
    'title',
    'description',
    'notes',
    'priority',
    'start_date',
    'due_date',
    'estimate',
    'estimated_hours',
    'list_id',
  ] as const)
    expect([field, made[field]]).toEqual([field, card[field]])
  expect([made.assigned_user, made.labels]).toEqual([card.assigned_user, card.labels])
  expect(made.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed])])).toEqual([
    [
      'Aceite',
      [
        ['Um', false],
        ['Dois', false],
      ],
    ],
  ])
  expect([made.comments, made.comment_count, made.sprint]).toEqual([[], 0, null])
  const links = ok(await server.call(attachmentsApi.list, { token: team.guest.token, params: { cardId: made.id } }))
  expect(links.map(({ title, url }) => [title, url])).toEqual([['Guia', 'https://exemplo.com/guia']])
  expect(made.files.map(({ name, size }) => [name, size])).toEqual([['lista.txt', 7]])
  expect(made.files[0]?.id).not.toBe(card.files[0]?.id)
  expect(await keysOf(0)).toEqual([card.key, made.key])
  const [file] = card.files
  ok(await server.call(filesApi.remove, { token: team.member.token, params: { fileId: file?.id ?? 0 } }))
  expect(ok(await server.call(cardsApi.get, { token: team.member.token, params: { cardId: made.id } })).files).toHaveLength(1)
})

test('a copy goes to the end of another list, with its status and another title', async () => {
  const [card, last] = [
    await makeCard(server, team.member, team.board, 'Boleto'),
    await makeCard(server, team.member, team.board, 'Fim', 2),
  ]
  const made = ok(await copy(card.id, { list_id: listId(2), title: ' Boleto vencido ' }))
  expect(made).toMatchObject({ title: 'Boleto vencido', list_id: listId(2), status: 'concluida' })
  expect((await keysOf(2))?.slice(-2)).toEqual([last.key, made.key])
})

test('a copy is refused where a card would be', async () => {
  const card = await makeCard(server, team.member, team.board)
  const elsewhere = await makeBoard(server, team.admin)
  const foreign = elsewhere.lists[0]?.id ?? 0
  expect(await copy(card.id, { list_id: foreign })).toMatchObject({ status: 400, body: { fields: { list_id: texts.listElsewhere } } })
  expect((await copy(card.id, { title: '  ' })).status).toBe(400)
  const params = { boardId: team.board.id, listId: listId(1) }
  ok(await server.call(boardsApi.updateList, { token: team.member.token, params, body: { wip_limit: 1, wip_hard: true } }))
  ok(await copy(card.id, { list_id: listId(1) }))
  expect(await copy(card.id, { list_id: listId(1) })).toMatchObject({ status: 409, body: { message: texts.listFull } })
})

/** Ten checklists, each with this many items of 500 letters. */
async function hangItems({ app }: TestServer, card: Card, items: number): Promise<void> {
  const { db } = app.deps
  const titles = Array.from({ length: 10 }, (_, at) => ({ card_id: card.id, title: 'Aceite', rank: `a${at}` }))
  for (const { id: checklist_id } of await db.insertInto('checklists').values(titles).returning('id').execute())
    await db
      .insertInto('checklist_items')
      .values(Array.from({ length: items }, (_, at) => ({ checklist_id, title: 'x'.repeat(500), rank: `a${100 + at}` })))
      .execute()
}

test('what hangs on a card counts among the cards that one person changes, so that a few calls write no gigabytes', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.1' } })
  try {
    const { board, member } = await makeTeam(strict)
    const copyOf = async (card: Card) =>
      (await strict.call(cardsApi.copy, { token: member.token, params: { cardId: card.id }, body: {} })).status
    const [small, large] = [await makeCard(strict, member, board), await makeCard(strict, member, board)]
    await hangItems(strict, large, 200)
    // The copy that goes beyond is made, and the next one waits.
    expect([await copyOf(small), await copyOf(large), await copyOf(small)]).toEqual([200, 200, 429])
  } finally {
    await strict.stop()
  }
})

test('letters of a long description count there, too, when it is written as when it is copied', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.1' } })
  try {
    const { board, member } = await makeTeam(strict)
    const [text, large] = [await makeCard(strict, member, board), await makeCard(strict, member, board)]
    const copyOf = async ({ id }: Card) =>
      (await strict.call(cardsApi.copy, { token: member.token, params: { cardId: id }, body: {} })).status
    const write = async (letter: string) => {
      const request = { token: member.token, params: { cardId: text.id }, body: { description: letter.repeat(20_000) } }
      return (await strict.call(cardsApi.update, request)).status
    }
    // 3,691 of the 4,000 cards of a minute.
    await hangItems(strict, large, 184)
    expect(await copyOf(large)).toBe(200)
    // Forty-one each.
    for (const letter of 'abcde') expect(await write(letter)).toBe(200)
    for (const expected of [200, 200, 200, 429]) expect(await copyOf(text)).toBe(expected)
    expect(await write('f')).toBe(429)
  } finally {
    await strict.stop()
  }
})

test('files that the board has no room for keep the whole card from being copied', async () => {
  const card = await makeCard(server, team.member, team.board)
  const request = { token: team.member.token, params: { cardId: card.id }, query: { name: 'grande.bin' }, body: new Uint8Array(600) }
  ok(await server.call(filesApi.upload, request))
  const before = await keysOf(0)
  expect(await copy(card.id)).toMatchObject({ status: 409, body: { message: texts.boardFilesFull } })
  expect(await keysOf(0)).toEqual(before)
})
