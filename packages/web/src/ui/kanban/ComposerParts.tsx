import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../page/IconButton.tsx'
import classes from './Composer.module.css'

/** The two buttons below what is being written. */
export function ComposerActions({ submit, onClose, children }: { submit: string; onClose: () => void; children?: React.ReactNode }) {
  return (
    <div className={classes.actions}>
      <Button size="sm" variant="filled" type="submit">
        {submit}
      </Button>
      <IconButton label={t('close')} onClick={onClose}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
      {children}
    </div>
  )
}

export const Plus = () => <IconPlus size={18} stroke={1.75} aria-hidden />
