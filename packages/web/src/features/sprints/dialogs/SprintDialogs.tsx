import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { refreshSprints } from '../api.ts'
import { detailOf } from '../problems.ts'
import { NewTaskModal } from '../tasks/TaskModal.tsx'
import { SprintModal } from './SprintModal.tsx'
import type { SprintDialog } from './sprint-dialog.ts'

type Dialog = { kind: 'create'; boardId: number | undefined } | SprintDialog
type Props = {
  dialog: Dialog
  /** Good news and bad, for the page's banner. */
  onDone: (text: string) => void
  onProblem: (text: string) => void
  onClose: () => void
}

/** What one does with a sprint, in dialogs. */
export function SprintDialogs({ dialog, onDone, onProblem, onClose }: Props) {
  if (dialog.kind === 'create') return <SprintModal boardId={dialog.boardId} onDone={onDone} onClose={onClose} />
  const { kind, sprint } = dialog
  if (kind === 'edit') return <SprintModal sprint={sprint} onDone={onDone} onClose={onClose} />
  if (kind === 'task') return <NewTaskModal sprint={sprint} onDone={onDone} onClose={onClose} />
  if (kind === 'end') return <EndSprint sprint={sprint} onDone={onDone} onProblem={onProblem} onClose={onClose} />
  return <DeleteSprint sprint={sprint} onDone={onDone} onProblem={onProblem} onClose={onClose} />
}

type AskProps = { sprint: Sprint; onDone: (text: string) => void; onProblem: (text: string) => void; onClose: () => void }

/** Asks before a sprint is ended, with the number of tasks that go back to the backlog. */
export function EndSprint({ sprint, onDone, onProblem, onClose }: AskProps) {
  const client = useQueryClient()
  const left = sprint.total_tasks - sprint.done_tasks
  const end = async () => {
    try {
      await callSprints(sprintsApi.update, { params: { sprintId: sprint.id }, body: { status: 'ended' } })
      onDone(t('sprints:done.ended', { sprint: sprint.name }))
    } catch (reason) {
      onProblem(t('sprints:problems.end', { detail: detailOf(reason) }))
    }
    await refreshSprints(client)
  }
  return (
    <ConfirmDialog
      title={t('sprints:end.title', { sprint: sprint.name })}
      text={left > 0 ? t('sprints:end.left', { count: left }) : t('sprints:end.none')}
      action={t('sprints:end.submit')}
      danger={false}
      onConfirm={end}
      onClose={onClose}
    />
  )
}

function DeleteSprint({ sprint, onDone, onProblem, onClose }: AskProps) {
  const client = useQueryClient()
  const remove = async () => {
    try {
      await callSprints(sprintsApi.remove, { params: { sprintId: sprint.id } })
      onDone(t('sprints:done.deleted', { sprint: sprint.name }))
    } catch (reason) {
      onProblem(t('sprints:problems.delete', { detail: detailOf(reason) }))
    }
    await refreshSprints(client)
  }
  return (
    <ConfirmDialog
      title={t('sprints:remove.title', { sprint: sprint.name })}
      text={t('sprints:remove.text')}
      action={t('sprints:remove.submit')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
