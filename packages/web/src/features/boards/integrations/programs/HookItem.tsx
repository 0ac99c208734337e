import { Button } from '@mantine/core'
import { type Webhook, webhooksApi } from '@rodada/contract/integrations/webhooks'
import {
  IconAlertTriangle,
  IconBan,
  IconBrandDiscord,
  IconBrandSlack,
  IconBrandTeams,
  IconCircleCheck,
  IconMessage,
  IconWebhook,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { format } from '../../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Chip } from '../../../../ui/marks/Chip.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useSession } from '../../session/board-session.ts'
import classes from '../Integrations.module.css'
import { Responsible } from '../Responsible.tsx'
import { Deliveries } from './Deliveries.tsx'
import { HookForm } from './HookForm.tsx'
import { HookSecret } from './HookSecret.tsx'
import own from './Programs.module.css'
import { reasonOf } from './reason.ts'

const icons = {
  rodada: IconWebhook,
  slack: IconBrandSlack,
  discord: IconBrandDiscord,
  teams: IconBrandTeams,
  mattermost: IconMessage,
  ntfy: IconMessage,
} as const

/** One address, how it fares, and what can be done with it. */
export function HookItem({ hook, onChanged }: { hook: Webhook; onChanged: () => Promise<unknown> }) {
  const { boardId } = useSession()
  const params = { boardId, webhookId: hook.id }
  const [shown, setShown] = useState<'form' | 'deliveries'>()
  const [testing, setTesting] = useState(false)
  const [asking, setAsking] = useState(false)
  /** Counts what was sent from here, so that the deliveries are asked for again. */
  const [sent, setSent] = useState(0)
  const name = hook.name || t(`integrations:modal.programs.forms.${hook.form}`)
  const Icon = icons[hook.form]
  const isOff = hook.switched_off_at !== null
  const hasProblem = hook.stopped !== null || isOff || hook.failing_since !== null || hook.dropped_at !== null
  const [secret, setSecret] = useState<string>()
  const edit = useRef<HTMLButtonElement>(null)

  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work()
      if (done) toast(done)
    } catch (reason) {
      tellProblem(t('integrations:modal.programs.problem'), reason)
    }
    await onChanged()
  }
  const test = async () => {
    setTesting(true)
    await attempt(async () => {
      const delivery = await call(webhooksApi.test, { params })
      const { status, answer_status, duration_ms } = delivery
      if (status === 'delivered') toast(t('integrations:modal.programs.tested', { status: answer_status ?? '', ms: duration_ms ?? '' }))
      else tellProblem(t('integrations:modal.programs.testFailed', { why: reasonOf(delivery) }), undefined)
      setSent((count) => count + 1)
    })
    setTesting(false)
  }
  const confirm = () =>
    attempt(() => call(webhooksApi.update, { params, body: { confirm: true } }), t('integrations:modal.programs.confirmed'))
  const remove = () => attempt(() => call(webhooksApi.remove, { params }), t('integrations:modal.programs.removed'))

  return (
    <li className={own.hook} aria-label={name}>
      <div className={own.head}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <b>{name}</b>
        <State hook={hook} />
      </div>
      <p className={own.about}>
        <code>{hook.masked_url}</code>
        <span>{hook.events.map((event) => t(`integrations:modal.programs.types.${event}`)).join(', ')}</span>
        {!hook.stopped && <Responsible of={hook} todo="" />}
      </p>
      {hasProblem && (
        <div className={classes.box} data-kind="problem">
          {hook.stopped && <Responsible of={hook} todo={t('integrations:modal.programs.stopped')} />}
          {hook.switched_off_at && <span>{t('integrations:modal.programs.off', { when: format.dateTime(hook.switched_off_at) })}</span>}
          {hook.failing_since && !isOff && !hook.stopped && (
            <span>{t('integrations:modal.programs.failing', { when: format.dateTime(hook.failing_since) })}</span>
          )}
          {hook.dropped_at && <span>{t('integrations:modal.programs.dropped', { when: format.dateTime(hook.dropped_at) })}</span>}
        </div>
      )}
      {secret && (
        <HookSecret
          secret={secret}
          onKept={() => {
            setSecret(undefined)
            edit.current?.focus()
          }}
        />
      )}
      <div className={own.actions}>
        {(hook.stopped || isOff) && (
          <Button variant="filled" onClick={() => void confirm()}>
            {t('integrations:modal.programs.confirm')}
          </Button>
        )}
        {!hook.stopped && (
          <Button loading={testing} onClick={() => void test()}>
            {t('integrations:modal.programs.test')}
          </Button>
        )}
        <Button aria-expanded={shown === 'deliveries'} onClick={() => setShown(shown === 'deliveries' ? undefined : 'deliveries')}>
          {t('integrations:modal.programs.deliveries')}
        </Button>
        <Button ref={edit} aria-expanded={shown === 'form'} onClick={() => setShown(shown === 'form' ? undefined : 'form')}>
          {t('integrations:modal.programs.edit')}
        </Button>
        <Button variant="danger" className={own.remove} onClick={() => setAsking(true)}>
          {t('integrations:modal.programs.remove')}
        </Button>
      </div>
      {shown === 'form' && (
        <HookForm
          hook={hook}
          onSaved={async () => {
            setShown(undefined)
            toast(t('integrations:modal.programs.saved'))
            await onChanged()
          }}
          onSecret={(made) => {
            setShown(undefined)
            setSecret(made)
          }}
          onCancel={() => setShown(undefined)}
        />
      )}
      {shown === 'deliveries' && <Deliveries hook={hook} name={name} sent={sent} onChanged={onChanged} />}
      {asking && (
        <ConfirmDialog
          title={t('integrations:modal.programs.removeTitle')}
          text={t('integrations:modal.programs.removeText')}
          action={t('integrations:modal.programs.remove')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

function State({ hook: { stopped, switched_off_at, failing_since, today } }: { hook: Webhook }) {
  const [tone, state, Icon] =
    stopped !== null
      ? (['danger', 'stopped', IconBan] as const)
      : switched_off_at !== null
        ? (['danger', 'off', IconBan] as const)
        : failing_since !== null
          ? (['warn', 'failing', IconAlertTriangle] as const)
          : today.failed > 0
            ? (['warn', 'failed', IconAlertTriangle] as const)
            : (['ok', 'ok', IconCircleCheck] as const)
  return (
    <Chip tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {t(`integrations:modal.programs.states.${state}`, {
        count: today.failed,
        failed: format.integer(today.failed),
        all: format.integer(today.all),
      })}
    </Chip>
  )
}
