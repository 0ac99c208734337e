import type { Card } from '@rodada/contract/cards/cards'
import { createContext, use, useEffect } from 'react'
import type { AttemptOnCard, WriteCard } from './use-card.ts'

export type CardContextValue = {
  card: Card
  canWrite: boolean
  attempt: AttemptOnCard
  write: WriteCard
  receive: (card: Card) => void
  /** The one popover that is open, by name; the shortcuts open them too. */
  pop: string | null
  setPop: (name: string | null) => void
  /** Where popovers are put: inside the window, so that they belong to it for screen readers. */
  popBox: HTMLElement | null
  /** Says whether a field holds a text that is not sent yet, and what it is. */
  setUnsaved: (field: string, text: string | null) => void
  /** Called when the window is closed and its texts are thrown away. */
  onDiscard: (listener: () => void) => () => void
}

export const CardContext = createContext<CardContextValue | null>(null)

/** The card whose window is open. @throws outside of a CardWindow. */
export function useCard(): CardContextValue {
  const context = use(CardContext)
  if (!context) throw new Error('used outside of a card window')
  return context
}

/** Keeps the window from closing over a text without asking. null: nothing is at stake. */
export function useUnsaved(field: string, text: string | null): void {
  const { setUnsaved } = useCard()
  useEffect(() => {
    setUnsaved(field, text)
    return () => setUnsaved(field, null)
  }, [field, text, setUnsaved])
}
