import { type RefObject, startTransition, useLayoutEffect, useState } from 'react'

/** Rows beyond the view that are drawn, so that a step of a scroll shows no gap. */
const beyond = 12

type Window = { from: number; to: number }

/** Which of many rows of one height are in view. Rows are counted from the top of what scrolls, `head` pixels below its edge. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, { row, head = 0 }: { row: number; head?: number }): Window {
  const [window, setWindow] = useState<Window>({ from: 0, to: 40 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const first = Math.floor(Math.max(0, element.scrollTop - head) / row)
      const count = Math.ceil(element.clientHeight / row)
      setWindow((before) => {
        // As long as what is drawn reaches beyond the view, nothing is drawn again.
        const reaches = before.from <= Math.max(0, first - beyond / 2) && before.to >= first + count + beyond / 2
        return reaches && before.to - before.from <= count + 3 * beyond
          ? before
          : { from: Math.max(0, first - beyond), to: first + count + beyond }
      })
    }
    // What comes into view is drawn in slices: many rows at once would keep the page from scrolling on.
    const lookAgain = () => startTransition(look)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', lookAgain, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', lookAgain)
    }
  }, [scroller, row, head])
  return window
}
