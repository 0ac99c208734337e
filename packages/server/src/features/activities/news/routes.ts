import { newsApi } from '@rodada/contract/boards/news'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import { keyOf } from '../../cards/queries.ts'
import { commentIdsOf, foldChanges } from './fold.ts'
import { boardsOf, findComments, listChangedCards, listEntries, listHorizons } from './queries.ts'
import { noteSeen } from './visit-queries.ts'

/** What others changed on a person's boards since they last looked. */
export function newsRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(newsApi.list, async ({ viewer, query: { before, board_id, limit } }) => {
    const horizons = await listHorizons(db, viewer, new Date(), board_id)
    const changed = await listChangedCards(db, viewer, horizons)
    const rest = before === undefined ? changed : changed.filter(({ last_id }) => last_id < before)
    const page = rest.slice(0, limit)
    const entries = await listEntries(db, viewer, horizons, page)
    const comments = await findComments(db, commentIdsOf(entries))
    const byCard = Map.groupBy(entries, ({ card_id }) => card_id)
    const cards = page.flatMap(({ card_id, deleted, ...place }) => {
      const own = byCard.get(card_id) ?? []
      const [first] = own
      if (!first) return []
      const { key_prefix, number, card_title: title } = first
      const key = number === null ? '' : keyOf({ key_prefix, number })
      return [{ ...place, card: { id: card_id, key, title, deleted }, changes: foldChanges(own, comments) }]
    })
    return { boards: boardsOf(horizons, changed), cards, next: rest.length > limit ? (page.at(-1)?.last_id ?? null) : null }
  })
  route(newsApi.ofBoard, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    const changed = await listChangedCards(db, viewer, await listHorizons(db, viewer, new Date(), boardId))
    return { card_ids: changed.map(({ card_id }) => card_id), until: Math.max(0, ...changed.map(({ last_id }) => last_id)) }
  })
  route(newsApi.see, async ({ viewer, body }) => {
    await db.transaction().execute((trx) => noteSeen(trx, viewer, body.boards, new Date()))
    return {}
  })
}
