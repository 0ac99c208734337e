import { expect, test } from 'vitest'
import { makeCard } from '../../../../test/board.ts'
import { noSchedule } from '../use-schedule.ts'
import { linesOf, placed, pulled, reachOf, timelineRows, weeksIn } from './layout.ts'

const cards = new Map(
  [
    makeCard(1, 1, 'a', { start_date: '2025-11-10', due_date: '2025-11-14' }),
    makeCard(2, 1, 'b', { due_date: '2025-11-12' }),
    makeCard(3, 1, 'c'),
    makeCard(4, 1, 'd', { start_date: '2025-11-17' }),
    makeCard(5, 1, 'e', { status: 'concluida' }),
  ].map((card) => [card.id, card]),
)
const columns = [{ id: 1, name: 'A Fazer', itemIds: [1, 2, 3, 4, 5] }]
const sprint = { id: 9, name: 'Sprint 9', starts_on: '2025-11-10', ends_on: '2025-11-21', status: 'active' as const, card_ids: [4] }
const schedule = { ...noSchedule, sprints: [sprint], sprintOf: new Map([[4, sprint]]) }
const { rows, undated } = timelineRows(cards, columns, schedule)

test('cards stand under their sprints by when they begin, and those without a date apart', () => {
  expect(rows.map(({ key }) => key)).toEqual(['group9', 'c4', 'groupnull', 'c1', 'c2'])
  expect(undated).toEqual([3])
  const reach = reachOf(rows, '2025-11-11')
  expect(reach).toEqual({ start: '2025-10-20', end: '2026-01-11' })
  expect(weeksIn(reach)).toHaveLength(12)
  expect(placed({ start: '2025-11-10', end: '2025-11-14' }, reach)).toEqual({ from: 21, days: 5 })
  expect(placed({ start: '2001-01-01', end: '2001-01-02' }, reach)).toEqual({ from: 0, days: 1 })
})

test('a line is broken where what waits begins before what it waits for ends', () => {
  const view = { from: 0, to: 10 }
  const blocks = [
    { card_id: 1, blocked_id: 2 },
    { card_id: 1, blocked_id: 4 },
    { card_id: 1, blocked_id: 3 },
  ]
  expect(linesOf(rows, blocks, cards, view).map(({ key, broken }) => [key, broken])).toEqual([
    ['1 2', true],
    ['1 4', false],
  ])
  expect(linesOf(rows, blocks, cards, { from: 90, to: 99 })).toEqual([])
  const done = new Map([...cards, [1, makeCard(1, 1, 'a', { status: 'concluida' })]])
  expect(linesOf(rows, blocks, done, view).some(({ broken }) => broken)).toBe(false)
})

test('a bar is moved, or pulled at an end that does not pass the other', () => {
  const days = { start_date: '2025-11-10', due_date: '2025-11-14' }
  expect(pulled(days, 'move', 2)).toEqual({ start_date: '2025-11-12', due_date: '2025-11-16' })
  expect(pulled(days, 'start', 9)).toEqual({ start_date: '2025-11-14', due_date: '2025-11-14' })
  expect(pulled(days, 'end', -9)).toEqual({ start_date: '2025-11-10', due_date: '2025-11-10' })
  expect(pulled({ start_date: null, due_date: '2025-11-14' }, 'move', 1)).toEqual({ start_date: null, due_date: '2025-11-15' })
  expect(pulled({ start_date: null, due_date: '2025-11-14' }, 'start', -2)).toEqual({ start_date: '2025-11-12', due_date: '2025-11-14' })
})
