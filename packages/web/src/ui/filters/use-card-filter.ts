import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { type CardFilter, type FilteredBoard, isFiltering, keepKnown } from './card-filter.ts'
import { createMatcher, type FilteredCard } from './card-matcher.ts'
import { filterOf, readFilterSearch, searchOf } from './filter-address.ts'

/** The filter that is in use on a screen. */
export type FilterInUse = {
  filter: CardFilter
  /** Writes it to the address, in place of what stood there: going back leads to the page before. */
  setFilter: (filter: CardFilter) => void
  /** Whether it lets a card through; null while there is no filter. */
  matches: ((card: FilteredCard) => boolean) | null
}

/** The filter of the address. `board` is the board of the cards; null while it is not known. */
export function useCardFilter(board: FilteredBoard | null): FilterInUse {
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
  return useMemo(() => {
    const known = labels && members && fields ? { labels, members, fields } : null
    const filter = known ? keepKnown(asked, known) : asked
    return { filter, setFilter, matches: isFiltering(filter) ? createMatcher(filter, { board: known }) : null }
  }, [asked, labels, members, fields, setFilter])
}
