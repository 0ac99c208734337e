import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { announce } from '../../ui/states/LiveRegion.tsx'

/** Says how many results a search has, once they are there: a person who hears the page does not see it change. */
export function useAnnouncedCount(query: string, count: number | undefined, waiting: boolean): void {
  useEffect(() => {
    if (query !== '' && count !== undefined && !waiting) announce(t('dashboard:found.announced', { count }))
  }, [query, count, waiting])
}
