import { useEffect, useEffectEvent } from 'react'
import { isPageBehind } from '../page/page-behind.ts'

/** Whether the address names a card. The address changes at once; what the router says of it follows when the page is loaded. */
export const isCardInAddress = (): boolean => new URLSearchParams(window.location.search).has('card')

/**
 * Closes a card by Escape while the focus is still on the page behind its window. What is pressed in the window, or in what lies over it, is
 * theirs. A window's own hears it `first`, since it asks about unsaved texts.
 */
export function useEscapeBehind(isOpen: () => boolean, onEscape: () => void, { first = false } = {}): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, isComposing, defaultPrevented } = event
    if (key !== 'Escape' || isComposing || defaultPrevented || !isPageBehind(target) || !isOpen()) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', onKey, first)
    return () => document.removeEventListener('keydown', onKey, first)
  }, [first])
}
