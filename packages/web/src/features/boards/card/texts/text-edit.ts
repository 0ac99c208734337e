import type { Card } from '@rodada/contract/cards/cards'
import type { Edit } from '../../../../lib/text/stale-text.ts'

export type TextField = 'title' | 'description' | 'notes'
export const begin = (card: Card, field: TextField): Edit => ({ text: card[field], origin: card[field], version: card.version })
export const isDirty = ({ text, origin }: Edit): boolean => text.trim() !== origin.trim()

/** Whether somebody else changed the text since the editing began. What the person wrote themselves is no such change. */
export const changedMeanwhile = (edit: Edit, card: Card, field: TextField): boolean =>
  card.version !== edit.version && card[field] !== edit.origin && card[field].trim() !== edit.text.trim()

/** A kept draft, or null when it is damaged. */
export function readEdit(stored: string | null): Edit | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { text, origin, version } = value as Partial<Record<keyof Edit, unknown>>
    return typeof text === 'string' && typeof origin === 'string' && typeof version === 'number' ? { text, origin, version } : null
  } catch {
    return null
  }
}
