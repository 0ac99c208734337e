import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const at = (ms: number) => new Date(Date.parse('2026-01-02T12:00:00.000Z') + ms).toISOString()

test('of messages that took 400, 30 and 900 ms the quickest says how far the clock is ahead', () => {
  const ahead = 37_000
  let device = Date.parse(at(0)) - ahead
  const clock = createServerClock(() => device)
  const heard = [400, 30, 900].map((delay, index) => {
    const sent = index * 10_000
    device = Date.parse(at(sent)) - ahead + delay
    return clock.heard(at(sent))
  })
  expect(heard).toEqual([ahead - 400, ahead - 30, ahead - 30])
})

test('after a sleep the difference is measured again', () => {
  let device = Date.parse(at(0))
  const clock = createServerClock(() => device)
  expect(clock.heard(at(0))).toBe(0)
  clock.forget()
  // The device's clock was set forward meanwhile.
  device += 60_000
  expect(clock.heard(at(0))).toBe(-60_000)
})
