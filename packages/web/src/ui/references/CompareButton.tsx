import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../page/IconButton.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { useReferences } from './use-references.ts'

type Props = {
  cardId: number | undefined
  near: number | undefined
  /** Only the sign, where there is little room. */
  iconOnly?: boolean
  className?: string | undefined
}

/** Opens finished cards to compare with; not there where the board has none yet. */
export function CompareButton({ cardId, near, iconOnly = false, className }: Props) {
  const references = useReferences(cardId)
  const [open, setOpen] = useState(false)
  if (references.length === 0) return null
  const show = () => setOpen(true)
  return (
    <>
      {iconOnly ? (
        <IconButton label={t('references:open')} className={className} onClick={show}>
          <IconScale size={20} stroke={1.75} />
        </IconButton>
      ) : (
        <Button size="sm" variant="subtle" className={className} onClick={show} leftSection={<IconScale aria-hidden />}>
          {t('references:open')}
        </Button>
      )}
      {open && <CompareDialog references={references} near={near} onClose={() => setOpen(false)} />}
    </>
  )
}
