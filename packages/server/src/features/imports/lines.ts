import { release } from '../../platform/files/arrivals.ts'
import { firstWithin } from '../../platform/first-within.ts'
import type { BundleCard, BundleLine } from './bundle-model.ts'
import type { OutsideChecklist, OutsideComment, OutsideEstimate } from './model.ts'

const newline = 0x0a

/** A line of a bundle, and how many bytes it takes with its end. */
export type Line = { line: BundleLine; bytes: number }

/** The lines of a bundle as they are read. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  for await (const piece of stream) {
    let rest = piece
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      parts.push(rest.subarray(0, end))
      const whole = Buffer.concat(parts)
      parts = []
      rest = rest.subarray(end + 1)
      yield { line: JSON.parse(whole.toString()) as BundleLine, bytes: whole.length + 1 }
    }
    // A copy, so that the memory of the piece goes at once: of a file of a hundred megabytes nobody would look for it before its end.
    if (rest.length > 0) parts.push(Buffer.from(rest))
    release(piece)
  }
}

/** Cards of one transaction, and letters of all that is on them: some ten milliseconds on SQLite, after which everybody else has a turn. */
const cardsAtOnce = 25
const lettersAtOnce = 60_000

const sizeOf = ({ line, bytes }: Line): number => {
  if ('relation' in line) return 200
  if ('card' in line) return bytes + 300 * rowsOf(line.card)
  if ('checklists' in line) return bytes + 300 * itemsOf(line.checklists)
  if ('estimates' in line) return bytes + 300 * line.estimates.length
  return 'comments' in line ? bytes + 300 * line.comments.length : bytes
}
/** Rows of a card, of which those that are short take a third of the time. */
const rowsOf = ({ comments, checklists, moves, links, estimates, values, labels, members }: BundleCard): number =>
  comments.length +
  moves.length +
  links.length +
  estimates.length +
  itemsOf(checklists) +
  (Object.keys(values).length + labels.length + members.length) / 3
const itemsOf = (checklists: readonly OutsideChecklist[]): number => checklists.reduce((sum, { items }) => sum + items.length, 0)
/** How many turns a portion takes. A card is written whole, with thousands of things that hang on it. */
export const turnsOf = (portion: readonly Line[]): number =>
  Math.max(1, Math.ceil(portion.reduce((sum, line) => sum + sizeOf(line), 0) / lettersAtOnce))
/** What is written together: cards with what was said on them, relations, or what else a board of this program has. */
const groupOf = (line: BundleLine): string => ('relation' in line ? 'relations' : 'card' in line || 'of' in line ? 'cards' : 'own')

/** Comments of one card in portions of one transaction each, in their order. */
export const commentPortions = (comments: readonly OutsideComment[]): OutsideComment[][] =>
  portionsBy(comments, Number.POSITIVE_INFINITY, ({ text }) => 300 + text.length)

/** Estimates of one card in the same way: each may have two hundred votes with their reasons. */
export const estimatePortions = (estimates: readonly OutsideEstimate[]): OutsideEstimate[][] =>
  portionsBy(estimates, Number.POSITIVE_INFINITY, ({ votes }) => 300 + JSON.stringify(votes).length)

/** Checklists of one card in the same way: each may have two hundred items here, whatever it has in the file. */
export const checklistPortions = (checklists: readonly OutsideChecklist[]): OutsideChecklist[][] =>
  portionsBy(checklists, checklistsAtOnce, ({ items }) => items.reduce((sum, { title }) => sum + 300 + title.length, 0))
const checklistsAtOnce = 4

function portionsBy<Thing>(things: readonly Thing[], most: number, sizeOf: (thing: Thing) => number): Thing[][] {
  const portions: Thing[][] = []
  let [portion, size]: [Thing[], number] = [[], 0]
  for (const thing of things) {
    const own = sizeOf(thing)
    if (portion.length === 0 || portion.length === most || size + own > lettersAtOnce) {
      portion = []
      portions.push(portion)
      size = 0
    }
    portion.push(thing)
    size += own
  }
  return portions
}

/** Items of checklists that are here already and that one transaction may change: they are read, noted and written once more. */
const itemsAtOnce = 1000

/** The first lines of a portion, so that no more of what is here changes than others can wait for. @param items how many are in a checklist, by its id there */
export const upToItems = (portion: readonly Line[], items: ReadonlyMap<string, number>): readonly Line[] =>
  firstWithin(portion, itemsAtOnce, ({ line }) => checklistsOf(line).reduce((sum, { id }) => sum + (items.get(id) ?? 0), 0))

/** The checklists that a line brings. */
export function checklistsOf(line: BundleLine): readonly OutsideChecklist[] {
  if ('card' in line) return line.card.checklists
  return 'checklists' in line ? line.checklists : []
}

/** Lines in portions of one transaction each, of one group. */
export async function* portionsOf(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let [portion, size]: [Line[], number] = [[], 0]
  for await (const line of lines) {
    const isOther = portion[0] !== undefined && groupOf(portion[0].line) !== groupOf(line.line)
    if (portion.length > 0 && (isOther || portion.length === cardsAtOnce || size + sizeOf(line) > lettersAtOnce)) {
      yield portion
      ;[portion, size] = [[], 0]
    }
    portion.push(line)
    size += sizeOf(line)
  }
  if (portion.length > 0) yield portion
}
