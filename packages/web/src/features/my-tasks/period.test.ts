import { expect, test } from 'vitest'
import { readMyTasksSearch } from './my-tasks-search.ts'
import { periodOf, searchOf, yearsAround } from './period.ts'

const now = new Date(2026, 10, 21)

test('an address without a period means the month it is', () => {
  expect(periodOf({}, now)).toEqual({ year: 2026, month: 11 })
  expect(periodOf(readMyTasksSearch({ ano: '2025', mes: '2' }), now)).toEqual({ year: 2025, month: 2 })
  expect(periodOf(readMyTasksSearch({ ano: '20x5', mes: '13' }), now)).toEqual({ year: 2026, month: 11 })
})

test('what is usual is left out of the address', () => {
  expect(searchOf({ year: 2026, month: 11 }, now)).toEqual({ ano: undefined, mes: undefined })
  expect(searchOf({ year: 2026, month: 3 }, now)).toEqual({ ano: '2026', mes: '3' })
})

test('five years are offered, two before and two after this one', () => {
  expect(yearsAround(2026, now)).toEqual([2024, 2025, 2026, 2027, 2028])
  expect(yearsAround(2019, now)).toEqual([2019, 2024, 2025, 2026, 2027, 2028])
})
