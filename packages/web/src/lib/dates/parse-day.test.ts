import { afterEach, describe, expect, test } from 'vitest'
import { changeLanguage } from '../../i18n/index.ts'
import { format } from './format.ts'
import { parseDay } from './parse-day.ts'

/** A Tuesday. */
const today = '2026-11-24'
const sprintEnd = '2026-12-04'

afterEach(() => changeLanguage('pt-BR'))

describe('a date may be typed in many ways', () => {
  test.each([
    ['05/12/2026', '2026-12-05'],
    ['5/12/2026', '2026-12-05'],
    ['5.12.26', '2026-12-05'],
    ['5-12', '2026-12-05'],
    ['5/12', '2026-12-05'],
    ['05122026', '2026-12-05'],
    ['051226', '2026-12-05'],
    ['0512', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['5 dez', '2026-12-05'],
    ['5 de dezembro de 2027', '2027-12-05'],
    ['hoje', '2026-11-24'],
    ['Amanhã', '2026-11-25'],
    ['amanha', '2026-11-25'],
    ['ontem', '2026-11-23'],
    ['fim da sprint', '2026-12-04'],
    ['sexta', '2026-11-27'],
    ['sexta-feira', '2026-11-27'],
    ['sáb', '2026-11-28'],
    ['terça', '2026-12-01'],
    ['+3', '2026-11-27'],
    ['-1', '2026-11-23'],
    [' 29/02/2028 ', '2028-02-29'],
  ])('%s', (text, day) => {
    expect(parseDay(text, today, sprintEnd)).toBe(day)
  })

  test('without a year it is the day nearest to today', () => {
    expect(parseDay('5/1', today)).toBe('2027-01-05')
    expect(parseDay('20/11', today)).toBe('2026-11-20')
    expect(parseDay('28/12', '2026-01-03')).toBe('2025-12-28')
  })

  test.each([
    '',
    'logo',
    '31/02/2026',
    '29/02/2027',
    '32/01',
    '1/13',
    '5/12/202',
    '5/12/12026',
    '0',
    '99999999',
    '5/12/0026',
    '5/12/1899',
    '5/12/3000',
    '+99999',
    'se',
  ])('%j is no date', (text) => {
    expect(parseDay(text, today)).toBeNull()
  })

  test('the end of a sprint means nothing where no sprint is known', () => {
    expect(parseDay('fim da sprint', today)).toBeNull()
  })
})

test('the order of day and month is that of the product, and not of the browser', async () => {
  expect(format.numericDay('2026-12-05')).toBe('05/12/2026')
  await changeLanguage('en-US')
  expect(parseDay('12/5/2026', today)).toBe('2026-12-05')
  expect(parseDay('Dec 5, 2026', today)).toBe('2026-12-05')
  expect(parseDay('tomorrow', today)).toBe('2026-11-25')
  expect(parseDay('fri', today)).toBe('2026-11-27')
  expect(format.numericDay('2026-12-05')).toBe('12/05/2026')
  await changeLanguage('es-ES')
  expect(parseDay('5/12/2026', today)).toBe('2026-12-05')
  expect(parseDay('mañana', today)).toBe('2026-11-25')
  expect(parseDay('miércoles', today)).toBe('2026-11-25')
  expect(format.numericDay('2026-12-05')).toBe('05/12/2026')
})

test('what the field writes is read as the same day', async () => {
  for (const language of ['pt-BR', 'en-US', 'es-ES'] as const) {
    await changeLanguage(language)
    for (const day of ['2026-01-02', '2028-02-29', '1999-12-31']) expect(parseDay(format.numericDay(day), today)).toBe(day)
  }
})
