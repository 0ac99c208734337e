import type { FinishedCards } from '@rodada/contract/cards/references'
import { countDays, dayOf, defaultTimeZone } from '../../../platform/time.ts'
import { byLikeness } from './alike.ts'
import { intervalOf } from './interval.ts'
import type { FinishedCard } from './queries.ts'

/** Cards that are shown of each estimate. */
const shownCards = 3

/** Whole calendar days of the team from the beginning of a card's work to its end, both counted. */
export const daysTaken = ({ started_at, completed_at }: { started_at: string; completed_at: string }): number =>
  Math.max(1, countDays(dayOf(started_at, defaultTimeZone), dayOf(completed_at, defaultTimeZone)))

/** Finished cards by estimate, the lowest first, and of each those that are the most like a text. */
export function referencesView(text: string, cards: readonly FinishedCard[]): FinishedCards[] {
  const alike = byLikeness(text, cards, ({ search_text }) => search_text)
  const estimates = [...new Set(cards.map(({ estimate }) => estimate))].sort((a, b) => a - b)
  return estimates.map((estimate) => {
    const days = cards.filter((card) => card.estimate === estimate).map(daysTaken)
    return {
      estimate,
      days,
      interval: intervalOf(days),
      cards: alike
        .filter((card) => card.estimate === estimate)
        .slice(0, shownCards)
        .map((card) => ({ id: card.id, title: card.title, days: daysTaken(card) })),
    }
  })
}
