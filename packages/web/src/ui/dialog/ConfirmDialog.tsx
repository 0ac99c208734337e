import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './Dialog.module.css'
import { Dialog, DialogActions } from './Dialog.tsx'

type Props = {
  /** The question. */
  title: string
  /** What follows from a yes. */
  text?: string
  /** What the yes is called: a verb, never 'Sim'. */
  action: string
  danger?: boolean
  /** The dialog closes when this settles. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** What is to be chosen first. */
  children?: ReactNode
}

/** Asks before something that is not taken back with one key. The focus starts on the way out. */
export function ConfirmDialog({ title, text, action, danger = true, onConfirm, onClose, children }: Props) {
  const [sending, setSending] = useState(false)
  const confirm = () => {
    setSending(true)
    void onConfirm().finally(onClose)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.choice}>{children}</div>}
      <DialogActions onCancel={onClose} focusCancel>
        <Button variant={danger ? 'danger' : 'filled'} onClick={confirm} loading={sending}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
