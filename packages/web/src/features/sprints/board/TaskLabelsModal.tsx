import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { AnchoredDialog } from '../../../ui/dialog/AnchoredDialog.tsx'
import { LabelPicker } from '../../../ui/kanban/LabelPicker.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

/** Beyond every revision: the frame of the board, which has its labels, without any card. */
const noCards = 2 ** 31 - 1

/** The labels of a task, beside it: what the key L opens. */
export function TaskLabelsModal({ taskId, boardId, onClose }: { taskId: number; boardId: number; onClose: () => void }) {
  const { kanban } = useSprintUi()
  const { sync } = useSession()
  const task = useSprintPart(({ cards }) => cards.get(taskId), undefined)
  const board = useQuery({
    queryKey: ['board', boardId, 'labels'],
    queryFn: ({ signal }) => call(boardsApi.changes, { params: { boardId }, query: { since: noCards }, signal }),
    gcTime: 0,
  })
  if (!task) return null
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    const done = await work().then(
      () => true,
      (reason: unknown) => {
        tellProblem(t('kanban:labels.problem'), reason)
        return false
      },
    )
    await sync.refresh()
    return done
  }
  const add = (labelId: number) => call(cardsApi.addLabel, { params: { cardId: taskId }, body: { label_id: labelId } })
  return (
    <AnchoredDialog label={t('kanban:labels.of', { card: task.title })} anchor={kanban.itemElement(taskId)} onClose={onClose}>
      <LabelPicker
        labels={board.data?.labels ?? task.labels}
        chosen={task.labels.map(({ id }) => id)}
        onToggle={(label, on) =>
          void attempt(() => (on ? add(label.id) : call(cardsApi.removeLabel, { params: { cardId: taskId, labelId: label.id } })))
        }
        onCreate={(name, color) =>
          attempt(async () => {
            const { id } = await call(boardsApi.addLabel, { params: { boardId }, body: { name, color } })
            await add(id)
            await board.refetch()
          })
        }
      />
    </AnchoredDialog>
  )
}
