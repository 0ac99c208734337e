import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { largestInteger } from '@rodada/contract/core/fields'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'

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
  const { server, ana } = scene
  const { cards, items, full, emptied } = fullBoard()
  const { boardId } = await scene.bring(full)
  expect(await totals(boardId)).toEqual([items])

  const looked = await scene.look(emptied)
  const at = { token: ana.token, params: { importId: looked.id } }
  const seen = new Set<number>()
  ok(await server.call(importsApi.run, { ...at, body: {} }))
  for (let now = ok(await server.call(importsApi.get, at)); now.status !== 'done'; now = ok(await server.call(importsApi.get, at)))
    seen.add(now.done)
  expect([...seen].filter((done) => done > 0 && done < cards)).not.toEqual([])
  expect(await totals(boardId)).toEqual([0])

  const before = await revision(boardId)
  await scene.takeBack(looked.id)
  expect(await totals(boardId)).toEqual([items])
  // Each turn holds the board, and brings back no more than a few of the sixty checklists.
  expect((await revision(boardId)) - before).toBeGreaterThan(15)
})
