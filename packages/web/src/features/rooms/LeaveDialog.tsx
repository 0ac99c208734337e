import { Button } from '@mantine/core'
import { t } from '../../i18n/index.ts'
import { BlockingDialog } from './BlockingDialog.tsx'

/** Asked only when leaving takes something along: a vote that is still on the table. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <BlockingDialog
      title={t('rooms:leave.title')}
      text={t('rooms:leave.text')}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t('rooms:leave.stay')}</Button>
          <Button variant="danger" onClick={onLeave}>
            {t('rooms:leave.confirm')}
          </Button>
        </>
      }
    />
  )
}
