import { type RefObject, useLayoutEffect } from 'react'
import { focusIfLost } from './focus-if-lost.ts'

/** For a part of a page that leaves, perhaps with the focus in it: the focus then goes to what `find` gives. Nobody else is moved. */
export function useFocusHandover(part: RefObject<HTMLElement | null>, find: () => HTMLElement | null): void {
  // Before the part has left: afterwards nobody knows who was in it.
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) focusIfLost(find)
    }
  }, [part, find])
}
