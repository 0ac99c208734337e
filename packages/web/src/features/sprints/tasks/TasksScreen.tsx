import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { isActive } from '../../../lib/dates/sprint-time.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { VoteButton } from '../../../ui/fields/VoteButton.tsx'
import { useRowFocus } from '../../../ui/focus/use-row-focus.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { Banner } from '../../../ui/states/Banner.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { SprintHead } from '../SprintHead.tsx'
import { SprintFailed, SprintLoading, SprintMissing } from '../SprintStates.tsx'
import { SprintSessionContext, useProblem, useSession, useSnapshot } from '../session/sprint-session.ts'
import type { SprintState } from '../session/sprint-state.ts'
import { useSprintSession } from '../session/use-sprint-session.ts'
import { BulkBar } from './BulkBar.tsx'
import { createBulkActions } from './bulk-actions.ts'
import { Leftovers } from './Leftovers.tsx'
import { SprintInfo } from './SprintInfo.tsx'
import classes from './TasksScreen.module.css'
import { TasksTable } from './TasksTable.tsx'
import { TasksToolbar } from './TasksToolbar.tsx'
import { isFiltered, readTasksSearch, viewOf } from './tasks-search.ts'
import { visibleTasks } from './tasks-view.ts'

const over: readonly string[] = ['concluida', 'cancelada']
const NewTaskModal = lazyPart(async () => (await import('./TaskModal.tsx')).NewTaskModal)
const EditTaskModal = lazyPart(async () => (await import('./TaskModal.tsx')).EditTaskModal)

/** /sprint/:id/tasks: what a sprint holds, as a list to sort, filter and change, one by one or many at once. */
export function TasksScreen() {
  const session = useSprintSession()
  if (!session) return <SprintLoading />
  return (
    <SprintSessionContext value={session}>
      <Phases />
    </SprintSessionContext>
  )
}

function Phases() {
  const { sync } = useSession()
  const { phase, board } = useSnapshot((snapshot) => snapshot)
  usePageName(board?.frame.sprint.name)
  if (phase === 'missing' || phase === 'gone') return <SprintMissing />
  if (phase === 'error') return <SprintFailed reason={null} title={t('sprints:problems.loadSprint')} onRetry={() => void sync.reload()} />
  return board ? <Loaded board={board} /> : <SprintLoading />
}

function Loaded({ board }: { board: SprintState }) {
  const session = useSession()
  const { sync, problems } = session
  const { lists: columns, cards } = board
  const { sprint } = board.frame
  const tasks = useMemo(() => [...cards.values()], [cards])
  const search = readTasksSearch(useSearch({ strict: false }))
  const view = viewOf(search)
  const canWrite = sprint.can.write && isActive(sprint)
  const [editing, setEditing] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const actions = useMemo(() => createBulkActions(session), [session])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made again with each drawing; its parts are not
  const shown = useMemo(
    () => visibleTasks(tasks, columns, view),
    [tasks, columns, view.sort, view.descending, view.status, view.person, view.text],
  )
  // Others may have taken a chosen task away meanwhile. What a filter hides is not among them.
  const chosenTasks = shown.filter(({ id }) => chosen.has(id))
  const unestimated = tasks.filter(({ status, estimate }) => estimate === null && !over.includes(status))
  const edited = tasks.find(({ id }) => id === editing)
  const add = () => setAdding(true)
  const frame = useRef<HTMLDivElement>(null)
  const passFocus = useRowFocus(frame, tasks.length)
  const remove = (task: SprintTask) => {
    passFocus(shown.findIndex(({ id }) => id === task.id))
    void session.actions.deleteCard(task.id)
  }
  const done = (text: string) => {
    void sync.refresh()
    toast(text)
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
      <Banner banner={useProblem(problems)} onClose={problems.clear} />
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
      {adding && <NewTaskModal sprint={sprint} onDone={done} onClose={() => setAdding(false)} />}
      {edited && (
        <EditTaskModal
          sprint={sprint}
          task={edited}
          columns={columns}
          canWrite={canWrite}
          onDelete={remove}
          onDone={done}
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
