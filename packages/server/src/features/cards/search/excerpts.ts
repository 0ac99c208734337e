import { limits } from '@rodada/contract/core/limits'
import { withFewMarks } from '@rodada/contract/core/plain-text'
import { normalize } from '../../../platform/normalize.ts'

/** A text around what was found in it, and the places in that excerpt, in UTF-16 units. */
export type Excerpt = { text: string; marks: { from: number; to: number }[] }

/** Letters before the first place. */
const before = 40
/** Places that are marked. */
const mostMarks = 20

/** Units of a text that are folded at once where it is sought in which of them something is. */
const pieceUnits = 200

/** A folded text, and for each of its units the one of the text that it comes from. */
function fold(text: string): { folded: string; origin: (at: number) => number } {
  const origins: number[] = []
  const pieces: string[] = []
  let at = 0
  for (const letter of text) {
    const piece = normalize(letter)
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(at)
    pieces.push(piece)
    at += letter.length
  }
  return { folded: pieces.join(''), origin: (index) => origins[index] ?? text.length }
}

/** The unit of a text that one of the folded text comes from. A long text is folded in pieces: letter by letter takes five times as long. */
function originIn(text: string, folded: string, index: number): number {
  // Nearly always each letter folds into one.
  if (folded.length === text.length) return index
  let [at, unit] = [0, 0]
  while (at < text.length) {
    const piece = text.slice(at, letterEnd(text, Math.min(text.length, at + pieceUnits)))
    const { length } = normalize(piece)
    if (unit + length > index) return at + fold(piece).origin(index - unit)
    at += piece.length
    unit += length
  }
  return text.length
}

/** The part of a text around the first of some folded words, in one line; null when it holds none of them. */
export function excerptOf(source: string, words: readonly string[]): Excerpt | null {
  const text = withFewMarks(source).normalize('NFC').replace(/\s/g, ' ')
  const folded = normalize(text)
  const first = Math.min(...words.map((word) => folded.indexOf(word)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)))
  if (!Number.isFinite(first)) return null
  const start = wordStart(text, originIn(text, folded, first))
  const end = letterEnd(text, Math.min(text.length, start + limits.searchExcerpt))
  const lead = start > 0 ? '…' : ''
  // A word may begin at the end of the excerpt and go on behind it.
  const near = fold(text.slice(start, end + limits.cardSearch))
  const places = words
    .flatMap((word) => placesOf(near.folded, word))
    .map(({ from, to }) => ({ from: near.origin(from), to: near.origin(to) }))
  const marks = joined(places.filter(({ from }) => start + from < end))
    .slice(0, mostMarks)
    .map(({ from, to }) => ({ from: from + lead.length, to: Math.min(to, end - start) + lead.length }))
  return { text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`, marks }
}

/** Where an excerpt begins that has a place in it: at the text's begin, or at that of a word, some letters before. */
function wordStart(text: string, place: number): number {
  if (place <= before) return 0
  const space = text.indexOf(' ', place - before)
  return space < 0 || space >= place ? letterEnd(text, place - before) : space + 1
}

/** An end that cuts no letter of two units in half. */
const letterEnd = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at)

/** Places of a word. Its end is the begin of what follows. */
function placesOf(folded: string, word: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  for (let at = folded.indexOf(word); at >= 0 && places.length < mostMarks; at = folded.indexOf(word, at + word.length))
    places.push({ from: at, to: at + word.length })
  return places
}

/** Places in their order, those that touch as one. */
function joined(places: { from: number; to: number }[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = []
  for (const place of places.sort((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && place.from <= last.to) last.to = Math.max(last.to, place.to)
    else result.push(place)
  }
  return result
}
