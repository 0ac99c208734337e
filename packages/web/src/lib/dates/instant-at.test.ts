import { afterEach, expect, test } from 'vitest'
import { remove, write } from '../device/storage.ts'
import { instantAt } from './instant-at.ts'

afterEach(() => remove('rodada.timeZone'))

test.each([
  ['America/Sao_Paulo', '2026-11-26', '18:00', '2026-11-26T21:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-26', '18:00', '2026-11-26T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-26', '00:00', '2026-11-25T18:15:00.000Z'],
  // The days on which the clock is put forward and back there.
  ['America/New_York', '2026-03-08', '18:00', '2026-03-08T22:00:00.000Z'],
  ['America/New_York', '2026-11-01', '18:00', '2026-11-01T23:00:00.000Z'],
])('in %s it is %s, %s at the right instant', (timeZone, day, time, instant) => {
  write('rodada.timeZone', timeZone)
  expect(instantAt(day, time)).toBe(instant)
})
