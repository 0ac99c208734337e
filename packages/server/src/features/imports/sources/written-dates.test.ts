import { expect, test } from 'vitest'
import { createDates } from './written-dates.ts'

const dates = createDates('America/Sao_Paulo', false)

test.each([
  ['2024-03-12T15:15:00', '18:15'],
  ['2024-03-12T15:15', '18:15'],
  ['2024-03-12T15:15:30.500', '18:15'],
  ['2024-03-12t15:15:30', '18:15'],
  ['2024-03-12 15:15:30', '18:15'],
  ['12/mar/24 3:15 PM', '18:15'],
  ['2024-03-12T15:15:00Z', '15:15'],
  ['2024-03-12T15:15:00.000-0300', '18:15'],
  ['2024-03-12', '15:00'],
])('%s is the minute that it says, where the table was made', (text, time) => {
  expect([dates.day(text), dates.instant(text)]).toEqual(['2024-03-12', `2024-03-12T${time}:00.000Z`])
})

test.each([
  ['2024-03-12T02:00:00Z', '2024-03-11'],
  ['2024-03-12T02:00:00.000+0300', '2024-03-11'],
  ['2024-03-12T02:00:00', '2024-03-12'],
  ['Mar 12 2024', '2024-03-12'],
  ['Tuesday, March 12, 2024', '2024-03-12'],
])('%s is of the day that it is where the person is', (text, day) => {
  expect(dates.day(text)).toBe(day)
})

test.each(['2024-03-12T15:75:00', '2024-02-30T15:15:00'])('%s is no instant', (text) => {
  expect(dates.instant(text)).toBeUndefined()
})

test('noon of a day without a time may be that of another place, and a time is still where the person is', () => {
  const { instant } = createDates('America/Sao_Paulo', false, 'UTC')
  expect(['2024-03-12', '12/03/2024', '2024-03-12 15:15'].map(instant)).toEqual([
    '2024-03-12T12:00:00.000Z',
    '2024-03-12T12:00:00.000Z',
    '2024-03-12T18:15:00.000Z',
  ])
})

test('where months come first, a date that can only have its day first is read so', () => {
  const american = createDates('America/Sao_Paulo', true)
  expect(['03/25/2026', '03/04/2026', '25/03/2026'].map(american.day)).toEqual(['2026-03-25', '2026-03-04', '2026-03-25'])
})
