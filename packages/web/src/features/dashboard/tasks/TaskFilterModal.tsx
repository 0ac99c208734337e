import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { ownTasksQuery, type TaskStatus, taskStatuses } from '../api.ts'
import { useAnnouncedCount } from '../use-announced-count.ts'
import classes from './TaskFilterModal.module.css'
import { TaskRow } from './TaskRow.tsx'

const labels = { pending: 'pending', in_progress: 'inProgress', completed: 'completed', overdue: 'overdue' } as const
const labelOf = (status: TaskStatus): string => (status === 'all' ? t('dashboard:tasks.all') : t(`dashboard:stats.${labels[status]}`))

/** The own tasks, by progress and by a word of their title. */
export function TaskFilterModal({ status: first, onClose }: { status: TaskStatus; onClose: () => void }) {
  const [status, setStatus] = useState(first)
  const [query, setQuery] = useState('')
  const tasks = useInfiniteQuery(ownTasksQuery(status, query))
  const found = tasks.data?.pages.flat()
  useAnnouncedCount(query || status, found?.length, tasks.isPlaceholderData)
  return (
    <Dialog title={t('dashboard:tasks.title')} size={620} onClose={onClose}>
      <SearchBox label={t('dashboard:tasks.search')} value={query} onSearch={setQuery} />
      <fieldset className={classes.statuses}>
        <legend className="sr-only">{t('dashboard:tasks.status')}</legend>
        {taskStatuses.map((each) => (
          <label key={each}>
            <input type="radio" name="status" checked={each === status} onChange={() => setStatus(each)} />
            {labelOf(each)}
          </label>
        ))}
      </fieldset>
      <div className={classes.found} data-old={tasks.isPlaceholderData}>
        {!found && !tasks.isError && (
          <SkeletonGroup>
            <Skeleton height="2.5rem" />
            <Skeleton height="2.5rem" />
            <Skeleton height="2.5rem" />
          </SkeletonGroup>
        )}
        {tasks.isError && !found && (
          <ErrorState level={3} title={t('dashboard:tasks.failed')} text={tasks.error.message} onRetry={() => void tasks.refetch()} />
        )}
        {found?.length === 0 && <EmptyState art="tasks" title={t('dashboard:now.none')} text={t('dashboard:tasks.noneText')} />}
        {found && found.length > 0 && (
          <ul>
            {found.map((card) => (
              <TaskRow key={card.id} card={card} query={query} />
            ))}
          </ul>
        )}
        <MoreButton query={tasks} />
      </div>
    </Dialog>
  )
}
