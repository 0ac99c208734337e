import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient } from './redis.ts'

/** This connection reads and is asked nothing, so it asks itself: whether it still stands shows within two of these. */
const askEveryMs = 5_000
/** What is not heard within this time is made good later: a person at a table must not wait for Redis. */
const patienceMs = 1_500

type Listener = (message: Buffer, channel: Buffer) => void
type Channel = { wanted: Listener | undefined; heard: Listener | undefined }

/** What a process listens to in Redis: sharded channels, on one connection, so that messages come in the order in which they were sent. */
export type Subscriber = {
  /** Subscribes soon, and again whenever the connection was lost. `listener` is the only one of the channel. */
  sSubscribe: (channel: string, listener: Listener) => void
  sUnsubscribe: (channel: string | string[]) => void
  /** Resolves when Redis sends what is published from now on in all channels that were asked for, or when it does not answer now. */
  heard: () => Promise<void>
  /** How many messages came since the start. */
  messages: () => number
  close: () => void
}

/**
 * @param onMissed hears that something may have been published that this process did not hear
 */
export async function createSubscriber(redis: RedisClient, log: FastifyBaseLogger, onMissed: () => void): Promise<Subscriber> {
  const client = redis.duplicate({ disableOfflineQueue: false, pingInterval: askEveryMs })
  const channels = new Map<string, Channel>()
  const working = new Set<Promise<void>>()
  let isKnown = false
  let messages = 0
  // The connection that commands use has said already that Redis is away.
  client.on('error', () => {})
  client.on('ready', () => {
    if (isKnown) onMissed()
    isKnown = true
  })
  await client.connect()

  /**
   * One command of a channel at a time. The library takes a channel that is being left for one that it is in, so that a person who comes
   * back at that moment would hear nothing.
   */
  const follow = async (name: string, channel: Channel): Promise<void> => {
    while (channel.wanted !== channel.heard && client.isOpen) {
      const { wanted } = channel
      try {
        await (wanted ? client.sSubscribe(name, counted(wanted), true) : client.sUnsubscribe(name))
        channel.heard = wanted
      } catch (error) {
        // It was lost with the connection; the next try waits for the new one.
        if (client.isOpen && client.isReady) {
          log.warn({ err: error, channel: name }, 'a channel could not be subscribed')
          await pause(patienceMs, undefined, { ref: false })
        }
      }
    }
    if (!channel.wanted) channels.delete(name)
  }

  const counted =
    (listener: Listener): Listener =>
    (message, channel) => {
      messages += 1
      listener(message, channel)
    }

  const want = (name: string, listener: Listener | undefined): void => {
    const known = channels.get(name)
    const channel = known ?? { wanted: undefined, heard: undefined }
    const isIdle = channel.wanted === channel.heard
    channel.wanted = listener
    channels.set(name, channel)
    if (!isIdle || listener === channel.heard) return
    const work = follow(name, channel).finally(() => working.delete(work))
    working.add(work)
  }

  return {
    sSubscribe: want,
    sUnsubscribe: (names) => {
      for (const name of [names].flat()) want(name, undefined)
    },
    heard: async () => {
      if (working.size === 0 || !client.isReady) return
      const all = Promise.all(working)
      const isLate = await Promise.race([all.then(() => false), pause(patienceMs, true, { ref: false })])
      if (isLate) void all.then(onMissed)
    },
    messages: () => messages,
    close: () => client.destroy(),
  }
}
