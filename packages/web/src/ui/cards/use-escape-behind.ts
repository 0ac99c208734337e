import { useEffect, useEffectEvent } from 'react'

/** Whether the address names a card. The address changes at once; what the router says of it follows when the page is loaded. */
export const isCardInAddress = (): boolean => new URLSearchParams(window.location.search).has('card')

/**
 * Closes a card by Escape while the focus is still on the page behind its window: the window is on its way, or what had the focus in it is
 * gone. What is pressed in the window, or in what lies over it, is theirs. A window's own hears it `first`, since it asks about unsaved texts.
 */
export function useEscapeBehind(isOpen: () => boolean, onEscape: () => void, { first = false } = {}): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, isComposing, defaultPrevented } = event
    const isBehind = target === document.body || (target instanceof Element && target.closest('main') !== null)
    if (key !== 'Escape' || isComposing || defaultPrevented || !isBehind || !isOpen()) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', onKey, first)
    return () => document.removeEventListener('keydown', onKey, first)
  }, [first])
}
