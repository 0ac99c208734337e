import { deckNumbers } from '@rodada/contract/rooms/faces'
import { type Agreement, agreedFrom, agreementOf } from '@rodada/contract/rooms/results'
import type { RevealedVote } from '@rodada/contract/rooms/rooms'

export type Talk = {
  low: string
  high: string
  /** Who should tell the others what they saw: the edges, without the card that most people chose. */
  people: RevealedVote[]
}

export type Reading = Agreement & {
  talk: Talk | null
  /** The card that so many chose that it is what the table agrees on; null when there is none. */
  agreedCard: string | null
}

/** What a revealed round says: how much the table agrees and who should talk. Null when nobody voted. */
export function readVotes(votes: readonly RevealedVote[], deck: readonly string[]): Reading | null {
  const agreement = agreementOf(votes, deck)
  if (!agreement) return null
  const { edges } = agreement
  const common = mostCommon(votes)
  const agreedCard = common !== undefined && agreement.share >= agreedFrom ? common : null
  const [low, high] = [edges?.low[0]?.vote, edges?.high[0]?.vote]
  if (!edges || low === undefined || high === undefined) return { ...agreement, agreedCard, talk: null }
  const far = [edges.low, edges.high].filter((edge) => edge[0]?.vote !== common)
  const people = far.length > 0 ? far.flat() : [...edges.low, ...edges.high]
  return { ...agreement, agreedCard, talk: { low, high, people } }
}

/** How many of the votes are numbers: those that the average is made of. */
export const countNumbers = (votes: readonly RevealedVote[]): number => deckNumbers(votes.map(({ vote }) => vote)).length

/** The card that more people chose than any other; none when two share that place. */
export function mostCommon(votes: readonly RevealedVote[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { vote } of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}
