import { afterEach, expect, test } from 'vitest'
import { format } from './format.ts'

afterEach(() => localStorage.clear())

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (minutes: number) => format.ago(new Date(now - minutes * 60_000).toISOString(), now)

test('how long ago, as one would say it', () => {
  expect([0, 0.9, 1, 59, 60, 24 * 60 - 1, 24 * 60, 3 * 24 * 60].map(before)).toEqual([
    'agora',
    'agora',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
    'ontem',
    '3 dias',
  ])
  expect(before(30 * 24 * 60)).toBe('22/10/2026')
  // A clock that runs behind the server's.
  expect(before(-5)).toBe('agora')
})

test('how long ago, within a sentence', () => {
  const said = (minutes: number) => format.agoSaid(new Date(now - minutes * 60_000).toISOString(), now)
  expect([0, 11, 60, 24 * 60, 3 * 24 * 60, 30 * 24 * 60].map(said)).toEqual([
    'agora',
    'há 11 min',
    'há 1 h',
    'ontem',
    'há 3 dias',
    'em 22/10/2026',
  ])
})

test('days keep their date in every time zone', () => {
  expect(format.day('2026-11-13')).toBe('13 nov')
  expect(format.weekday('2026-11-13')).toBe('sex')
})

test('instants are on the clock of the account, also after it moves', () => {
  const instant = '2026-11-21T02:30:00Z'
  localStorage.setItem('rodada.timeZone', 'America/Sao_Paulo')
  expect([format.dateTime(instant), format.shortDate(instant)]).toEqual(['20/11/2026, 23:30', '20/11'])
  localStorage.setItem('rodada.timeZone', 'Europe/Lisbon')
  expect([format.dateTime(instant), format.shortDate(instant)]).toEqual(['21/11/2026, 02:30', '21/11'])
})
