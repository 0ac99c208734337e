import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { ProveForm } from './ProveForm.tsx'
import { refreshTwoFactor } from './two-factor.ts'

/** Takes the second step away. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <Dialog title={t('settings:twoFactor.disableTitle')} onClose={onClose}>
      <ProveForm
        lead={t('settings:twoFactor.disableLead')}
        action={t('settings:twoFactor.disable')}
        variant="danger"
        send={async (body) => {
          await call(twoFactorApi.disable, { body })
          await refreshTwoFactor(queryClient)
          toast(t('settings:twoFactor.disabled'))
          onClose()
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
