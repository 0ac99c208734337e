import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type WebhookEvent, type WebhookForm, webhookEvents, webhookForms } from '@rodada/contract/integrations/settings'
import { type Webhook, webhooksApi } from '@rodada/contract/integrations/webhooks'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { type Problems, useForm } from '../../../../lib/use-form.ts'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Field } from '../../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx'
import fields from '../../../../ui/fields/fields.module.css'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useSession } from '../../session/board-session.ts'
import classes from '../Integrations.module.css'
import own from './Programs.module.css'

type Props = {
  /** The webhook that is changed; without it a new one is made. */
  hook?: Webhook
  onSaved: (saved: Webhook & { secret?: string }) => Promise<unknown>
  /** It has a new secret. */
  onSecret?: (secret: string) => void
  onCancel: () => void
}

const groups = ['card', 'comment', 'sprint', 'member'] as const

/** Where to, when, and in which form. What it is for stays as it was made. */
export function HookForm({ hook, onSaved, onSecret, onCancel }: Props) {
  const { boardId } = useSession()
  const [name, setName] = useState(hook?.name ?? '')
  const [form, setForm] = useState<WebhookForm>(hook?.form ?? 'rodada')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(hook?.events))
  const check = (): Problems => ({
    ...(!hook && url.trim() === '' && { url: t('integrations:modal.programs.urlRequired') }),
    ...(events.size === 0 && { events: t('integrations:modal.programs.eventsRequired') }),
  })
  const life = useForm(check, async () => {
    const chosen = webhookEvents.filter((event) => events.has(event))
    const address = url.trim() === '' ? {} : { url: url.trim() }
    const params = { boardId }
    if (hook)
      await onSaved(
        await call(webhooksApi.update, { params: { ...params, webhookId: hook.id }, body: { name, events: chosen, ...address } }),
      )
    else await onSaved(await call(webhooksApi.create, { params, body: { name, form, url: url.trim(), events: chosen } }))
  })
  const turn = (event: WebhookEvent, on: boolean) => {
    setEvents((before) => new Set(on ? [...before, event] : [...before].filter((one) => one !== event)))
    life.mend('events')
  }
  return (
    <form ref={life.form} className={hook ? own.form : `${own.form} ${own.hook}`} noValidate onSubmit={life.onSubmit}>
      {!hook && <h4>{t('integrations:modal.programs.add')}</h4>}
      <FormProblem text={life.problem} />
      {!hook && (
        <Field label={t('integrations:modal.programs.form')}>
          {(control) => (
            <select
              {...control}
              className={fields.select}
              value={form}
              onChange={(event) => setForm(event.currentTarget.value as WebhookForm)}
            >
              {webhookForms.map((each) => (
                <option key={each} value={each}>
                  {t(`integrations:modal.programs.forms.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field
        label={t(hook ? 'integrations:modal.programs.urlReplace' : 'integrations:modal.programs.url')}
        note={hook ? t('integrations:modal.programs.urlReplaceNote') : undefined}
        hint={t(`integrations:modal.programs.hints.${form}`)}
        problem={life.problems.url}
      >
        {(control) => (
          <input
            {...control}
            name="url"
            className={fields.input}
            value={url}
            maxLength={limits.webhookUrl}
            placeholder="https://…"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setUrl(event.currentTarget.value)
              life.mend('url')
            }}
          />
        )}
      </Field>
      <Field label={t('integrations:modal.programs.name')} note={t('integrations:modal.programs.nameNote')} problem={life.problems.name}>
        {(control) => (
          <input
            {...control}
            name="name"
            className={fields.input}
            value={name}
            maxLength={limits.webhookName}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset className={own.events} aria-describedby={life.problems.events ? 'programs-events-problem' : undefined}>
        <legend>{t('integrations:modal.programs.events')}</legend>
        {groups.map((group) => (
          <div key={group}>
            {webhookEvents
              .filter((event) => event.startsWith(`${group}.`))
              .map((event) => (
                <label key={event}>
                  <input
                    type="checkbox"
                    name="events"
                    checked={events.has(event)}
                    onChange={({ currentTarget }) => turn(event, currentTarget.checked)}
                  />
                  {t(`integrations:modal.programs.types.${event}`)}
                </label>
              ))}
          </div>
        ))}
        {life.problems.events && (
          <p id="programs-events-problem" role="alert" className={own.problem}>
            {life.problems.events}
          </p>
        )}
      </fieldset>
      {hook?.form === 'rodada' && onSecret && <ChangeSecret hook={hook} onSecret={onSecret} />}
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={life.sending}>
          {t(hook ? 'integrations:modal.programs.save' : 'integrations:modal.programs.create')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('integrations:modal.programs.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Gives a webhook another secret, in the form of the webhook but not part of it: it is done at once. */
function ChangeSecret({ hook, onSecret }: { hook: Webhook; onSecret: (secret: string) => void }) {
  const { boardId } = useSession()
  const [asking, setAsking] = useState(false)
  const change = async () => {
    try {
      onSecret((await call(webhooksApi.changeSecret, { params: { boardId, webhookId: hook.id } })).secret)
    } catch (reason) {
      tellProblem(t('integrations:modal.programs.problem'), reason)
    }
  }
  return (
    <div className={own.secret}>
      <div>
        <h4>{t('integrations:modal.programs.secret')}</h4>
        <p className={classes.lead}>{t('integrations:modal.programs.changeSecretText')}</p>
      </div>
      <Button onClick={() => setAsking(true)}>{t('integrations:modal.programs.changeSecret')}</Button>
      {asking && (
        <ConfirmDialog
          title={t('integrations:modal.programs.changeSecretTitle')}
          text={t('integrations:modal.programs.changeSecretAsk')}
          action={t('integrations:modal.programs.changeSecret')}
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
