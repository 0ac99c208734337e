import { readDraft } from '../../../../lib/device/drafts.ts'
import { readEdit } from './text-edit.ts'

/** What the person was writing on a card and has not sent; empty when there is nothing. */
export const keptText = (cardId: number): string =>
  [
    readEdit(readDraft(`card.${cardId}.description`))?.text,
    readEdit(readDraft(`card.${cardId}.notes`))?.text,
    readDraft(`card.${cardId}.comment`),
  ]
    .filter(Boolean)
    .join('\n\n')
