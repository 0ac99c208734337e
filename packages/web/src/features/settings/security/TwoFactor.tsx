import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import classes from '../settings.module.css'
import { DisableDialog } from './DisableDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import { twoFactorQuery } from './two-factor.ts'

/** From so few recovery codes on, one is told to make new ones. */
const fewCodes = 3

type Open = 'enrol' | 'renew' | 'disable' | null

/** The second step of the login: whether it is on, and what can be done about it. */
export function TwoFactor() {
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [open, setOpen] = useState<Open>(null)
  const actions = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(null)
    // What opened the dialog may be gone with what it did.
    focusIfLost(() => actions.current?.querySelector('button'))
  }
  return (
    <Panel
      title={t('settings:twoFactor.title')}
      note={
        data && (
          <Chip tone={data.enabled ? 'ok' : 'neutral'}>
            {data.enabled ? <IconShieldCheck size={16} stroke={1.75} aria-hidden /> : <IconShieldOff size={16} stroke={1.75} aria-hidden />}
            {t(data.enabled ? 'settings:twoFactor.on' : 'settings:twoFactor.off')}
          </Chip>
        )
      }
    >
      {error && !data && <ErrorState level={3} title={t('settings:failed')} text={error.message} onRetry={() => void refetch()} />}
      {!error && !data && (
        <SkeletonGroup>
          <Skeleton height="4rem" radius="8px" />
        </SkeletonGroup>
      )}
      {data && (
        <div className={classes.form}>
          <p className={classes.lead}>{t(data.enabled ? 'settings:twoFactor.onLead' : 'settings:twoFactor.offLead')}</p>
          {data.enabled && (
            <p className={data.recovery_codes_left <= fewCodes ? classes.warning : classes.hint}>
              {t('settings:twoFactor.codesLeft', { count: data.recovery_codes_left })}
            </p>
          )}
          <div ref={actions} className={classes.actions}>
            {data.enabled ? (
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
        </div>
      )}
      {open === 'enrol' && <EnrolDialog onClose={close} />}
      {open === 'renew' && <RenewCodesDialog onClose={close} />}
      {open === 'disable' && <DisableDialog onClose={close} />}
    </Panel>
  )
}
