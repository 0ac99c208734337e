import type { BoardSummary } from '@rodada/contract/boards/boards'
import { firstColumns } from '@rodada/contract/boards/settings'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { happened } from './events.ts'
import { addLists } from './lists/queries.ts'
import { statusOfName } from './lists/status-policy.ts'
import { addBoard, getBoardFor } from './queries.ts'
import { boardView } from './view.ts'

/** A new board with its first lists, the person as its admin. */
export async function createBoard(
  work: Work,
  viewer: Actor & Pick<Viewer, 'language'>,
  input: { title: string; description: string; is_public: boolean; color: string },
): Promise<BoardSummary> {
  const { trx } = work
  const boardId = await addBoard(trx, viewer.userId, input)
  await addLists(
    trx,
    boardId,
    firstColumns[viewer.language].map((title) => ({ title, status: statusOfName(title) })),
  )
  await work.emit(happened, { board_id: boardId, kind: 'board.created', subject: input.title })
  return boardView(await getBoardFor(trx, viewer, boardId))
}
