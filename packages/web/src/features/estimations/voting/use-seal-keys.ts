import { useEffect, useEffectEvent } from 'react'
import { createCardTyping } from '../../../lib/device/card-keys.ts'
import { singleKeysOn } from '../../../lib/device/single-keys.ts'

type Keys = {
  deck: readonly string[]
  pick: (face: string) => void
  sure: (confidence: 'sure' | 'unsure') => void
  reason: () => void
  go: (steps: 1 | -1) => void
  skip: () => void
  leave: () => void
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/**
 * The keys of voting card by card. A card's own keys come first: in a deck of sizes 'P' is a card, and does not skip. Enter belongs to
 * what has the focus, and goes on where nothing has. Single letters do nothing for who turned such keys off.
 */
export function useSealKeys(keys: Keys): void {
  const { deck } = keys
  const pick = useEffectEvent(keys.pick)
  const act = useEffectEvent((key: string): boolean => {
    if (key === 's' || key === 'd') keys.sure(key === 's' ? 'sure' : 'unsure')
    else if (key === 'm') keys.reason()
    else if (key === 'p') keys.skip()
    else if (key === 'x') keys.leave()
    else return false
    return true
  })
  const move = useEffectEvent((key: string): boolean => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
    keys.go(key === 'ArrowLeft' ? -1 : 1)
    return true
  })
  const next = useEffectEvent(() => keys.go(1))
  useEffect(() => {
    const typing = createCardTyping({ deck: () => deck, vote: pick })
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[aria-modal="true"], dialog[open]')) return
      if (isField(event.target)) return
      if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement)) {
        typing.flush()
        event.preventDefault()
        return next()
      }
      // What was typed so far belongs to the card that is left.
      if (event.key.startsWith('Arrow')) typing.flush()
      if (move(event.key)) return event.preventDefault()
      if (event.repeat || !singleKeysOn()) return
      if (typing.type(event.key)) return
      typing.flush()
      if (event.shiftKey) return
      if (act(event.key.toLowerCase())) event.preventDefault()
    }
    const onPointer = () => typing.flush()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      typing.flush()
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [deck])
}
