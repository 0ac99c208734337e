import { firstColumns } from '@rodada/contract/board-settings'
import type { Board, BoardChanges, BoardSummary } from '@rodada/contract/boards'
import type { Db } from '../../migrations/schema.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { statusOfName } from '../../platform/work-status.ts'
import { listBoardCards, listChangedCards } from '../cards/summary-queries.ts'
import { addActivity } from './activity-queries.ts'
import { listLabels } from './label-queries.ts'
import { addLists, listLists } from './list-queries.ts'
import { listMembers } from './member-queries.ts'
import { type Asker, addBoard, getBoardAccess, getBoardFor } from './queries.ts'
import { boardView, frameView, listsView, withCards } from './view.ts'

/** A new board with its first lists, the person as its admin. */
export async function createBoard(
  trx: Db,
  viewer: Asker & Pick<Viewer, 'language'>,
  wish: { title: string; description: string; is_public: boolean; color: string },
): Promise<BoardSummary> {
  const boardId = await addBoard(trx, viewer.userId, wish)
  await addLists(
    trx,
    boardId,
    firstColumns[viewer.language].map((title) => ({ title, status: statusOfName(title) })),
  )
  await addActivity(trx, { board_id: boardId, user_id: viewer.userId, kind: 'board.created', subject: wish.title })
  return boardView(await getBoardFor(trx, viewer, boardId))
}

/**
 * The board without its cards, none of which is counted: this is read on every notice. The revision is read first: what is read
 * after it may be newer, never older, so a client that asks for changes since this revision misses nothing.
 */
async function frame(db: Db, viewer: Asker, boardId: number) {
  const board = await getBoardAccess(db, viewer, boardId)
  const [labels, members, lists] = [await listLabels(db, boardId), await listMembers(db, boardId), await listLists(db, boardId)]
  return {
    board: { ...frameView(board), revision: board.revision, member_count: members.length, labels, members },
    lists: listsView(lists),
  }
}

/** A whole board as this person sees it. @throws AppError 404 */
export async function loadBoard(db: Db, viewer: Asker, boardId: number): Promise<Board> {
  const { board, lists } = await frame(db, viewer, boardId)
  return { ...board, lists: withCards(lists, await listBoardCards(db, boardId)) }
}

/** What changed on a board behind a revision. @throws AppError 404 */
export async function loadChanges(db: Db, viewer: Asker, boardId: number, since: number): Promise<BoardChanges> {
  const { board, lists } = await frame(db, viewer, boardId)
  return { ...board, lists, ...(await listChangedCards(db, boardId, since)) }
}
