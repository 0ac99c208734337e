import { sessionTimeoutMinutes } from '@rodada/contract/core/limits'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../../i18n/index.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import classes from '../settings.module.css'
import { useSaveSettings, WithSettings } from '../use-settings.tsx'

/** After how long without a sign of the person a session ends, and whether a login from elsewhere is told by mail. */
export function SessionRules() {
  const id = useId()
  const save = useSaveSettings()
  const { data: system } = useQuery(systemQuery)
  const hasMail = system?.mail.enabled
  return (
    <Panel title={t('settings:security.session')}>
      <WithSettings>
        {({ security }) => (
          <div className={classes.rows}>
            <div className={classes.row} data-stacks>
              <div>
                <label htmlFor={id} className={classes.label}>
                  {t('settings:security.timeout')}
                </label>
                <p id={`${id}-hint`} className={classes.hint}>
                  {t('settings:security.timeoutHint')}
                </p>
              </div>
              <select
                id={id}
                aria-describedby={`${id}-hint`}
                className={classes.select}
                value={security.session_timeout}
                onChange={(event) => {
                  const minutes = sessionTimeoutMinutes.find((choice) => choice === Number(event.currentTarget.value))
                  if (minutes) void save({ security: { session_timeout: minutes } })
                }}
              >
                {sessionTimeoutMinutes.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes < 60
                      ? t('settings:security.minutes', { count: minutes })
                      : t('settings:security.hours', { count: minutes / 60 })}
                  </option>
                ))}
              </select>
            </div>
            <Switch
              label={t('settings:security.logins')}
              hint={t(hasMail === false ? 'settings:security.loginsNoMail' : 'settings:security.loginsHint')}
              checked={security.login_notifications && hasMail !== false}
              disabled={hasMail === false}
              onChange={(on) => void save({ security: { login_notifications: on } })}
            />
          </div>
        )}
      </WithSettings>
    </Panel>
  )
}
