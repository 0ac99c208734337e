import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ProveForm } from './ProveForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { refreshTwoFactor } from './two-factor.ts'

/** New recovery codes in the place of the old ones. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Dialog title={t(codes ? 'settings:twoFactor.codesTitle' : 'settings:twoFactor.renewTitle')} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <ProveForm
          lead={t('settings:twoFactor.renewLead')}
          action={t('settings:twoFactor.renew')}
          send={async (body) => {
            setCodes((await call(twoFactorApi.renewCodes, { body })).recovery_codes)
            await refreshTwoFactor(queryClient)
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
