import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let ana: Account
let bia: Account
let board: Board
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ;[ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
})
beforeEach(async () => {
  board = await makeBoard(server, ana)
  await addToBoard(server, ana, board.id, bia, 'member')
})
afterAll(() => server.stop())

const token = () => ana.token
const update = (who: Account, cardId: number, body: object) => server.call(cardsApi.update, { token: who.token, params: { cardId }, body })
const act = (call: 'archive' | 'remove' | 'restore', cardId: number) =>
  server.call(cardsApi[call] as typeof cardsApi.archive, { token: token(), params: { cardId } })
const listAct = (call: 'archiveList' | 'removeList' | 'restoreList', listId: number) =>
  server.call(boardsApi[call] as typeof boardsApi.restoreList, { token: token(), params: { boardId: board.id, listId } })
const read = async () => ok(await server.call(boardsApi.get, { token: token(), params: { boardId: board.id } }))
const titles = async () => (await read()).lists.map(({ cards }) => cards.map(({ title }) => title))
const cardCount = async () => ok(await server.call(boardsApi.list, { token: token() })).find(({ id }) => id === board.id)?.card_count
const listId = (index: number) => board.lists[index]?.id ?? 0
const get = (cardId: number) => server.call(cardsApi.get, { token: token(), params: { cardId } })

