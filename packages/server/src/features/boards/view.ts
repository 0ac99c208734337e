import type { BoardSummary, List } from '@rodada/contract/boards'
import type { WorkStatus } from '@rodada/contract/fields'
import { folded } from '../../platform/folded.ts'
import type { ListRow } from './list-queries.ts'
import { canOn } from './policy.ts'
import type { BoardRowWithCounts } from './queries.ts'

export const boardView = (board: BoardRowWithCounts): BoardSummary => ({
  ...board,
  is_public: board.is_public === 1,
  can: canOn(board.role),
})

/** Lists in their order, each with the index that follows from it. */
export const listsView = (lists: readonly ListRow[]): List[] => lists.map((list, position) => ({ ...list, position }))

const words: [WorkStatus, RegExp][] = [
  ['cancelada', /cancel/],
  ['impedimento', /imped|bloque/],
  ['concluida', /conclu|feit[oa]|pront[oa]|entreg|finaliz|\bdone\b/],
  ['em_andamento', /andamento|fazendo|progress|revis|teste|\bdoing\b/],
]

/** The status that a list's title speaks of, pendente when none. */
export function statusOfTitle(title: string): WorkStatus {
  const text = folded(title)
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'pendente'
}
