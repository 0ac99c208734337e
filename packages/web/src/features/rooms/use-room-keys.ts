import { useEffect } from 'react'
import { keyedCards } from './Hand.tsx'
import { mayReveal, tallyOf } from './room-selectors.ts'
import type { RoomSession } from './room-session.ts'

/** After somebody turned the cards, R from another person who meant the same must not start anew at once. */
const sameThoughtDelay = 1500

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))

/** Keys 1 to 9 pick cards in the deck's order, R reveals or starts anew; not while typing, with modifiers or under a modal dialog. */
export function useRoomKeys(session: RoomSession): void {
  useEffect(() => {
    let revealedAt = 0
    let revealed = session.store.getState().reveal !== null
    const unsubscribe = session.store.subscribe(() => {
      const now = session.store.getState().reveal !== null
      if (now && !revealed) revealedAt = Date.now()
      revealed = now
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return
      const state = session.store.getState()
      if (event.key.toLowerCase() === 'r' && !event.shiftKey) {
        if (!state.joined || !mayReveal(state)) return
        if (!state.reveal && tallyOf(state).voted > 0) session.reveal()
        else if (state.reveal && Date.now() - revealedAt > sameThoughtDelay) session.reset()
        return
      }
      const position = Number(event.key)
      if (!Number.isInteger(position) || position < 1 || position > keyedCards) return
      const card = state.room?.deck[position - 1]
      if (card !== undefined) session.vote(card)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      unsubscribe()
      document.removeEventListener('keydown', onKey)
    }
  }, [session])
}
