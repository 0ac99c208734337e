import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { refreshSprints } from '../api.ts'
import { detailOf } from '../problems.ts'
import { NewTaskModal } from '../tasks/TaskModal.tsx'
import { SprintModal } from './SprintModal.tsx'
import type { SprintDialog } from './sprint-dialog.ts'

const CloseSprint = lazyPart(async () => (await import('../closing/CloseSprint.tsx')).CloseSprint, { texts: ['planning'] })

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
  if (kind === 'end') return <CloseSprint sprint={sprint} onProblem={onProblem} onClose={onClose} />
  return <DeleteSprint sprint={sprint} onDone={onDone} onProblem={onProblem} onClose={onClose} />
}

type AskProps = { sprint: Sprint; onDone: (text: string) => void; onProblem: (text: string) => void; onClose: () => void }

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
