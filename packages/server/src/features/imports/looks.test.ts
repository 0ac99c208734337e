import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { expect, test } from 'vitest'
import { ok } from '../../../test/boards.ts'
import { filesMs, importScene } from '../../../test/imports.ts'

const scene = importScene('planka')

const named = (letter: string, n: number): string[] => Array.from({ length: n }, (_, index) => `${letter}${index}`)
const pairs = (from: readonly string[], to: readonly string[]) =>
  from.flatMap((cardId) => to.map((relatedCardId) => ({ kind: 'blocks', cardId, relatedCardId })))

/** Cards of which each of the second row leads to all that is behind it, and each of the first asks for that again for every card of the second. */
function wideBoard() {
  const [asking, roots, middle, last] = [named('a', 55), named('r', 10), named('m', 45), named('f', 1935)]
  const leaves = middle.flatMap((cardId, index) => pairs([cardId], last.slice(43 * index, 43 * index + 43)))
  const cards = [...asking, ...roots, ...middle, ...last].map((id) => ({ id, listId: 'l', name: id }))
  const related = { kind: 'related', cardId: 'f0', relatedCardId: 'f1' }
  return {
    item: { id: 'q', name: 'Largo', projectId: 'p' },
    included: {
      lists: [{ id: 'l', name: 'Ideias', type: 'active' }],
      cards,
      cardRelations: [...leaves, ...pairs(roots, middle), ...pairs(asking, roots), related],
    },
  }
}

test('a file that asks for long ways again and again is not looked through for ever: what asks for none still comes', {
  timeout: filesMs,
}, async () => {
  const looked = await scene.look(wideBoard())
  const done = await scene.run(looked.id)
  expect([looked.plan?.totals.relations, done.status]).toEqual([1935 + 450 + 550 + 1, 'done'])
  // Each of those that ask looks at nearly two thousand cards.
  const lost = done.warnings.find(({ kind }) => kind === 'relations_lost')?.count ?? 0
  expect(lost).toBeGreaterThan(550 - limits.importLooks / 1900)
  expect(lost).toBeLessThan(550)
  const token = scene.ana.token
  const board = ok(await scene.server.call(boardsApi.get, { token, params: { boardId: done.board_id ?? 0 } }))
  const idOf = (title: string) => board.lists.flatMap(({ cards }) => cards).find((card) => card.title === title)?.id ?? 0
  const of = async (title: string) => ok(await scene.server.call(cardsApi.get, { token, params: { cardId: idOf(title) } })).relations
  expect((await of('f0')).map(({ kind }) => kind).sort()).toEqual(['blocked_by', 'relates_to'])
})
