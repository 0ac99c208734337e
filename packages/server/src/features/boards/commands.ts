import { firstColumns } from '@rodada/contract/board-settings'
import type { BoardSummary } from '@rodada/contract/boards'
import type { Viewer } from '../../platform/viewer.ts'
import type { Work } from '../../platform/work.ts'
import { statusOfName } from '../../platform/work-status.ts'
import { happened } from './events.ts'
import { addLists } from './lists/queries.ts'
import { type Asker, addBoard, getBoardFor } from './queries.ts'
import { boardView } from './view.ts'

/** A new board with its first lists, the person as its admin. */
export async function createBoard(
  work: Work,
  viewer: Asker & Pick<Viewer, 'language'>,
  wish: { title: string; description: string; is_public: boolean; color: string },
): Promise<BoardSummary> {
  const { trx } = work
  const boardId = await addBoard(trx, viewer.userId, wish)
  await addLists(
    trx,
    boardId,
    firstColumns[viewer.language].map((title) => ({ title, status: statusOfName(title) })),
  )
  await work.emit(happened, { board_id: boardId, kind: 'board.created', subject: wish.title })
  return boardView(await getBoardFor(trx, viewer, boardId))
}
