import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import classes from '../settings.module.css'
import { DisableDialog } from './DisableDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { ProtectionPanel, useDialogAbove } from './ProtectionPanel.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import { twoFactorQuery } from './two-factor.ts'

/** From so few recovery codes on, one is told to make new ones. */
const fewCodes = 3

/** The second step of the login: whether it is on, and what can be done about it. */
export function TwoFactor() {
  const query = useQuery(twoFactorQuery)
  const { open, setOpen, close, actions } = useDialogAbove<'enrol' | 'renew' | 'disable'>()
  return (
    <ProtectionPanel
      title={t('settings:twoFactor.title')}
      query={query}
      stateOf={({ enabled }) => ({
        on: enabled,
        text: t(enabled ? 'settings:twoFactor.on' : 'settings:twoFactor.off'),
        icon: enabled ? IconShieldCheck : IconShieldOff,
      })}
      dialog={
        <>
          {open === 'enrol' && <EnrolDialog onClose={close} />}
          {open === 'renew' && <RenewCodesDialog onClose={close} />}
          {open === 'disable' && <DisableDialog onClose={close} />}
        </>
      }
    >
      {({ enabled, recovery_codes_left: left }) => (
        <>
          <p className={classes.lead}>{t(enabled ? 'settings:twoFactor.onLead' : 'settings:twoFactor.offLead')}</p>
          {enabled && (
            <p className={left <= fewCodes ? classes.warning : classes.hint}>{t('settings:twoFactor.codesLeft', { count: left })}</p>
          )}
          <div ref={actions} className={classes.actions}>
            {enabled ? (
              <>
                <Button variant="danger" onClick={() => setOpen('disable')}>
                  {t('settings:twoFactor.disable')}
                </Button>
                <Button onClick={() => setOpen('renew')}>{t('settings:twoFactor.renew')}</Button>
              </>
            ) : (
              <Button variant="filled" onClick={() => setOpen('enrol')}>
                {t('settings:twoFactor.enable')}
              </Button>
            )}
          </div>
        </>
      )}
    </ProtectionPanel>
  )
}
