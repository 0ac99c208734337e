/** Within this time, in milliseconds, a further key belongs to the same card: '1' then '3' is 13. */
const sameCardMs = 600

/** R reveals and starts the next round, so a card that begins with it has no key. */
const reserved = 'r'

function typedFace(face: string, deck: readonly string[]): string | undefined {
  if (face === '☕') return 'c'
  // It is on no keyboard, and 0 is the key beside 1.
  if (face === '½') return deck.includes('0') ? undefined : '0'
  const typed = face.toLowerCase()
  return /^[\da-z?]+$/.test(typed) && !typed.startsWith(reserved) ? typed : undefined
}

/** What is typed for each card that can be typed: what its face shows, in small letters. Of two alike the first has it. */
export function cardKeys(deck: readonly string[]): Map<string, string> {
  const keys = new Map<string, string>()
  const taken = new Set<string>()
  for (const face of deck) {
    const typed = typedFace(face, deck)
    if (typed === undefined || taken.has(typed)) continue
    taken.add(typed)
    keys.set(face, typed)
  }
  return keys
}

export type CardTyping = {
  /** Takes a key; true when it is one of a card's. */
  type: (key: string) => boolean
  /** Votes at once for what was typed so far. */
  flush: () => void
  /** Lets go of what was typed so far. */
  forget: () => void
}

/**
 * Turns keys into votes. A card whose keys begin those of another waits for the next key, so that 13 never passes through 1: a reveal
 * in between would keep the wrong vote.
 */
export function createCardTyping({ deck, vote }: { deck: () => readonly string[]; vote: (card: string) => void }): CardTyping {
  let typed = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    const [card] = [...cardKeys(deck())].find(([, keys]) => keys === typed) ?? []
    typed = ''
    if (card !== undefined) vote(card)
  }
  const forget = () => {
    clearTimeout(timer)
    typed = ''
  }
  return {
    flush,
    forget,
    type: (key) => {
      const all = [...cardKeys(deck()).values()]
      const begins = (text: string) => all.some((keys) => keys.startsWith(text))
      const next = [typed + key.toLowerCase(), key.toLowerCase()].find(begins)
      if (next === undefined) return false
      clearTimeout(timer)
      typed = next
      if (all.some((keys) => keys !== typed && keys.startsWith(typed))) timer = setTimeout(flush, sameCardMs)
      else flush()
      return true
    },
  }
}
