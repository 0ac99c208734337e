import { setTimeout as pause } from 'node:timers/promises'
import type { createClient } from 'redis'

export type RedisClient = ReturnType<typeof createClient>

/** Between two tries to reach a Redis that went. Every process is back within this time, so people come back once. */
const retryMs = 500
/** How long a Redis may take to answer a connection that is being opened. */
const openMs = 1_500
const waitingTurns = 6
/** For connections that nobody asks: one that is being opened, and the one that listens, which asks itself every five seconds. */
const silentMs = 10_000
/** How long a stop waits for what is under way. */
const closeMs = 1_000

/**
 * Opens one connection, which ends for good when it is lost.
 * @param options.pingInterval it asks so often whether it still stands, in milliseconds
 * @throws when Redis does not answer now
 */
export async function openConnection(url: string, options: { pingInterval?: number } = {}): Promise<RedisClient> {
  const { createClient: create } = await import('redis')
  const socket = { reconnectStrategy: false, connectTimeout: openMs, socketTimeout: silentMs } as const
  const client: RedisClient = create({ url, disableOfflineQueue: true, socket, ...options })
  // The one who keeps the connection hears of its end; while it is opened the failure is thrown.
  client.on('error', () => {})
  try {
    await answered(client.connect())
  } catch (error) {
    client.destroy()
    throw error
  }
  return client
}

/** @throws when the answer does not come: the library limits how long a command waits to be written, not how long for its answer */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  const late = Symbol()
  const first = await Promise.race([answer, turnsOfWaiting().then(() => late)])
  if (first !== late) return first as T
  answer.catch(() => {})
  throw new Error(`no answer within ${openMs} ms`)
}

/** Turns are counted and not time: a process that stood still itself, as while it starts on a busy machine, has the answer waiting. */
async function turnsOfWaiting(): Promise<void> {
  for (let turn = 0; turn < waitingTurns; turn += 1) await pause(openMs / waitingTurns, undefined, { ref: false })
}

/** A connection that is replaced whenever it is lost. */
export type KeptConnection = {
  /** The one of now. While it is lost every command fails at once, so nothing queues up. */
  readonly client: RedisClient
  /** Throws the connection away, whether it stands or not; another is opened at once. */
  replace: (cause: unknown) => void
  /** Also of one that is not answered. */
  close: () => Promise<void>
}

/**
 * @param open makes the next one, and is asked again after half a second when it fails
 * @param lost hears once that there is none
 * @param back hears that the next one stands
 */
export function keepConnection(
  first: RedisClient,
  { open, lost, back }: { open: () => Promise<RedisClient>; lost?: (cause: unknown) => void; back: () => void },
): KeptConnection {
  let client = first
  let isClosed = false
  let isOpening = false

  const openNext = async (): Promise<void> => {
    while (!isClosed) {
      const next = await open().catch(() => undefined)
      if (next?.isReady && !isClosed) {
        client = next
        isOpening = false
        watch(next)
        return back()
      }
      next?.destroy()
      await pause(retryMs, undefined, { ref: false })
    }
  }
  const replace = (cause: unknown): void => {
    if (isClosed || isOpening) return
    isOpening = true
    client.destroy()
    lost?.(cause)
    void openNext()
  }
  const watch = (watched: RedisClient): void => {
    watched.on('error', (cause: unknown) => {
      if (watched === client) replace(cause)
    })
  }
  watch(first)
  // It may have ended before anybody listened.
  if (!first.isReady) replace(new Error('the connection ended'))
  return {
    get client() {
      return client
    },
    replace,
    close: async () => {
      isClosed = true
      if (client.isReady) await Promise.race([client.close(), pause(closeMs, undefined, { ref: false })])
      client.destroy()
    },
  }
}
