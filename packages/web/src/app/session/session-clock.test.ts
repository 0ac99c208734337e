import { beforeEach, expect, test } from 'vitest'
import { sessionPhase } from './session-clock.ts'

const minute = 60_000
const start = 1_800_000_000_000
const after = (minutes: number, isAttended = false) => sessionPhase(start + minutes * minute, isAttended)

beforeEach(() => {
  localStorage.setItem('rodada.idleMinutes', '30')
  localStorage.setItem('rodada.lastCall', String(start))
})

test('two minutes before the end the warning counts down', () => {
  expect(after(27.9)).toEqual({ kind: 'calm' })
  expect(after(28)).toEqual({ kind: 'warn', secondsLeft: 120 })
  expect(after(29.5)).toEqual({ kind: 'warn', secondsLeft: 30 })
  expect(after(30)).toEqual({ kind: 'over' })
})

test('a call of any tab starts the time again', () => {
  localStorage.setItem('rodada.lastCall', String(start + 20 * minute))
  expect(after(29)).toEqual({ kind: 'calm' })
})

test('a person who types is not asked whether they are there', () => {
  expect(after(28.5, true)).toEqual({ kind: 'renew' })
  expect(after(28.5)).toMatchObject({ kind: 'warn' })
})

test('without a known length the server has to be asked', () => {
  localStorage.removeItem('rodada.idleMinutes')
  expect(after(1)).toEqual({ kind: 'unknown' })
})
