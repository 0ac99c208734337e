import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useReturnFocus } from '../focus/use-return-focus.ts'
import classes from './Dialog.module.css'

type Props = {
  title: ReactNode
  /** Width in pixels; 440 when absent. */
  size?: number
  zIndex?: number
  onClose: () => void
  children: ReactNode
}

/** The frame of every dialog with a title: mounted to open, unmounted to close, which gives the focus back. On phones a sheet. */
export function Dialog({ title, onClose, children, ...rest }: Props) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }} {...rest}>
      {children}
    </Modal>
  )
}

/** The foot of a dialog: the way out, and beside it what the dialog is for. */
export function DialogActions({ onCancel, focusCancel, children }: { onCancel: () => void; focusCancel?: boolean; children: ReactNode }) {
  return (
    <div className={classes.actions}>
      <Button variant="subtle" onClick={onCancel} data-autofocus={focusCancel || undefined}>
        {t('cancel')}
      </Button>
      {children}
    </div>
  )
}
