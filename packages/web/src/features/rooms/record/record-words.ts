import type { RecordRound, RecordVote } from '@rodada/contract/rooms/record'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { finalCard, type How, howItWent, type Story } from './stories.ts'

const isCoffee = (face: string): boolean => face.startsWith('☕')

/** A card as it is printed: decimals as the language writes them, all else as the deck has it. */
export const printedFace = (face: string): string => (/^\d+\.\d+$/.test(face) ? format.number(Number(face)) : face)

/** A card as it is read: the drawn coffee in a word. */
export const faceText = (face: string): string => (isCoffee(face) ? t('record:coffee') : printedFace(face))

const howText = (how: How): string =>
  'low' in how ? t(`record:how.${how.kind}`, { low: faceText(how.low), high: faceText(how.high) }) : t(`record:how.${how.kind}`)

/** 'Do 2 ao 13, depois consenso', and that it stayed without an estimate. */
export function storyText(story: Story): string {
  const [first, last] = [story.rounds[0], story.rounds.at(-1)]
  if (!first || !last) return ''
  const began = howItWent(first)
  const once = first === last
  const text = once
    ? t(began.kind === 'consensus' ? 'record:how.consensusFirst' : 'record:how.only', { how: howText(began) })
    : t('record:how.afterwards', { first: howText(began), last: lower(howText(howItWent(last))) })
  return finalCard(story) === null ? t('record:how.without', { text }) : text
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** '9 min', '2 h 05 min', less than one as 'menos de 1 min'; nothing where nobody knows. */
export function minutesText(ms: number): string {
  if (ms === 0) return ''
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return t('record:time.less')
  if (minutes < 60) return t('record:time.minutes', { count: minutes })
  return t('record:time.hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') })
}

/** '2 min 40 s', '45 s'. */
const secondsText = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return t('record:time.seconds', { count: seconds })
  return t('record:time.both', { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') })
}

/** What a round of a story is called. */
export const roundName = (index: number, of: number): string =>
  of === 1
    ? t('record:round.only')
    : index < 3
      ? t(`record:round.${(['first', 'second', 'third'] as const)[index] ?? 'first'}`)
      : t('record:round.nth', { number: index + 1 })

const hourMs = 3_600_000

/** '10:24, 6 votos em 2 min 40 s'. */
export function roundTime({ startedAt, revealedAt, votes }: RecordRound): string {
  const count = votes.length
  const ms = startedAt === null ? Number.NaN : Date.parse(revealedAt) - Date.parse(startedAt)
  const time = format.time(startedAt ?? revealedAt)
  // A table that was left as it was tells no time.
  return ms >= 0 && ms < hourMs
    ? t('record:round.timed', { time, count, length: secondsText(ms) })
    : t('record:round.at', { time: format.time(revealedAt), count })
}

export const voteWords = ({ userName, vote, confidence }: RecordVote): string =>
  t(confidence ? `record:vote.${confidence}` : 'record:vote.plain', { name: userName, card: faceText(vote) })

/** 'Ana salvou 5 no cartão às 10:33.' */
export function savedText({ estimate, savedBy, savedAt }: RecordRound): string | null {
  if (estimate === null) return null
  const points = format.number(estimate)
  return savedBy === null || savedAt === null
    ? t('record:saved.plain', { points })
    : t('record:saved.by', { name: savedBy, points, time: format.time(savedAt) })
}

/** When the rounds were, and with how many. */
export function sessionWords(rounds: readonly RecordRound[], days: readonly string[]): { title: string; lead: string } {
  const [newest, oldest] = [rounds[0], rounds.at(-1)]
  const [last, first] = [days[0], days.at(-1)]
  if (!newest || !oldest || last === undefined || first === undefined) return { title: t('record:title.empty'), lead: '' }
  const voters = new Set(rounds.flatMap(({ votes }) => votes.map(({ participantId }) => participantId))).size
  const observers = Math.max(...rounds.map((round) => round.observers))
  const people = t('record:lead.voters', { count: voters }) + (observers > 0 ? t('record:lead.observers', { count: observers }) : '')
  if (first !== last) {
    return {
      title: t('record:title.days', { from: format.longDay(first), to: format.longDay(last) }),
      lead: t('record:lead.days', { count: days.length, people }),
    }
  }
  const [from, to] = [format.time(oldest.startedAt ?? oldest.revealedAt), format.time(newest.savedAt ?? newest.revealedAt)]
  return { title: t('record:title.day', { day: format.longDay(last) }), lead: t('record:lead.day', { from, to, people }) }
}
