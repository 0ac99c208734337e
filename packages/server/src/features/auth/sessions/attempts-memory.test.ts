import { expect, test } from 'vitest'
import type { RateLimits } from '../../../platform/limits/rate-limits.ts'
import { createRateLimits } from '../../../platform/limits/rate-limits.ts'
import { createLoginAttempts } from './attempts.ts'

test('an address that invents e-mails makes no more counters than it has tries', async () => {
  const keys = new Map<string, Set<string>>()
  const real = createRateLimits({ redis: undefined, prefix: 'test', factor: 1 })
  const limits: RateLimits = (name, limit) => {
    const limiter = real(name, limit)
    return {
      ...limiter,
      take: (key) => {
        keys.set(name, (keys.get(name) ?? new Set()).add(key))
        return limiter.take(key)
      },
    }
  }
  const attempts = createLoginAttempts(limits)
  for (let i = 0; i < 1000; i += 1)
    await attempts.begin({ email: `inventado-${i}@exemplo.com.br`, address: '203.0.113.9', device: undefined }).catch(() => undefined)
  for (const name of ['login-pair', 'login-account']) expect(keys.get(name)?.size).toBe(300)
})
