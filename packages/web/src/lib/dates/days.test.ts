import { expect, test } from 'vitest'
import { daysBetween, teamToday, today, weekdaysFrom } from './days.ts'

test('days are counted by the calendar, whatever clocks do between them', () => {
  expect(daysBetween('2026-11-21', '2026-11-22')).toBe(1)
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1)
  expect(daysBetween('2025-12-31', '2026-12-31')).toBe(365)
})

test('today is the day of the person, not that of Greenwich', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(today(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
})

test('with an account it is the day in the time zone of its profile', () => {
  const afternoon = new Date('2026-01-05T16:00:00Z')
  localStorage.setItem('rodada.timeZone', 'Asia/Tokyo')
  expect(today(afternoon)).toBe('2026-01-06')
  localStorage.setItem('rodada.timeZone', 'America/New_York')
  expect(today(afternoon)).toBe('2026-01-05')
  localStorage.removeItem('rodada.timeZone')
})

test('a sprint has the same day for everybody in its team', () => {
  localStorage.setItem('rodada.timeZone', 'Asia/Tokyo')
  expect(teamToday(new Date('2026-01-05T16:00:00Z'))).toBe('2026-01-05')
  expect(teamToday(new Date('2026-01-06T02:59:00Z')), 'as the server counts, in Brazil').toBe('2026-01-05')
  localStorage.removeItem('rodada.timeZone')
})

test('weekdays are counted with both their ends', () => {
  expect(weekdaysFrom('2025-11-06', '2025-11-11')).toBe(4)
  expect(weekdaysFrom('2025-11-08', '2025-11-09')).toBe(0)
  expect(weekdaysFrom('2025-11-11', '2025-11-10')).toBe(0)
})
