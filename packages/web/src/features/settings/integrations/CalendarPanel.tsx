import { Button } from '@mantine/core'
import { type CalendarFeed, calendarApi } from '@rodada/contract/integrations/calendar'
import { IconCalendar } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { focusIfLost } from '../../../ui/focus/focus-if-lost.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { SecretOnce } from '../../../ui/states/SecretOnce.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import classes from './integrations.module.css'

const feedQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call(calendarApi.get, { signal }),
  staleTime: 0,
})

type Asking = 'replace' | 'close'

/** 'Calendário': the secret address under which a calendar reads what this person has to do. */
export function CalendarPanel() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(feedQuery)
  const [url, setUrl] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)
  const [asking, setAsking] = useState<Asking | null>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const feed = data?.feed

  const refresh = () => queryClient.invalidateQueries({ queryKey: feedQuery.queryKey })
  const create = async () => {
    setCreating(true)
    try {
      setUrl((await call(calendarApi.create)).url)
    } catch (reason) {
      tellProblem(t('integrations:calendar.notCreated'), reason)
    }
    setCreating(false)
    await refresh()
  }
  const close = async ({ id }: CalendarFeed) => {
    try {
      await call(calendarApi.remove, { params: { feedId: id } })
      setUrl(null)
      toast(t('integrations:calendar.closed'))
    } catch (reason) {
      tellProblem(t('integrations:calendar.notClosed'), reason)
    }
    await refresh()
    focusIfLost(() => begin.current)
  }

  return (
    <Panel title={t('integrations:calendar.title')} note={feed && <Chip tone="ok">{t('integrations:calendar.on')}</Chip>}>
      {url && (
        <div className={classes.once}>
          <SecretOnce
            key={url}
            title={t('integrations:calendar.once')}
            text={t('integrations:calendar.how')}
            secret={url}
            copy={t('integrations:calendar.copy')}
            kept={t('integrations:calendar.kept')}
            onKept={() => {
              setUrl(null)
              begin.current?.focus()
            }}
          />
        </div>
      )}
      {error && !data && (
        <ErrorState level={3} title={t('integrations:calendar.failed')} text={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !data && (
        <SkeletonGroup>
          <Skeleton height="3.25rem" radius="8px" />
        </SkeletonGroup>
      )}
      {data && (
        <div className={classes.service}>
          <IconCalendar size={26} stroke={1.5} aria-hidden className={classes.mark} />
          <div>
            <p>{t('integrations:calendar.what')}</p>
            {feed && <p className={classes.quiet}>{stateOf(feed)}</p>}
            <p className={classes.quiet}>{t('integrations:calendar.secret')}</p>
          </div>
          <div className={classes.actions}>
            <Button ref={begin} loading={creating} onClick={() => (feed ? setAsking('replace') : void create())}>
              {t(feed ? 'integrations:calendar.replace' : 'integrations:calendar.create')}
            </Button>
            {feed && <Button onClick={() => setAsking('close')}>{t('integrations:calendar.close')}</Button>}
          </div>
        </div>
      )}
      {feed && asking && (
        <ConfirmDialog
          title={t(`integrations:calendar.${asking}Title`)}
          text={t(`integrations:calendar.${asking}Text`)}
          action={t(`integrations:calendar.${asking}`)}
          onConfirm={() => (asking === 'replace' ? create() : close(feed))}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  )
}

function stateOf({ created_at, last_read_at }: CalendarFeed): string {
  const since = t('integrations:calendar.since', { date: format.date(created_at) })
  const read = last_read_at ? t('integrations:calendar.read', { when: format.dateTime(last_read_at) }) : t('integrations:calendar.never')
  return `${since} ${read}`
}
