import { useSyncExternalStore } from 'react'
import { t } from '../../../i18n/index.ts'
import { useBoardPart } from '../session/board-session.ts'
import { useBoardUi } from '../session/board-ui.ts'
import classes from './ChooseBox.module.css'

/** Whether a card is chosen. */
export function useIsChosen(cardId: number): boolean {
  const { selection } = useBoardUi()
  return useSyncExternalStore(selection.subscribe, () => selection.has(cardId))
}

/** Chooses a card by pointer, at its edge; the keyboard has 'x'. */
export function ChooseBox({ cardId }: { cardId: number }) {
  const { selection, kanban } = useBoardUi()
  const title = useBoardPart(({ cards }) => cards.get(cardId)?.title ?? '', '')
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={classes.box}
      aria-label={t('boards:card.choose', { title })}
      checked={useIsChosen(cardId)}
      onChange={() => {
        selection.toggle(cardId)
        // The arrows go on from the card.
        kanban.itemElement(cardId)?.focus({ preventScroll: true })
      }}
    />
  )
}
