import { type ReactNode, useEffect, useRef } from 'react'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import classes from './Drawer.module.css'

type Props = { side: 'left' | 'right'; label: string; onClose: () => void; children: ReactNode }

/** A panel over the room on narrow screens. The browser's own modal dialog: focus stays in it, Escape and the backdrop close it. */
export function Drawer({ side, label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click only catches the backdrop; Escape is the dialog's own
    <dialog
      ref={dialog}
      className={classes.drawer}
      data-side={side}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
