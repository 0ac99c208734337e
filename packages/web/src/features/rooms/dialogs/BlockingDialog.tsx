import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import classes from './BlockingDialog.module.css'

type Props = {
  title: string
  text?: string
  /** Between the text and the buttons. */
  children?: ReactNode
  /** Buttons, the main one last. The one with `data-autofocus` has the focus; without any, the first. */
  actions: ReactNode
  /** Without it the dialog stays until one of its actions ends it. */
  onClose?: () => void
}

/** Something that cannot be worked around, only answered: lost connection, lost seat, ended session. */
export function BlockingDialog({ title, text, children, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useReturnFocus()
  useEffect(() => {
    dialog.current?.showModal()
    // `showModal` looks for an attribute that React's autoFocus does not write.
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className={classes.dialog}
      onCancel={(event) => !onClose && event.preventDefault()}
      onClose={onClose}
    >
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden="true" className={classes.sign} />
      <div>
        <p id={`${id}-title`} className={classes.title}>
          {title}
        </p>
        {text && <p id={`${id}-text`}>{text}</p>}
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  )
}
