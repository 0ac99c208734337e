import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { keepConnection } from './connection.ts'
import type { Redis } from './redis.ts'

/** This connection reads and is asked nothing, so it asks itself: whether it still stands shows within two of these. */
const askEveryMs = 5_000
/** What is not heard within this time is made good later: a person at a table must not wait for Redis. */
const patienceMs = 1_500

type Listener = (message: Buffer, channel: Buffer) => void
type Channel = { wanted: Listener | undefined; heard: Listener | undefined; isFollowed: boolean }

/**
 * What a process says and listens to in Redis: sharded channels, heard on one connection, so that messages come in the order in which they
 * were sent. Its calls have the names that the adapter of Socket.IO asks of a client of Redis.
 */
export type PubSub = {
  /** Subscribes soon, and again whenever the connection was lost. `listener` is the only one of the channel. */
  sSubscribe: (channel: string, listener: Listener) => void
  sUnsubscribe: (channel: string | string[]) => void
  /** @throws while Redis is away */
  sPublish: (channel: string, message: string | Buffer) => Promise<unknown>
  sendCommand: (words: string[]) => Promise<unknown>
  /**
   * Resolves when Redis sends what is published from now on in those channels that were asked for and have one of these in their names, or when
   * it does not answer now. Then `late` is called once it does: what was published meanwhile was not heard.
   */
  heard: (within: readonly string[], late: () => void) => Promise<void>
  /** How many messages came since the start. */
  messages: () => number
  close: () => Promise<void>
}

/**
 * @param onMissed hears that something may have been published that this process did not hear
 */
export async function createPubSub(redis: Redis, log: FastifyBaseLogger, onMissed: () => void): Promise<PubSub> {
  const channels = new Map<string, Channel>()
  const working = new Map<string, Promise<void>>()
  let messages = 0

  const open = async () => {
    const client = await redis.another({ pingInterval: askEveryMs })
    // A node that gives our slot away ends our subscriptions.
    client.on('sharded-channel-moved', () => {
      if (client === connection.client) connection.replace(new Error('the channels moved to another node'))
    })
    return client
  }
  const connection = keepConnection(await open(), {
    open,
    back: () => {
      for (const [name, channel] of channels) {
        channel.heard = undefined
        followSoon(name, channel)
      }
      onMissed()
    },
  })
  redis.onBack(() => connection.replace(new Error('Redis was away')))

  /**
   * One command of a channel at a time. The library takes a channel that is being left for one that it is in, so that a person who comes
   * back at that moment would hear nothing.
   */
  const follow = async (name: string, channel: Channel): Promise<void> => {
    while (channel.wanted !== channel.heard && connection.client.isReady) {
      const { wanted } = channel
      const { client } = connection
      try {
        await (wanted ? client.sSubscribe(name, counted(wanted), true) : client.sUnsubscribe(name))
        if (client === connection.client) channel.heard = wanted
      } catch (error) {
        // It was lost with the connection; the next one is asked again.
        if (client.isReady) {
          log.warn({ err: error, channel: name }, 'a channel could not be subscribed')
          await pause(patienceMs, undefined, { ref: false })
        }
      }
    }
    channel.isFollowed = false
    if (!channel.wanted && !channel.heard) channels.delete(name)
  }
  const followSoon = (name: string, channel: Channel): void => {
    if (channel.isFollowed) return
    channel.isFollowed = true
    const work = follow(name, channel).finally(() => {
      if (working.get(name) === work) working.delete(name)
    })
    working.set(name, work)
  }

  const counted =
    (listener: Listener): Listener =>
    (message, channel) => {
      messages += 1
      listener(message, channel)
    }

  const want = (name: string, listener: Listener | undefined): void => {
    const channel = channels.get(name) ?? { wanted: undefined, heard: undefined, isFollowed: false }
    channel.wanted = listener
    channels.set(name, channel)
    followSoon(name, channel)
  }

  return {
    sSubscribe: want,
    sUnsubscribe: (names) => {
      for (const name of [names].flat()) want(name, undefined)
    },
    sPublish: (channel, message) => redis.client.sPublish(channel, message),
    sendCommand: (words) => redis.client.sendCommand(words),
    heard: async (within, late) => {
      const own = [...working].flatMap(([name, work]) => (within.some((part) => name.includes(part)) ? work : []))
      if (own.length === 0 || !connection.client.isReady) return
      const all = Promise.all(own)
      const isLate = await Promise.race([all.then(() => false), pause(patienceMs, true, { ref: false })])
      if (isLate) void all.then(late)
    },
    messages: () => messages,
    close: () => connection.close(),
  }
}
