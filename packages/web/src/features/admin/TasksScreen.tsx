import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { useOverviewNews } from '../../lib/live/use-overview-news.ts'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { taskChoicesQuery, tasksQuery } from './api.ts'
import classes from './MembersScreen.module.css'
import { Pages } from './Pages.tsx'
import rows from './TaskRow.module.css'
import { TaskRow } from './TaskRow.tsx'
import { readTasksSearch, situationNames, type TasksSearch, tasksPage } from './tasks-search.ts'

/** What other people's work changes here. */
const news = [['admin', 'tasks']]

/** /admin/tasks: the tasks of every board of the instance. Search, filters and page stand in the address. */
export function TasksScreen() {
  const search = readTasksSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: Record<string, unknown>) =>
    void navigate({ to: '/admin/tasks', search: (before) => readTasksSearch({ ...before, pagina: undefined, ...next }), replace: true })
  const tasks = useQuery(tasksQuery(search))
  const { data: choices } = useQuery(taskChoicesQuery)
  useOverviewNews(news)
  useFoundAnnouncement(search, tasks.data?.total, tasks.isPlaceholderData)
  return (
    <>
      <PageHead
        crumb={<Crumb to="/admin-dashboard">{t('admin:members.back')}</Crumb>}
        title={t('admin:tasks.title')}
        lead={tasks.data && t('admin:tasks.lead', { count: tasks.data.total })}
      />
      <div className={classes.toolbar}>
        <SearchBox
          className={classes.search}
          label={t('admin:tasks.search')}
          value={search.q ?? ''}
          onSearch={(q) => change({ q: q || undefined })}
        />
        <Filter
          label={t('admin:tasks.status')}
          any={t('admin:tasks.anyStatus')}
          value={search.situacao}
          options={situationNames.map((each) => ({ id: each, name: t(`admin:tasks.situations.${each}`) }))}
          onChoose={(situacao) => change({ situacao })}
        />
        <Filter
          label={t('admin:tasks.board')}
          any={t('admin:tasks.anyBoard')}
          value={search.quadro}
          options={choices?.boards}
          onChoose={(quadro) => change({ quadro })}
        />
        <Filter
          label={t('admin:tasks.person')}
          any={t('admin:tasks.anyPerson')}
          value={search.pessoa}
          options={choices?.people}
          onChoose={(pessoa) => change({ pessoa })}
        />
      </div>
      <Found search={search} query={tasks} onPage={(pagina) => change({ pagina })} />
    </>
  )
}

type FilterProps = {
  label: string
  any: string
  value: string | undefined
  /** Nothing while they are on their way. */
  options: readonly { id: number | string; name: string }[] | undefined
  onChoose: (value: string | undefined) => void
}

function Filter({ label, any, value, options = [], onChoose }: FilterProps) {
  const isKnown = value === undefined || options.some(({ id }) => String(id) === value)
  return (
    <label className={rows.filter}>
      <span>{label}</span>
      <select value={value ?? ''} onChange={(event) => onChoose(event.currentTarget.value || undefined)}>
        <option value="">{any}</option>
        {!isKnown && <option value={value}>{`#${value}`}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type FoundProps = { search: TasksSearch; query: ReturnType<typeof useTasks>; onPage: (page: string | undefined) => void }
const useTasks = (search: TasksSearch) => useQuery(tasksQuery(search))

function Found({ search, query, onPage }: FoundProps) {
  const { data, error, isPlaceholderData, refetch } = query
  if (error && !data)
    return (
      <div className={classes.panel}>
        <ErrorState level={2} title={t('admin:tasks.failed')} text={error.message} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <SkeletonGroup>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} height="3.5rem" radius="10px" />
        ))}
      </SkeletonGroup>
    )
  if (data.tasks.length === 0)
    return (
      <div className={classes.panel}>
        <EmptyState
          art="tasks"
          level={2}
          title={search.q ? t('admin:tasks.none', { query: search.q }) : t('admin:tasks.noneFiltered')}
          text={t('admin:tasks.noneText')}
          action={<LinkButton to="/admin/tasks">{t('admin:tasks.clear')}</LinkButton>}
        />
      </div>
    )
  return (
    <>
      <ul className={rows.list} data-old={isPlaceholderData} aria-label={t('admin:tasks.title')}>
        {data.tasks.map((task) => (
          <TaskRow key={task.id} task={task} query={search.q ?? ''} />
        ))}
      </ul>
      <Pages page={Number(search.pagina ?? 1)} size={tasksPage} total={data.total} onPage={onPage} />
    </>
  )
}

/** Says how many tasks the search and the filters leave. */
function useFoundAnnouncement({ pagina: _, ...filters }: TasksSearch, total: number | undefined, waiting: boolean): void {
  const isFiltered = Object.values(filters).some((each) => each !== undefined)
  useEffect(() => {
    if (isFiltered && total !== undefined && !waiting) announce(t('admin:tasks.lead', { count: total }))
  }, [isFiltered, total, waiting])
}
