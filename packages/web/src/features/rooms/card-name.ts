import { t } from '../../i18n/index.ts'

/** A card in words: the coffee card is a drawing, and its sign means nothing when read aloud. */
export const cardName = (card: string): string => (card === '☕' ? t('rooms:hand.coffee') : card)
