import { useEffect, useEffectEvent } from 'react'
import { createCardTyping } from '../../../lib/device/card-keys.ts'
import { listenToPageKeys } from '../../../lib/device/page-keys.ts'

type Keys = {
  deck: readonly string[]
  pick: (face: string) => void
  sure: (confidence: 'sure' | 'unsure') => void
  reason: () => void
  go: (steps: 1 | -1) => void
  skip: () => void
  leave: () => void
}

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
    const stop = listenToPageKeys({
      key: ({ key, target, repeat, shiftKey }) => {
        const isNext = key === 'Enter' && !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)
        // What was typed so far belongs to the card that is left.
        if (isNext || key.startsWith('Arrow')) typing.flush()
        if (isNext) next()
        if (isNext || move(key)) return true
        if (repeat || typing.type(key)) return false
        typing.flush()
        return !shiftKey && act(key.toLowerCase())
      },
    })
    const onPointer = () => typing.flush()
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      typing.flush()
      stop()
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [deck])
}
