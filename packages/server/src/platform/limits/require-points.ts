import { type Limiter, tooMany } from './rate-limits.ts'

/** Takes points of a limit. @throws AppError 429 with the seconds to wait when there are not enough */
export async function requirePoints(limiter: Limiter, key: string | number, points?: number): Promise<void> {
  const wait = await limiter.take(String(key), points)
  if (wait !== undefined) throw tooMany(wait)
}
