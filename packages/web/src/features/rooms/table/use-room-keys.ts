import { useEffect, useEffectEvent } from 'react'
import { createCardTyping } from '../../../lib/device/card-keys.ts'
import { listenToPageKeys } from '../../../lib/device/page-keys.ts'
import { singleKeysOn } from '../../../lib/device/single-keys.ts'
import { isField } from '../chat/writing.ts'
import { mayReveal, tallyOf } from '../session/room-selectors.ts'
import type { RoomSession } from '../session/room-session.ts'
import { isObserving, type RoomState } from '../session/room-state.ts'
import type { GoOn } from '../tasks/UnsavedQuestion.tsx'
import { confidenceOf } from './confidence-keys.ts'
import { enterHand, leadsToHand } from './hand-arrows.ts'

/** After somebody turned the cards, R from another person who meant the same must not start another round at once, nor must an Enter that sent a line. */
const sameThoughtDelay = 1500

/** What ends a sentence by the writer's own will. Enter does so in a line, and in the chat only begins the next message. */
const endsWriting = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' || key === 'Tab' || (key === 'Enter' && target instanceof HTMLElement && target.matches('input, [data-line]'))

/** Under a modal dialog a key is for that dialog, also one that this key has just closed. */
const isForDialog = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('dialog[open], [aria-modal="true"]') !== null || (target instanceof Node && !target.isConnected)

/** Whether Enter already means something where it is pressed. A card of a closed hand is a button that does nothing. */
const hasOwnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button:not([aria-disabled="true"]), a, summary, [role="button"]') !== null

/** Does what the open result leads to. */
const leadOn = () => document.querySelector<HTMLButtonElement>('[data-leads]:not(:disabled)')?.click()

/** An observer has no cards to type. */
const cardsOf = (state: RoomState): readonly string[] => (isObserving(state) ? [] : (state.room?.deck ?? []))

/** Escape, pressed anywhere but in a field, where it ends the writing. */
export function useEscape(onEscape: () => void): void {
  const act = useEffectEvent(onEscape)
  useEffect(
    () =>
      listenToPageKeys({
        key: ({ key }) => {
          if (key === 'Escape') act()
          return key === 'Escape'
        },
      }),
    [],
  )
}

/**
 * The keys of a card's face pick it, S and D say how sure one is of it, R reveals or starts another round, and Enter does what the
 * result leads to; not while typing, with modifiers or under a modal dialog, nor when such keys are turned off. Keys typed on after a
 * field went away are still text, until the person moves on themselves.
 */
export function useRoomKeys(session: RoomSession, goOn: GoOn): void {
  const again = useEffectEvent(() => goOn(session.reset))
  useEffect(() => {
    let revealedAt = 0
    let sentAt = 0
    let revealed = session.store.getState().reveal !== null
    let writing = false
    const typing = createCardTyping({ deck: () => cardsOf(session.store.getState()), vote: session.vote })
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
      if (inField && event.key === 'Enter') sentAt = Date.now()
      else if (event.key === 'Escape' || event.key === 'Tab') writing = false
      if (writing || inField || !singleKeysOn()) return
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (isForDialog(event)) return
      if (leadsToHand(event) && enterHand()) return event.preventDefault()
      const state = session.store.getState()
      if (typing.type(event.key)) return
      // What was typed before the next key counts before it, too.
      typing.flush()
      if (event.shiftKey) return
      const confidence = confidenceOf(event.key)
      if (confidence) session.rate(confidence)
      if (
        event.key === 'Enter' &&
        state.reveal &&
        Date.now() - Math.max(revealedAt, sentAt) > sameThoughtDelay &&
        !hasOwnEnter(event.target)
      )
        leadOn()
      if (event.key.toLowerCase() === 'r') {
        if (!state.joined || !mayReveal(state)) return
        if (!state.reveal && tallyOf(state).voted > 0) session.askReveal()
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
