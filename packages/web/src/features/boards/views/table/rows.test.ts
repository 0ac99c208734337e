import type { BoardField } from '@rodada/contract/boards/fields'
import type { CardChange } from '@rodada/contract/cards/cards'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '../../../../i18n/index.ts'
import { boardFrame, makeCard, makeList } from '../../../../test/board.ts'
import { boardModel } from '../../session/board-state.ts'
import { noSchedule } from '../use-schedule.ts'
import { allColumns, hasCutText, isColumnShown, nextSort, readSort } from './columns.ts'
import { moved } from './grid-keys.ts'
import { tableRows, totalsText } from './rows.ts'

beforeAll(() => loadTexts('views', 'kanban', 'boards'))

const field = (id: number, type: BoardField['type'], on_card = true): BoardField => ({
  ...{ id, name: `Campo ${id}`, type, position: id, on_card, options: [], version: 1 },
})
const fields = [field(1, 'number'), field(2, 'checkbox'), field(3, 'text', false)]
const columns = allColumns(fields)
const cards = [
  makeCard(1, 1, 'a1', { title: 'Sprint 10', estimate: 3, due_date: '2026-03-02', fields: { 1: 0.1, 2: true } }),
  makeCard(2, 1, 'a2', { title: 'sprint 9', estimate: null, due_date: null, fields: { 1: 0.2 } }),
  makeCard(3, 2, 'a1', { title: 'Água', estimate: 5, due_date: '2026-03-01', fields: {} }),
]
const board = boardModel.load({ frame: { ...boardFrame, fields, revision: 1 }, lists: [makeList(1, 'a0'), makeList(2, 'a1')], cards })
const lists = [
  { id: 1, name: 'A Fazer', itemIds: [1, 2] },
  { id: 2, name: 'Feito', itemIds: [3] },
]
const parts = {
  board,
  columns: lists,
  whole: (card: CardChange) => card,
  schedule: noSchedule,
  sort: null,
  group: 'none',
  folded: new Set<string>(),
} as const
const idsBy = (word: string) => tableRows({ ...parts, sort: readSort(word, columns) }).rows.map(({ key }) => key)

