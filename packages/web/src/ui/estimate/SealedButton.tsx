import { Button } from '@mantine/core'
import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { lazyPart } from '../lazy-part.tsx'
import type { SealedDialog as Dialog } from './SealedDialog.tsx'

const SealedDialog = lazyPart<React.ComponentProps<typeof Dialog>>(async () => (await import('./SealedDialog.tsx')).SealedDialog, {
  texts: ['estimations', 'decks'],
})

type Props = Omit<React.ComponentProps<typeof Dialog>, 'onClose'> & { disabled?: boolean }

/** Opens the window that asks people for sealed votes on these cards. */
export function SealedButton({ disabled = false, ...rest }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconMailFast size={16} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {t('sealed')}
      </Button>
      {open && <SealedDialog {...rest} onClose={() => setOpen(false)} />}
    </>
  )
}
