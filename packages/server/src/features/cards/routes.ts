import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { fieldFilters } from '@rodada/contract/cards/field-values'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { countedAs } from '../../platform/limits/person-limit.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { dayOf } from '../../platform/time.ts'
import { happened } from '../boards/events.ts'
import { findLabel } from '../boards/label-queries.ts'
import { getList } from '../boards/lists/queries.ts'
import { getBoardAccess } from '../boards/queries.ts'
import type { Write, WriteBoards } from '../boards/write.ts'
import { moveCardAnywhere } from './board-move-commands.ts'
import * as commands from './commands.ts'
import { copyCard, copyList } from './copy-commands.ts'
import { listEstimates } from './estimate-queries.ts'
import { readFilters } from './fields/values.ts'
import { findCardId } from './key-queries.ts'
import { addCardLabel, deleteCardLabel } from './label-queries.ts'
import { changeCard, getCardFor } from './queries.ts'
import { readOwn } from './search/own-figure-queries.ts'
import { listOwnByDue, listOwnCards } from './search/own-queries.ts'
import { searchCards } from './search/queries.ts'
import { listCardsOfList } from './summary-queries.ts'
import { touchCard } from './write.ts'

/** Cards: by the specification's whole path, and by their id alone. */
export function cardRoutes(route: Route, deps: Deps, write: Write, writeBoards: WriteBoards): void {
  const { db } = deps

  route(listCardsApi.list, async ({ viewer, params: { boardId, listId } }) => {
    await getBoardAccess(db, viewer, boardId)
    await getList(db, boardId, listId)
    return listCardsOfList(db, boardId, listId)
  })
  route(listCardsApi.create, ({ viewer, params, body }) =>
    write(viewer, (work) => commands.createCard(work, deps.engine, viewer, params, body)),
  )
  route(listCardsApi.gather, ({ viewer, params, body }) => write(viewer, (work) => commands.gatherCards(work, viewer, params, body)))

  for (const api of [listCardsApi, cardsApi]) {
    route(api.get, ({ viewer, params }) => commands.loadCard(db, viewer, params))
    route(api.update, ({ viewer, params, body }) => write(viewer, (work) => commands.editCard(work, viewer, params, body)))
    route(api.remove, ({ viewer, params }) => write(viewer, (work) => commands.removeCard(work, viewer, params)))
    route(api.assign, ({ viewer, params, body }) => write(viewer, (work) => commands.assignCard(work, viewer, params, body)))
  }
  route(listCardsApi.move, ({ viewer, params, body }) => write(viewer, (work) => commands.moveCard(work, viewer, params, body)))
  route(cardsApi.move, ({ viewer, params, body }) =>
    writeBoards(viewer, (work) => moveCardAnywhere(work, viewer, params.cardId, body, deps.config.files.boardMaxBytes)),
  )
  route(cardsApi.byKey, async ({ viewer, params }) => commands.loadCard(db, viewer, { cardId: await findCardId(db, viewer, params.key) }))
  route(cardsApi.copy, ({ viewer, params, body }) =>
    write(viewer, (work) => copyCard(work, viewer, params, body, deps.config.files.boardMaxBytes)),
  )
  route(boardsApi.copyList, ({ viewer, params, body }) =>
    write(viewer, (work) => copyList(work, viewer, params, body, deps.config.files.boardMaxBytes)),
  )
  route(cardsApi.archive, ({ viewer, params }) => write(viewer, (work) => commands.archiveCard(work, viewer, params)))
  route(cardsApi.restore, ({ viewer, params }) =>
    write(viewer, (work) => commands.restoreCard(work, viewer, params.cardId, deps.config.files.boardMaxBytes)),
  )

  const today = ({ timeZone }: Viewer) => dayOf(new Date(), timeZone)
  route(cardsApi.filter, ({ viewer, query }) =>
    deps.searchInTurn(viewer, (trx) => listOwnCards(trx, deps.engine, viewer, { ...query, today: today(viewer) })),
  )
  route(cardsApi.mine, ({ viewer, query }) =>
    readOwn(deps, viewer, (from) => listOwnByDue(from, viewer, { ...query, today: today(viewer) })),
  )
  // A text that no card contains may read every card. The limit is enough for a person who types.
  const searches = deps.limits('card-search', { points: 60, seconds: 10 })
  route(cardsApi.search, async ({ viewer, query }) => {
    await requirePoints(searches, countedAs(viewer))
    const fields = await readFilters(db, viewer, query.board_id, fieldFilters(query))
    return deps.searchInTurn(viewer, (trx) =>
      searchCards(trx, deps.engine, viewer, { ...query, fields, today: today(viewer), timeZone: viewer.timeZone }),
    )
  })
  route(roomTasksApi.estimates, async ({ viewer, params, query }) => {
    const { id } = await getCardFor(db, viewer, params)
    return listEstimates(db, id, query.before)
  })

  route(cardsApi.addLabel, ({ viewer, params, body }) =>
    write(viewer, async (work) => {
      const { trx } = work
      const { card, board } = await changeCard(trx, viewer, params)
      const label = await findLabel(trx, board.id, body.label_id)
      if (!label) throw invalid({ label_id: texts.labelElsewhere })
      const added = await addCardLabel(trx, card.id, label.id)
      if (added) {
        const details = { to: label.name }
        await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.labeled', subject: card.title, details })
        await touchCard(work, board, card.id)
      }
      const result = await commands.loadCard(trx, viewer, { cardId: card.id })
      return { boardId: board.id, revision: added ? board.revision : null, result }
    }),
  )
  route(cardsApi.removeLabel, ({ viewer, params }) =>
    write(viewer, async (work) => {
      const { card, board } = await changeCard(work.trx, viewer, params)
      const removed = await deleteCardLabel(work.trx, card.id, params.labelId)
      if (removed) await touchCard(work, board, card.id)
      const result = await commands.loadCard(work.trx, viewer, { cardId: card.id })
      return { boardId: board.id, revision: removed ? board.revision : null, result }
    }),
  )
}
