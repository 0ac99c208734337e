import type { WorkStatus } from '@rodada/contract/core/fields'
import { dueState } from '../../../../lib/dates/due.ts'

/** For the keys of the board all bars are one column. */
export const timelineColumn = -1

/** How a card stands, which its bar says by its colour. */
export function lookOf(status: WorkStatus, due: string | null): 'done' | 'late' | 'running' | 'todo' {
  if (status === 'concluida' || status === 'cancelada') return 'done'
  if (due !== null && dueState(due, status).state === 'late') return 'late'
  return status === 'pendente' ? 'todo' : 'running'
}
