import type { CardHit } from '@rodada/contract/cards/cards'
import { type Day, today } from '../../../lib/dates/days.ts'
import { readDue } from '../../../lib/dates/near.ts'

const rank = { urgent: 0, high: 1, medium: 2, low: 3, none: 4 } as const

/**
 * What to look at now, of one's open cards: late first, then today and the next days, and what is under way without a date.
 * Within a day the higher priority comes first.
 */
export function forNow(cards: readonly CardHit[], most: number, now: Day = today()): CardHit[] {
  const dated = cards.filter(({ due_date }) => due_date !== null && readDue(due_date, now).tone !== 'later')
  const underWay = cards.filter(({ due_date, status }) => due_date === null && status === 'em_andamento')
  const byDay = dated.toSorted((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '') || rank[a.priority] - rank[b.priority])
  const byPriority = underWay.toSorted((a, b) => rank[a.priority] - rank[b.priority])
  return [...byDay, ...byPriority].slice(0, most)
}
