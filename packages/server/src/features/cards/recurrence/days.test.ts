import { expect, test } from 'vitest'
import { nextDay } from './days.ts'

test.each([
  // A Wednesday, a Friday, a Saturday and a Sunday.
  ['weekday', '2026-11-25', '2026-11-25', '2026-11-26'],
  ['weekday', '2026-11-25', '2026-11-27', '2026-11-30'],
  ['weekday', '2026-11-25', '2026-11-28', '2026-11-30'],
  ['weekday', '2026-11-25', '2026-11-29', '2026-11-30'],
  ['week', '2026-11-25', '2026-11-25', '2026-12-02'],
  ['week', '2026-11-25', '2026-12-01', '2026-12-02'],
  // What was missed comes once, and the day of the week stays.
  ['week', '2026-11-25', '2026-12-20', '2026-12-23'],
  ['month', '2026-01-31', '2026-01-31', '2026-02-28'],
  ['month', '2026-01-31', '2026-02-28', '2026-03-31'],
  ['month', '2026-01-31', '2026-04-29', '2026-04-30'],
  ['month', '2027-12-31', '2028-01-31', '2028-02-29'],
  ['month', '2026-11-05', '2027-03-20', '2027-04-05'],
  ['completion', '2026-11-25', '2026-11-25', null],
] as const)('every %s since %s, after %s: %s', (every, setOn, today, expected) => expect(nextDay(every, setOn, today)).toBe(expected))
