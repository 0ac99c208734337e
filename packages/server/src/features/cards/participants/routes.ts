import { participantsApi } from '@rodada/contract/cards/participants'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { happened } from '../../boards/events.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import type { Write } from '../../boards/write.ts'
import { loadCard } from '../commands.ts'
import { participantsAdded } from '../events.ts'
import { changeCard, findPerson } from '../queries.ts'
import { touchCard } from '../write.ts'
import { addParticipant, deleteParticipant, isParticipant } from './queries.ts'

/** Who takes part in a card. Both calls may be repeated. */
export function participantRoutes(route: Route, write: Write): void {
  const change = (viewer: Viewer, { cardId, userId }: { cardId: number; userId: number }, on: boolean) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, { cardId })
      const changed = (await isParticipant(trx, card.id, userId)) !== on
      if (changed) {
        if (on) {
          await requireAssignee(trx, board.id, userId)
          await addParticipant(trx, card, userId)
        } else await deleteParticipant(trx, card.id, userId)
        const kind = on ? 'card.participant_added' : 'card.participant_removed'
        const details = { to: (await findPerson(trx, userId))?.name ?? '' }
        await work.emit(happened, { board_id: board.id, card_id: card.id, kind, subject: card.title, details })
        if (on) await work.emit(participantsAdded, { card, userIds: [userId] })
        await touchCard(work, board, card.id)
      }
      const result = await loadCard(trx, viewer, { cardId: card.id })
      return { boardId: board.id, revision: changed ? board.revision : null, result }
    })

  route(participantsApi.add, ({ viewer, params }) => change(viewer, params, true))
  route(participantsApi.remove, ({ viewer, params }) => change(viewer, params, false))
}
