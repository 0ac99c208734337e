import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { singleKeysOn } from '../../../lib/single-keys.ts'
import { toast } from '../../../ui/feedback.tsx'
import { cardIdsOf } from '../../../ui/kanban/live/live-state.ts'
import type { SprintSession } from './sprint-session.ts'
import type { SprintUi } from './sprint-ui.ts'

const writing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The keys of a board, where a sprint has the same thing: Ctrl+Z, a new task, and the task to the column beside. */
export function useSprintKeys(session: SprintSession, ui: SprintUi, mayWrite: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || writing(event.target) || event.isComposing) return
      if (document.querySelector('dialog[open], [aria-modal="true"], [role="menu"]')) return
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        if (!session.undo.undo()) toast(t('sprints:announce.nothingToUndo'), { kind: 'info' })
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !mayWrite || !singleKeysOn()) return
      if (runKey(event.key.toLowerCase(), session, ui)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
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
  void actions.moveTask(task.id, { columnId: to.id, afterId: cardIdsOf(board, to.id).at(-1) ?? null })
  kanban.follow({ columnId: to.id, itemId: task.id })
  return true
}
