import { priorities } from '@rodada/contract/boards/settings'
import type { Priority } from '@rodada/contract/core/fields'
import { readDraft, writeDraft } from '../../lib/device/drafts.ts'

/** A card being written. Dates are 'YYYY-MM-DD'. */
export type NewItem = { title: string; description: string; due_date: string | null; priority: Priority }

export const emptyItem: NewItem = { title: '', description: '', due_date: null, priority: 'medium' }

/** Whether there is something that would be a pity to lose. */
export const isWritten = ({ title, description }: NewItem): boolean => title.trim() !== '' || description.trim() !== ''

/** Whether more than a title was given. */
export const hasMore = ({ description, due_date, priority }: NewItem): boolean =>
  description !== '' || due_date !== null || priority !== emptyItem.priority

/** What was written for a column and not sent; a damaged draft is an empty one. */
export function readNewItem(draft: string): NewItem {
  try {
    const kept: unknown = JSON.parse(readDraft(draft) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return emptyItem
    const { title, description, due_date, priority } = kept as Partial<Record<keyof NewItem, unknown>>
    return {
      title: typeof title === 'string' ? title : '',
      description: typeof description === 'string' ? description : '',
      due_date: typeof due_date === 'string' ? due_date : null,
      priority: priorities.find((known) => known === priority) ?? emptyItem.priority,
    }
  } catch {
    return emptyItem
  }
}

export const keepNewItem = (draft: string, item: NewItem): void => writeDraft(draft, isWritten(item) ? JSON.stringify(item) : null)
