import { Button } from '@mantine/core'
import { type GithubWebhook, githubApi } from '@rodada/contract/integrations/github'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession } from '../session/board-session.ts'
import { Copyable } from './Copyable.tsx'
import classes from './Integrations.module.css'
import { Responsible } from './Responsible.tsx'

/** Where GitHub tells the board about merges. The secret is here once, after it was made. */
export function WebhookSection() {
  const { boardId } = useSession()
  const params = { boardId }
  const [secret, setSecret] = useState<string>()
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const [sending, setSending] = useState(false)
  const query = useQuery({
    queryKey: ['board', boardId, 'webhook'],
    queryFn: ({ signal }) => call(githubApi.webhook, { params, signal }),
    gcTime: 0,
  })
  const webhook = query.data?.webhook
  const change = async (work: () => Promise<string | undefined>) => {
    setSending(true)
    try {
      setSecret(await work())
      await query.refetch()
    } catch (reason) {
      tellProblem(t('integrations:modal.webhook.problem'), reason)
    } finally {
      setSending(false)
    }
  }
  const create = () => change(async () => (await call(githubApi.createWebhook, { params })).secret)
  const remove = () =>
    change(async () => {
      await call(githubApi.removeWebhook, { params })
      return undefined
    })
  return (
    <section className={classes.section} aria-labelledby="webhook-title">
      <h3 id="webhook-title">
        <IconWebhook size={18} stroke={1.75} aria-hidden />
        {t('integrations:modal.webhook.title')}
      </h3>
      <p className={classes.lead}>{t('integrations:modal.webhook.lead')}</p>
      {query.isError && <ErrorState level={3} title={t('integrations:modal.loadProblem')} onRetry={() => void query.refetch()} />}
      {query.data && !webhook && (
        <div className={classes.buttons}>
          <Button loading={sending} onClick={() => void create()}>
            {t('integrations:modal.webhook.create')}
          </Button>
        </div>
      )}
      {webhook && <Details webhook={webhook} secret={secret} />}
      {webhook && (
        <div className={classes.buttons}>
          <Button onClick={() => setAsking('renew')}>{t('integrations:modal.webhook.renew')}</Button>
          <Button variant="subtle" onClick={() => setAsking('remove')}>
            {t('integrations:modal.webhook.remove')}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t(`integrations:modal.webhook.${asking}Title`)}
          text={t(`integrations:modal.webhook.${asking}Text`)}
          action={t(`integrations:modal.webhook.${asking}`)}
          onConfirm={asking === 'renew' ? create : remove}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

function Details({ webhook, secret }: { webhook: GithubWebhook; secret: string | undefined }) {
  const { last_delivery_at: last } = webhook
  return (
    <div className={classes.box} data-kind={secret ? 'secret' : webhook.stopped ? 'problem' : undefined}>
      <Responsible of={webhook} todo={t('integrations:modal.webhook.stopped')} />
      {/* A server that was not told its public address knows only the path. One that stopped is no use to anybody. */}
      {!webhook.stopped && <Copyable label={t('integrations:modal.webhook.url')} value={new URL(webhook.url, location.origin).href} />}
      {secret && (
        <>
          <Copyable label={t('integrations:modal.webhook.secret')} value={secret} />
          <p role="status">{t('integrations:modal.webhook.once')}</p>
        </>
      )}
      {!webhook.stopped && <p>{t('integrations:modal.webhook.howTo')}</p>}
      <p>{last ? t('integrations:modal.webhook.last', { when: format.agoSaid(last) }) : t('integrations:modal.webhook.never')}</p>
    </div>
  )
}
