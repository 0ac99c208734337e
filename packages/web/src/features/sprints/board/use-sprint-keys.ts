import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { listenToPageKeys } from '../../../lib/device/page-keys.ts'
import { cardIdsOf } from '../../../ui/cards/live-state.ts'
import { freePeople } from '../../../ui/filters/free-people.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import type { SprintSession } from '../session/sprint-session.ts'
import type { SprintUi } from './sprint-ui.ts'

/** The keys of a board, where a sprint has the same thing: Ctrl+Z, a new task, and the task to the column beside. */
export function useSprintKeys(session: SprintSession, ui: SprintUi, mayWrite: boolean): void {
  useEffect(() => {
    return listenToPageKeys({
      undo: () => {
        if (!session.undo.undo()) toast(t('sprints:undo.nothing'), { kind: 'info' })
      },
      key: (event) => freePeople(event, ui) || (mayWrite && runKey(event.key.toLowerCase(), session, ui)),
    })
  }, [session, ui, mayWrite])
}

/** Whether the key meant something here. */
function runKey(key: string, { store, actions }: SprintSession, { kanban, setAddingTo, open }: SprintUi): boolean {
  const { board } = store.get()
  const spot = kanban.current()
  if (!board) return false
  if (key === 'n') {
    const columnId = spot?.columnId ?? board.lists[0]?.id
    if (columnId === undefined) return false
    setAddingTo(columnId)
    return true
  }
  if (key !== ',' && key !== '.' && key !== 'l') return false
  const task = spot?.itemId == null ? undefined : board.cards.get(spot.itemId)
  if (!task || task.id < 0) return false
  if (key === 'l') {
    open({ kind: 'taskLabels', taskId: task.id, boardId: task.board_id })
    return true
  }
  const to = board.lists[board.lists.findIndex(({ id }) => id === task.column_id) + (key === ',' ? -1 : 1)]
  if (!to) return true
  void actions.moveCard(task.id, { listId: to.id, afterId: cardIdsOf(board, to.id).at(-1) ?? null })
  kanban.follow({ columnId: to.id, itemId: task.id })
  return true
}
