import type { Deps } from '../../platform/deps.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { cardsChanging } from './events.ts'

/**
 * Bounds how many cards one person changes. A list of 20,000 that gets another status is a second in which nobody else writes on SQLite,
 * by one short call, and each card is a line of the journal. The board is held when this asks, so that calls which come at once are
 * counted one after another. @throws AppError 429
 */
export function limitChanges({ events, limits }: Pick<Deps, 'events' | 'limits'>): void {
  const ofMinute = limits('changed-cards', { points: 40_000, seconds: 60 })
  const ofHour = limits('changed-cards-of-hour', { points: 200_000, seconds: 3600 })
  const take = async (key: string, count: number) => {
    const [minute, hour] = [await ofMinute.take(key, count), await ofHour.take(key, count)]
    return hour ?? minute
  }
  events.on(cardsChanging, async ({ actorId }, { count }) => {
    if (actorId === null) return
    // The change that goes beyond is done; the next one waits.
    const wait = await take(String(actorId), 0)
    if (wait !== undefined) throw tooMany(wait)
    await take(String(actorId), count)
  })
}
