import { type RefObject, useEffect, useState } from 'react'

/** How far outside the view something counts as near. */
const margin = '600px'

/** Whether an element is in view or will soon be. Once near it stays so until it is well away: nothing is drawn for columns nobody sees. */
export function useNearView(ref: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [isNear, setNear] = useState(initially)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // A margin reaches beyond a scroller only when that scroller is the root.
    const root = element.closest<HTMLElement>('[data-kanban]')
    const observer = new IntersectionObserver(([entry]) => entry && setNear(entry.isIntersecting), { root, rootMargin: margin })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
