import { numberOf } from '@rodada/contract/rooms/faces'

/** Within this time, in milliseconds, a further key belongs to the same card: '1' then '3' is 13. */
const sameCardMs = 600

/** R reveals and starts the next round, so a card that begins with it has no key. */
const reserved = 'r'

/** What a face would be typed as, and how much of that is the least that still says what the card shows. */
type Typed = { text: string; least: number }

function typedFace(face: string, deck: readonly string[]): Typed | undefined {
  if (face === '☕') return { text: 'c', least: 1 }
  // It is on no keyboard, and 0 is the key beside 1.
  if (face === '½' && !deck.includes('0')) return { text: '0', least: 1 }
  const number = numberOf(face)
  if (number !== undefined && !Number.isInteger(number)) {
    const text = String(number).replace('.', ',')
    return { text, least: text.indexOf(',') + 1 }
  }
  const text = face.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (!/^[\da-z?+-]+$/.test(text) || text.startsWith(reserved)) return undefined
  return { text, least: Math.max(1, /^\d*/.exec(text)?.[0].length ?? 0) }
}

/**
 * What is typed for each card that can be typed: what its face shows, in small letters, as far as no other card begins so. Of two alike
 * the first has it.
 */
export function cardKeys(deck: readonly string[]): Map<string, string> {
  const typed = new Map<string, Typed>()
  for (const face of deck) {
    const one = typedFace(face, deck)
    if (one && ![...typed.values()].some(({ text }) => text === one.text)) typed.set(face, one)
  }
  const keys = new Map<string, string>()
  for (const [face, { text, least }] of typed) {
    const others = [...typed].filter(([other]) => other !== face)
    let length = least
    while (length < text.length && others.some(([, other]) => other.text.startsWith(text.slice(0, length)))) length += 1
    keys.set(face, text.slice(0, length))
  }
  return keys
}
/** Whether no card of the deck is typed with this key first. */
export const isKeyFree = (key: string, deck: readonly string[]): boolean =>
  ![...cardKeys(deck).values()].some((typed) => typed.startsWith(key))

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
      // The keypad of some keyboards has a dot where others have the comma.
      const sign = key === '.' ? ',' : key.toLowerCase()
      const next = [typed + sign, sign].find(begins)
      if (next === undefined) return false
      clearTimeout(timer)
      typed = next
      if (all.some((keys) => keys !== typed && keys.startsWith(typed))) timer = setTimeout(flush, sameCardMs)
      else flush()
      return true
    },
  }
}
