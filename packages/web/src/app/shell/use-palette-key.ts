import { useLayoutEffect } from 'react'

/** Ctrl+K (or Cmd+K) anywhere on a page, also while typing: the browser's own use of it is prevented. */
export function usePaletteKey(open: () => void): void {
  // With the page, not after it: a key that is pressed as soon as the page is there counts.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
