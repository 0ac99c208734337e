import { numberOf } from '@rodada/contract/rooms/faces'
import type { RecordRound } from '@rodada/contract/rooms/record'
import { agreedCardOf, agreementOf } from '@rodada/contract/rooms/results'
import { type Day, today } from '../../../lib/dates/days.ts'
import { storyKey } from './story-key.ts'

/** A story of one day: the rounds that were voted on it, the first first. */
export type Story = { key: string; day: Day; title: string | null; rounds: readonly RecordRound[] }

/** The stories of some rounds that come newest first: days from the last on, and within a day as it went. */
export function storiesOf(rounds: readonly RecordRound[]): { day: Day; stories: Story[] }[] {
  const days = new Map<Day, Map<string, RecordRound[]>>()
  for (const round of rounds) {
    const day = today(new Date(round.revealedAt))
    const stories = days.get(day) ?? new Map<string, RecordRound[]>()
    days.set(day, stories)
    const key = storyKey(round)
    stories.set(key, [round, ...(stories.get(key) ?? [])])
  }
  return [...days].map(([day, stories]) => ({
    day,
    stories: [...stories]
      .map(([key, of]) => ({ key: `${day} ${key}`, day, title: of[0]?.task?.title ?? null, rounds: of }))
      .sort((a, b) => (a.rounds[0]?.round ?? 0) - (b.rounds[0]?.round ?? 0)),
  }))
}

/** The card that a story ended with: what was saved; for a title without a card, what the table agreed on. Null without an estimate. */
export function finalCard({ rounds }: Pick<Story, 'rounds'>): string | null {
  const last = rounds.at(-1)
  const saved = savedIn({ rounds })
  if (saved !== null) return String(saved)
  return last && (last.task?.task_id ?? null) === null ? agreedCardOf(last.votes.map(({ vote }) => vote)) : null
}

/** What was saved of a story at last. */
const savedIn = ({ rounds }: Pick<Story, 'rounds'>): number | null => rounds.findLast(({ estimate }) => estimate !== null)?.estimate ?? null

/** The lowest and the highest card of a round, by the deck; by number where the deck does not have them. Null where that says nothing. */
export function endsOf({ votes, deck }: Pick<RecordRound, 'votes' | 'deck'>): { low: string; high: string } | null {
  const faces = [...new Set(votes.map(({ vote }) => vote))]
  const known = faces.every((face) => deck.includes(face))
  const rank = (face: string) => (known ? deck.indexOf(face) : (numberOf(face) ?? Number.POSITIVE_INFINITY))
  const [low, ...others] = faces.sort((a, b) => rank(a) - rank(b))
  const high = others.at(-1)
  return low === undefined || high === undefined ? null : { low, high }
}

export type How = { kind: 'none' | 'single' | 'consensus' } | { kind: 'close' | 'talk'; low: string; high: string }

/** How a round went. */
export function howItWent(round: Pick<RecordRound, 'votes' | 'deck'>): How {
  const agreement = agreementOf(round.votes, round.deck)
  if (!agreement) return { kind: 'none' }
  if (round.votes.length === 1) return { kind: 'single' }
  const ends = endsOf(round)
  return ends === null || agreement.kind === 'consensus' ? { kind: 'consensus' } : { kind: agreement.kind, ...ends }
}

/** A piece of time that is longer was not spent at the table. */
const longestMs = 4 * 3_600_000
const span = (from: string | null, to: string): number => {
  const ms = from === null ? 0 : Date.parse(to) - Date.parse(from)
  return ms > 0 && ms <= longestMs ? ms : 0
}

/**
 * How long the table spent on a story, in milliseconds: each round from its beginning to the next of the same story, to when it was
 * saved, or to its reveal. 0 where nobody knows.
 */
export function timeOf({ rounds }: Pick<Story, 'rounds'>): number {
  return rounds.reduce((sum, round, index) => {
    const next = rounds[index + 1]
    const follows = next?.round === round.round + 1 ? next.startedAt : null
    const talk = span(round.revealedAt, follows ?? round.savedAt ?? round.revealedAt)
    return sum + span(round.startedAt, round.revealedAt) + talk
  }, 0)
}

export type Numbers = { stories: number; estimated: number; points: number; agreedAtFirst: number; medianMs: number | null }

/** The figures of the stories that are shown. */
export function numbersOf(stories: readonly Story[]): Numbers {
  const times = stories
    .map(timeOf)
    .filter((ms) => ms > 0)
    .sort((a, b) => a - b)
  // Whose first round was voted again had not agreed enough.
  const agreed = stories.filter(({ rounds: [first, again] }) => first && !again && ['consensus', 'close'].includes(howItWent(first).kind))
  return {
    stories: stories.length,
    estimated: stories.filter((story) => finalCard(story) !== null).length,
    points: stories.reduce((sum, story) => sum + (savedIn(story) ?? 0), 0),
    agreedAtFirst: agreed.length,
    medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
  }
}
