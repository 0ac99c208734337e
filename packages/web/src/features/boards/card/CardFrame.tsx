import { FocusTrap, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './CardWindow.module.css'

type Props = {
  cardId: number
  label: string
  /** Part of a page, which has its own way to close it, instead of a window over it. */
  isPane: boolean
  onClose: () => void
  children: ReactNode
}

/** What a card stands in: a window over its board, or a part of a page. */
export function CardFrame({ isPane, ...props }: Props) {
  if (!isPane) return <Window {...props} />
  return (
    <section className={classes.pane} aria-label={props.label}>
      {props.children}
    </section>
  )
}

function Window({ cardId, label, onClose, children }: Omit<Props, 'isPane'>) {
  useReturnFocus(cardId)
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} returnFocus={false} centered size={980} radius="xl">
      <Modal.Overlay backgroundOpacity={0.4} color="#02141a" />
      <Modal.Content classNames={{ content: classes.window }} aria-label={label}>
        {/* Not the first field: the keys of the window work at once, and no text is changed by accident. */}
        <FocusTrap.InitialFocus />
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The focus goes back to where it was when the window opened, or to the card on the board. */
function useReturnFocus(cardId: number): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the window has really left: until then the rest of the page does not take the focus.
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return
        const back = opener?.isConnected && opener !== document.body ? opener : document.querySelector(`[data-kanban-item="${cardId}"]`)
        if (back instanceof HTMLElement) back.focus()
      }, 0)
    },
    [opener, cardId],
  )
}
