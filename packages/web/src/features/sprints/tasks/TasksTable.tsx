import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { TaskRow } from './TaskRow.tsx'
import classes from './TasksTable.module.css'
import { readTasksSearch, type SortKey, type TasksSearch, viewOf, wordOf } from './tasks-search.ts'

/** Rows that are drawn before somebody asks for more. */
const page = 50

type Props = {
  tasks: readonly SprintTask[]
  search: TasksSearch
  filtered: boolean
  canWrite: boolean
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  onOpen: (taskId: number) => void
  onDelete: (task: SprintTask) => void
}

const columns = ['title', 'status', 'priority', 'hours', 'points', 'due', 'assignee'] as const

/** The tasks of a sprint as a table that sorts by what its heads say. */
export function TasksTable({ tasks, search, canWrite, chosen, onChoose, onOpen, onDelete }: Props) {
  const [limit, setLimit] = useState(page)
  const shown = tasks.slice(0, limit)
  const all = tasks.length > 0 && tasks.every(({ id }) => chosen.has(id))
  const choose = (id: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  const rest = tasks.length - shown.length
  return (
    <>
      <table className={classes.table} data-writable={canWrite || undefined}>
        <thead>
          <tr>
            {canWrite && (
              <th scope="col" className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={t('sprints:tasks.selectAll')}
                  checked={all}
                  ref={(box) => {
                    if (box) box.indeterminate = !all && tasks.some(({ id }) => chosen.has(id))
                  }}
                  onChange={(event) => onChoose(event.currentTarget.checked ? new Set(tasks.map(({ id }) => id)) : new Set())}
                />
              </th>
            )}
            {columns.map((key) => (
              <SortHead key={key} name={key} search={search} />
            ))}
            <th scope="col" className={classes.menu}>
              <span className="sr-only">{t('sprints:tasks.columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              canWrite={canWrite}
              isChosen={chosen.has(task.id)}
              onChoose={choose}
              onOpen={onOpen}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className={classes.more}>
          <Button onClick={() => setLimit((now) => now + page)}>{t('sprints:tasks.more', { count: Math.min(rest, page) })}</Button>
          <span>{t('sprints:tasks.shown', { shown: shown.length, count: tasks.length })}</span>
        </p>
      )}
    </>
  )
}

/** The head of a column: a first press sorts by it, the next turns it round, a third goes back to the sprint's own order. */
function SortHead({ name, search }: { name: Exclude<SortKey, 'place'>; search: TasksSearch }) {
  const { sort, descending } = viewOf(search)
  const isCurrent = sort === name
  const next: TasksSearch = isCurrent
    ? descending
      ? { ordem: undefined, desc: undefined }
      : { ordem: wordOf(name), desc: 'sim' }
    : { ordem: wordOf(name), desc: undefined }
  const Icon = descending ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" className={classes[name]} aria-sort={isCurrent ? (descending ? 'descending' : 'ascending') : undefined}>
      <Link
        to="."
        search={(before) => readTasksSearch({ ...before, ...next })}
        replace
        resetScroll={false}
        title={t('sprints:tasks.sort', { column: t(`sprints:tasks.columns.${name}`) })}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        activeProps={{ 'aria-current': undefined }}
      >
        {t(`sprints:tasks.columns.${name}`)}
        {isCurrent && <Icon size={14} stroke={2} aria-hidden />}
      </Link>
    </th>
  )
}
