import { workStatuses } from '@rodada/contract/boards/settings'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import classes from './TasksToolbar.module.css'
import { readTasksSearch, sortKeys, type TasksSearch, viewOf, wordOf } from './tasks-search.ts'

/** What of a sprint's tasks is shown. All of it stands in the address. */
export function TasksToolbar({ tasks, shown, search }: { tasks: readonly SprintTask[]; shown: number; search: TasksSearch }) {
  const navigate = useNavigate()
  const fieldId = useId()
  const change = (next: TasksSearch) =>
    void navigate({ to: '.', search: (before) => readTasksSearch({ ...before, ...next }), replace: true })
  const people = new Map(
    tasks.flatMap(({ assigned_user, participants }) =>
      [assigned_user ?? [], participants].flat().map(({ id, name }) => [id, name] as const),
    ),
  )
  const counts = new Map<string, number>()
  for (const { status } of tasks) counts.set(status, (counts.get(status) ?? 0) + 1)
  useFoundAnnouncement(search, shown)
  return (
    <div className={classes.toolbar}>
      <label htmlFor={`${fieldId}-status`}>
        <span>{t('sprints:tasks.status')}</span>
        <select
          id={`${fieldId}-status`}
          value={search.status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        >
          <option value="">{t('sprints:tasks.allStatuses')}</option>
          {workStatuses
            .filter((status) => counts.has(status) || search.status === status)
            .map((status) => (
              <option key={status} value={status}>
                {t(`status.${status}`)} ({counts.get(status) ?? 0})
              </option>
            ))}
        </select>
      </label>
      <label htmlFor={`${fieldId}-person`}>
        <span>{t('sprints:task.assignee')}</span>
        <select
          id={`${fieldId}-person`}
          value={search.pessoa ?? ''}
          onChange={(event) => change({ pessoa: event.currentTarget.value || undefined })}
        >
          <option value="">{t('sprints:tasks.everybody')}</option>
          <option value="ninguem">{t('sprints:tasks.nobody')}</option>
          {[...people].map(([personId, name]) => (
            <option key={personId} value={personId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${fieldId}-sort`} className={classes.narrow}>
        <span>{t('sprints:tasks.sortBy')}</span>
        <select
          id={`${fieldId}-sort`}
          value={viewOf(search).sort}
          onChange={(event) =>
            change({ ordem: wordOf(sortKeys.find((key) => key === event.currentTarget.value) ?? 'place'), desc: undefined })
          }
        >
          {sortKeys.map((key) => (
            <option key={key} value={key}>
              {t(`sprints:tasks.columns.${key}`)}
            </option>
          ))}
        </select>
      </label>
      <SearchBox
        className={classes.search}
        label={t('sprints:tasks.search')}
        value={search.q ?? ''}
        onSearch={(q) => change({ q: q || undefined })}
      />
    </div>
  )
}

/** Says how many tasks the filters leave. */
function useFoundAnnouncement({ status, pessoa, q }: TasksSearch, shown: number): void {
  const isFiltered = status !== undefined || pessoa !== undefined || q !== undefined
  useEffect(() => {
    if (isFiltered) announce(t('sprints:board.found', { count: shown }))
  }, [isFiltered, shown])
}
