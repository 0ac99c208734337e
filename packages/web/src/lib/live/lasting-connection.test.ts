import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLastingConnection } from './lasting-connection.ts'

/** Socket.IO without a network: what it would tell is told by the test. */
const made = vi.hoisted(() => {
  const heard = new Map<string, (...args: unknown[]) => void>()
  const socket = {
    connected: false,
    active: true,
    connect: () => socket.calls.push('connect'),
    disconnect: () => socket.calls.push('disconnect'),
    calls: [] as string[],
    on: (event: string, listener: (...args: unknown[]) => void) => heard.set(event, listener),
    io: { on: (event: string, listener: (...args: unknown[]) => void) => heard.set(event, listener) },
  }
  return { socket, tell: (event: string, ...args: unknown[]) => heard.get(event)?.(...args) }
})
vi.mock('./socket-io.ts', () => ({ openSocket: () => made.socket }))

const { socket, tell } = made
const connected = () => {
  socket.connected = true
  tell('connect')
}
const gone = (reason: string) => {
  socket.connected = false
  tell('disconnect', reason)
}
const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const opened: { close: () => void }[] = []
async function open(whileHidden = false) {
  const onStatus = vi.fn()
  const onConnect = vi.fn()
  const onWake = vi.fn()
  const connection = await openLastingConnection({ token: () => null, whileHidden, onStatus, onConnect, onWake })
  opened.push(connection)
  return { connection, onStatus, onConnect, onWake, said: () => onStatus.mock.calls.flat() }
}

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(socket, { connected: false, active: true, calls: [] })
  show('visible')
})
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('once offline, only a connection changes what is said', async () => {
  const { said } = await open()
  tell('connect_error')
  tell('reconnect_failed')
  tell('connect_error')
  expect(said()).toEqual(['connecting', 'offline'])
  connected()
  gone('transport close')
  expect(said()).toEqual(['connecting', 'offline', 'connected', 'reconnecting'])
})

test('after the agreed attempts it is tried quietly while the page is shown, and at once when it is shown again', async () => {
  await open()
  tell('reconnect_failed')
  socket.calls = []
  vi.advanceTimersByTime(10_000)
  expect(socket.calls).toEqual(['disconnect', 'connect'])
  tell('reconnect_failed')
  show('hidden')
  socket.calls = []
  vi.advanceTimersByTime(60_000)
  expect(socket.calls).toEqual([])
  show('visible')
  expect(socket.calls).toEqual(['disconnect', 'connect'])
})

test.each([
  [true, ['disconnect', 'connect']],
  [false, []],
])('closed by the server while nobody looks, who comes back hidden (%s) does so', async (whileHidden, calls) => {
  await open(whileHidden)
  connected()
  show('hidden')
  socket.calls = []
  gone('io server disconnect')
  vi.advanceTimersByTime(realtimeSettings.room.reconnectionDelay)
  expect(socket.calls).toEqual(calls)
})

test('a page that slept asks whether its connection still lives; a glance elsewhere asks nothing', async () => {
  const { onWake } = await open()
  connected()
  show('hidden')
  vi.advanceTimersByTime(1_000)
  show('visible')
  expect(onWake).not.toHaveBeenCalled()
  show('hidden')
  vi.advanceTimersByTime(60_000)
  show('visible')
  expect(onWake).toHaveBeenCalledOnce()
})

test('a closed connection tells nothing more', async () => {
  const { connection, onStatus, onConnect, onWake } = await open()
  connection.close()
  onStatus.mockClear()
  gone('io server disconnect')
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  connection.retry()
  expect([onStatus, onConnect, onWake].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  expect(socket.calls.at(-1)).toBe('disconnect')
})
