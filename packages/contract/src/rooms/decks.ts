import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { texts } from '../texts/texts.ts'
import { deckProblem } from './deck-problem.ts'

/** What is on one card. */
export const Face = z
  .string()
  .transform((face) => oneLineText(face).normalize('NFC'))
  .pipe(z.string().min(1))

const problems = { few: texts.deckFew, many: texts.deckMany, twice: texts.deckTwice, long: texts.deckLong }

/** The faces of a deck, in their order. */
export const Deck = z
  // More than any deck has need not be looked at.
  .array(Face, { error: texts.deckFew })
  .max(limits.deckMax, { error: texts.deckMany, abort: true })
  .check(({ value, issues }) => {
    const problem = deckProblem(value)
    if (problem) issues.push({ code: 'custom', message: problems[problem], input: value })
  })
