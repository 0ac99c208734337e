import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { usePageName } from '../../../lib/page-name.ts'
import { isActive } from '../../../lib/sprint-time.ts'
import type { SprintBoard, SprintTask } from '../../../lib/sprint-words.ts'
import { useBoardNews } from '../../../lib/use-board-news.ts'
import { Banner, useBanner } from '../../../ui/Banner.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { toast } from '../../../ui/feedback.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { late } from '../../../ui/late.tsx'
import { useRowFocus } from '../../../ui/use-row-focus.ts'
import { VoteButton } from '../../../ui/VoteButton.tsx'
import { sprintBoardQuery } from '../api.ts'
import { SprintHead } from '../SprintHead.tsx'
import { isMissing, SprintFailed, SprintLoading } from '../SprintStates.tsx'
import { useTaskActions } from '../use-task-actions.ts'
import { BulkBar } from './BulkBar.tsx'
import { Leftovers } from './Leftovers.tsx'
import { SprintInfo } from './SprintInfo.tsx'
import classes from './TasksScreen.module.css'
import { TasksTable } from './TasksTable.tsx'
import { TasksToolbar } from './TasksToolbar.tsx'
import { isFiltered, readTasksSearch, viewOf } from './tasks-search.ts'
import { visibleTasks } from './tasks-view.ts'

const over: readonly string[] = ['concluida', 'cancelada']
const NewTaskModal = late(async () => (await import('../TaskModal.tsx')).NewTaskModal)
const EditTaskModal = late(async () => (await import('../TaskModal.tsx')).EditTaskModal)

/** /sprint/:id/tasks: what a sprint holds, as a list to sort, filter and change, one by one or many at once. */
export function TasksScreen() {
  const sprintId = Number(useParams({ strict: false }).sprintId)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sprintBoardQuery(sprintId))
  // What was loaded before says nothing any more once the fresh answer is that it is not for this person.
  const gone = isMissing(error)
  usePageName(gone ? undefined : data?.sprint.name)
  const onNews = () => void client.invalidateQueries({ queryKey: ['sprints', 'board', sprintId] })
  useBoardNews(data?.sprint.board_id ?? null, onNews, data?.revision)
  if (error && (gone || !data))
    return <SprintFailed reason={error} title={t('sprints:problems.loadSprint')} onRetry={() => void refetch()} />
  if (!data) return <SprintLoading />
  return <Loaded key={sprintId} data={data} />
}

function Loaded({ data }: { data: SprintBoard }) {
  const { sprint, columns, tasks } = data
  const search = readTasksSearch(useSearch({ strict: false }))
  const view = viewOf(search)
  const canWrite = sprint.can.write && isActive(sprint)
  const [editing, setEditing] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { banner, complain, clear } = useBanner()
  const actions = useTaskActions(sprint, complain)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made anew with each drawing; its parts are not
  const shown = useMemo(
    () => visibleTasks(tasks, columns, view),
    [tasks, columns, view.sort, view.descending, view.status, view.person, view.text],
  )
  // Others may have taken a chosen task away meanwhile.
  const chosenTasks = tasks.filter(({ id }) => chosen.has(id))
  const unestimated = tasks.filter(({ status, estimate }) => estimate === null && !over.includes(status))
  const edited = tasks.find(({ id }) => id === editing)
  const add = () => setAdding(true)
  const frame = useRef<HTMLDivElement>(null)
  const passFocus = useRowFocus(frame, tasks.length)
  const remove = (task: SprintTask) => {
    passFocus(shown.findIndex(({ id }) => id === task.id))
    void actions.remove(task)
  }
  return (
    <>
      <SprintHead sprint={sprint} current="tasks">
        {canWrite && unestimated.length > 0 && (
          <VoteButton cardIds={unestimated.map(({ id }) => id)} roomName={sprint.name} label={t('sprints:task.vote')} />
        )}
        {canWrite && (
          <Button variant="filled" leftSection={<IconPlus aria-hidden />} onClick={add}>
            {t('sprints:task.new')}
          </Button>
        )}
      </SprintHead>
      <Banner banner={banner} onClose={clear} />
      <SprintInfo sprint={sprint} />
      <div ref={frame} tabIndex={-1}>
        {tasks.length === 0 && sprint.total_tasks > 0 ? null : tasks.length === 0 ? (
          <div className={classes.panel}>
            <NoTasks boardId={sprint.board_id} canWrite={canWrite} onAdd={add} />
          </div>
        ) : (
          <>
            <TasksToolbar tasks={tasks} shown={shown.length} search={search} />
            {shown.length === 0 ? (
              <div className={classes.panel}>
                <NothingFound sprintId={sprint.id} />
              </div>
            ) : (
              <TasksTable
                tasks={shown}
                search={search}
                filtered={isFiltered(view)}
                canWrite={canWrite}
                chosen={chosen}
                onChoose={setChosen}
                onOpen={setEditing}
                onDelete={remove}
              />
            )}
          </>
        )}
      </div>
      {!isActive(sprint) && sprint.total_tasks > 0 && (
        <div className={classes.leftovers}>
          <Leftovers sprint={sprint} />
        </div>
      )}
      {canWrite && chosenTasks.length > 0 && (
        <BulkBar sprint={sprint} tasks={chosenTasks} actions={actions} onClear={() => setChosen(new Set())} />
      )}
      {adding && <NewTaskModal sprint={sprint} onDone={(text) => toast(text)} onClose={() => setAdding(false)} />}
      {edited && (
        <EditTaskModal
          sprint={sprint}
          task={edited}
          canWrite={canWrite}
          onDelete={remove}
          onDone={(text) => toast(text)}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function NoTasks({ boardId, canWrite, onAdd }: { boardId: number; canWrite: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      art="tasks"
      level={2}
      title={t('sprints:tasks.none')}
      text={t(canWrite ? 'sprints:tasks.noneText' : 'sprints:tasks.noneReadOnly')}
      action={
        canWrite && (
          <div className={classes.firstSteps}>
            <Button leftSection={<IconPlus aria-hidden />} onClick={onAdd}>
              {t('sprints:tasks.addFirst')}
            </Button>
            <LinkButton variant="subtle" to="/board/$boardId/backlog" params={{ boardId: String(boardId) }}>
              {t('sprints:tasks.fromBacklog')}
            </LinkButton>
          </div>
        )
      }
    />
  )
}

function NothingFound({ sprintId }: { sprintId: number }) {
  return (
    <EmptyState
      art="tasks"
      level={2}
      title={t('sprints:tasks.noneFound')}
      text={t('sprints:tasks.noneFoundText')}
      action={
        <LinkButton to="/sprint/$sprintId/tasks" params={{ sprintId: String(sprintId) }}>
          {t('sprints:tasks.clear')}
        </LinkButton>
      }
    />
  )
}
