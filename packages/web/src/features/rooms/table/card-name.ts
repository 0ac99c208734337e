import type { RevealedVote } from '@rodada/contract/rooms/rooms'
import { t } from '../../../i18n/index.ts'

/** A card in words: the coffee card is a drawing, and its sign means nothing when read aloud. */
export const cardName = (card: string): string => (card === '☕' ? t('rooms:hand.coffee') : card)

/** What somebody voted, in words, with how sure they are of it where they said so. */
export function voteText({ vote, confidence }: Pick<RevealedVote, 'vote' | 'confidence'>): string {
  const text = t('rooms:status.vote', { card: cardName(vote) })
  return confidence ? `${text}, ${t(`rooms:confidence.${confidence}`)}` : text
}
