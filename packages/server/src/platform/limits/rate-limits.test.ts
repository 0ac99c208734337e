import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRateLimits } from './rate-limits.ts'

describe.each([
  ['of this process', {}],
  ['over all processes, without a Redis', { shared: true }],
])('a limit %s', (_of, shared) => {
  const limit = () => createRateLimits({ redis: undefined, prefix: 'test', factor: 1 })('vote', { points: 3, seconds: 2, ...shared })
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('gives its points to each key, then says how long until there are more', async () => {
    const { take, used } = limit()
    expect([await take('a'), await take('a'), await take('a')]).toEqual([undefined, undefined, undefined])
    vi.advanceTimersByTime(500)
    expect(await take('a')).toBe(2)
    expect(await take('b')).toBeUndefined()
    expect([await used('a'), await used('b'), await used('c')]).toEqual([4, 1, 0])
    vi.advanceTimersByTime(1000)
    expect(await take('a')).toBe(1)
    vi.advanceTimersByTime(501)
    expect(await used('a')).toBe(0)
    expect(await take('a')).toBeUndefined()
    expect([await used('a'), await used('b')]).toEqual([1, 1])
  })

  test('takes a point back, and forgets a key', async () => {
    const { take, used, giveBack, forget } = limit()
    for (let i = 0; i < 3; i += 1) await take('a')
    await giveBack('a')
    expect(await take('a')).toBeUndefined()
    expect(await take('a')).toBe(2)
    await forget('a')
    expect(await used('a')).toBe(0)
    expect(await take('a')).toBeUndefined()
  })
})
