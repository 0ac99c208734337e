import { useEffect, useEffectEvent } from 'react'
import { singleKeysOn } from '../../lib/single-keys.ts'
import { createCardTyping } from './card-keys.ts'
import { mayReveal, tallyOf } from './room-selectors.ts'
import type { RoomSession } from './room-session.ts'
import type { GoOn } from './UnsavedQuestion.tsx'
import { isField } from './writing.ts'

/** After somebody turned the cards, R from another person who meant the same must not start anew at once. */
const sameThoughtDelay = 1500

/** What ends a sentence by the writer's own will. Enter does so in a line, and in the chat only begins the next message. */
const endsWriting = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' || key === 'Tab' || (key === 'Enter' && target instanceof HTMLInputElement)

/** Under a modal dialog a key is for that dialog, also one that this key has just closed. */
const isForDialog = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open], [aria-modal="true"]') !== null || (target instanceof Node && !target.isConnected)

/** Escape, pressed anywhere but in a field, where it ends the writing. */
export function useEscape(onEscape: () => void): void {
  const act = useEffectEvent(onEscape)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isField(event.target) && !isForDialog(event)) act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * The keys of a card's face pick it, R reveals or starts another round; not while typing, with modifiers or under a modal dialog, nor
 * for who turned such keys off. Whoever was typing when the field went away types on: that is text too, until they move on themselves.
 */
export function useRoomKeys(session: RoomSession, goOn: GoOn): void {
  const again = useEffectEvent(() => goOn(session.reset))
  useEffect(() => {
    let revealedAt = 0
    let revealed = session.store.getState().reveal !== null
    let writing = false
    const typing = createCardTyping({ deck: () => session.store.getState().room?.deck ?? [], vote: session.vote })
    let round = session.store.getState().room?.round
    const unsubscribe = session.store.subscribe(() => {
      // What was typed in one round is no vote of the next.
      if (session.store.getState().room?.round !== round) typing.forget()
      round = session.store.getState().room?.round
      const now = session.store.getState().reveal !== null
      if (now && !revealed) revealedAt = Date.now()
      revealed = now
    })
    const onPointer = () => {
      // A card that is clicked now counts over one that was typed before.
      typing.flush()
      writing = false
    }
    const onKey = (event: KeyboardEvent) => {
      const inField = isField(event.target)
      if (inField) writing = !endsWriting(event)
      else if (event.key === 'Escape' || event.key === 'Tab') writing = false
      if (writing || inField || !singleKeysOn()) return
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (isForDialog(event)) return
      const state = session.store.getState()
      if (typing.type(event.key)) return
      // What was typed before the next key counts before it, too.
      typing.flush()
      if (event.key.toLowerCase() === 'r' && !event.shiftKey) {
        if (!state.joined || !mayReveal(state)) return
        if (!state.reveal && tallyOf(state).voted > 0) session.reveal()
        else if (state.reveal && Date.now() - revealedAt > sameThoughtDelay) again()
      }
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      typing.flush()
      unsubscribe()
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [session])
}
