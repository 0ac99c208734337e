import { afterEach, expect, test, vi } from 'vitest'
import { createUploads, type Sending, type Upload } from './upload-queue.ts'

let clear = () => {}
afterEach(() => clear())

/** Uploads whose answers and clock the test holds. */
function stage(atOnce = 2) {
  const clock = { at: 0 }
  const sent: (Sending & { succeed: () => void; fail: (reason: string) => void })[] = []
  const arrived: string[] = []
  const failed: string[] = []
  const uploads = createUploads({
    send: (sending) =>
      new Promise<void>((resolve, reject) => {
        sending.signal.addEventListener('abort', () => reject(new Error('aborted')))
        sent.push({ ...sending, succeed: resolve, fail: (reason) => reject(new Error(reason)) })
      }),
    explain: (reason) => ({ text: reason instanceof Error ? reason.message : '', canRetry: true }),
    atOnce,
    onArrived: ({ name }) => arrived.push(name),
    onFailed: ({ name }) => failed.push(name),
    now: () => clock.at,
  })
  clear = uploads.clear
  const show = vi.fn(async () => undefined)
  const add = (...names: string[]) =>
    uploads.add(
      7,
      names.map((name) => ({ name, file: new Blob(['x'.repeat(1000)]) })),
      show,
    )
  const states = () => uploads.all().map(({ name, state }) => `${name} ${state}`)
  return { uploads, add, sent, arrived, failed, states, show, clock }
}
const idOf = (uploads: readonly Upload[], wanted: string): number => uploads.find(({ name }) => name === wanted)?.id ?? 0

test('so many go at once, and the next goes when one has arrived and its file is shown', async () => {
  const { add, sent, arrived, states, show } = stage()
  let shown = () => {}
  show.mockImplementationOnce(() => new Promise((resolve) => (shown = () => resolve(undefined))))
  add('a', 'b', 'c')
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
  expect(sent[0]).toMatchObject({ name: 'a', cardId: 7 })
  sent[0]?.succeed()
  await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(1))
  expect(states()).toContain('a sending')
  shown()
  await vi.waitFor(() => expect(states()).toEqual(['b sending', 'c sending']))
  expect(arrived).toEqual(['a'])
})

test('one that fails says why, holds nobody up, and goes again when asked', async () => {
  const { uploads, add, sent, failed, states } = stage(1)
  add('a', 'b')
  sent[0]?.fail('cheio')
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b sending']))
  expect(uploads.all()[0]?.problem).toEqual({ text: 'cheio', canRetry: true })
  expect(failed).toEqual(['a'])
  uploads.retry(idOf(uploads.all(), 'a'))
  expect(states()).toEqual(['a waiting', 'b sending'])
  sent[1]?.succeed()
  await vi.waitFor(() => expect(states()).toEqual(['a sending']))
  sent[2]?.succeed()
  await vi.waitFor(() => expect(states()).toEqual([]))
})

test('one that is cancelled is ended and leaves its place; what its answer was nobody hears', async () => {
  const { uploads, add, sent, failed, states } = stage(1)
  add('a', 'b')
  uploads.cancel(idOf(uploads.all(), 'a'))
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(states()).toEqual(['b sending'])
  uploads.cancel(idOf(uploads.all(), 'b'))
  await Promise.resolve()
  expect([states(), failed]).toEqual([[], []])
})

test('how long it still takes follows from how fast it went', () => {
  const { uploads, add, sent, clock } = stage()
  add('a')
  const told = (at: number, bytes: number) => {
    clock.at = at
    sent[0]?.onProgress(bytes)
    const [upload] = uploads.all()
    return [upload?.sent, upload?.secondsLeft]
  }
  expect(told(500, 100)).toEqual([100, null])
  expect(told(2000, 200)).toEqual([200, 8])
  // Drawn a few times a second and no more.
  expect(told(2050, 250)).toEqual([200, 8])
  expect(told(4000, 800)).toEqual([800, 1])
  expect(told(4010, 1000)).toEqual([1000, null])
})

test('the page warns of being left while something is on its way, and not of what failed', async () => {
  const { uploads, add, sent, states } = stage()
  const isHeldBack = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeldBack()).toBe(false)
  add('a')
  expect(isHeldBack()).toBe(true)
  sent[0]?.fail('cheio')
  await vi.waitFor(() => expect(states()).toEqual(['a failed']))
  expect(isHeldBack()).toBe(false)
  uploads.retry(idOf(uploads.all(), 'a'))
  expect(isHeldBack()).toBe(true)
  uploads.clear()
  expect([isHeldBack(), states(), sent[1]?.signal.aborted]).toEqual([false, [], true])
})
