import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { CardHit } from '@rodada/contract/cards/cards'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import type { Day } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { undoToast } from '../../ui/states/feedback.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'

/** Changes when a task is due, with a way back. */
export function useSetDue(): (card: CardHit, day: Day | null) => Promise<void> {
  const queryClient = useQueryClient()
  const write = async ({ id }: CardHit, due_date: Day | null): Promise<boolean> => {
    try {
      await call(cardsApi.update, { params: { cardId: id }, body: { due_date } })
      return true
    } catch (reason) {
      tellProblem(t('myTasks:dueFailed'), reason)
      return false
    } finally {
      await Promise.all(['cards', 'dashboard'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    }
  }
  return async (card, day) => {
    if (day === card.due_date || !(await write(card, day))) return
    const said =
      day === null ? t('myTasks:undated', { title: card.title }) : t('myTasks:dated', { title: card.title, day: format.day(day) })
    undoToast(said, () => void write(card, card.due_date))
  }
}
