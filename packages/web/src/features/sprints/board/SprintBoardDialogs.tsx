import { NativeSelect } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { cardIdsOf } from '../../../ui/cards/live-state.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SprintModal } from '../dialogs/SprintModal.tsx'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { EditTaskModal, NewTaskModal } from '../tasks/TaskModal.tsx'
import type { SprintBoardDialog } from './sprint-ui.ts'

const NameClashModal = lazyPart(async () => (await import('../../../ui/kanban/NameClashModal.tsx')).NameClashModal, { texts: ['conflict'] })

const CloseSprint = lazyPart(async () => (await import('../closing/CloseSprint.tsx')).CloseSprint, { texts: ['planning'] })
const TaskLabelsModal = lazyPart(async () => (await import('./TaskLabelsModal.tsx')).TaskLabelsModal)

type Props = { dialog: SprintBoardDialog; onDone: (text: string) => void; onClose: () => void }

/** What is open over a sprint's board. After each, the board asks for what changed. */
export function SprintBoardDialogs({ dialog, onDone, onClose }: Props) {
  const { sync, actions, problems } = useSession()
  const sprint = useSprintPart(({ frame }) => frame.sprint, null)
  const done = (text: string) => {
    void sync.refresh()
    onDone(text)
  }
  if (!sprint) return null
  switch (dialog.kind) {
    case 'columnClash':
      return (
        <NameClashModal
          title={t('sprints:column.rename')}
          of="column"
          label={t('sprints:column.title')}
          max={limits.columnName}
          edit={dialog.edit}
          clash={dialog.clash}
          onSave={(edit) => actions.renameList(dialog.columnId, edit)}
          onClose={onClose}
        />
      )
    case 'taskLabels':
      return <TaskLabelsModal taskId={dialog.taskId} boardId={dialog.boardId} onClose={onClose} />
    case 'task':
      return <Task sprint={sprint} taskId={dialog.taskId} onDone={done} onClose={onClose} />
    case 'newTask':
      return <NewTaskModal sprint={sprint} columnId={dialog.columnId} onDone={done} onClose={onClose} />
    case 'edit':
      return <SprintModal sprint={sprint} onDone={done} onClose={onClose} />
    case 'end':
      return <CloseSprint sprint={sprint} onProblem={problems.tell} onClose={onClose} />
    case 'deleteColumn':
      return <DeleteColumn columnId={dialog.columnId} onClose={onClose} />
  }
}

type TaskProps = { sprint: Sprint; taskId: number; onDone: (text: string) => void; onClose: () => void }

function Task({ sprint, taskId, onDone, onClose }: TaskProps) {
  const { actions } = useSession()
  const task = useSprintPart(({ cards }) => cards.get(taskId), undefined)
  const columns = useSprintPart(({ lists }) => lists, [])
  const canWrite = useSprintPart(({ frame }) => frame.sprint.can.write && frame.sprint.status !== 'ended', false)
  if (!task) return null
  return (
    <EditTaskModal
      sprint={sprint}
      task={task}
      columns={columns}
      canWrite={canWrite}
      onDelete={({ id }) => void actions.deleteCard(id)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function DeleteColumn({ columnId, onClose }: { columnId: number; onClose: () => void }) {
  const { actions } = useSession()
  const lists = useSprintPart((board) => board.lists, [])
  const count = useSprintPart((board) => cardIdsOf(board, columnId).length, 0)
  const column = lists.find(({ id }) => id === columnId)
  const others = lists.filter(({ id }) => id !== columnId)
  const [chosen, setChosen] = useState<number>()
  const target = others.find(({ id }) => id === chosen) ?? others[0]
  if (!column || !target) return null
  const says = t(`sprints:column.${target.id === others[0]?.id ? 'deleteText' : 'deleteElsewhere'}`, {
    count,
    first: target.name,
    column: target.name,
  })
  return (
    <ConfirmDialog
      title={t('sprints:column.deleteTitle', { column: column.name })}
      text={count === 0 ? says : `${says} ${t('sprints:column.deleteStatus', { count, status: t(`status.${target.status}`) })}`}
      action={t('sprints:column.delete')}
      onConfirm={() => actions.deleteColumn(columnId, target.id)}
      onClose={onClose}
    >
      {count > 0 && others.length > 1 && (
        <NativeSelect
          label={t('sprints:column.deleteTarget')}
          value={target.id}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </ConfirmDialog>
  )
}
