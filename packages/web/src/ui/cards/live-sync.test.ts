import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../lib/call/call.ts'
import { createLiveModel, type LiveState } from './live-state.ts'
import { createLiveStore } from './live-store.ts'
import { startLiveSync } from './live-sync.ts'

type Listener = (news: { boardId: number; revision: number }) => void
const live = vi.hoisted(() => ({ heard: new Map<string, Listener>(), connect: (_socket: object): void => {} }))
vi.mock('../../lib/live/live-socket.ts', () => ({
  joinLive: ({ onConnect }: { onConnect: (socket: object) => void }) => {
    live.connect = onConnect
    return () => {}
  },
  retryLive: () => {},
}))

type Item = { id: number; rank: string }
type State = LiveState<{ revision: number }, Item, Item>
const model = createLiveModel<{ revision: number }, Item, Item>({
  columnOf: () => 10,
  place: (card) => card,
  draw: (card) => card,
  patchList: (list) => list,
  keepFrame: (_, now) => now,
})
const answerOf = (revision: number) => ({ frame: { revision }, lists: [{ id: 10, rank: 'a0' }], cards: [] })
const busy = () => new CallError('Tente de novo em instantes.', { status: 503 })

/** A board at revision 1 on screen. */
async function open() {
  const store = createLiveStore<State>()
  const askChanges = vi.fn(async (_since: number) => answerOf(2))
  const askWhole = () => ({ askedAt: Date.now(), answer: Promise.resolve(answerOf(1)) })
  const sync = startLiveSync(store, { model, boardIdOf: () => 1, askWhole, askChanges })
  live.connect({
    connected: true,
    on: (name: string, listener: Listener) => live.heard.set(name, listener),
    off: () => {},
    emit: () => {},
    timeout: () => ({ emitWithAck: async () => ({ people: [], count: 0, revision: 1 }) }),
  })
  await vi.advanceTimersByTimeAsync(0)
  const hear = async (revision: number) => {
    live.heard.get('boardChanged')?.({ boardId: 1, revision })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { sync, askChanges, hear, revision: () => store.get().board?.frame.revision, phase: () => store.get().phase }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  live.heard.clear()
})

test('news whose answer failed are asked for again, after pauses that grow, until they are shown', async () => {
  const { sync, askChanges, hear, revision } = await open()
  for (let times = 0; times < 3; times++) askChanges.mockRejectedValueOnce(busy())
  await hear(2)
  expect([askChanges.mock.calls.length, revision()]).toEqual([1, 1])
  const pauses: number[] = []
  for (let times = 0; times < 3; times++) {
    const from = Date.now()
    await vi.advanceTimersToNextTimerAsync()
    pauses.push(Date.now() - from)
  }
  expect(pauses).toEqual([2_500, 5_000, 10_000])
  expect([askChanges.mock.calls.length, revision(), vi.getTimerCount()]).toEqual([4, 2, 0])
  sync.close()
})

test('what a write has changed is asked for again when the question behind it failed', async () => {
  const { sync, askChanges, revision } = await open()
  askChanges.mockRejectedValueOnce(new CallError('Erro de conexão', { id: 'network' }))
  await sync.refresh()
  expect(revision()).toBe(1)
  await vi.advanceTimersToNextTimerAsync()
  expect([revision(), vi.getTimerCount()]).toEqual([2, 0])
  sync.close()
})

test('a later question takes the place of the one that waits, and pauses begin small again', async () => {
  const { sync, askChanges, hear, revision } = await open()
  askChanges.mockRejectedValueOnce(busy()).mockRejectedValueOnce(busy())
  await hear(2)
  await sync.refresh()
  expect(vi.getTimerCount()).toBe(1)
  await sync.refresh()
  expect([revision(), vi.getTimerCount()]).toEqual([2, 0])
  askChanges.mockRejectedValueOnce(busy())
  await hear(3)
  const from = Date.now()
  await vi.advanceTimersToNextTimerAsync()
  expect(Date.now() - from).toBe(2_500)
  sync.close()
})

test('a board that was closed, or that the person lost, is not asked for again', async () => {
  const closed = await open()
  closed.askChanges.mockRejectedValue(busy())
  await closed.hear(2)
  closed.sync.close()
  expect(vi.getTimerCount()).toBe(0)
  const lost = await open()
  lost.askChanges.mockRejectedValue(new CallError('Sem acesso', { status: 403 }))
  await lost.hear(2)
  expect([lost.phase(), vi.getTimerCount()]).toEqual(['gone', 0])
  lost.sync.close()
})

test('a question that fails after its board was closed starts no clock', async () => {
  const { sync, askChanges, hear } = await open()
  let refuse = (_reason: Error): void => {}
  askChanges.mockReturnValueOnce(
    new Promise((_, reject) => {
      refuse = reject
    }),
  )
  await hear(2)
  sync.close()
  refuse(busy())
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