describe('a change made on an older version', () => {
  test('of a card is refused with the card as it is now, and changes nothing', async () => {
    const card = await makeCard(server, ana, board)
    const fresh = ok(await update(bia, card.id, { description: 'De Bia', version: card.version }))
    expect(fresh.version).toBe(card.version + 1)
    const { status, body } = await update(ana, card.id, { description: 'De Ana', version: card.version })
    expect([status, body.message, body.error]).toEqual([409, texts.conflict, 'conflict'])
    expect(body.current).toEqual(ok(await get(card.id)))
    expect(ok(await update(ana, card.id, { description: 'Das duas', version: fresh.version })).description).toBe('Das duas')
  })

  test('of other fields than texts, or without a version, is made: the last write wins', async () => {
    const card = await makeCard(server, ana, board)
    ok(await update(bia, card.id, { title: 'De Bia' }))
    expect(ok(await update(ana, card.id, { priority: 'urgent', version: card.version }))).toMatchObject({
      title: 'De Bia',
      priority: 'urgent',
    })
    expect(ok(await update(ana, card.id, { title: 'De Ana' })).title).toBe('De Ana')
  })

  test('of two at once, one is made', async () => {
    const card = await makeCard(server, ana, board)
    const answers = await Promise.all([update(ana, card.id, { title: 'A', version: 1 }), update(bia, card.id, { title: 'B', version: 1 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('of a board or a list is refused with what a call would answer', async () => {
    const params = { boardId: board.id, listId: listId(0) }
    for (const [call, all] of [
      [boardsApi.update, boardsApi.list],
      [boardsApi.updateList, boardsApi.lists],
    ] as const) {
      const { id } = ok(await server.call(call, { token: token(), params, body: { title: 'De Bia', version: 1 } }))
      const { status, body } = await server.call(call, { token: token(), params, body: { title: 'De Ana', version: 1 } })
      expect([status, body.message]).toEqual([409, texts.conflict])
      const now = (ok(await server.call(all, { token: token(), params, query: { cards: 'none' } })) as { id: number }[]).find(
        (one) => one.id === id,
      )
      // The instant moves for a moment with the refused change; everything else is as stored.
      expect(body.current).toEqual({ ...now, ...('updated_at' in (now ?? {}) && { updated_at: expect.any(String) }) })
      expect(now).toMatchObject({ title: 'De Bia', version: 2 })
    }
  })
})

describe('archive, delete and bring back', () => {
  const make = async () => {
    const cards: Card[] = []
    for (const title of ['A', 'B', 'C']) cards.push(await makeCard(server, ana, board, title))
    return cards as [Card, Card, Card]
  }

  test.each(['archive', 'remove'] as const)('a card returns to its place after %s, whatever happened around it', async (call) => {
    const [a, b] = await make()
    ok(await act(call, b.id))
    expect((await titles())[0]).toEqual(['A', 'C'])
    const body = { list_id: listId(0), position: 1 }
    ok(await server.call(cardsApi.move, { token: token(), params: { cardId: a.id }, body }))
    await makeCard(server, ana, board, 'D', 0, { position: 0 })
    expect((await titles())[0]).toEqual(['D', 'C', 'A'])
    expect(ok(await act('restore', b.id))).toMatchObject({ position: 1, archived_at: null })
    expect((await titles())[0]).toEqual(['D', 'B', 'C', 'A'])
    // It cannot be brought back twice.
    expect((await act('restore', b.id)).status).toBe(404)
  })

  test('a deleted card is not found by any call, and an archived one is only missing on the board', async () => {
    const [a, b] = await make()
    ok(await act('archive', a.id))
    ok(await act('remove', b.id))
    expect(ok(await get(a.id)).archived_at).toEqual(expect.any(String))
    for (const status of [
      (await get(b.id)).status,
      (await update(ana, b.id, { title: 'X' })).status,
      (await act('archive', b.id)).status,
    ]) {
      expect(status).toBe(404)
    }
    const archive = ok(await server.call(boardsApi.archive, { token: token(), params: { boardId: board.id } }))
    expect(archive.cards).toMatchObject([{ id: a.id, title: 'A', list_title: 'A Fazer' }])
    expect(await cardCount()).toBe(1)
  })

  test.each(['archiveList', 'removeList'] as const)('a list returns to its place with its cards after %s', async (call) => {
    const [a] = await make()
    ok(await listAct(call, listId(0)))
    expect(await titles()).toEqual([[], []])
    expect(await cardCount()).toBe(0)
    expect((await get(a.id)).status).toBe(call === 'archiveList' ? 200 : 404)
    const found = ok(await server.call(cardsApi.search, { token: token(), query: { board_id: board.id } }))
    expect(found).toEqual([])
    for (const { status } of [
      await server.call(listCardsApi.create, { token: token(), params: { boardId: board.id, listId: listId(0) }, body: { title: 'X' } }),
      await listAct('archiveList', listId(0)),
    ]) {
      expect(status).toBe(404)
    }
    expect(ok(await listAct('restoreList', listId(0)))).toMatchObject({ position: 0, title: 'A Fazer' })
    expect(await titles()).toEqual([['A', 'B', 'C'], [], []])
    expect((await listAct('restoreList', listId(0))).status).toBe(404)
  })

  test('a list is deleted without its cards: they go to the end of the chosen list, and stay there when the list returns', async () => {
    const [a, b, c] = await make()
    const params = { boardId: board.id, listId: listId(0) }
    ok(await act('archive', c.id))
    ok(await server.call(cardsApi.move, { token: token(), params: { cardId: b.id }, body: { list_id: listId(0), position: 0 } }))
    const remove = (target: number) =>
      server.call(boardsApi.removeList, { token: token(), params, query: { target_list_id: String(target) } })
    for (const target of [listId(0), 2_000_000_000])
      expect(await remove(target)).toMatchObject({ status: 400, body: { fields: { target_list_id: texts.listElsewhere } } })
    ok(await remove(listId(2)))
    expect(await titles()).toEqual([[], ['B', 'A']])
    expect(ok(await get(a.id))).toMatchObject({ status: 'concluida', list_id: listId(2) })
    ok(await act('restore', c.id))
    expect(await titles()).toEqual([[], ['B', 'A', 'C']])

    ok(await listAct('restoreList', listId(0)))
    const gather = (card_ids: number[]) => server.call(listCardsApi.gather, { token: token(), params, body: { card_ids } })
    expect(await gather([a.id, 2_000_000_000])).toMatchObject({ status: 400, body: { fields: { card_ids: texts.cardsElsewhere } } })
    ok(await gather([b.id, a.id]))
    expect(await titles()).toEqual([['B', 'A'], [], ['C']])
    expect(ok(await get(a.id)).status).toBe('pendente')
  })

  test('an archived list can be deleted, and comes back from there', async () => {
    await make()
    const archived = async () => ok(await server.call(boardsApi.archive, { token: token(), params: { boardId: board.id } })).lists.length
    ok(await listAct('archiveList', listId(0)))
    expect(await archived()).toBe(1)
    ok(await listAct('removeList', listId(0)))
    expect(await archived()).toBe(0)
    expect((await listAct('removeList', listId(0))).status).toBe(404)
    ok(await listAct('restoreList', listId(0)))
    expect(await titles()).toEqual([['A', 'B', 'C'], [], []])
  })

  test('the archive is read in pages without gaps, also for cards of one instant', async () => {
    const cards = [...(await make()), ...(await make())]
    for (const { id } of cards) ok(await act('archive', id))
    const { db } = server.app.deps
    const [early, late] = ['2026-05-01T10:00:00.000Z', '2026-05-02T10:00:00.000Z']
    await db.updateTable('cards').set({ archived_at: early }).where('board_id', '=', board.id).execute()
    await db
      .updateTable('cards')
      .set({ archived_at: late })
      .where('id', '=', cards[2]?.id ?? 0)
      .execute()
    const read: number[] = []
    let next: Record<string, string | number> = {}
    for (let page = 0; page < 3; page += 1) {
      const query = { limit: 2, ...next }
      const { cards: some } = ok(await server.call(boardsApi.archive, { token: token(), params: { boardId: board.id }, query }))
      read.push(...some.map(({ id }) => id))
      const last = some.at(-1)
      next = { before: last?.archived_at ?? '', before_id: last?.id ?? 0 }
    }
    expect(read).toEqual([2, 5, 4, 3, 1, 0].map((index) => cards[index]?.id))
  })

  test('a card of an archived list says what to do before it can come back', async () => {
    const [a] = await make()
    ok(await act('archive', a.id))
    ok(await listAct('archiveList', listId(0)))
    const { status, body } = await act('restore', a.id)
    expect([status, body]).toEqual([409, { message: texts.cardListArchived, error: 'conflict' }])
    ok(await listAct('restoreList', listId(0)))
    ok(await act('restore', a.id))
  })

  test('a card is not brought back into a deleted list', async () => {
    const [a] = await make()
    ok(await act('remove', a.id))
    ok(await listAct('removeList', listId(0)))
    const { status, body } = await act('restore', a.id)
    expect([status, body]).toEqual([404, { message: texts.cardListDeleted, error: 'not_found' }])
    ok(await listAct('restoreList', listId(0)))
    expect(await titles()).toEqual([['B', 'C'], [], []])
    ok(await act('restore', a.id))
    expect((await titles())[0]).toEqual(['A', 'B', 'C'])
  })

  test('a day later deleted things are purged, and archived ones stay', async () => {
    const [a, b] = await make()
    const other = await makeBoard(server, ana)
    ok(await act('archive', a.id))
    ok(await act('remove', b.id))
    ok(await listAct('removeList', listId(2)))
    ok(await server.call(boardsApi.remove, { token: token(), params: { boardId: other.id } }))
    await server.app.runJobs()
    ok(await act('restore', b.id))
    ok(await act('remove', b.id))

    const deleted_at = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1000).toISOString()
    for (const table of ['boards', 'lists', 'cards'] as const) {
      await server.app.deps.db.updateTable(table).set({ deleted_at }).where('deleted_at', 'is not', null).execute()
    }
    await server.app.runJobs()
    for (const { status } of [
      await act('restore', b.id),
      await listAct('restoreList', listId(2)),
      await server.call(boardsApi.restore, { token: token(), params: { boardId: other.id } }),
    ]) {
      expect(status).toBe(404)
    }
    ok(await act('restore', a.id))
    expect(await titles()).toEqual([['A', 'C'], []])
  })

  test('archiving twice is archiving once', async () => {
    const [a] = await make()
    const first = ok(await act('archive', a.id))
    expect(ok(await act('archive', a.id)).archived_at).toBe(first.archived_at)
  })
})

test('a card begins no later than it is due, whichever of the two is changed', async () => {
  const { id } = await makeCard(server, ana, board)
  expect(ok(await update(ana, id, { start_date: '2026-11-05' }))).toMatchObject({ start_date: '2026-11-05', due_date: null })
  expect(await update(ana, id, { due_date: '2026-11-04' })).toMatchObject({
    status: 400,
    body: { fields: { due_date: texts.dueBeforeStart } },
  })
  ok(await update(ana, id, { due_date: '2026-11-05' }))
  const late = { status: 400, body: { fields: { start_date: texts.startAfterDue } } }
  expect(await update(ana, id, { start_date: '2026-11-06' })).toMatchObject(late)
  expect(await update(ana, id, { start_date: '2026-11-09', due_date: '2026-11-08' })).toMatchObject(late)
  ok(await update(ana, id, { start_date: '2026-11-09', due_date: '2026-11-09' }))
  expect(await update(ana, id, { start_date: 'amanhã' })).toMatchObject({
    status: 400,
    body: { fields: { start_date: texts.dateInvalid } },
  })
  const shown = (await read()).lists.flatMap(({ cards }) => cards)
  expect(shown).toMatchObject([{ id, start_date: '2026-11-09', due_date: '2026-11-09' }])
  const activity = ok(await server.call(cardsApi.activity, { token: token(), params: { cardId: id } }))
  expect(activity[0]).toMatchObject({ kind: 'card.updated', details: { fields: ['start_date', 'due_date'] } })
  expect(ok(await update(ana, id, { start_date: '' }))).toMatchObject({ start_date: null })
})

test('a card may have no priority: everywhere, in search and activity, and the version before takes it as medium', async () => {
  const [medium, card] = [await makeCard(server, ana, board, 'Média'), await makeCard(server, ana, board, 'Sem')]
  expect([card.priority, ok(await update(ana, card.id, { priority: 'none' })).priority]).toEqual(['medium', 'none'])
  const found = async (priority: string) =>
    ok(await server.call(cardsApi.search, { token: token(), query: { board_id: board.id, priority } })).map(({ id, priority: of }) => [
      id,
      of,
    ])
  expect(await found('none')).toEqual([[card.id, 'none']])
  expect(await found('medium')).toEqual([[medium.id, 'medium']])
  const shown = (await read()).lists.flatMap(({ cards }) => cards)
  expect(shown.map(({ priority }) => priority).sort()).toEqual(['medium', 'none'])
  expect(ok(await server.call(cardsApi.copy, { token: token(), params: { cardId: card.id }, body: {} })).priority).toBe('none')
  ok(await update(ana, card.id, { priority: 'none' }))
  ok(await update(ana, card.id, { priority: 'medium' }))
  const activity = ok(await server.call(cardsApi.activity, { token: token(), params: { cardId: card.id } }))
  expect(activity.map(({ kind, details }) => [kind, details.fields])).toEqual([
    ['card.updated', ['priority']],
    ['card.updated', ['priority']],
    ['card.created', undefined],
  ])
  ok(await update(ana, card.id, { priority: 'none' }))
  const stored = await server.app.deps.db.selectFrom('cards').select('priority').where('id', '=', card.id).executeTakeFirstOrThrow()
  expect(stored.priority).toBe('medium')
  await server.app.deps.db.updateTable('cards').set({ priority: 'urgent' }).where('id', '=', card.id).execute()
  expect(ok(await get(card.id)).priority).toBe('urgent')
})

test('the status of a list is that of its cards, with the instant of their completion', async () => {
  const card = await makeCard(server, ana, board)
  const setStatus = (status: string) =>
    server.call(boardsApi.updateList, { token: token(), params: { boardId: board.id, listId: listId(0) }, body: { status } })
  const { revision } = await read()
  ok(await setStatus('concluida'))
  const done = ok(await get(card.id))
  expect(done).toMatchObject({ status: 'concluida', completed_at: expect.any(String) })
  const changes = ok(await server.call(boardsApi.changes, { token: token(), params: { boardId: board.id }, query: { since: revision } }))
  expect(changes.cards).toMatchObject([{ id: card.id, status: 'concluida' }])
  expect(ok(await update(ana, card.id, { title: 'X' })).completed_at).toBe(done.completed_at)
  ok(await setStatus('impedimento'))
  expect(ok(await get(card.id))).toMatchObject({ status: 'impedimento', completed_at: null })
})

test('the status of a new list is guessed from its title', async () => {
  for (const [title, status] of [
    ['Concluídas', 'concluida'],
    ['EM ANDAMENTO', 'em_andamento'],
    ['Cancelado', 'cancelada'],
    ['Bloqueadas', 'impedimento'],
    ['Ideias', 'pendente'],
  ]) {
    expect(ok(await server.call(boardsApi.addList, { token: token(), params: { boardId: board.id }, body: { title } })).status).toBe(status)
  }
})

test('the activity of a card and of its board is told, newest first', async () => {
  const card = await makeCard(server, ana, board)
  ok(await update(bia, card.id, { title: 'Pix', priority: 'high' }))
  ok(await server.call(cardsApi.move, { token: token(), params: { cardId: card.id }, body: { list_id: listId(2) } }))
  ok(await server.call(cardsApi.assign, { token: token(), params: { cardId: card.id }, body: { user_id: bia.user.id } }))
  ok(await act('archive', card.id))
  const of = ok(await server.call(cardsApi.activity, { token: token(), params: { cardId: card.id } }))
  expect(of.map(({ kind, user, subject, details }) => [kind, user?.name, subject, details])).toEqual([
    ['card.archived', 'Ana', 'Pix', {}],
    ['card.assigned', 'Ana', 'Pix', { to: 'Bia' }],
    ['card.moved', 'Ana', 'Pix', { from: 'A Fazer', to: 'Concluído' }],
    [
      'card.updated',
      'Bia',
      'Pix',
      {
        fields: ['title', 'priority'],
        changes: [
          { field: 'title', from: 'Pix parcelado', to: 'Pix' },
          { field: 'priority', from: 'medium', to: 'high' },
        ],
      },
    ],
    ['card.created', 'Ana', 'Pix parcelado', { to: 'A Fazer' }],
  ])
  const all = ok(await server.call(boardsApi.activity, { token: token(), params: { boardId: board.id }, query: { limit: 3 } }))
  expect(all).toEqual(of.slice(0, 3))
  const query = { before: all[2]?.id ?? 0, limit: 2 }
  expect(ok(await server.call(boardsApi.activity, { token: token(), params: { boardId: board.id }, query }))).toEqual(of.slice(3))
})

test('the lists of a board come with their cards, unless only the lists are asked for', async () => {
  const card = await makeCard(server, ana, board)
  const params = { boardId: board.id }
  const whole = await read()
  expect(ok(await server.call(boardsApi.lists, { token: token(), params }))).toEqual(whole.lists)
  const alone = ok(await server.call(boardsApi.lists, { token: token(), params, query: { cards: 'none' } }))
  expect(alone).toEqual(whole.lists.map(({ cards: _, ...list }) => list))
  expect(whole.lists[0]?.cards.map(({ id }) => id)).toEqual([card.id])
})

test('the cards of a list come with their descriptions and labels', async () => {
  const params = { boardId: board.id, listId: listId(0) }
  const label = ok(await server.call(boardsApi.addLabel, { token: token(), params, body: { name: 'Urgente', color: '#c33438' } }))
  const [a, b] = [await makeCard(server, ana, board, 'A', 0, { description: 'Ler antes' }), await makeCard(server, ana, board, 'B')]
  ok(await server.call(cardsApi.addLabel, { token: token(), params: { cardId: b.id }, body: { label_id: label.id } }))
  expect(ok(await server.call(listCardsApi.list, { token: token(), params }))).toMatchObject([
    { id: a.id, board_id: board.id, position: 0, description: 'Ler antes', labels: [], assigned_user: null },
    { id: b.id, board_id: board.id, position: 1, description: '', labels: [{ id: label.id, name: 'Urgente', color: '#c33438' }] },
  ])
})
