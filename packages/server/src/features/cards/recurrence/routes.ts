import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import type { Route } from '../../../platform/http/http.ts'
import { dayOf, defaultTimeZone } from '../../../platform/time.ts'
import type { Work } from '../../../platform/work.ts'
import { happened } from '../../boards/events.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { Write } from '../../boards/write.ts'
import { loadCard } from '../commands.ts'
import { type CardRow, changeCard } from '../queries.ts'
import { touchCard } from '../write.ts'
import { nextDay } from './days.ts'
import { deleteRecurrence, putRecurrence } from './queries.ts'

/** Whether and how a card comes again. */
export function recurrenceRoutes(route: Route, write: Write): void {
  const tell = async (work: Work, board: BoardRow, card: CardRow) => {
    const details = { fields: ['recurrence'] }
    await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.updated', subject: card.title, details })
    await touchCard(work, board, card.id)
  }

  route(recurrenceApi.set, ({ viewer, params, body: { every, mode } }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, params)
      const today = dayOf(new Date(), defaultTimeZone)
      const next_on = nextDay(every, today, today)
      const { userId: set_by } = viewer
      const from = { list_id: card.list_id, set_by, set_on: today, dates_of: today }
      await putRecurrence(trx, { card_id: card.id, every, mode, ...from, next_on, is_done: 0 })
      await tell(work, board, card)
      return { boardId: board.id, revision: board.revision, result: await loadCard(trx, viewer, { cardId: card.id }) }
    }),
  )

  route(recurrenceApi.remove, ({ viewer, params }) =>
    write(viewer, async (work) => {
      const { card, board } = await changeCard(work.trx, viewer, params)
      const was = await deleteRecurrence(work.trx, card.id)
      if (was) await tell(work, board, card)
      const result = await loadCard(work.trx, viewer, { cardId: card.id })
      return { boardId: board.id, revision: was ? board.revision : null, result }
    }),
  )
}
