import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first goes out at once, the others of the same key go out together after it', async () => {
  const sent: unknown[] = []
  const send = coalesce<string, number>({
    ms: 100,
    first: (key, news) => sent.push([key, news]),
    gathered: (key, news) => void sent.push([key, ...news]),
    failed: (error) => expect.unreachable(String(error)),
  })
  for (const news of [1, 2, 3]) send('a', news)
  send('b', 9)
  expect(sent.splice(0)).toEqual([
    ['a', 1],
    ['b', 9],
  ])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent.splice(0)).toEqual([['a', 2, 3]])
  send('a', 4)
  send('b', 8)
  expect(sent.splice(0)).toEqual([['b', 8]])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual([['a', 4]])
})

test('without a first all of them wait, and a call during slow or failed work is handed on afterwards', async () => {
  const sent: number[][] = []
  const failures: unknown[] = []
  const turn = Promise.withResolvers<void>()
  const send = coalesce<'all', number>({
    ms: 100,
    gathered: async (_, news) => {
      sent.push([...news])
      if (sent.length === 1) await turn.promise
    },
    failed: (error) => failures.push(error),
  })
  send('all', 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  send('all', 2)
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toEqual([[1]])
  turn.reject('no')
  await vi.advanceTimersByTimeAsync(100)
  expect([sent, failures]).toEqual([[[1], [2]], ['no']])
})
