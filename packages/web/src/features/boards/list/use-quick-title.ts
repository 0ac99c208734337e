import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { CardChange } from '@rodada/contract/cards/cards'
import { useState } from 'react'
import { call } from '../../../lib/call/call.ts'
import { afterStaleSave, type Clash } from '../../../lib/text/stale-text.ts'
import { useCardFacts } from '../session/use-card-facts.ts'

/** The title in the quick edit. The board does not know the versions of its cards: this one's is asked for when it opens. */
export function useQuickTitle(card: CardChange) {
  const { rename } = useCardFacts()
  const [text, setText] = useState(card.title)
  const [origin, setOrigin] = useState(card.title)
  const [known, setKnown] = useState<Promise<Clash | null>>(() =>
    call(cardsApi.get, { params: { cardId: card.id } }).then(
      ({ title, version }) => ({ theirs: title, version }),
      // Without it the save fails in its own way, or the last word counts.
      () => null,
    ),
  )
  const [clash, setClash] = useState<Clash | null>(null)

  /** Resolves to whether there is nothing left to save; a refused title stays in the field. */
  const save = async (wanted: string, from = origin, now = known): Promise<boolean> => {
    const name = wanted.trim()
    // What this person did not touch stays what somebody else may have made of it meanwhile.
    if (name === '' || name === from) return true
    const fresh = await now
    const edit = { text: name, origin: from, version: fresh?.version ?? 0 }
    const isOther = fresh !== null && afterStaleSave(edit, fresh.theirs) === 'ask'
    const saved = isOther ? fresh : await rename(card.id, edit)
    if (typeof saved === 'object') setClash(saved)
    return saved === 'saved'
  }
  /** Goes on from what the other person wrote. */
  const settle = (mine: string): Promise<Clash | null> => {
    if (!clash) return known
    const now = Promise.resolve(clash)
    setKnown(now)
    setOrigin(clash.theirs)
    setText(mine)
    setClash(null)
    return now
  }
  return {
    text,
    origin,
    clash,
    setText,
    save: () => save(text),
    keepMine: () => save(text, clash?.theirs, settle(text)),
    useTheirs: () => void settle(clash?.theirs ?? text),
    rewrite: (mine: string) => void settle(mine),
  }
}
