import type { Deps } from '../../platform/deps.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import type { Work } from '../../platform/work.ts'
import { cardsChanging, mentioning } from './events.ts'

/** Letters that count as one more card, or a few calls fill a disk. */
const lettersOfCard = 500

/**
 * Bounds how many cards one person changes. A list of 20,000 that gets another status is a second in which nobody else writes on SQLite,
 * by one short call, and each card is a line of the journal. The board is held when this asks, so that calls which come at once are
 * counted one after another. @throws AppError 429
 */
export function limitChanges({ events, limits }: Pick<Deps, 'events' | 'limits'>): void {
  const ofMinute = personLimit(limits, 'changed-cards', { points: 40_000, seconds: 60 })
  const ofHour = personLimit(limits, 'changed-cards-of-hour', { points: 200_000, seconds: 3600 })
  const begun = new WeakSet<Work>()
  events.on(cardsChanging, async (work, { count, letters = 0 }) => {
    const { actor } = work
    if (actor === null) return
    const points = count + Math.floor(letters / lettersOfCard)
    // The act that goes beyond is done, with all that follows from it; the next one waits.
    if (!begun.has(work)) for (const limit of [ofHour, ofMinute]) await limit.require(actor, 0)
    begun.add(work)
    for (const limit of [ofHour, ofMinute]) await limit.charge(actor, points)
  })
}

/** Bounds how many people one person calls by name, in comments, descriptions and items together. @throws AppError 429 */
export function limitMentions({ events, limits }: Pick<Deps, 'events' | 'limits'>): void {
  const mentions = personLimit(limits, 'mentions', { points: 100, seconds: 10 * 60, shared: true })
  events.on(mentioning, async ({ actor }, { count }) => {
    if (actor !== null) await mentions.require(actor, count)
  })
}
