import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/*
 * How people name a card: the prefix of its board and a number that the board never gives twice, as in 'PAG-42'. Two boards may have the same
 * prefix, so a key says which card is meant only together with who asks.
 */

/** The largest number of a key; a board has far fewer cards. */
const numberDigits = 9
const { keyPrefixMin: prefixMin, keyPrefixMax: prefixMax } = limits
const pattern = `([a-z]{${prefixMin},${prefixMax}})-([1-9]\\d{0,${numberDigits - 1}})`
const wholeKey = new RegExp(`^${pattern}$`, 'i')
/** A key that is no part of a longer word or number: PAG-1 does not stand in 'PAG-11', and CAR-5 not in 'OSCAR-5'. */
const keyInText = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')

const wholePrefix = new RegExp(`^[A-Z]{${prefixMin},${prefixMax}}$`)

/** Whether a text may begin the keys of a board, in capital or small letters. */
export const isKeyPrefix = (text: string): boolean => wholePrefix.test(text.trim().toUpperCase())

/** The prefix of a board's keys, in capital letters. */
export const KeyPrefix = z
  .string({ error: texts.keyPrefixInvalid })
  .overwrite((text) => text.trim().toUpperCase())
  .regex(wholePrefix, { error: texts.keyPrefixInvalid })

export type CardKey = { prefix: string; number: number }

const keyFrom = ([, prefix = '', number = '']: RegExpMatchArray | RegExpExecArray): CardKey => ({
  prefix: prefix.toUpperCase(),
  number: Number(number),
})

/** A key as people read it. */
export const keyText = ({ prefix, number }: CardKey): string => `${prefix}-${number}`

/** The key that a text is, in capital or small letters; null when it is none. */
export function parseKey(text: string): CardKey | null {
  const found = wholeKey.exec(text.trim())
  return found && keyFrom(found)
}

/** The different keys that stand in a text, in their order; at most `limits.keysInText`. */
export function keysIn(text: string): CardKey[] {
  const keys = new Map<string, CardKey>()
  for (const found of text.matchAll(keyInText)) {
    const key = keyFrom(found)
    keys.set(keyText(key), key)
    if (keys.size === limits.keysInText) break
  }
  return [...keys.values()]
}

/** A key in an address: any text, since one that is no key is one that no card has. */
export const KeyText = z.string().max(40)

/** What a board's prefix is when nobody chose one: the first three letters of its name. */
export function prefixOf(title: string): string {
  const letters = title
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 3)
  return letters.length < prefixMin ? 'QUA' : letters
}
