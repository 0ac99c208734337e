import type { Estimation, OwnVote } from '@rodada/contract/estimations/estimations'
import { byWidth, type Spread, spreadOf } from '@rodada/contract/estimations/settle'
import { saysNothing } from '@rodada/contract/rooms/faces'
import { t } from '../../i18n/index.ts'

export type Card = Estimation['cards'][number]
export type Votes = Estimation['votes']
export type ClosedVote = Card['votes'][number]

export const ownVote = (votes: Votes, cardId: number): OwnVote | undefined => votes[String(cardId)]

/** Cards that this person has not voted on, in their order. */
export const missingCards = (cards: readonly Card[], votes: Votes): Card[] => cards.filter(({ card_id }) => !ownVote(votes, card_id))

/** A face in words: its sign may mean nothing when read aloud. */
export function faceName(face: string): string {
  if (face === '☕') return t('estimations:coffee')
  if (face === '½') return t('estimations:half')
  return face === '?' ? t('estimations:unknown') : face
}

export type Edge = { face: string; votes: ClosedVote[] }
export type Talk = { card: Card; spread: Spread; low: Edge | null; high: Edge | null }

/** What is left for a meeting, the widest first, each with its two ends. Of cards without a size nobody stands at an end. */
export function talksOf(cards: readonly Card[], deck: readonly string[]): Talk[] {
  return cards
    .filter(({ settled }) => settled === null)
    .map((card) => {
      const faces = card.votes.map(({ vote }) => vote)
      const sized = [...new Set(faces)].filter((face) => !saysNothing(face)).sort((a, b) => deck.indexOf(a) - deck.indexOf(b))
      const edge = (face: string | undefined): Edge | null =>
        face === undefined ? null : { face, votes: card.votes.filter(({ vote }) => vote === face) }
      const isWide = sized.length > 1
      return { card, spread: spreadOf(faces, deck), low: isWide ? edge(sized[0]) : null, high: isWide ? edge(sized.at(-1)) : null }
    })
    .sort((a, b) => byWidth(a.spread, b.spread))
}

/** How a settled card agreed: on one face, or on two that lie side by side. */
export function agreementText({ votes }: Card, deck: readonly string[]): string {
  const faces = [...new Set(votes.map(({ vote }) => vote))].sort((a, b) => deck.indexOf(a) - deck.indexOf(b))
  const [low = '', high] = faces
  return high === undefined
    ? t('estimations:result.allOn', { card: faceName(low) })
    : t('estimations:result.neighbours', { low: faceName(low), high: faceName(high) })
}
