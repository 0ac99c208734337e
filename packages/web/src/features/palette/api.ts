import { boardsApi } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/cards'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'
import { callSprints } from '../../lib/call/sprint-call.ts'

const shownBoards = 6
const shownSprints = 4
const shownCards = 8

/** What the palette offers: for a text the boards, sprints and cards whose title holds it, for none the boards that changed last. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: async ({ signal }) => {
      const [boards, sprints, cards] = await Promise.all([
        call(boardsApi.list, { query: { ...(q ? { q } : {}), limit: shownBoards }, signal }),
        q ? callSprints(sprintsApi.list, { query: { q, limit: shownSprints }, signal }).then(({ data }) => data) : [],
        q ? call(cardsApi.search, { query: { q, limit: shownCards }, signal }) : [],
      ])
      return { boards, sprints, cards }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
