import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from '../../i18n/index.ts'
import { addMonths, monthGrid, weekOf } from './months.ts'

afterEach(() => changeLanguage('pt-BR'))

test('another month keeps the day, or takes its last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2026-11-24', -23)).toBe('2024-12-24')
})

test('a week begins on Monday, but on Sunday in English', async () => {
  expect(weekOf('2026-11-29')[0]).toBe('2026-11-23')
  await changeLanguage('en-US')
  expect(weekOf('2026-11-29')[0]).toBe('2026-11-29')
  await changeLanguage('es-ES')
  expect(weekOf('2026-11-29')[0]).toBe('2026-11-23')
})

test('a month is six weeks with all its days', () => {
  const { weeks, first, last } = monthGrid('2026-11-24')
  expect([first, last, weeks.length]).toEqual(['2026-11-01', '2026-11-30', 6])
  expect(weeks[0]?.at(-1)).toBe('2026-11-01')
  expect(weeks.flat().filter((day) => day.startsWith('2026-11'))).toHaveLength(30)
})
