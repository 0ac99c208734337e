import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { largestInteger } from '@rodada/contract/core/fields'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'
import type { Db } from '../../platform/database.ts'
import { deleteOldImports } from './queries.ts'

const scene = importScene('trello')

/** Cards with thousands of items of checklists, and the same cards with none left in them. */
function fullBoard() {
  const [cards, lists, items] = [6, 10, 120]
  const { export: board } = trelloBoard()
  const [card] = board.cards
  if (!card) throw new Error('the board has cards')
  const all = Array.from({ length: cards }, (_, n) => ({ ...card, id: `cheio-${n}`, name: `Cheio ${n}`, pos: n, attachments: [] }))
  const checklists = (of: number) =>
    all.flatMap(({ id }) =>
      Array.from({ length: lists }, (_, n) => ({
        ...{ id: `${id}-${n}`, idCard: id, idBoard: board.id, name: `Passos ${n}`, pos: n },
        checkItems: Array.from({ length: of }, (_, k) => ({
          id: `${id}-${n}-${k}`,
          name: `Passo ${k}`.padEnd(100, '.'),
          state: 'incomplete',
          pos: k,
        })),
      })),
    )
  const file = { ...board, cards: all, actions: [] }
  return { cards, items: lists * items, full: { ...file, checklists: checklists(items) }, emptied: { ...file, checklists: checklists(0) } }
}

const totals = async (boardId: number) => [...new Set((await scene.cardsOf(boardId)).map(({ checklist_total }) => checklist_total))]
const revision = async (boardId: number) => {
  const { server, ana } = scene
  return ok(await server.call(boardsApi.changes, { token: ana.token, params: { boardId }, query: { since: largestInteger } })).revision
}

test('cards that are full here are emptied and filled again a few at a time, so that others have turns in between', {
  timeout: filesMs,
}, async () => {
  const { cards, items, full, emptied } = fullBoard()
  const { boardId } = await scene.bring(full)
  expect(await totals(boardId)).toEqual([items])

  const filled = await revision(boardId)
  const { importId } = await scene.bring(emptied)
  // Each turn holds the board, and changes no more than a few of the sixty checklists.
  expect((await revision(boardId)) - filled).toBeGreaterThan(cards)
  expect(await totals(boardId)).toEqual([0])

  const before = await revision(boardId)
  await scene.takeBack(importId)
  expect(await totals(boardId)).toEqual([items])
  expect((await revision(boardId)) - before).toBeGreaterThan(15)
})

test('the checklists of one card come and change a few at a time, in their order, and are taken back', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const [lists, items] = [20, 100]
  const { export: board } = trelloBoard()
  const [card] = board.cards
  if (!card) throw new Error('the board has cards')
  const fileOf = (word: string) => ({
    ...{ ...board, id: 'um cartão cheio', cards: [{ ...card, id: 'cheio', attachments: [] }], actions: [] },
    checklists: Array.from({ length: lists }, (_, n) => ({
      ...{ id: `lista-${n}`, idCard: 'cheio', name: `Passos ${n}`, pos: n },
      checkItems: Array.from({ length: items }, (_, k) => ({ id: `${n}-${k}`, name: `${word} ${k}`, state: 'incomplete', pos: k })),
    })),
  })
  const { boardId } = await scene.bring(fileOf('antes'))
  const shown = async () => {
    const [one] = await scene.cardsOf(boardId)
    const { checklists } = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: one?.id ?? 0 } }))
    expect(one?.checklist_total).toBe(lists * items)
    expect(checklists.map(({ title }) => title)).toEqual(Array.from({ length: lists }, (_, n) => `Passos ${n}`))
    return checklists.flatMap((list) => list.items.map(({ title }) => title))
  }
  const all = (word: string) => Array.from({ length: lists }, () => Array.from({ length: items }, (_, k) => `${word} ${k}`)).flat()
  expect(await shown()).toEqual(all('antes'))

  const before = await revision(boardId)
  const { importId } = await scene.bring(fileOf('depois'))
  expect(await shown()).toEqual(all('depois'))
  // Each turn holds the board.
  expect((await revision(boardId)) - before).toBeGreaterThan(4)
  await scene.takeBack(importId)
  expect(await shown()).toEqual(all('antes'))
  // What the file says is new again.
  await scene.bring(fileOf('depois'))
  expect(await shown()).toEqual(all('depois'))
})

