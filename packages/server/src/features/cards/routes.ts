import { cardsApi, listCardsApi } from '@rodada/contract/cards'
import { roomTasksApi } from '@rodada/contract/room-tasks'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalid } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { dayOf } from '../../platform/time.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { addActivity, listActivities } from '../boards/activity-queries.ts'
import { findLabel } from '../boards/label-queries.ts'
import { getList } from '../boards/list-queries.ts'
import { getBoardAccess, runChange } from '../boards/queries.ts'
import * as commands from './commands.ts'
import { listEstimates } from './estimate-queries.ts'
import { listOwnCards } from './hit-queries.ts'
import { addCardLabel, deleteCardLabel } from './label-queries.ts'
import { changeCard, getCardFor, touchCard } from './queries.ts'
import { searchCards } from './search-queries.ts'
import { listCardsOfList } from './summary-queries.ts'

/** Tells everybody who shows a board that it changed, and those who were notified of it. */
export type Publish = (boardId: number, revision: number, told?: readonly number[]) => void

/** Runs a write in one transaction, and tells the board after the commit, unless there was nothing to change. */
export const createWrite =
  ({ db }: Pick<Deps, 'db'>, publish: Publish) =>
  async <T>(work: (trx: Db) => Promise<commands.Change<T>>): Promise<T> => {
    const { boardId, revision, result, told } = await runChange(db, work)
    if (revision !== null) publish(boardId, revision, told)
    return result
  }

/** Cards: by the specification's whole path, and by their id alone. */
export function cardRoutes(route: Route, deps: Deps, publish: Publish): void {
  const { db } = deps
  const write = createWrite(deps, publish)

  route(listCardsApi.list, async ({ viewer, params: { boardId, listId } }) => {
    await getBoardAccess(db, viewer, boardId)
    await getList(db, boardId, listId)
    return listCardsOfList(db, boardId, listId)
  })
  route(listCardsApi.create, ({ viewer, params, body }) => write((trx) => commands.createCard(trx, viewer, params, body)))

  for (const api of [listCardsApi, cardsApi]) {
    route(api.get, ({ viewer, params }) => commands.loadCard(db, viewer, params))
    route(api.update, ({ viewer, params, body }) => write((trx) => commands.editCard(trx, viewer, params, body)))
    route(api.remove, ({ viewer, params }) => write((trx) => commands.removeCard(trx, viewer, params)))
    route(api.move, ({ viewer, params, body }) => write((trx) => commands.moveCard(trx, viewer, params, body)))
    route(api.assign, ({ viewer, params, body }) => write((trx) => commands.assignCard(trx, viewer, params, body)))
  }
  route(cardsApi.archive, ({ viewer, params }) => write((trx) => commands.archiveCard(trx, viewer, params)))
  route(cardsApi.restore, ({ viewer, params }) => write((trx) => commands.restoreCard(trx, viewer, params.cardId)))

  const today = ({ timeZone }: Viewer) => dayOf(new Date(), timeZone)
  route(cardsApi.filter, ({ viewer, query }) => listOwnCards(db, viewer, { ...query, today: today(viewer) }))
  // A text that is nowhere may cost reading every card's: enough for who types, not for a program that asks without end.
  const searches = deps.limits('card-search', { points: 60, seconds: 10 })
  route(cardsApi.search, async ({ viewer, query }) => {
    const wait = await searches.take(String(viewer.userId))
    if (wait !== undefined) throw tooMany(wait)
    return searchCards(db, deps.engine, viewer, { ...query, today: today(viewer) })
  })
  route(cardsApi.activity, async ({ viewer, params, query }) => {
    const { id } = await getCardFor(db, viewer, params)
    return listActivities(db, { cardId: id }, query)
  })

  route(roomTasksApi.estimates, async ({ viewer, params, query }) => {
    const { id } = await getCardFor(db, viewer, params)
    return listEstimates(db, id, query.before)
  })

  route(cardsApi.addLabel, ({ viewer, params, body }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, params)
      const label = await findLabel(trx, board.id, body.label_id)
      if (!label) throw invalid({ label_id: texts.labelElsewhere })
      const load = () => commands.loadCard(trx, viewer, { cardId: card.id })
      if (!(await addCardLabel(trx, card.id, label.id))) return { boardId: board.id, revision: null, result: await load() }
      const details = { to: label.name }
      await addActivity(trx, {
        board_id: board.id,
        card_id: card.id,
        user_id: viewer.userId,
        kind: 'card.labeled',
        subject: card.title,
        details,
      })
      await touchCard(trx, board, card.id)
      return { boardId: board.id, revision: board.revision, result: await load() }
    }),
  )
  route(cardsApi.removeLabel, ({ viewer, params }) =>
    write(async (trx) => {
      const { card, board } = await changeCard(trx, viewer, params)
      const removed = await deleteCardLabel(trx, card.id, params.labelId)
      if (removed) await touchCard(trx, board, card.id)
      const result = await commands.loadCard(trx, viewer, { cardId: card.id })
      return { boardId: board.id, revision: removed ? board.revision : null, result }
    }),
  )
}
