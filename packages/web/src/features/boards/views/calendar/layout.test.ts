import { expect, test } from 'vitest'
import { makeCard } from '../../../../test/board.ts'
import { dueOn } from '../use-card-days.ts'
import { bandsOf, cardsByDay, shownOf, turned, walked, weeksOf } from './layout.ts'

const week = ['2025-11-10', '2025-11-11', '2025-11-12', '2025-11-13', '2025-11-14', '2025-11-15', '2025-11-16']
const sprint = (id: number, starts_on: string, ends_on: string) => ({
  ...{ id, name: `Sprint ${id}`, starts_on, ends_on, status: 'active' as const, card_ids: [] },
})

test('a month is the weeks that hold a day of it', () => {
  const weeks = weeksOf('2025-11-20', 'month')
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([5, '2025-10-27', '2025-11-30'])
  expect(weeksOf('2026-02-10', 'month').map(([first]) => first)).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
  ])
  expect(weeksOf('2025-11-12', 'week')).toEqual([week])
  expect([turned('2025-01-31', 'month', 1), turned('2025-01-31', 'month', -1), turned('2025-12-29', 'week', 1)]).toEqual([
    '2025-02-01',
    '2024-12-01',
    '2026-01-05',
  ])
})

test('cards stand on the day they are due, and what is done asks for no date', () => {
  const cards = [
    makeCard(1, 1, 'a', { due_date: '2025-11-10' }),
    makeCard(2, 1, 'b'),
    makeCard(3, 1, 'c', { status: 'concluida' }),
    makeCard(4, 2, 'a', { due_date: '2025-11-10' }),
    makeCard(5, 2, 'b', { due_date: '2025-11-11' }),
  ]
  const { days, undated } = cardsByDay(new Map(cards.map((card) => [card.id, card])), [
    { id: 2, name: 'B', itemIds: [4] },
    { id: 1, name: 'A', itemIds: [1, 2, 3] },
  ])
  expect([...days]).toEqual([['2025-11-10', [4, 1]]])
  expect(undated).toEqual([2])
})

test('a day with many shows two and counts the rest, but not the one that has the focus', () => {
  expect(shownOf([1, 2, 3], 'month', null)).toEqual({ shown: [1, 2, 3], more: 0 })
  expect(shownOf([1, 2, 3, 4], 'month', null)).toEqual({ shown: [1, 2], more: 2 })
  expect(shownOf([1, 2, 3, 4], 'month', 4)).toEqual({ shown: [1, 4], more: 2 })
  expect(shownOf([1, 2, 3, 4], 'week', null).more).toBe(0)
})

test('sprints are bands that do not cover one another', () => {
  const bands = bandsOf(week, [
    sprint(1, '2025-11-03', '2025-11-11'),
    sprint(2, '2025-11-12', '2025-11-30'),
    sprint(3, '2025-11-11', '2025-11-13'),
    sprint(4, '2025-12-01', '2025-12-09'),
  ])
  expect(bands.map(({ sprint: { id }, from, to, row, begins, ends }) => [id, from, to, row, begins, ends])).toEqual([
    [1, 0, 1, 0, false, true],
    [3, 1, 3, 1, true, true],
    [2, 2, 6, 0, true, false],
  ])
})

test('another due date takes the start along, and a start is never behind the end', () => {
  expect(dueOn({ start_date: '2025-11-03', due_date: '2025-11-10' }, '2025-11-12')).toEqual({
    start_date: '2025-11-05',
    due_date: '2025-11-12',
  })
  expect(dueOn({ start_date: null, due_date: null }, '2025-11-12')).toEqual({ start_date: null, due_date: '2025-11-12' })
  expect(dueOn({ start_date: '2025-11-20', due_date: null }, '2025-11-12')).toEqual({ start_date: '2025-11-12', due_date: '2025-11-12' })
  expect(dueOn({ start_date: '2025-11-03', due_date: '2025-11-10' }, null)).toEqual({ start_date: '2025-11-03', due_date: null })
})

test('arrows walk along a day, and to the nearest day that way that shows a card', () => {
  const empty: number[] = []
  const weeks = [
    [[1, 2], empty, [3], empty, empty, empty, empty],
    [empty, empty, empty, empty, empty, empty, empty],
    [[4], empty, empty, empty, empty, empty, [5]],
  ]
  expect(walked(weeks, 1, 'down')).toBe(2)
  expect(walked(weeks, 2, 'down')).toBe(4)
  expect(walked(weeks, 4, 'up')).toBe(2)
  expect(walked(weeks, 2, 'right')).toBe(3)
  expect(walked(weeks, 3, 'right')).toBe(4)
  expect(walked(weeks, 5, 'right')).toBeUndefined()
  expect(walked(weeks, 3, 'down')).toBeUndefined()
})
