import type { FinishedCards } from '@rodada/contract/cards/references'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { Compared } from './Compared.tsx'

type Props = { references: readonly FinishedCards[]; near: number | undefined; onClose: () => void }

/** Finished cards to compare with, beside a hand of cards. */
export function CompareDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog title={t('references:title')} onClose={onClose}>
      <Compared {...rest} />
    </Dialog>
  )
}
