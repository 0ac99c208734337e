import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

/** What the page shows, when its route knows only what kind of page it is. */
let name: string | null = null
const { subscribe, tell } = createListeners()

function setName(next: string | null): void {
  name = next
  tell()
}

/** Puts the name of what is shown (a board, a sprint) into the title of the page, for as long as it is shown. */
export function usePageName(shown: string | undefined): void {
  useEffect(() => {
    setName(shown ?? null)
    return () => setName(null)
  }, [shown])
}

/** The name that the page goes by now, or null for that of its route. */
export const useShownName = (): string | null => useSyncExternalStore(subscribe, () => name)
