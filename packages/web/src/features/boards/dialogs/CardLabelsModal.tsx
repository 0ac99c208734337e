import { boardsApi } from '@rodada/contract/boards/board-calls'
import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { AnchoredDialog } from '../../../ui/dialog/AnchoredDialog.tsx'
import { LabelPicker } from '../../../ui/kanban/LabelPicker.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useBoardUi } from '../session/board-ui.ts'
import { useCardFacts } from '../session/use-card-facts.ts'

/** The labels of a card, beside it: what the key L opens. */
export function CardLabelsModal({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const { kanban } = useBoardUi()
  const { writes, boardId, sync } = useSession()
  const facts = useCardFacts()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const labels = useBoardPart(({ frame }) => frame.labels, [])
  // Somebody archived it, or it left the board.
  useEffect(() => {
    if (!card) onClose()
  }, [card, onClose])
  if (!card) return null
  const create = async (name: string, color: string) => {
    const send = () => call(boardsApi.addLabel, { params: { boardId }, body: { name, color } })
    const label = await writes.perform(null, send, t('boards:problems.label'))
    if (!label) return false
    await sync.refresh()
    return facts.label(cardId, label, true)
  }
  return (
    <AnchoredDialog label={t('kanban:labels.of', { card: card.title })} anchor={kanban.itemElement(cardId)} onClose={onClose}>
      <LabelPicker
        labels={labels}
        chosen={card.label_ids}
        onToggle={(label, on) => void facts.label(cardId, label, on)}
        onCreate={create}
      />
    </AnchoredDialog>
  )
}
