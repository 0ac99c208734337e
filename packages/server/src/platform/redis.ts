import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { createClient } from 'redis'
import { messageOf, StartRefusal } from './errors.ts'

export type RedisClient = ReturnType<typeof createClient>

/** Between two tries to reach a Redis that went. Every process is back within this time, so people come back once. */
const retryMs = 500

/**
 * Connects to Redis, and again whenever it went. While it is away every command fails at once: limits hold per process
 * meanwhile, and what was not said is made good afterwards, so nothing queues up.
 * @throws StartRefusal when it does not answer now
 */
export async function connectRedis(url: string, log: FastifyBaseLogger): Promise<RedisClient> {
  const { createClient: create } = await import('redis')
  let served = false
  let away = false
  const client: RedisClient = create({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: () => (served ? retryMs : false) },
  })
  client.on('error', (error: unknown) => {
    // Once, and not with every try.
    if (served && !away) log.error({ err: error }, 'redis is away')
    away = true
  })
  client.on('ready', () => {
    if (served) log.info('redis is back')
    served = true
    away = false
  })
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefusal(`O Redis não respondeu (${messageOf(error)}). Confira REDIS_URL, e se ele está no ar. Nada foi mudado.`)
  }
  return client
}

/** Lets go of the client, also of one that is trying to connect. */
export async function closeRedis(client: RedisClient): Promise<void> {
  if (client.isReady) await client.close()
  else client.destroy()
}

/**
 * The part of a client that Socket.IO's adapter uses. Its own use of one ends the process when a message cannot be sent.
 * @param onReturn called each time that one of its connections stands again after it was lost
 */
export function adapterClient(redis: RedisClient, onReturn: () => void): object {
  const watch = (client: RedisClient): RedisClient => {
    let known = client.isReady
    client.on('ready', () => {
      if (known) onReturn()
      known = true
    })
    return client
  }
  watch(redis)
  return {
    // The adapter asks for the same thing again as soon as it failed: here it must wait until Redis is there.
    duplicate: () => watch(redis.duplicate({ disableOfflineQueue: false })),
    publish: (channel: string, message: Buffer) => redis.publish(channel, message).catch(() => 0),
    xAdd: redis.xAdd.bind(redis),
    sendCommand: redis.sendCommand.bind(redis),
    // By its presence the adapter knows the package.
    sSubscribe: redis.sSubscribe.bind(redis),
  }
}

/**
 * Whether Redis lost what it had since the last call: emptied, or back without its data. Its streams are then new ones,
 * and what had not been read of the old ones is gone.
 */
export function createLossCheck(redis: RedisClient, prefix: string): () => Promise<boolean> {
  const key = `${prefix}:kept`
  let known: string | null = null
  return async () => {
    if (!redis.isReady) return false
    await redis.set(key, randomUUID(), { condition: 'NX' })
    const kept = await redis.get(key)
    const lost = known !== null && kept !== known
    known = kept
    return lost
  }
}
