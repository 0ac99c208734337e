import { lastingDrafts } from '../../../../lib/device/drafts.ts'
import { readEdit } from './text-edit.ts'

/** What the person was writing on a card and has not sent; empty when there is nothing. */
export const keptText = (cardId: number): string =>
  [
    readEdit(lastingDrafts.read(`card.${cardId}.description`)?.text ?? null)?.text,
    readEdit(lastingDrafts.read(`card.${cardId}.notes`)?.text ?? null)?.text,
    lastingDrafts.read(`card.${cardId}.comment`)?.text,
  ]
    .filter(Boolean)
    .join('\n\n')
