import { release } from '../../platform/files/arrivals.ts'
import type { BundleCard, BundleLine } from './model.ts'

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

const sizeOf = ({ line, bytes }: Line): number => ('card' in line ? bytes + 300 * rowsOf(line.card) : 200)
const rowsOf = ({ comments, checklists, moves, links }: BundleCard): number =>
  comments.length + moves.length + links.length + checklists.reduce((sum, { items }) => sum + items.length, 0)

/** Lines in portions of one transaction each: cards alone, or relations alone. */
export async function* portionsOf(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let [portion, size]: [Line[], number] = [[], 0]
  for await (const line of lines) {
    const isOther = portion[0] !== undefined && 'card' in portion[0].line !== 'card' in line.line
    if (portion.length > 0 && (isOther || portion.length === cardsAtOnce || size + sizeOf(line) > lettersAtOnce)) {
      yield portion
      ;[portion, size] = [[], 0]
    }
    portion.push(line)
    size += sizeOf(line)
  }
  if (portion.length > 0) yield portion
}
