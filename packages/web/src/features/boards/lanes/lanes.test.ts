import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { boardFrame, makeCard, makeList } from '../../../test/board.ts'
import { boardModel } from '../session/board-state.ts'
import { fillLanes, type Parents } from './lanes.ts'

beforeAll(() => loadTexts('looks'))

const ids = [1, 2, 3, 4, 5]
const cards = ids.map((id) => makeCard(id, 1, `a${id}`, { estimate: id }))
const board = boardModel.load({ frame: { ...boardFrame, revision: 1 }, lists: [makeList(1, 'a0')], cards })
const columns = [{ id: 1, name: 'A Fazer', itemIds: ids }]
const lanesOf = (parents: Parents) =>
  fillLanes(board, columns, { kind: 'parent', parents }, new Map()).map(({ name, cells, points }) => [name, cells[0]?.itemIds, points])

test('cards stand with what they are part of, each once, and the name of what is not seen is not told', () => {
  expect(
    lanesOf([
      { parent: { id: 1, key: 'CHE-1', title: 'Um título de antes' }, card_ids: [2, 3] },
      { parent: { id: 90, key: 'PAG-7', title: 'De outro quadro' }, card_ids: [4] },
      { parent: { id: 91, key: 'PAG-8', title: 'Com partes só no arquivo' }, card_ids: [77] },
      { parent: null, card_ids: [5] },
    ]),
  ).toEqual([
    ['CHE-1 · Cartão 1', [2, 3], 5],
    ['PAG-7 · De outro quadro', [4], 4],
    ['Cartão de outro quadro', [5], 5],
    ['Não fazem parte de outro', [1], 1],
  ])
})

test('until it is known, they are part of nothing', () => {
  expect(lanesOf(null)).toEqual([['Não fazem parte de outro', ids, 15]])
})
