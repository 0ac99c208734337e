import type { BoardSummary } from '@rodada/contract/boards/boards'
import { firstColumns } from '@rodada/contract/boards/settings'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { addTemplate } from './card-templates/queries.ts'
import { happened } from './events.ts'
import { addFields } from './fields/queries.ts'
import { addLabels } from './label-queries.ts'
import { addLists } from './lists/queries.ts'
import { statusOfName } from './lists/status-policy.ts'
import { getBoardFor } from './queries.ts'
import { readyTemplate } from './ready-templates.ts'
import { boardView } from './view.ts'
import type { NewBoard } from './write.ts'
import { addBoard } from './write-queries.ts'

/** A new board with its first lists, the person as its admin. */
export async function createBoard(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  { ready, ...input }: NewBoard,
): Promise<BoardSummary> {
  const { trx } = work
  const boardId = await addBoard(trx, viewer.userId, input)
  const first = ready ? readyTemplate(ready, viewer.language) : { lists: firstColumns[viewer.language], labels: [], fields: [], cards: [] }
  await addLists(
    trx,
    boardId,
    first.lists.map((title) => ({ title, status: statusOfName(title) })),
  )
  await addLabels(trx, boardId, first.labels)
  await addFields(
    trx,
    boardId,
    first.fields.map((field) => ({ ...field, on_card: true })),
  )
  for (const template of first.cards) await addTemplate(trx, boardId, template)
  await work.emit(happened, { board_id: boardId, kind: 'board.created', subject: input.title })
  return boardView(await getBoardFor(trx, viewer, boardId))
}
