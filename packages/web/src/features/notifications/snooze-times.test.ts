import { beforeEach, expect, test } from 'vitest'
import { write } from '../../lib/device/storage.ts'
import { snoozeTimes } from './snooze-times.ts'

beforeEach(() => write('rodada.timeZone', 'America/Sao_Paulo'))

const at = (instant: string) => snoozeTimes(new Date(instant)).map(({ name, at }) => [name, at])

test('on a Thursday morning: today at 17:00, tomorrow and on Monday at 9:00, on the clock of the account', () => {
  expect(at('2026-11-26T13:00:00Z')).toEqual([
    ['laterToday', '2026-11-26T20:00:00.000Z'],
    ['tomorrow', '2026-11-27T12:00:00.000Z'],
    ['monday', '2026-11-30T12:00:00.000Z'],
  ])
})

test('in the evening no longer today; on a Sunday tomorrow is Monday, and on a Monday the next one is a week ahead', () => {
  expect(at('2026-11-26T19:45:00Z').map(([name]) => name)).toEqual(['tomorrow', 'monday'])
  expect(at('2026-11-29T13:00:00Z').map(([name]) => name)).toEqual(['laterToday', 'tomorrow'])
  expect(at('2026-11-30T13:00:00Z')[2]).toEqual(['monday', '2026-12-07T12:00:00.000Z'])
})
