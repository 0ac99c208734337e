import { Button } from '@mantine/core'
import type { AdminDashboard } from '@rodada/contract/instance/admin'
import { IconBug, IconListCheck, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call/call.ts'
import { translated } from '../../lib/call/sprint-words.ts'
import { format } from '../../lib/dates/format.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type Figure, Figures } from '../../ui/page/Figures.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { PageHead } from '../../ui/page/PageHead.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './AdminScreen.module.css'
import { adminQuery } from './api.ts'
import { CurrentSprint } from './CurrentSprint.tsx'
import { LabelNumbers } from './LabelNumbers.tsx'
import { MonthlyChart } from './MonthlyChart.tsx'
import { Performance } from './Performance.tsx'
import type { Situation } from './tasks-search.ts'

const BugModal = lazyPart(async () => (await import('./BugModal.tsx')).BugModal)

/** What other people's work changes here. */
const news = [adminQuery.queryKey]

/** /admin-dashboard: the whole instance in numbers, and what administrators do most, with `firstSteps` before it, and instead of it while there is nothing to count. */
export function AdminScreen({ firstSteps }: { firstSteps: ReactNode }) {
  const { data, error, refetch } = useQuery(adminQuery)
  useOverviewNews(news)
  // Until there is a card, the figures would be zeros.
  const isBare = Boolean(firstSteps) && !data?.stats.tasks
  const [reporting, setReporting] = useState(false)
  if (error instanceof CallError && error.status === 403) return <Denied />
  return (
    <>
      <div className={classes.top}>
        <Segments label={t('admin:views.label')}>
          <Segment to="/admin-dashboard" current>
            {t('admin:views.admin')}
          </Segment>
          <Segment to="/admin-dashboard" search={{ ver: 'tarefas' }} current={false}>
            {t('admin:views.tasks')}
          </Segment>
          <Segment to="/admin-dashboard" search={{ ver: 'quadros' }} current={false}>
            {t('admin:views.boards')}
          </Segment>
          <Segment to="/admin-dashboard" search={{ ver: 'lista' }} current={false}>
            {t('admin:views.list')}
          </Segment>
        </Segments>
      </div>
      <PageHead title={t('admin:title')} lead={t('admin:lead')}>
        <LinkButton variant="filled" to="/sprints" search={{ nova: 'sim' }} leftSection={<IconPlus aria-hidden />}>
          {t('admin:quick.sprint')}
        </LinkButton>
      </PageHead>
      {error && !data ? (
        <div className={classes.panel}>
          <ErrorState level={2} title={t('admin:failed')} text={error.message} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          {firstSteps}
          {!isBare && <Figures label={t('admin:stats.label')} figures={data && figuresOf(data)} />}
          {!isBare && <div className={classes.grid}>{data ? <Panels data={data} onReport={() => setReporting(true)} /> : <Bones />}</div>}
        </>
      )}
      {reporting && <BugModal onClose={() => setReporting(false)} />}
    </>
  )
}

function Panels({ data, onReport }: { data: AdminDashboard; onReport: () => void }) {
  return (
    <>
      <div>
        <Performance people={data.performance} />
        <MonthlyChart months={data.monthly} />
      </div>
      <div>
        <CurrentSprint sprint={translated(data.current_sprint)} />
        <LabelNumbers bugs={data.bugs} improvements={data.improvements} />
        <Panel title={t('admin:quick.title')}>
          <div className={classes.quick}>
            <LinkButton to="/admin/members" leftSection={<IconUsers aria-hidden />}>
              {t('admin:quick.users')}
            </LinkButton>
            <LinkButton to="/admin/tasks" leftSection={<IconListCheck aria-hidden />}>
              {t('admin:quick.tasks')}
            </LinkButton>
            <Button leftSection={<IconBug aria-hidden />} onClick={onReport}>
              {t('admin:quick.bug')}
            </Button>
          </div>
        </Panel>
      </div>
    </>
  )
}

function figuresOf({ stats }: AdminDashboard): Figure[] {
  return [
    {
      key: 'users',
      label: t('admin:stats.users'),
      value: format.integer(stats.users),
      unit: t('admin:stats.usersNote', { count: stats.active_users, active: format.integer(stats.active_users) }),
    },
    { key: 'boards', label: t('admin:stats.boards'), value: format.integer(stats.boards) },
    { key: 'sprints', label: t('admin:stats.sprints'), value: format.integer(stats.active_sprints) },
    {
      key: 'tasks',
      label: t('admin:stats.tasks'),
      value: <Opens count={stats.tasks} label={t('admin:stats.tasks')} />,
      unit: t('admin:stats.tasksNote', { count: stats.completed, done: format.integer(stats.completed) }),
    },
    {
      key: 'doing',
      label: t('admin:stats.doing'),
      value: <Opens count={stats.in_progress} label={t('admin:stats.doing')} situacao="andamento" />,
    },
    {
      key: 'late',
      label: t('admin:stats.late'),
      value: <Opens count={stats.overdue} label={t('admin:stats.late')} situacao="atrasadas" />,
      tone: stats.overdue > 0 ? 'danger' : undefined,
    },
  ]
}

/** A number that leads to the tasks that it counts. */
const Opens = ({ count, label, situacao }: { count: number; label: string; situacao?: Situation }) => (
  <Link to="/admin/tasks" search={{ situacao }} className={classes.opens} aria-label={t('admin:stats.see', { label, count })}>
    {format.integer(count)}
  </Link>
)

/** For a person who stopped being an administrator while this was open. */
const Denied = () => (
  <div role="alert" className={classes.panel}>
    <EmptyState
      art="error"
      level={1}
      title={t('admin:denied.title')}
      text={t('admin:denied.text')}
      action={
        <LinkButton to="/dashboard" variant="filled">
          {t('admin:denied.action')}
        </LinkButton>
      }
    />
  </div>
)

const Bones = () => (
  <>
    <SkeletonGroup>
      <Skeleton height="16.25rem" radius="12px" />
      <Skeleton height="15rem" radius="12px" />
    </SkeletonGroup>
    <SkeletonGroup>
      <Skeleton height="8.125rem" radius="12px" />
      <Skeleton height="8.125rem" radius="12px" />
    </SkeletonGroup>
  </>
)
