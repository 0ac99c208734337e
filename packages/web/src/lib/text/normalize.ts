// Combining marks: what is left of accents after decomposition.
const marks = /\p{M}/gu

/** A text without accents and capitals, as the server compares texts in a search. */
export const normalize = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

/** The parts of a text, those that a search for `query` finds marked. Together they are the text. */
export function markFound(text: string, query: string): { text: string; found: boolean }[] {
  const wanted = normalize(query.trim())
  if (wanted === '') return [{ text, found: false }]
  // Folding may change the length, so each character of the folded text remembers the letter, with its marks, that it came from.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const folded = letters.map(normalize)
  const origin = folded.flatMap((piece, index) => Array.from({ length: piece.length }, () => index))
  const haystack = folded.join('')
  const parts: { text: string; found: boolean }[] = []
  let shown = 0
  const add = (upTo: number, found: boolean) => {
    if (upTo > shown) parts.push({ text: letters.slice(shown, upTo).join(''), found })
    shown = Math.max(shown, upTo)
  }
  for (let at = haystack.indexOf(wanted); at !== -1; at = haystack.indexOf(wanted, at + wanted.length)) {
    add(origin[at] ?? 0, false)
    add((origin[at + wanted.length - 1] ?? 0) + 1, true)
  }
  add(letters.length, false)
  return parts
}
