import { type RefObject, useEffect, useRef } from 'react'
import { focusIfLost } from './focus-if-lost.ts'

/**
 * For rows that go by what one does in their menus: the focus passes to the menu (`data-row-menu`) of the row that takes the place,
 * else to that of the last, else to the frame. `count` says that a row went; call what is returned before it does.
 */
export function useRowFocus(frame: RefObject<HTMLElement | null>, count: number): (place: number) => void {
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is gone when there are fewer
  useEffect(() => {
    const place = left.current
    if (place === null) return
    left.current = null
    focusIfLost(() => {
      const menus = frame.current?.querySelectorAll<HTMLElement>('[data-row-menu]')
      return menus?.[Math.min(place, menus.length - 1)] ?? frame.current
    })
  }, [count])
  return (place) => {
    left.current = place
  }
}
