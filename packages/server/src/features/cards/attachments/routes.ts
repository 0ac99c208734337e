import { attachmentsApi } from '@rodada/contract/cards/attachments'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { happened } from '../../boards/events.ts'
import type { Write } from '../../boards/write.ts'
import { changeCard, getCardFor } from '../queries.ts'
import { touchCard } from '../write.ts'
import { addAttachment, deleteAttachment, getAttachment, listAttachments, renameAttachment } from './queries.ts'

/** Links attached to a card. */
export function attachmentRoutes(route: Route, deps: Deps, write: Write): void {
  const { db } = deps

  route(attachmentsApi.list, async ({ viewer, params }) => listAttachments(db, (await getCardFor(db, viewer, params)).id))

  route(attachmentsApi.add, ({ viewer, params, body }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, params)
      const attachment = await addAttachment(trx, card.id, viewer, body)
      await touchCard(work, board, card.id)
      const details = { to: attachment.title }
      await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.attached', subject: card.title, details })
      return { boardId: board.id, revision: board.revision, result: attachment }
    }),
  )

  route(attachmentsApi.rename, ({ viewer, params: { cardId, attachmentId }, body }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const changed = await renameAttachment(trx, await getAttachment(trx, card.id, attachmentId), body.title, viewer.language)
      if (changed) await touchCard(work, board, card.id)
      const result = await getAttachment(trx, card.id, attachmentId)
      return { boardId: board.id, revision: changed ? board.revision : null, result }
    }),
  )

  route(attachmentsApi.remove, ({ viewer, params: { cardId, attachmentId } }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const { id } = await getAttachment(trx, card.id, attachmentId)
      await deleteAttachment(trx, id)
      await touchCard(work, board, card.id)
      return { boardId: board.id, revision: board.revision, result: {} }
    }),
  )
}
