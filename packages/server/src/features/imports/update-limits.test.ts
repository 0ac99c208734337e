import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene, settled } from '../../../test/imports.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'

const scene = importScene('trello')

const some = <Thing>(count: number, thing: (n: number) => Thing): Thing[] => Array.from({ length: count }, (_, n) => thing(n))

/** A board with one card on which is as much as a card takes, all of it called after a word. */
function fullCard(word: string) {
  const labels = some(limits.cardLabels, (n) => ({ id: `${word} e${n}`, name: `${word} ${n}`, color: 'green' }))
  const at = '2026-03-01T12:00:00.000Z'
  return {
    ...{ id: 'cartão cheio', name: 'Quadro', lists: [{ id: 'l', name: 'Ideias', pos: 1 }], labels },
    cards: [
      {
        ...{ id: 'c', idList: 'l', name: `Cheio de ${word}`, idLabels: labels.map(({ id }) => id) },
        attachments: some(limits.cardAttachments, (n) => ({
          id: `${word} a${n}`,
          name: 'Link',
          url: `https://exemplo.com.br/${word}/${n}`,
          date: at,
        })),
      },
    ],
    checklists: some(limits.cardChecklists, (n) => ({
      ...{ id: `${word} k${n}`, idCard: 'c', name: `${word} ${n}`, pos: n },
      checkItems: [{ id: `${word} i${n}`, name: 'Passo', state: 'incomplete', pos: 1 }],
    })),
    actions: some(limits.cardComments, (n) => ({
      id: `${word} f${n}`,
      type: 'commentCard',
      date: at,
      data: { card: { id: 'c' }, text: `${word} ${n}` },
    })),
  }
}

test('an update leaves on a card no more than a card takes, and tells what had no room', { timeout: filesMs }, async () => {
  const { server } = scene
  const { db } = server.app.deps
  const { boardId } = await scene.bring(fullCard('antes'))
  const [{ id: cardId = 0 } = {}] = await scene.cardsOf(boardId)
  const full = {
    ...{ labels: limits.cardLabels, attachments: limits.cardAttachments },
    ...{ checklists: limits.cardChecklists, comments: limits.cardComments },
  }
  const count = async (table: 'card_labels' | 'attachments' | 'checklists' | 'comments') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('card_id', '=', cardId)
        .executeTakeFirstOrThrow()
    ).n
  const there = async () => ({
    ...{ labels: await count('card_labels'), attachments: await count('attachments') },
    ...{ checklists: await count('checklists'), comments: await count('comments') },
  })
  expect(await there()).toEqual(full)

  const { importId } = await scene.bring(fullCard('depois'))
  expect(await there()).toEqual(full)
  const { warnings } = ok(await server.call(importsApi.get, { token: scene.ana.token, params: { importId } }))
  expect(Object.fromEntries(warnings.map(({ kind, count: of }) => [kind, of]))).toMatchObject({
    ...{ labels_surplus: limits.cardLabels, links_refused: limits.cardAttachments },
    ...{ items_surplus: limits.cardChecklists, comments_surplus: limits.cardComments },
  })
  expect((await scene.cardOf(cardId)).title).toBe('Cheio de depois')
  await scene.takeBack(importId)
  expect([await there(), (await scene.cardOf(cardId)).title]).toEqual([full, 'Cheio de antes'])
})

const archived = (closed: boolean, id = 'arquivo') => ({
  ...{ id, name: 'Quadro', lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
  cards: ['a', 'b', 'c'].map((card) => ({ id: card, idList: 'l', name: card, closed: closed && card !== 'c' })),
})

/** Fills the first list of a board by the database up to so many shown cards, with a revision for each. */
async function fill(boardId: number, upTo: number): Promise<void> {
  const { db } = scene.server.app.deps
  const [list] = (await scene.boardOf(boardId)).lists
  const count = upTo - (await scene.cardsOf(boardId)).length
  const now = new Date().toISOString()
  const card = {
    ...{ board_id: boardId, list_id: list?.id ?? 0, title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  const ranks = ranksBehind(
    list?.cards
      .map(({ rank }) => rank)
      .toSorted()
      .at(-1) ?? null,
    count,
  )
  for (let from = 0; from < count; from += 1000)
    await db
      .insertInto('cards')
      .values(ranks.slice(from, from + 1000).map((rank) => ({ ...card, rank })))
      .execute()
  await db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', count) }))
    .where('id', '=', boardId)
    .execute()
}

test('cards that an update brings back from the archive find no more room than a board has', { timeout: filesMs }, async () => {
  const { server, ana } = scene
  const { boardId } = await scene.bring(archived(true))
  await fill(boardId, limits.boardCards - 1)
  const shown = async () => (await scene.cardsOf(boardId)).length
  const { id } = await scene.look(archived(false))
  const refused = await scene.run(id)
  expect([refused.status, refused.message]).toEqual(['failed', `${texts.importFull} ${texts.tooManyCards}`])
  expect(await shown()).toBe(limits.boardCards - 1)

  const [one] = await scene.cardsOf(boardId)
  ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: one?.id ?? 0 } }))
  await scene.bring(archived(false))
  expect(await shown()).toBe(limits.boardCards)
})

test('of the cards that an update archived as many come back as the board has room for when it is undone', {
  timeout: filesMs,
}, async () => {
  const { server, ana } = scene
  const { boardId } = await scene.bring(archived(false, 'desfeito'))
  const { importId } = await scene.bring(archived(true, 'desfeito'))
  await fill(boardId, limits.boardCards - 1)
  ok(await server.call(importsApi.undo, { token: ana.token, params: { importId } }))
  const undone = await settled(server, ana, importId)
  expect([undone.status, undone.warnings.find(({ kind }) => kind === 'changed_since')?.count]).toEqual(['undone', 1])
  expect((await scene.cardsOf(boardId)).length).toBe(limits.boardCards)
  const { cards } = ok(await server.call(boardsApi.archive, { token: ana.token, params: { boardId }, query: {} }))
  expect(cards).toHaveLength(1)
})
