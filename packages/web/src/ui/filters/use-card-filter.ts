import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { asksField, type CardFilter, type FilteredBoard, isFiltering, keepKnown } from './card-filter.ts'
import { createMatcher, type FilteredCard } from './card-matcher.ts'
import { filterOf, readFilterSearch, searchOf } from './filter-address.ts'
import { useValuesByField } from './values-by-field.ts'

/** The filter that is in use on a screen. */
export type FilterInUse = {
  filter: CardFilter
  /** Writes it to the address, in place of what stood there: going back leads to the page before. */
  setFilter: (filter: CardFilter) => void
  /** Whether it lets a card through; null while there is no filter. */
  matches: ((card: FilteredCard) => boolean) | null
}

/**
 * The filter of the address.
 * @param board the board of the cards; null while it is not known
 * @param revision of the cards on screen; null where the server filters them
 */
export function useCardFilter(board: (FilteredBoard & { id: number }) | null, revision: number | null): FilterInUse {
  const navigate = useNavigate()
  const said = JSON.stringify(readFilterSearch(useSearch({ strict: false })))
  // What was chosen is shown at once, and the address follows.
  const [{ asked, from }, setAsked] = useState(() => ({ asked: filterOf(JSON.parse(said)), from: said }))
  if (from !== said) setAsked({ asked: filterOf(JSON.parse(said)), from: said })
  const setFilter = useCallback(
    (next: CardFilter) => {
      setAsked(({ from: before }) => ({ asked: next, from: before }))
      void navigate({ to: '.', search: (before) => ({ ...before, ...searchOf(next) }), replace: true })
    },
    [navigate],
  )
  const { labels, members, fields } = board ?? {}
  const areHere = revision !== null
  const { fields: wanted, conditions } = asked
  const offCardIds = useMemo(
    () =>
      areHere ? (fields ?? []).flatMap(({ id, on_card }) => (isBeyondCards({ fields: wanted, conditions }, id, on_card) ? [id] : [])) : [],
    [wanted, conditions, fields, areHere],
  )
  const offCard = useValuesByField(board?.id ?? 0, offCardIds, revision ?? 0)
  return useMemo(() => {
    const known = labels && members && fields ? { labels, members, fields } : null
    const filter = known ? keepKnown(asked, known) : asked
    return { filter, setFilter, matches: isFiltering(filter) ? createMatcher(filter, { board: known, offCard }) : null }
  }, [asked, labels, members, fields, offCard, setFilter])
}

/** Whether cards do not tell all that a filter asks of a field: what it holds is not shown, or is a text that may be cut. */
const isBeyondCards = (filter: Pick<CardFilter, 'fields' | 'conditions'>, id: number, onCard: boolean): boolean =>
  onCard ? filter.conditions[id]?.has !== undefined : asksField(filter, id)
