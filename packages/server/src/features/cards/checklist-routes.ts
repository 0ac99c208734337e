import { checklistsApi } from '@rodada/contract/checklists'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { late, notFound } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { addActivity } from '../boards/activity-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import {
  addChecklist,
  addItem,
  deleteChecklist,
  deleteItem,
  getChecklist,
  listChecklists,
  updateChecklist,
  updateItem,
} from './checklist-queries.ts'
import { type CardRow, changeCard, getCardFor, touchCard } from './queries.ts'
import { createWrite, type Publish } from './routes.ts'

export function checklistRoutes(route: Route, deps: Deps, publish: Publish): void {
  const { db } = deps
  const write = createWrite(deps, publish)

  /** A change of something on a card: the work, then the card counts as changed, unless it is what it was, then the result is read. */
  type Work<T> = (trx: Db, card: CardRow, board: BoardRow) => Promise<{ changed?: boolean; read: () => Promise<T> }>
  const onCard = <T>(viewer: Viewer, cardId: number, work: Work<T>) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const { changed = true, read } = await work(trx, card, board)
      if (changed) await touchCard(trx, board, card.id)
      return { boardId: board.id, revision: changed ? board.revision : null, result: await read() }
    })

  const getItem = async (trx: Db, cardId: number, checklistId: number, itemId: number) => {
    const item = (await getChecklist(trx, cardId, checklistId)).items.find(({ id }) => id === itemId)
    if (!item) throw notFound()
    return item
  }

  /** @throws AppError 409 when a new title was written on an older version. */
  const requireFresh = (entity: { version?: number | undefined }, { title, version }: { title?: string; version?: number }) => {
    if (title !== undefined && version !== undefined && version !== entity.version) throw late(entity)
  }

  route(checklistsApi.list, async ({ viewer, params }) => listChecklists(db, (await getCardFor(db, viewer, params)).id))

  route(checklistsApi.add, ({ viewer, params, body }) =>
    onCard(viewer, params.cardId, async (trx, card, board) => {
      const id = await addChecklist(trx, card.id, body.title, board.revision)
      const details = { to: body.title }
      await addActivity(trx, {
        board_id: board.id,
        card_id: card.id,
        user_id: viewer.userId,
        kind: 'checklist.created',
        subject: card.title,
        details,
      })
      return { read: () => getChecklist(trx, card.id, id) }
    }),
  )
  route(checklistsApi.update, ({ viewer, params: { cardId, checklistId }, body }) =>
    onCard(viewer, cardId, async (trx, _, board) => {
      requireFresh(await getChecklist(trx, cardId, checklistId), body)
      const changed = await updateChecklist(trx, cardId, checklistId, body, board.revision)
      return { changed, read: () => getChecklist(trx, cardId, checklistId) }
    }),
  )
  route(checklistsApi.remove, ({ viewer, params: { cardId, checklistId } }) =>
    onCard(viewer, cardId, async (trx) => {
      await getChecklist(trx, cardId, checklistId)
      await deleteChecklist(trx, checklistId)
      return { read: async () => ({}) }
    }),
  )

  route(checklistsApi.addItem, ({ viewer, params: { cardId, checklistId }, body }) =>
    onCard(viewer, cardId, async (trx, _, board) => {
      await getChecklist(trx, cardId, checklistId)
      const id = await addItem(trx, checklistId, body.title, board.revision)
      return { read: () => getItem(trx, cardId, checklistId, id) }
    }),
  )
  route(checklistsApi.updateItem, ({ viewer, params: { cardId, checklistId, itemId }, body }) =>
    onCard(viewer, cardId, async (trx, card, board) => {
      const item = await getItem(trx, cardId, checklistId, itemId)
      requireFresh(item, body)
      const changed = await updateItem(trx, checklistId, itemId, body, board.revision)
      if (body.completed === true && !item.completed) {
        const details = { to: item.title }
        await addActivity(trx, {
          board_id: board.id,
          card_id: cardId,
          user_id: viewer.userId,
          kind: 'checklist.item_completed',
          subject: card.title,
          details,
        })
      }
      return { changed, read: () => getItem(trx, cardId, checklistId, itemId) }
    }),
  )
  route(checklistsApi.removeItem, ({ viewer, params: { cardId, checklistId, itemId } }) =>
    onCard(viewer, cardId, async (trx) => {
      await getItem(trx, cardId, checklistId, itemId)
      await deleteItem(trx, itemId)
      return { read: async () => ({}) }
    }),
  )
}
