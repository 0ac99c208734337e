import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './BlockingDialog.module.css'

type Props = {
  title: string
  text?: string
  /** Buttons, the main one last. */
  actions: ReactNode
  /** Without it the dialog stays until one of its actions ends it. */
  onClose?: () => void
}

/** Something that cannot be worked around, only answered: lost connection, lost seat, ended session. */
export function BlockingDialog({ title, text, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
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
      </div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  )
}
