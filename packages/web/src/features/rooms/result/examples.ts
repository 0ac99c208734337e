import type { FinishedCards } from '@rodada/contract/cards/references'
import type { RevealedVote } from '@rodada/contract/rooms/rooms'
import { mostCommon, readVotes } from './vote-reading.ts'

const shownExamples = 3

type Example = { estimate: number; card: FinishedCards['cards'][number] }
type Examples = {
  /** The value that the round is about: the one of most votes. */
  value: number | undefined
  examples: Example[]
}

/**
 * Which finished cards speak to a round: where it agrees three of that value; where not, one of the lowest, the commonest and the highest
 * value, so that each side has its example.
 * @param pointsOf the points that a face stands for
 */
export function examplesOf(
  votes: readonly RevealedVote[],
  references: readonly FinishedCards[],
  deck: readonly string[],
  pointsOf: (face: string) => number | undefined,
): Examples {
  const reading = readVotes(votes, deck)
  const common = mostCommon(votes)
  const worthOf = (face: string | undefined) => (face === undefined ? undefined : pointsOf(face))
  const of = (value: number | undefined): Example[] =>
    references.flatMap(({ estimate, cards }) => (estimate === value ? cards.map((card) => ({ estimate, card })) : []))
  if (!reading?.talk || reading.agreedCard !== null) {
    const value = worthOf(reading?.agreedCard ?? common)
    return { value, examples: of(value).slice(0, shownExamples) }
  }
  const values = new Set([reading.talk.low, common, reading.talk.high].map(worthOf))
  return { value: worthOf(common), examples: [...values].flatMap((value) => of(value).slice(0, 1)) }
}
