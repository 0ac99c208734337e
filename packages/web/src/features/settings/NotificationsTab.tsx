import { Button } from '@mantine/core'
import { type MailKind, mailKinds } from '@rodada/contract/notifications/settings'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { profileQuery } from '../../lib/call/account.ts'
import { settingsQuery } from '../../lib/device/save-appearance.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { PushRow } from './PushRow.tsx'
import classes from './settings.module.css'
import { deliveryQuery, systemQuery, useChooseNotifications, useUnmute } from './use-notification-settings.ts'

/** 'Notificações': what the person is told of, and by what. Each switch saves itself. */
export function NotificationsTab() {
  const settings = useQuery(settingsQuery)
  const system = useQuery(systemQuery)
  const { data: profile } = useQuery(profileQuery)
  const { data: delivery } = useQuery(deliveryQuery)
  const choose = useChooseNotifications()
  const failed = [settings, system].find((query) => query.isError && !query.data)
  if (failed)
    return <ErrorState level={2} title={t('settings:failed')} text={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
  if (!settings.data || !system.data) return <Bones />
  const chosen = settings.data.notifications
  const mails = system.data.mail.enabled
  const email = profile?.email ?? ''
  const mailHint =
    profile?.email_verified === false
      ? t('notifications:tab.toConfirm', { email })
      : t('notifications:tab.email_notifications.hint', { email })
  return (
    <>
      <Panel title={t('notifications:tab.what')}>
        <div className={classes.rows}>
          {mailKinds.map((kind) => {
            const lacksMail = kind === 'weekly_digest' && !mails
            return (
              <div key={kind}>
                <Switch
                  label={t(`notifications:tab.${kind}.label`)}
                  hint={lacksMail ? t('notifications:tab.noMail') : t(`notifications:tab.${kind}.hint`)}
                  checked={chosen[kind] && !lacksMail}
                  disabled={lacksMail}
                  onChange={(on) => void choose({ [kind]: on })}
                />
                {mails && delivery?.muted_mail.includes(kind) && <Muted kind={kind} />}
              </div>
            )
          })}
        </div>
      </Panel>
      <Panel title={t('notifications:tab.where')}>
        <div className={classes.rows}>
          <Switch
            label={t('notifications:tab.email_notifications.label')}
            hint={mails ? mailHint : t('notifications:tab.noMail')}
            checked={chosen.email_notifications && mails}
            disabled={!mails}
            onChange={(on) => void choose({ email_notifications: on })}
          />
          <PushRow checked={chosen.push_notifications} pushKey={delivery?.push_key} onChange={(on) => choose({ push_notifications: on })} />
        </div>
      </Panel>
      {mails && <p className={classes.hint}>{t('notifications:tab.noMarketing')}</p>}
    </>
  )
}

/** Emails of this kind were ended by a link in one of them; here is the way back. */
function Muted({ kind }: { kind: MailKind }) {
  const unmute = useUnmute()
  return (
    <p className={classes.note}>
      <span>{t('notifications:tab.muted')}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => void unmute(kind)}>
        {t('notifications:tab.unmute')}
      </Button>
    </p>
  )
}

const Bones = () => (
  <SkeletonGroup>
    <Skeleton height="16.25rem" radius="12px" />
    <Skeleton height="10rem" radius="12px" />
  </SkeletonGroup>
)
