import { expect, test } from 'vitest'
import { readMyTasksSearch } from './my-tasks-search.ts'
import { nothing, periodOf, searchOf, shownOf, yearsAround } from './period.ts'

const now = new Date(2026, 10, 21)

test('an address without a month means what is open', () => {
  expect(shownOf({}, now)).toBe('open')
  expect(shownOf(readMyTasksSearch({ ano: '2025', mes: '2' }), now)).toEqual({ year: 2025, month: 2 })
  expect(shownOf(readMyTasksSearch({ mes: '2' }), now)).toEqual({ year: 2026, month: 2 })
  expect(shownOf(readMyTasksSearch({ ano: '20x5', mes: '13' }), now)).toBe('open')
  expect(shownOf(readMyTasksSearch({ ver: 'sem-data', mes: '2' }), now)).toBe('undated')
  expect(shownOf(readMyTasksSearch({ ver: 'outra' }), now)).toBe('open')
  expect(shownOf(readMyTasksSearch({ ver: 'historico' }), now)).toEqual({ year: 2026, month: 11 })
  expect(shownOf(readMyTasksSearch({ ver: 'historico', mes: '2' }), now)).toEqual({ year: 2026, month: 2 })
})

test('what is usual is left out of the address, and every place leads back to itself', () => {
  expect(searchOf('open')).toEqual(nothing)
  expect(Object.values(nothing).every((value) => value === undefined)).toBe(true)
  for (const shown of ['open', 'undated', { year: 2026, month: 11 }, { year: 2024, month: 1 }] as const)
    expect(shownOf(readMyTasksSearch({ ...searchOf(shown) }), now)).toEqual(shown)
})

test('an open card is read with its board, and nothing else for it', () => {
  expect(readMyTasksSearch({ card: '12', quadro: 3 })).toMatchObject({ card: '12', quadro: '3' })
  expect(readMyTasksSearch({ card: '0', quadro: 'x' })).toMatchObject({ card: undefined, quadro: undefined })
})

test('beside what is open or undated stands the year it is', () => {
  expect([periodOf('open', now), periodOf('undated', now)]).toEqual([
    { year: 2026, month: 11 },
    { year: 2026, month: 11 },
  ])
  expect(periodOf({ year: 2025, month: 3 }, now)).toEqual({ year: 2025, month: 3 })
})

test('five years are offered, two before and two after this one', () => {
  expect(yearsAround(2026, now)).toEqual([2024, 2025, 2026, 2027, 2028])
  expect(yearsAround(2019, now)).toEqual([2019, 2024, 2025, 2026, 2027, 2028])
})
