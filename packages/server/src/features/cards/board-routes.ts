import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardChanges } from '@rodada/contract/boards/boards'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { SharedAnswer } from '../../platform/http/shared-answers.ts'
import type { Actor } from '../auth/queries.ts'
import { getField, listFields } from '../boards/fields/queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { listArchivedLists, listLists } from '../boards/lists/queries.ts'
import { listMembers } from '../boards/members/queries.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { frameView, listsView, withCards } from '../boards/view.ts'
import { listValuesOfField } from './fields/queries.ts'
import { keyOf } from './queries.ts'
import { listArchivedCards, listBoardCards, listChangedCards } from './summary-queries.ts'
import { isWatchingBoard } from './watching/queries.ts'

/** Boards with their cards. */
export function boardCardRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(boardsApi.get, async ({ viewer, params: { boardId } }) => {
    const { board, lists } = await frame(db, viewer, boardId)
    // Its cards are the same for all who see it, and another revision tells of every change of them.
    return new SharedAnswer(JSON.stringify({ board, lists }), async () => ({
      ...board,
      lists: withCards(lists, await listBoardCards(db, boardId)),
    }))
  })
  route(boardsApi.changes, ({ viewer, params, query }) => loadChanges(db, viewer, params.boardId, query.since))

  route(boardsApi.lists, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    const lists = listsView(await listLists(db, boardId))
    return query.cards === 'none' ? lists : withCards(lists, await listBoardCards(db, boardId))
  })

  route(boardFieldsApi.values, async ({ viewer, params: { boardId, fieldId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return listValuesOfField(db, (await getField(db, boardId, fieldId)).id)
  })

  route(boardsApi.archive, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    const cards = await listArchivedCards(db, boardId, query)
    const lists = await listArchivedLists(db, boardId)
    const archivedAt = (row: { archived_at: string | null }) => row.archived_at ?? ''
    return {
      cards: cards.map(({ number, key_prefix, ...card }) => ({
        ...card,
        key: keyOf({ number, key_prefix }),
        archived_at: archivedAt(card),
      })),
      lists: listsView(lists).map((list, index) => ({ ...list, archived_at: lists[index]?.archived_at ?? '' })),
    }
  })
}

/**
 * The board without its cards, which are not even counted, because it is read on every notice. The revision is read first: the rest may be
 * newer and never older, so a client that asks for changes since this revision misses nothing.
 */
async function frame(db: Db, viewer: Actor, boardId: number) {
  const board = await getBoardAccess(db, viewer, boardId)
  const [labels, fields] = [await listLabels(db, boardId), await listFields(db, boardId)]
  const [members, lists] = [await listMembers(db, boardId), await listLists(db, boardId)]
  const watching = await isWatchingBoard(db, boardId, viewer.userId)
  return {
    board: { ...frameView(board), revision: board.revision, member_count: members.length, labels, fields, members, watching },
    lists: listsView(lists),
  }
}

/** What changed on a board since a revision. @throws AppError 404 */
async function loadChanges(db: Db, viewer: Actor, boardId: number, since: number): Promise<BoardChanges> {
  const { board, lists } = await frame(db, viewer, boardId)
  return { ...board, lists, ...(await listChangedCards(db, boardId, since)) }
}
