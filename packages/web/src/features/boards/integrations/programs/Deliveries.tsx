import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type Webhook, type WebhookDelivery, webhooksApi } from '@rodada/contract/integrations/webhooks'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { format } from '../../../../lib/dates/format.ts'
import { MoreButton } from '../../../../ui/page/MoreButton.tsx'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useSession } from '../../session/board-session.ts'
import classes from '../Integrations.module.css'
import own from './Programs.module.css'
import { reasonOf } from './reason.ts'

type Props = { hook: Webhook; name: string; sent: number; onChanged: () => Promise<unknown> }

/** What a webhook delivered, the newest first. */
export function Deliveries({ hook, name, sent, onChanged }: Props) {
  const { boardId } = useSession()
  const [failed, setFailed] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['board', boardId, 'webhooks', hook.id, 'deliveries', failed],
    queryFn: ({ signal, pageParam }) =>
      call(webhooksApi.deliveries, {
        params: { boardId, webhookId: hook.id },
        query: { ...(failed && { failed: 'true' }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: WebhookDelivery[]) => (page.length < limits.page ? undefined : page.at(-1)?.id),
    gcTime: 0,
  })
  const { refetch } = query
  useEffect(() => {
    if (sent > 0) void refetch()
  }, [sent, refetch])
  const deliveries = query.data?.pages.flat() ?? []
  return (
    <section className={own.deliveries} aria-label={t('integrations:modal.programs.deliveriesOf', { name })}>
      <div className={own.filter}>
        {[false, true].map((only) => (
          <Button
            key={String(only)}
            size="compact-sm"
            variant={failed === only ? 'light' : 'subtle'}
            aria-pressed={failed === only}
            onClick={() => setFailed(only)}
          >
            {t(only ? 'integrations:modal.programs.failedOnly' : 'integrations:modal.programs.all')}
          </Button>
        ))}
      </div>
      {query.isError && <ErrorState level={3} title={t('integrations:modal.loadProblem')} onRetry={() => void refetch()} />}
      {query.data && deliveries.length === 0 && (
        <p className={classes.lead}>{t(failed ? 'integrations:modal.programs.noFailed' : 'integrations:modal.programs.noDeliveries')}</p>
      )}
      <ul>
        {deliveries.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            onAgain={async () => {
              await refetch()
              await onChanged()
            }}
          />
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  )
}

const whenOf = (instant: string) =>
  format.date(instant) === format.date(new Date()) ? format.time(instant) : `${format.shortDate(instant)} ${format.time(instant)}`

/** What it is about: the key of a card, or the name of a sprint or a person. */
function subjectOf({ message: { data } }: WebhookDelivery): string {
  const about = { ...(data.member as object), ...(data.sprint as object), ...(data.card as object) } as {
    key?: string
    nome?: string
    name?: string
  }
  return about.key ?? about.nome ?? about.name ?? ''
}

function fateOf({ status, tries, next_try_at }: WebhookDelivery): string {
  if (status === 'waiting' && tries > 0 && next_try_at) return t('integrations:modal.programs.next', { when: whenOf(next_try_at) })
  if (status === 'failed' && tries > 1) return t('integrations:modal.programs.given')
  return tries > 0 ? t('integrations:modal.programs.tries', { count: tries }) : ''
}

function Delivery({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: () => Promise<unknown> }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { type, status, answer_status, duration_ms, created_at, tries } = delivery
  return (
    <li data-status={status === 'delivered' ? 'ok' : tries > 0 || status === 'dropped' ? 'failed' : undefined}>
      <button type="button" className={own.row} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className={own.code}>{answer_status ?? '···'}</span>
        <span className={own.what}>
          <b>{t(`integrations:modal.programs.types.${type}`)}</b> {subjectOf(delivery)}
        </span>
        <span className={own.when}>
          <span>{whenOf(created_at)}</span>
          {duration_ms !== null && <span>{t('integrations:modal.programs.ms', { ms: format.integer(duration_ms) })}</span>}
          <span>{fateOf(delivery)}</span>
        </span>
      </button>
      <div id={id} hidden={!open} className={own.detail}>
        {open && <Detail delivery={delivery} onAgain={onAgain} />}
      </div>
    </li>
  )
}

function Detail({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: () => Promise<unknown> }) {
  const [sending, setSending] = useState(false)
  const { id, message_id, message, tries, problem } = delivery
  const again = async () => {
    setSending(true)
    try {
      const now = await call(webhooksApi.again, { params: { deliveryId: id } })
      if (now.status === 'delivered') toast(t('integrations:modal.programs.againArrived', { status: now.answer_status ?? '' }))
      else tellProblem(t('integrations:modal.programs.againFailed', { why: reasonOf(now) }), undefined)
    } catch (reason) {
      tellProblem(t('integrations:modal.programs.problem'), reason)
    }
    await onAgain()
    setSending(false)
  }
  return (
    <>
      <h4>{t('integrations:modal.programs.back')}</h4>
      <p>{tries > 0 || problem ? reasonOf(delivery) : t('integrations:modal.programs.nothing')}</p>
      <div className={classes.buttons}>
        <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={sending} onClick={() => void again()}>
          {t('integrations:modal.programs.again')}
        </Button>
      </div>
      <p className={classes.lead}>{t('integrations:modal.programs.againNote')}</p>
      <h4>{t('integrations:modal.programs.sent')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, and nothing in it takes the focus */}
      <pre tabIndex={0}>{`webhook-id: ${message_id}\n${JSON.stringify(message, null, 2)}`}</pre>
    </>
  )
}
