import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '../i18n/index.ts'
import classes from './ConfirmDialog.module.css'

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
}

/** Asks before something that is not taken back with one key. The focus starts on the way out. */
export function ConfirmDialog({ title, text, action, danger = true, onConfirm, onClose }: Props) {
  const [sending, setSending] = useState(false)
  const confirm = () => {
    setSending(true)
    void onConfirm().finally(onClose)
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {text && <p className={classes.text}>{text}</p>}
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'filled'} onClick={confirm} loading={sending}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
