import { checklistsApi } from '@rodada/contract/cards/checklists'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import type { Work } from '../../../platform/work.ts'
import { happened } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { Write } from '../../boards/write.ts'
import { tellMentions } from '../mentions/write.ts'
import { type CardRow, changeCard, getCardFor } from '../queries.ts'
import { touchCard } from '../write.ts'
import { addChecklist, addItem, deleteChecklist, deleteItem, getChecklist, listChecklists, updateChecklist, updateItem } from './queries.ts'

export function checklistRoutes(route: Route, deps: Deps, write: Write): void {
  const { db } = deps

  /** A change of something on a card: the work, then a revision of the card unless nothing changed, then the result. */
  type Change<T> = (work: Work, card: CardRow, board: BoardRow) => Promise<{ changed?: boolean; read: () => Promise<T> }>
  const onCard = <T>(viewer: Viewer, cardId: number, change: Change<T>) =>
    write(viewer, async (work) => {
      const { card, board } = await changeCard(work.trx, viewer, { cardId })
      const { changed = true, read } = await change(work, card, board)
      if (changed) await touchCard(work, board, card.id)
      return { boardId: board.id, revision: changed ? board.revision : null, result: await read() }
    })

  const getItem = async (trx: Db, cardId: number, checklistId: number, itemId: number) => {
    const item = (await getChecklist(trx, cardId, checklistId)).items.find(({ id }) => id === itemId)
    if (!item) throw notFound()
    return item
  }

  /** @throws AppError 409 when a new title was written on an older version. */
  const requireFresh = (entity: { version?: number | undefined }, { title, version }: { title?: string; version?: number }) => {
    if (title !== undefined && version !== undefined && version !== entity.version) throw stale(entity)
  }

  route(checklistsApi.list, async ({ viewer, params }) => listChecklists(db, (await getCardFor(db, viewer, params)).id))

  route(checklistsApi.add, ({ viewer, params, body }) =>
    onCard(viewer, params.cardId, async (work, card, board) => {
      const { trx } = work
      const id = await addChecklist(trx, card.id, body.title, board.revision)
      const details = { to: body.title }
      await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'checklist.created', subject: card.title, details })
      return { read: () => getChecklist(trx, card.id, id) }
    }),
  )
  route(checklistsApi.update, ({ viewer, params: { cardId, checklistId }, body }) =>
    onCard(viewer, cardId, async ({ trx }, _, board) => {
      requireFresh(await getChecklist(trx, cardId, checklistId), body)
      const changed = await updateChecklist(trx, cardId, checklistId, body, board.revision)
      return { changed, read: () => getChecklist(trx, cardId, checklistId) }
    }),
  )
  route(checklistsApi.remove, ({ viewer, params: { cardId, checklistId } }) =>
    onCard(viewer, cardId, async ({ trx }) => {
      await getChecklist(trx, cardId, checklistId)
      await deleteChecklist(trx, checklistId)
      return { read: async () => ({}) }
    }),
  )

  route(checklistsApi.addItem, ({ viewer, params: { cardId, checklistId }, body }) =>
    onCard(viewer, cardId, async (work, card, board) => {
      const { trx } = work
      await getChecklist(trx, cardId, checklistId)
      await tellMentions(work, card, { before: '', after: body.title, field: 'title' })
      const id = await addItem(trx, checklistId, body.title, board.revision)
      return { read: () => getItem(trx, cardId, checklistId, id) }
    }),
  )
  route(checklistsApi.updateItem, ({ viewer, params: { cardId, checklistId, itemId }, body }) =>
    onCard(viewer, cardId, async (work, card, board) => {
      const { trx } = work
      const item = await getItem(trx, cardId, checklistId, itemId)
      requireFresh(item, body)
      if (body.title !== undefined) await tellMentions(work, card, { before: item.title, after: body.title, field: 'title' })
      const changed = await updateItem(trx, checklistId, itemId, body, board.revision)
      if (body.completed === true && !item.completed) {
        const details = { to: item.title }
        const kind = 'checklist.item_completed'
        await work.emit(happened, { board_id: board.id, card_id: cardId, kind, subject: card.title, details })
      }
      return { changed, read: () => getItem(trx, cardId, checklistId, itemId) }
    }),
  )
  route(checklistsApi.removeItem, ({ viewer, params: { cardId, checklistId, itemId } }) =>
    onCard(viewer, cardId, async ({ trx }) => {
      await getItem(trx, cardId, checklistId, itemId)
      await deleteItem(trx, itemId)
      return { read: async () => ({}) }
    }),
  )
}