test('labels and fields that went to many cards are taken off them a few at a time before they go', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const { db } = server.app.deps
  const first = { id: 'c', idList: 'l', name: 'Um' }
  const base = { id: 'muitas etiquetas', name: 'Quadro', lists: [{ id: 'l', name: 'Ideias', pos: 1 }], cards: [first] }
  const { boardId } = await scene.bring(base)
  const cards = Array.from({ length: 1600 }, (_, n) => ({
    ...{ id: `n${n}`, idList: 'l', name: `N ${n}`, idLabels: ['e'] },
    customFieldItems: [{ idCustomField: 'f', value: { text: 'x' } }],
  }))
  const { importId } = await scene.bring({
    ...{ ...base, labels: [{ id: 'e', name: 'Urgente', color: 'red' }], customFields: [{ id: 'f', name: 'Canal', type: 'text' }] },
    cards: [first, ...cards],
  })
  const { labels, fields } = await scene.boardOf(boardId)
  const count = async (table: 'card_labels' | 'card_field_values') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(table === 'card_labels' ? 'label_id' : 'field_id', '=', (table === 'card_labels' ? labels : fields)[0]?.id ?? 0)
        .executeTakeFirstOrThrow()
    ).n
  const seen = new Set<string>()
  const isPart = (n: number) => n > 0 && n < cards.length
  const at = { token: ana.token, params: { importId } }
  ok(await server.call(importsApi.undo, at))
  for (let now = 'running'; now === 'running'; ) {
    if (isPart(await count('card_labels'))) seen.add('labels')
    if (isPart(await count('card_field_values'))) seen.add('values')
    now = ok(await server.call(importsApi.get, at)).status
  }
  expect([...seen].sort()).toEqual(['labels', 'values'])
  const left = await scene.boardOf(boardId)
  expect([left.labels, left.fields, left.lists.flatMap((list) => list.cards.map(({ title }) => title))]).toEqual([[], [], ['Um']])
})

test('cards with thirty fields and twenty labels change, and are taken back, a few at a time', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const { db } = server.app.deps
  const [cards, fields, labels] = [24, 30, 20]
  const file = (word: string) => ({
    ...{ id: 'muitos campos', name: 'Quadro', lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
    customFields: Array.from({ length: fields }, (_, n) => ({ id: `f${n}`, name: `Campo ${n}`, type: 'text' })),
    labels: Array.from({ length: 2 * labels }, (_, n) => ({ id: `e${n}`, name: `Etiqueta ${n}`, color: 'green' })),
    cards: Array.from({ length: cards }, (_, n) => ({
      ...{ id: `c${n}`, idList: 'l', name: `${word} ${n}`, pos: n },
      idLabels: Array.from({ length: labels }, (_, k) => `e${word === 'antes' ? k : labels + k}`),
      customFieldItems: Array.from({ length: fields }, (_, k) => ({ idCustomField: `f${k}`, value: { text: word } })),
    })),
  })
  const { boardId } = await scene.bring(file('antes'))
  /** Whether only a part of the cards were ever seen to have changed while an import was under way. */
  const isSeenInParts = async (importId: number): Promise<boolean> => {
    let seen = false
    for (let status = 'running'; status === 'running'; ) {
      const { n } = await db
        .selectFrom('cards')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('board_id', '=', boardId)
        .where('title', 'like', 'depois %')
        .executeTakeFirstOrThrow()
      seen ||= n > 0 && n < cards
      status = ok(await server.call(importsApi.get, { token: ana.token, params: { importId } })).status
    }
    return seen
  }
  const { id: importId } = await scene.look(file('depois'))
  const at = { token: ana.token, params: { importId } }
  ok(await server.call(importsApi.run, { ...at, body: {} }))
  expect(await isSeenInParts(importId), 'while they change').toBe(true)
  ok(await server.call(importsApi.undo, at))
  expect(await isSeenInParts(importId), 'while they are taken back').toBe(true)
  const [one] = await scene.cardsOf(boardId)
  const { title, labels: on, fields: values } = await scene.cardOf(one?.id ?? 0)
  expect([title, on.length, new Set(Object.values(values))]).toEqual(['antes 0', labels, new Set(['antes'])])
})

test('what cannot be taken back any more is forgotten a little at a time, and others write in between', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const base = {
    id: 'esquecido',
    name: 'Quadro',
    lists: [{ id: 'l', name: 'Ideias', pos: 1 }],
    cards: [{ id: 'c', idList: 'l', name: 'Um' }],
  }
  const { boardId } = await scene.bring(base)
  const { importId } = await scene.bring({ ...base, cards: [{ id: 'c', idList: 'l', name: 'Dois' }] })
  const { db } = server.app.deps
  const change = await db.selectFrom('import_changes').selectAll().where('import_id', '=', importId).executeTakeFirstOrThrow()
  const { id: _, ...row } = change
  for (let n = 0; n < 10; n += 1)
    await db
      .insertInto('import_changes')
      .values(Array.from({ length: 500 }, () => row))
      .execute()
  const leftIn = async (from: Db) =>
    (await from.selectFrom('import_changes').select('id').where('import_id', '=', importId).execute()).length
  const left = () => leftIn(db)
  const all = await left()
  const over = '2026-01-01T00:00:00.000Z'
  // One that is being undone when its days end reads them all.
  const rolledBack = new Error('rolled back')
  const undoing = db.transaction().execute(async (trx) => {
    await trx.updateTable('imports').set({ undo_until: over, step: 'undo' }).where('id', '=', importId).execute()
    await deleteOldImports(trx, over)
    expect(await leftIn(trx)).toBe(all)
    throw rolledBack
  })
  await expect(undoing).rejects.toBe(rolledBack)
  await db.updateTable('imports').set({ undo_until: over }).where('id', '=', importId).execute()
  let isOver = false
  const forgotten = server.app.runJobs().finally(() => {
    isOver = true
  })
  let written = 0
  for (let n = 0; !isOver; n += 1) {
    ok(await server.call(boardsApi.update, { token: ana.token, params: { boardId }, body: { title: `Entre ${n}` } }))
    const now = await left()
    if (now > 0 && now < all) written += 1
  }
  await forgotten
  expect([await left(), written > 0]).toEqual([0, true])
})
