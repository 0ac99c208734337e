import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type SlackHook, slackApi } from '@rodada/contract/integrations/slack'
import { IconBrandSlack } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession } from '../session/board-session.ts'
import classes from './Integrations.module.css'
import { Responsible } from './Responsible.tsx'

/** Where the board tells its news, and which. */
export function SlackSection() {
  const { boardId } = useSession()
  const client = useQueryClient()
  const key = ['board', boardId, 'slack']
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call(slackApi.get, { params: { boardId }, signal }), gcTime: 0 })
  const show = (hook: SlackHook | null) => client.setQueryData(key, { hook })
  const hook = query.data?.hook
  return (
    <section className={classes.section} aria-labelledby="slack-title">
      <h3 id="slack-title">
        <IconBrandSlack size={18} stroke={1.75} aria-hidden />
        {t('integrations:modal.slack.title')}
      </h3>
      <p className={classes.lead}>{t('integrations:modal.slack.lead')}</p>
      {query.isError && <ErrorState level={3} title={t('integrations:modal.loadProblem')} onRetry={() => void query.refetch()} />}
      {hook && <Current hook={hook} onChange={show} onAsk={() => query.refetch()} />}
      {query.data && <Address key={hook?.masked_url} isReplacing={Boolean(hook)} onSave={show} />}
    </section>
  )
}

const news = ['sprint_ended', 'vote_finished', 'card_done'] as const

function Current({
  hook,
  onChange,
  onAsk,
}: {
  hook: SlackHook
  onChange: (hook: SlackHook | null) => void
  onAsk: () => Promise<unknown>
}) {
  const { boardId } = useSession()
  const params = { boardId }
  const [testing, setTesting] = useState(false)
  const [asking, setAsking] = useState(false)
  const turn = async (name: (typeof news)[number], on: boolean) => {
    onChange({ ...hook, [name]: on })
    try {
      onChange(await call(slackApi.save, { params, body: { [name]: on } }))
      toast(t('integrations:modal.slack.saved'))
    } catch (reason) {
      onChange(hook)
      tellProblem(t('integrations:modal.slack.problem'), reason)
    }
  }
  const test = async () => {
    setTesting(true)
    try {
      await call(slackApi.test, { params })
      toast(t('integrations:modal.slack.tested'))
    } catch (reason) {
      tellProblem(t('integrations:modal.slack.testProblem'), reason)
    }
    await onAsk()
    setTesting(false)
  }
  const confirm = async () => {
    try {
      onChange(await call(slackApi.save, { params, body: { confirm: true } }))
      toast(t('integrations:modal.slack.confirmed'))
    } catch (reason) {
      tellProblem(t('integrations:modal.slack.problem'), reason)
    }
  }
  const remove = async () => {
    try {
      await call(slackApi.remove, { params })
      onChange(null)
      toast(t('integrations:modal.slack.removed'))
    } catch (reason) {
      tellProblem(t('integrations:modal.slack.problem'), reason)
    }
  }
  return (
    <>
      <div className={classes.box} data-kind={hook.failing_since || hook.stopped ? 'problem' : undefined}>
        <span>{t(hook.stopped ? 'integrations:modal.slack.former' : 'integrations:modal.slack.current', { url: hook.masked_url })}</span>
        <Responsible of={hook} todo={t('integrations:modal.slack.stopped')} />
        {hook.failing_since && !hook.stopped && (
          <span>{t('integrations:modal.slack.failing', { when: format.dateTime(hook.failing_since) })}</span>
        )}
      </div>
      <div className={classes.switches}>
        {news.map((name) => (
          <Switch
            key={name}
            label={t(`integrations:modal.slack.${name}.label`)}
            hint={t(`integrations:modal.slack.${name}.hint`)}
            checked={hook[name]}
            onChange={(on) => void turn(name, on)}
          />
        ))}
      </div>
      <div className={classes.buttons}>
        {hook.stopped ? (
          <Button variant="filled" onClick={() => void confirm()}>
            {t('integrations:modal.slack.confirm')}
          </Button>
        ) : (
          <Button loading={testing} onClick={() => void test()}>
            {t('integrations:modal.slack.test')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {t('integrations:modal.slack.remove')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('integrations:modal.slack.removeTitle')}
          text={t('integrations:modal.slack.removeText')}
          action={t('integrations:modal.slack.remove')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Address({ isReplacing, onSave }: { isReplacing: boolean; onSave: (hook: SlackHook) => void }) {
  const { boardId } = useSession()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() === '') return setProblem(t('integrations:modal.slack.missing'))
    setProblem(undefined)
    setSending(true)
    try {
      onSave(await call(slackApi.save, { params: { boardId }, body: { url: url.trim() } }))
      setUrl('')
      toast(t('integrations:modal.slack.saved'))
    } catch (reason) {
      if (reason instanceof CallError && reason.status >= 400 && reason.status < 500) setProblem(reason.message)
      else tellProblem(t('integrations:modal.slack.problem'), reason)
    }
    setSending(false)
  }
  return (
    <form className={fields.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t(isReplacing ? 'integrations:modal.slack.replace' : 'integrations:modal.slack.url')}
        note={isReplacing ? t('integrations:modal.slack.replaceNote') : undefined}
        problem={problem}
      >
        {(control) => (
          <input
            {...control}
            className={fields.input}
            value={url}
            maxLength={limits.slackUrl}
            placeholder={t('integrations:modal.slack.placeholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className={classes.buttons}>
        <Button type="submit" loading={sending} disabled={url.trim() === ''}>
          {t('integrations:modal.slack.save')}
        </Button>
      </div>
    </form>
  )
}
