import { referencesApi } from '@rodada/contract/cards/references'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { keepBusy } from '../../../platform/work-time.ts'
import { getCardFor } from '../queries.ts'
import { comparedText, listFinishedCards } from './queries.ts'
import { referencesView } from './view.ts'

/** What a board remembers of its finished cards, for people who see it. */
export function referenceRoutes(route: Route, { db, limits }: Pick<Deps, 'db' | 'limits'>): void {
  // Each answer compares hundreds of texts. The limit is enough for a person who goes through a backlog.
  const comparisons = limits('card-references', { points: 60, seconds: 60 })
  route(referencesApi.ofCard, async ({ viewer, params }) => {
    await requirePoints(comparisons, countedAs(viewer))
    const card = await getCardFor(db, viewer, params)
    const finished = await listFinishedCards(db, card.board_id, card.id)
    return keepBusy(() => referencesView(card.search_text.slice(0, comparedText), finished))
  })
}
