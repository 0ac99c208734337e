import { isIPv4, isIPv6 } from 'node:net'
import { texts } from '@rodada/contract/texts'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'
import type { RedisClient } from './redis.ts'

/** `points` per `seconds`. `shared` counts over all processes (one Redis call each time), otherwise per process. */
export type Limit = { points: number; seconds: number; shared?: boolean }

export type Limiter = {
  /** Takes points, one unless said otherwise; undefined when they were there, otherwise the seconds until they may be. */
  take: (key: string, points?: number) => Promise<number | undefined>
  /** How many points the key used in its present window. */
  used: (key: string) => Promise<number>
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
export function createRateLimits(options: { redis: RedisClient | undefined; prefix: string; factor: number }): RateLimits {
  const made = new Map<string, { limiter: Limiter; limit: string }>()
  const make = (name: string, { points: factorless, seconds, shared }: Limit): Limiter => {
    const points = Math.max(1, Math.round(factorless * options.factor))
    if (!shared) return ownLimiter({ points, seconds })
    const settings = { points, duration: seconds, keyPrefix: `${options.prefix}:limit:${name}` }
    const inMemory = new RateLimiterMemory(settings)
    const limiter: RateLimiterAbstract = options.redis
      ? // While Redis is away the limits hold per process instead of failing every request.
        new RateLimiterRedis({ ...settings, storeClient: options.redis, useRedisPackage: true, insuranceLimiter: inMemory })
      : inMemory
    return {
      take: async (key, taken = 1) => {
        try {
          await limiter.consume(key, taken)
          return undefined
        } catch (refused) {
          // Never longer than the window, also when the clock was set back within it.
          if (refused instanceof RateLimiterRes) return Math.min(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)), seconds)
          throw refused
        }
      },
      used: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
      giveBack: async (key) => {
        await limiter.reward(key)
      },
      forget: async (key) => {
        await limiter.delete(key)
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

/** What a key used of the window that ends at `until`, milliseconds of `performance.now()`. */
type Window = { until: number; used: number }

/**
 * Counts for this process alone, in fixed windows. One record per key that is changed in place: the library makes several objects and a
 * timer for each key and window, which outlive collections of young memory, and every one of those stops all votes (decision 0011).
 */
function ownLimiter({ points, seconds }: Limit): Limiter {
  const windows = new Map<string, Window>()
  const length = seconds * 1000
  let sweepAt = performance.now() + length
  const sweep = (now: number) => {
    sweepAt = now + length
    for (const [key, { until }] of windows) if (until <= now) windows.delete(key)
  }
  const current = (key: string) => {
    const window = windows.get(key)
    return window && window.until > performance.now() ? window : undefined
  }
  return {
    take: async (key, taken = 1) => {
      const now = performance.now()
      if (now >= sweepAt) sweep(now)
      const window = windows.get(key)
      if (!window) {
        windows.set(key, { until: now + length, used: taken })
        return taken > points ? seconds : undefined
      }
      if (window.until <= now) Object.assign(window, { until: now + length, used: 0 })
      window.used += taken
      return window.used > points ? Math.ceil((window.until - now) / 1000) : undefined
    },
    used: async (key) => current(key)?.used ?? 0,
    giveBack: async (key) => {
      const window = current(key)
      if (window) window.used -= 1
    },
    forget: async (key) => {
      windows.delete(key)
    },
  }
}

/**
 * Whom the limits count as one: an IPv4 address, or the /64 of an IPv6 one, within which anybody takes addresses at will.
 * A connection that ended already has no address, and what a header gives as one need not be one; some proxies add the port.
 */
export function networkOf(address: string | undefined): string {
  const bare = (address ?? '').replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, '$1$2')
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : ''
  const [head = [], tail] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail ? Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0') : []
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** 429 with Retry-After. */
export const tooMany = (retryAfter: number): AppError => new AppError('too_many', texts.tooManyAttempts, { retryAfter })
