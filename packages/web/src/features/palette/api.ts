import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardSummary } from '@rodada/contract/boards/boards'
import { labelNamesApi } from '@rodada/contract/boards/label-names'
import { peopleApi } from '@rodada/contract/boards/people'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { FoundCard } from '@rodada/contract/cards/cards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { CallError, call } from '../../lib/call/call.ts'
import { callSprints } from '../../lib/call/sprint-call.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { hasOperator, isNamed, openOperator, searchable } from './suggestions.ts'

const shownBoards = 6
const shownSprints = 4
const shownPeople = 4
const shownCards = 8
/** What an operator's value is compared with. */
const namesOffered = 8

export type PaletteFinds = {
  boards: BoardSummary[]
  sprints: Sprint[]
  people: PersonSummary[]
  cards: FoundCard[]
  /** What the server does not understand, in its words. */
  refusal: string | null
}

/** What the palette finds for a text: boards, sprints, people and cards; for none the boards that changed last. With an operator, cards alone. */
export const paletteQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', text],
    queryFn: async ({ signal }): Promise<PaletteFinds> => {
      const isFiltered = hasOperator(text)
      const q = searchable(text)
      const name = text.slice(0, limits.search)
      const [boards, sprints, people, found] = await Promise.all([
        isFiltered ? [] : call(boardsApi.list, { query: { ...(name ? { q: name } : {}), limit: shownBoards }, signal }),
        isFiltered || !name
          ? []
          : callSprints(sprintsApi.list, { query: { q: name, limit: shownSprints }, signal }).then(({ data }) => data),
        isFiltered || !name ? [] : call(peopleApi.find, { query: { q: name, limit: shownPeople }, signal }),
        q === '' ? { cards: [], refusal: null } : findCards(q, signal),
      ])
      return { boards, sprints, people, ...found }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** While somebody types, a search may be none yet: that is an answer, too. */
async function findCards(q: string, signal: AbortSignal): Promise<Pick<PaletteFinds, 'cards' | 'refusal'>> {
  try {
    return { cards: await call(cardsApi.search, { query: { q, limit: shownCards }, signal }), refusal: null }
  } catch (reason) {
    if (reason instanceof CallError && reason.status === 400) return { cards: [], refusal: reason.message }
    throw reason
  }
}

/** Names of people, boards or labels for the operator that the text ends with. */
export const namesQuery = (text: string) => {
  const open = openOperator(text)
  const [operator, value] = [open?.operator, (open?.value ?? '').slice(0, limits.search)]
  return queryOptions({
    queryKey: ['palette', 'names', operator, value],
    queryFn: async ({ signal }): Promise<string[]> => {
      const query = { ...(value ? { q: value } : {}), limit: namesOffered }
      if (operator === 'person') return (await call(peopleApi.find, { query, signal })).map(({ name }) => name)
      if (operator === 'label') return call(labelNamesApi.find, { query, signal })
      return (await call(boardsApi.list, { query, signal })).map(({ title }) => title)
    },
    enabled: isNamed(operator),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** A whole card, for what is done to it; an own key, so that it is as new as the palette. */
export const subjectQuery = (cardId: number | null) =>
  queryOptions({
    queryKey: ['palette', 'card', cardId],
    queryFn: ({ signal }) => call(cardsApi.get, { params: { cardId: cardId ?? 0 }, signal }),
    enabled: cardId !== null,
    staleTime: 0,
  })
