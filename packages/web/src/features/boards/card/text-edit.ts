import type { Card } from '@rodada/contract/cards'

export type TextField = 'title' | 'description'
/** A text being edited: what it was when the editing began, and the version of the card then. */
export type Edit = { text: string; origin: string; version: number }

export const begin = (card: Card, field: TextField): Edit => ({ text: card[field], origin: card[field], version: card.version })
export const isDirty = ({ text, origin }: Edit): boolean => text.trim() !== origin.trim()

/** Whether somebody else changed the text since the editing began. What the person wrote themselves is no such change. */
export const changedMeanwhile = (edit: Edit, card: Card, field: TextField): boolean =>
  card.version !== edit.version && card[field] !== edit.origin && card[field].trim() !== edit.text.trim()

/**
 * What to do with a save that came late: nothing when both wrote the same, once more on the new version when only something
 * else of the card changed, or ask the person.
 */
export function afterLateSave(edit: Edit, current: Card, field: TextField): 'same' | 'again' | 'ask' {
  if (current[field].trim() === edit.text.trim()) return 'same'
  return current[field] === edit.origin ? 'again' : 'ask'
}

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
