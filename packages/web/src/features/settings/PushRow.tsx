import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call/call.ts'
import { disablePush, enablePush, readPushState, testPush } from '../../lib/device/web-push.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import classes from './settings.module.css'

type Props = { checked: boolean; pushKey: string | undefined; onChange: (on: boolean) => Promise<boolean> }

const stateKey = ['push-state']

/** The switch for all browsers of the person and, while it is on, what this one does. */
export function PushRow({ checked, pushKey, onChange }: Props) {
  const queryClient = useQueryClient()
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: readPushState, networkMode: 'always' })
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (reason) {
      // What the browser says of itself is in English and of no use; what the server says is meant to be read.
      tellProblem(t('notifications:tab.here.failed'), reason instanceof CallError ? reason : undefined)
    }
    setBusy(false)
    await queryClient.invalidateQueries({ queryKey: stateKey })
  }
  const enable = () =>
    run(async () => {
      if (pushKey && (await enablePush(pushKey)) === 'on') toast(t('notifications:tab.here.enabled'))
    })
  const change = async (on: boolean) => {
    // Switching it on means this browser too, and browsers ask only right after a press.
    const asked = on && state === 'off' ? enable() : undefined
    await onChange(on)
    await asked
  }
  return (
    <div>
      <Switch
        label={t('notifications:tab.push_notifications.label')}
        hint={t('notifications:tab.push_notifications.hint')}
        checked={checked}
        onChange={(on) => void change(on)}
      />
      {checked && state && (
        <div className={classes.note}>
          <span>{t(`notifications:tab.here.${state}`)}</span>
          {state === 'off' && (
            <Button size="compact-sm" loading={busy} disabled={!pushKey} onClick={() => void enable()}>
              {t('notifications:tab.here.enable')}
            </Button>
          )}
          {state === 'on' && (
            <>
              <Button
                size="compact-sm"
                loading={busy}
                onClick={() =>
                  void run(async () => {
                    const sent = await testPush()
                    toast(t(`notifications:tab.here.${sent ? 'sent' : 'notSent'}`), { kind: sent ? 'ok' : 'problem' })
                  })
                }
              >
                {t('notifications:tab.here.test')}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                disabled={busy}
                onClick={() =>
                  void run(async () => {
                    await disablePush()
                    toast(t('notifications:tab.here.disabled'))
                  })
                }
              >
                {t('notifications:tab.here.disable')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}
