import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { createClient } from 'redis'
import { messageOf, StartRefusal } from '../http/errors.ts'

export type RedisClient = ReturnType<typeof createClient>

/** Between two tries to reach a Redis that went. Every process is back within this time, so people come back once. */
const retryMs = 500

/** Redis is asked this often whether it answers, and is away when it left so many questions open. */
const askEveryMs = 250
const mostUnanswered = 6

/** For connections that nobody asks: one that is being opened, and the one that listens, which asks itself every five seconds. */
const silentMs = 10_000

/** How long a stop waits for what is under way. */
const closeMs = 1_000

/**
 * Connects to Redis, and again whenever it went or stands still. While it is away every command fails at once: limits hold
 * per process meanwhile, and what was not said is made good afterwards, so nothing queues up.
 * @throws StartRefusal when it does not answer now
 */
export async function connectRedis(url: string, log: FastifyBaseLogger): Promise<RedisClient> {
  const { createClient: create } = await import('redis')
  let served = false
  let away = false
  const client: RedisClient = create({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: () => (served ? retryMs : false), socketTimeout: silentMs },
  })
  const isAway = (error: unknown) => {
    // Once, and not with every try.
    if (served && !away) log.error({ err: error }, 'redis is away')
    away = true
  }
  client.on('error', isAway)
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
  const [listening] = await client.commandInfo(['SSUBSCRIBE'])
  if (!listening) {
    client.destroy()
    throw new StartRefusal('Este Redis não tem o comando SSUBSCRIBE. A Rodada precisa do Redis 7 ou mais novo. Nada foi mudado.')
  }
  watchAnswers(client, isAway)
  return client
}

/**
 * Ends the connection of a client that Redis does not answer, and connects again. The library limits how long a command waits to be
 * written, not how long for its answer, so a Redis that stands still would hold every login.
 */
function watchAnswers(client: RedisClient, isAway: (error: Error) => void): void {
  let unanswered = 0
  const timer = setInterval(() => {
    if (!client.isOpen) return clearInterval(timer)
    // While it connects, every command fails already.
    if (!client.isReady) return
    // Turns are counted and not time: a process that stood still itself has the answer waiting.
    if (unanswered === mostUnanswered) {
      isAway(new Error(`no answer within ${askEveryMs * mostUnanswered} ms`))
      client.destroy()
      // It tries until it is closed, and only then fails.
      client.connect().catch(() => {})
      unanswered = 0
      return
    }
    unanswered += 1
    // One question at a time.
    if (unanswered > 1) return
    client
      .ping()
      .catch(() => {})
      .finally(() => {
        unanswered = 0
      })
  }, askEveryMs)
  timer.unref()
}

/** Lets go of the client, also of one that is trying to connect or is not answered. */
export async function closeRedis(client: RedisClient): Promise<void> {
  if (client.isReady) await Promise.race([client.close(), pause(closeMs, undefined, { ref: false })])
  client.destroy()
}
