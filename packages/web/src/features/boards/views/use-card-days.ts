import type { CardChange } from '@rodada/contract/cards/cards'
import { t } from '../../../i18n/index.ts'
import { addDays, type Day, daysBetween } from '../../../lib/dates/days.ts'
import { format } from '../../../lib/dates/format.ts'
import { useSession } from '../session/board-session.ts'
import { useCardFacts } from '../session/use-card-facts.ts'

export type CardDays = Pick<CardChange, 'start_date' | 'due_date'>

/** The days of a card that is due on another one: its start moves by as many days, and is never behind the end. */
export function dueOn({ start_date, due_date }: CardDays, day: Day | null): CardDays {
  if (day === null || start_date === null) return { start_date, due_date: day }
  if (due_date !== null) return { start_date: addDays(start_date, daysBetween(due_date, day)), due_date: day }
  return { start_date: start_date > day ? day : start_date, due_date: day }
}

/** Gives a card other days, with one way back. */
export function useCardDays() {
  const { writes, store } = useSession()
  const facts = useCardFacts()
  return (cardId: number, change: (card: CardChange) => CardDays): void => {
    const card = store.get().board?.cards.get(cardId)
    if (!card || cardId < 0 || !writes.mayWrite()) return
    const before = { start_date: card.start_date, due_date: card.due_date }
    const after = change(card)
    if (after.start_date === before.start_date && after.due_date === before.due_date) return
    const done = facts.update(cardId, after)
    const said = after.due_date
      ? t('views:days.moved', { title: card.title, date: format.day(after.due_date) })
      : t('views:days.none', { title: card.title })
    const isAsLeft = (): boolean => {
      const now = store.get().board?.cards.get(cardId)
      return now?.start_date === after.start_date && now.due_date === after.due_date
    }
    writes.offerUndo(said, done, () => facts.update(cardId, before), isAsLeft)
  }
}
