import { useEffect, useEffectEvent } from 'react'

/**
 * Closes a card by Escape while the focus is still on the page behind its window: the window is on its way, or what had the focus in it is
 * gone. What is pressed in the window, or in what lies over it, is theirs. The window's own hears it `first`, since it asks about unsaved texts.
 */
export function useEscapeBehind(isOpen: boolean, onEscape: () => void, { first = false } = {}): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const { target, key, isComposing, defaultPrevented } = event
      const isBehind = target === document.body || (target instanceof Element && target.closest('main') !== null)
      if (key !== 'Escape' || isComposing || defaultPrevented || !isBehind) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey, first)
    return () => document.removeEventListener('keydown', onKey, first)
  }, [isOpen, first])
}
