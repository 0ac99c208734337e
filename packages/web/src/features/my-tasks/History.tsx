import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { t } from '../../i18n/index.ts'
import type { MyTasks } from '../../lib/call/sprint-words.ts'
import { format } from '../../lib/dates/format.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { Figures } from '../../ui/page/Figures.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { historyQuery } from './api.ts'
import { Head } from './Head.tsx'
import classes from './History.module.css'
import { Months } from './Months.tsx'
import { isMonth, type Past, periodOf, searchOf, yearsAround } from './period.ts'
import { SprintGroup } from './SprintGroup.tsx'

/** What other people's work changes here. */
const news = [['my-tasks']]

/** What there was in each month, by sprint, and what no month has. */
export function History({ shown }: { shown: Past }) {
  const period = periodOf(shown)
  const navigate = useNavigate()
  const id = useId()
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(shown))
  useOverviewNews(news)
  useCountAnnouncement(data, isPlaceholderData)
  return (
    <>
      <Head tab="history" open={data?.open} lead={<Lead data={data} shown={shown} waiting={isPlaceholderData} />} />
      <div className={classes.places}>
        <div className={classes.year}>
          <label htmlFor={id}>{t('myTasks:year')}</label>
          <select
            id={id}
            value={period.year}
            onChange={(event) =>
              void navigate({ to: '/my-tasks', search: searchOf({ ...period, year: Number(event.currentTarget.value) }) })
            }
          >
            {yearsAround(period.year).map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        </div>
        <Segments label={t('myTasks:places.past')}>
          <Segment to="/my-tasks" search={searchOf(period)} resetScroll={false} current={isMonth(shown)}>
            {t('myTasks:places.byMonth')}
          </Segment>
          <Segment to="/my-tasks" search={searchOf('undated')} resetScroll={false} current={shown === 'undated'} count={data?.undated}>
            {t('myTasks:places.undated')}
          </Segment>
        </Segments>
      </div>
      <Months shown={shown} counts={data?.year === period.year ? data.months : undefined} />
      {error && !data ? (
        <div className={classes.panel}>
          <ErrorState level={2} title={t('myTasks:failed')} text={error.message} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div data-old={isPlaceholderData} className={classes.content}>
          <Figures figures={data && figuresOf(data)} />
          {data ? <Groups data={data} shown={shown} /> : <Bones />}
        </div>
      )}
    </>
  )
}

function Lead({ data, shown, waiting }: { data: MyTasks | undefined; shown: Past; waiting: boolean }) {
  const name = (data?.user.name ?? readUserData()?.name ?? '').split(' ')[0] ?? ''
  const isFree = data && !waiting && data.stats.total === 0
  if (!isMonth(shown)) return t(isFree ? 'myTasks:places.undatedFree' : 'myTasks:places.undatedLead', { name })
  return t(isFree ? 'myTasks:leadFree' : 'myTasks:lead', { name, month: format.month(shown.month), year: shown.year })
}

const figuresOf = ({ stats }: MyTasks) => [
  { key: 'total', label: t('myTasks:stats.total'), value: format.integer(stats.total) },
  { key: 'done', label: t('myTasks:stats.done'), value: format.integer(stats.done) },
  { key: 'doing', label: t('myTasks:stats.doing'), value: format.integer(stats.running) },
  { key: 'pending', label: t('myTasks:stats.pending'), value: format.integer(stats.waiting) },
  {
    key: 'late',
    label: t('myTasks:stats.late'),
    value: format.integer(stats.late),
    tone: stats.late > 0 ? ('danger' as const) : undefined,
  },
]

function Groups({ data, shown }: { data: MyTasks; shown: Past }) {
  if (data.sprints.length === 0) return <Nothing shown={shown} />
  const listed = data.sprints.reduce((sum, { tasks }) => sum + tasks.length, 0)
  return (
    <div className={classes.groups}>
      {data.sprints.map((group) => (
        <SprintGroup key={group.sprint?.id ?? 0} group={group} scope={data.scope} />
      ))}
      {listed < data.stats.total && (
        <p className={classes.first}>{t('myTasks:first', { shown: format.integer(listed), total: format.integer(data.stats.total) })}</p>
      )}
    </div>
  )
}

function Nothing({ shown }: { shown: Past }) {
  const month = isMonth(shown)
  return (
    <div className={classes.panel}>
      <EmptyState
        art="tasks"
        level={2}
        title={t(month ? 'myTasks:none' : 'myTasks:places.undatedNone')}
        text={t(month ? 'myTasks:noneText' : 'myTasks:places.undatedNoneText')}
        action={<LinkButton to="/my-tasks">{t('myTasks:seeOpen')}</LinkButton>}
      />
    </div>
  )
}

const Bones = () => (
  <SkeletonGroup>
    <Skeleton height="11.25rem" radius="12px" />
    <Skeleton height="8.75rem" radius="12px" />
  </SkeletonGroup>
)

/** Says how many tasks another month or place has, once they are there. */
function useCountAnnouncement(data: MyTasks | undefined, waiting: boolean): void {
  const place = data && (data.scope ? t(`myTasks:places.${data.scope}`) : format.month(data.month))
  const said = data && !waiting ? `${place}: ${t('myTasks:count', { count: data.stats.total })}` : null
  useEffect(() => {
    if (said) announce(said)
  }, [said])
}
