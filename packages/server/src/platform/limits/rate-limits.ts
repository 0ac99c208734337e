import { texts } from '@rodada/contract/texts/texts'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../http/errors.ts'
import type { RedisClient } from '../redis/connection.ts'
import type { Redis } from '../redis/redis.ts'

/** `points` per `seconds`. `shared` counts over all processes (one Redis call each time), otherwise per process. */
export type Limit = { points: number; seconds: number; shared?: boolean }

export type Limiter = {
  /** Takes points, one unless said otherwise; undefined when they were there, otherwise the seconds until they may be. */
  take: (key: string, points?: number) => Promise<number | undefined>
  /** How many points the key used in its present window. */
  used: (key: string) => Promise<number>
  /** How many points the key has left in its present window. */
  left: (key: string) => Promise<number>
  /** Gives one point back. */
  giveBack: (key: string) => Promise<void>
  /** Forgets the key. */
  forget: (key: string) => Promise<void>
}

export type RateLimits = (name: string, limit: Limit) => Limiter

/**
 * Makes the limiters of this process. The same name gives the same limiter, so that two callers share one count also without Redis.
 * `factor` multiplies every limit: an installation behind one address for thousands of people raises it.
 * @throws Error when a name is asked for with two different limits
 */
export function createRateLimits(options: { redis: Redis | undefined; prefix: string; factor: number }): RateLimits {
  const made = new Map<string, { limiter: Limiter; limit: string }>()
  const make = (name: string, { points: factorless, seconds, shared }: Limit): Limiter => {
    const points = Math.max(1, Math.round(factorless * options.factor))
    const settings = { points, duration: seconds, keyPrefix: `${options.prefix}:limit:${name}` }
    const inMemory = new RateLimiterMemory(settings)
    const redis = shared ? options.redis : undefined
    // While Redis is away the limits hold per process instead of failing every request.
    // The client refuses single commands then, but lets transactions wait.
    const inRedis = (client: RedisClient): RateLimiterAbstract =>
      new RateLimiterRedis({
        ...settings,
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: inMemory,
      })
    // A limiter keeps its client, and Redis may be reached by another one later.
    const known = new WeakMap<RedisClient, RateLimiterAbstract>()
    const limiter = (): RateLimiterAbstract => {
      if (!redis) return inMemory
      const { client } = redis
      const made = known.get(client) ?? inRedis(client)
      known.set(client, made)
      return made
    }
    const used = async (key: string) => (await limiter().get(key))?.consumedPoints ?? 0
    return {
      take: async (key, taken = 1) => {
        try {
          await limiter().consume(key, taken)
          return undefined
        } catch (refused) {
          // Never longer than the window, also when the clock was set back within it.
          if (refused instanceof RateLimiterRes) return Math.min(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), seconds)
          throw refused
        }
      },
      used,
      left: async (key) => Math.max(0, points - (await used(key))),
      giveBack: async (key) => {
        await limiter().reward(key)
      },
      forget: async (key) => {
        await limiter().delete(key)
      },
    }
  }
  return (name, limit) => {
    const known = made.get(name)
    if (known && known.limit !== JSON.stringify(limit)) throw new Error(`two limits are called ${name}`)
    const limiter = known?.limiter ?? make(name, limit)
    made.set(name, { limiter, limit: JSON.stringify(limit) })
    return limiter
  }
}

/** 429 with Retry-After. */
export const tooMany = (retryAfter: number): AppError => new AppError('too_many', texts.tooManyAttempts, { retryAfter })
