import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * The next page of a list that is kept up to date. A page and a refresh would cancel each other: the page waits for a refresh
 * that is under way, and is asked for again after one that came in between.
 */
export function useMore(query: UseInfiniteQueryResult<{ pages: unknown[] }>): { isLoading: boolean; more: () => void } {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError: failed, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  // How many pages are to be there.
  const [wanted, setWanted] = useState(0)
  // Once they are, another list in the same place begins with its first page.
  if (wanted > 0 && wanted <= pages) setWanted(0)
  const waits = wanted > pages && hasNextPage && !failed
  useEffect(() => {
    if (waits && !isFetching) void fetchNextPage()
  }, [waits, isFetching, fetchNextPage])
  const more = () => {
    setWanted(pages + 1)
    // After a failure only a press asks again.
    if (failed && !isFetching) void fetchNextPage()
  }
  return { isLoading: waits || isFetchingNextPage, more }
}