describe('the rows of the table', () => {
  test('stand as the lists do, or by a column, what has no value behind all others both ways', () => {
    expect(tableRows(parts).rows.map(({ key }) => key)).toEqual(['c1', 'c2', 'c3'])
    expect(idsBy('title')).toEqual(['c3', 'c2', 'c1'])
    expect(idsBy('due')).toEqual(['c3', 'c1', 'c2'])
    expect(idsBy('-due')).toEqual(['c1', 'c3', 'c2'])
    expect(idsBy('-f1')).toEqual(['c2', 'c1', 'c3'])
    expect(idsBy('nothing of the kind')).toEqual(['c1', 'c2', 'c3'])
  })

  test('add up what is there, and nothing is not zero', () => {
    const { totals } = tableRows(parts)
    expect([totals.count, totals.points, totals.fields.get(1), totals.fields.get(2)]).toEqual([3, 8, 0.3, 1])
    expect(totalsText(totals, columns)).toBe('8 pontos · Campo 1 0,3')
    const last = tableRows({ ...parts, columns: lists.slice(1) }).totals
    expect([last.points, last.fields.get(1)]).toEqual([5, null])
  })

  test('leave the points of what was cancelled out, as sprints and reports do', () => {
    const [first, ...others] = cards
    const cancelled = [{ ...(first ?? makeCard(1, 1, 'a1')), status: 'cancelada' as const }, ...others]
    const changed = boardModel.load({
      frame: { ...boardFrame, fields, revision: 1 },
      lists: [makeList(1, 'a0'), makeList(2, 'a1')],
      cards: cancelled,
    })
    const { totals } = tableRows({ ...parts, board: changed })
    expect([totals.count, totals.points, totals.fields.get(1)]).toEqual([3, 5, 0.3])
  })

  test('stand in groups that fold, each with its own sums', () => {
    const { rows, totals } = tableRows({ ...parts, group: 'list', folded: new Set(['list1']) })
    expect(rows.map((row) => [row.key, row.kind === 'group' ? row.totals.points : null])).toEqual([
      ['list1', 3],
      ['list2', 5],
      ['c3', null],
    ])
    expect(totals.count).toBe(3)
    const sprint = { id: 7, name: 'Sprint 7', starts_on: '2026-03-01', ends_on: '2026-03-14', status: 'active', card_ids: [3] } as const
    const schedule = { sprints: [{ ...sprint, card_ids: [3] }], sprintOf: new Map([[3, { ...sprint, card_ids: [3] }]]), blocks: [] }
    expect(tableRows({ ...parts, schedule, group: 'sprint' }).rows.map(({ key }) => key)).toEqual(['sprint7', 'c3', 'sprint', 'c1', 'c2'])
  })

  test('a head sorts up, then down, then as the lists do', () => {
    const due = columns.find(({ id }) => id === 'due')
    if (!due) throw new Error('no column of dates')
    expect(nextSort(null, due)).toBe('due')
    expect(nextSort({ column: due, descending: false }, due)).toBe('-due')
    expect(nextSort({ column: due, descending: true }, due)).toBeUndefined()
  })

  test('what cards do not show is a column when it was asked for, and its values count', () => {
    const shownWith = (look: { hidden: string[]; added: string[] }) =>
      columns.filter((column) => column.kind === 'field' && isColumnShown(column, look)).map(({ id }) => id)
    expect(shownWith({ hidden: [], added: [] })).toEqual(['f1', 'f2'])
    expect(shownWith({ hidden: ['f1'], added: ['f3'] })).toEqual(['f2', 'f3'])
    const whole = (card: CardChange) => (card.id === 2 ? { ...card, fields: { ...card.fields, 3: 'Loja' } } : card)
    expect(tableRows({ ...parts, whole, sort: readSort('f3', columns) }).rows.map(({ key }) => key)).toEqual(['c2', 'c1', 'c3'])
  })

  test('a text of which the board told only the beginning is asked for whole', () => {
    const [text] = allColumns([field(4, 'text')]).filter(({ kind }) => kind === 'field')
    if (!text) throw new Error('no column of texts')
    const having = (value: string) => new Map([[1, makeCard(1, 1, 'a1', { fields: { 4: value } })]])
    expect([having('Loja'), having('Loj…')].map((told) => hasCutText(text, told))).toEqual([false, true])
  })
})

test('keys walk from cell to cell, over the head and over groups', () => {
  const grid = { rows: ['list1', 'c1', 'c2'], groups: (key: string) => key === 'list1', first: 0, last: 4, page: 2 }
  const press = (key: string, at: [string, number], more = {}) => {
    const to = moved({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, { row: at[0], column: at[1] }, grid)
    return to && [to.row, to.column]
  }
  expect(press('ArrowDown', ['head', 3])).toEqual(['list1', 3])
  expect(press('ArrowUp', ['list1', 3])).toEqual(['head', 3])
  expect(press('ArrowRight', ['list1', 3])).toBeUndefined()
  expect(press('ArrowDown', ['c2', 3])).toEqual(['c2', 3])
  expect(press('ArrowLeft', ['c1', 0])).toEqual(['c1', 0])
  expect(press('End', ['c1', 0])).toEqual(['c1', 4])
  expect(press('PageUp', ['c2', 1])).toEqual(['list1', 1])
  expect(press('Home', ['c2', 1], { ctrlKey: true })).toEqual(['list1', 0])
  expect(press('End', ['c1', 1], { ctrlKey: true })).toEqual(['c2', 4])
  expect(press('ArrowDown', ['c1', 1], { shiftKey: true })).toBeUndefined()
})
