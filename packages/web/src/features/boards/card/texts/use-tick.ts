import type { Card } from '@rodada/contract/cards/cards'
import { t } from '../../../../i18n/index.ts'
import { type Edit, TextClash } from '../../../../lib/text/stale-text.ts'
import { setTask, setTaskAgain } from '../../../../lib/text/tasks.ts'
import { toast } from '../../../../ui/states/feedback.tsx'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'

/** So many people who write the same text at once are nobody's plan. */
const tries = 4

/**
 * Ticks a task of the description where it stands. When somebody else wrote the text meanwhile, the task is ticked in theirs, if it is still
 * there.
 */
export function useTick(): (line: number, done: boolean) => Promise<void> {
  const { card, attempt, receive } = useCard()
  const { writeText } = useCardFacts()
  return async (line, done) => {
    const before = card.description
    let edit: Edit = { text: setTask(before, line, done), origin: before, version: card.version }
    for (let count = 0; count < tries; count++) {
      const written = await attempt<Card>(...writeText(card.id, 'description', edit))
      if (written.ok || !(written.reason instanceof TextClash)) return
      const { theirs, version } = written.reason.clash
      receive(written.reason.current as Card)
      const text = setTaskAgain(before, line, done, theirs)
      if (text === theirs) return
      if (text === null) break
      edit = { text, origin: theirs, version }
    }
    toast(t('card:description.taskGone'), { kind: 'problem' })
  }
}
