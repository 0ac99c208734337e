import { type MyTasks, sprintReportsApi } from '@rodada/contract/sprint-reports'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { format } from '../../lib/format.ts'
import { readUserData } from '../../lib/storage.ts'
import { useOverviewNews } from '../../lib/use-overview-news.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { Months } from './Months.tsx'
import classes from './MyTasksScreen.module.css'
import { readMyTasksSearch } from './my-tasks-search.ts'
import { currentPeriod, type Period, periodOf, searchOf, yearsAround } from './period.ts'
import { SprintGroup } from './SprintGroup.tsx'

const myTasksQuery = ({ year, month }: Period) =>
  queryOptions({
    queryKey: ['my-tasks', year, month],
    queryFn: async ({ signal }) => (await call(sprintReportsApi.myTasks, { query: { year, month }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What other people's work changes here. */
const news = [['my-tasks']]

/** /my-tasks: what is with this person in a month, by sprint. The month stands in the address. */
export function MyTasksScreen() {
  const period = periodOf(readMyTasksSearch(useSearch({ strict: false })))
  const navigate = useNavigate()
  const id = useId()
  const { data, error, isPlaceholderData, refetch } = useQuery(myTasksQuery(period))
  useOverviewNews(news)
  useCountAnnouncement(data, isPlaceholderData)
  return (
    <>
      <PageHead title={t('myTasks:title')} lead={<Lead data={data} period={period} waiting={isPlaceholderData} />}>
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
      </PageHead>
      <Months period={period} counts={data?.year === period.year ? data.months : undefined} />
      {error && !data ? (
        <div className={classes.panel}>
          <ErrorState level={2} title={t('myTasks:failed')} text={error.message} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div data-old={isPlaceholderData} className={classes.content}>
          <Figures figures={data && figuresOf(data)} />
          {data ? <Groups data={data} period={period} /> : <Bones />}
        </div>
      )}
    </>
  )
}

function Lead({ data, period, waiting }: { data: MyTasks | undefined; period: Period; waiting: boolean }) {
  const name = (data?.user.name ?? readUserData()?.name ?? '').split(' ')[0] ?? ''
  const month = `${format.month(period.month)} de ${period.year}`
  const isFree = data && !waiting && data.stats.total === 0
  return t(isFree ? 'myTasks:leadFree' : 'myTasks:lead', { name, month })
}

const figuresOf = ({ stats }: MyTasks) => [
  { key: 'total', label: t('myTasks:stats.total'), value: format.integer(stats.total) },
  { key: 'done', label: t('myTasks:stats.done'), value: format.integer(stats.concluidas) },
  { key: 'doing', label: t('myTasks:stats.doing'), value: format.integer(stats.em_andamento) },
  { key: 'pending', label: t('myTasks:stats.pending'), value: format.integer(stats.pendentes) },
  {
    key: 'late',
    label: t('myTasks:stats.late'),
    value: format.integer(stats.atrasadas),
    tone: stats.atrasadas > 0 ? ('danger' as const) : undefined,
  },
]

function Groups({ data, period }: { data: MyTasks; period: Period }) {
  if (data.sprints.length === 0) return <Nothing period={period} />
  return (
    <div className={classes.groups}>
      {data.sprints.map((group) => (
        <SprintGroup key={group.sprint?.id ?? 0} group={group} />
      ))}
    </div>
  )
}

function Nothing({ period }: { period: Period }) {
  const now = currentPeriod()
  const isNow = period.year === now.year && period.month === now.month
  return (
    <div className={classes.panel}>
      <EmptyState
        art="tasks"
        level={2}
        title={t('myTasks:none')}
        text={t('myTasks:noneText')}
        action={
          isNow ? (
            <LinkButton to="/sprints">{t('myTasks:sprints')}</LinkButton>
          ) : (
            <LinkButton to="/my-tasks">{t('myTasks:thisMonth', { month: format.month(now.month) })}</LinkButton>
          )
        }
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

/** Says how many tasks another month has, once they are there. */
function useCountAnnouncement(data: MyTasks | undefined, waiting: boolean): void {
  const said = data && !waiting ? `${format.month(data.month)}: ${t('myTasks:count', { count: data.stats.total })}` : null
  useEffect(() => {
    if (said) announce(said)
  }, [said])
}
