import { attachmentsApi } from '@rodada/contract/attachments'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http.ts'
import { addActivity } from '../boards/activity-queries.ts'
import { addAttachment, deleteAttachment, getAttachment, listAttachments, renameAttachment } from './attachment-queries.ts'
import { changeCard, getCardFor, touchCard } from './queries.ts'
import { createWrite, type Publish } from './routes.ts'

/** Links that hang on a card. */
export function attachmentRoutes(route: Route, deps: Deps, publish: Publish): void {
  const { db } = deps
  const write = createWrite(deps, publish)

  route(attachmentsApi.list, async ({ viewer, params }) => listAttachments(db, (await getCardFor(db, viewer, params)).id))

  route(attachmentsApi.add, ({ viewer, params, body }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, params)
      const attachment = await addAttachment(trx, card.id, viewer, body)
      await touchCard(trx, board, card.id)
      await addActivity(trx, {
        board_id: board.id,
        card_id: card.id,
        user_id: viewer.userId,
        kind: 'card.attached',
        subject: card.title,
        details: { to: attachment.title },
      })
      return { boardId: board.id, revision: board.revision, result: attachment }
    }),
  )

  route(attachmentsApi.rename, ({ viewer, params: { cardId, attachmentId }, body }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const changed = await renameAttachment(trx, await getAttachment(trx, card.id, attachmentId), body.title, viewer.language)
      if (changed) await touchCard(trx, board, card.id)
      const result = await getAttachment(trx, card.id, attachmentId)
      return { boardId: board.id, revision: changed ? board.revision : null, result }
    }),
  )

  route(attachmentsApi.remove, ({ viewer, params: { cardId, attachmentId } }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const { id } = await getAttachment(trx, card.id, attachmentId)
      await deleteAttachment(trx, id)
      await touchCard(trx, board, card.id)
      return { boardId: board.id, revision: board.revision, result: {} }
    }),
  )
}
