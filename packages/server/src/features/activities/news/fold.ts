import type { Activity } from '@rodada/contract/boards/activities'
import type { NewsChange } from '@rodada/contract/boards/news'
import { fieldTypes } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { excerptOf } from '../../../platform/excerpt.ts'
import type { NewsEntry } from './queries.ts'

/** What one entry of the journal says of one thing of a card. */
type Said = Pick<NewsChange, 'field' | 'type' | 'from' | 'to' | 'excerpt'> & {
  /** Both values are known: when they are the same in the end, nothing changed. */
  isWhole: boolean
}
const nothing: Said = { field: null, type: null, from: null, to: null, excerpt: null, isWhole: false }

/**
 * What changed on a card, from the first entry to the last: several changes of one thing are one, and what is as it was before is none.
 * @param entries of one card, in their order
 * @param comments what comments say now
 */
export function foldChanges(entries: readonly NewsEntry[], comments: ReadonlyMap<number, string>): NewsChange[] {
  const folded = new Map<string, NewsChange & { isWhole: boolean }>()
  for (const entry of entries) {
    const kind = entry.kind === 'card.state' ? entry.hidden : entry.kind
    if (!kind) continue
    for (const { key, ...said } of saidIn({ ...entry, kind }, comments)) {
      const earlier = folded.get(key)
      // Taken out and set again, so that what changed last stands last.
      folded.delete(key)
      folded.set(key, {
        ...said,
        kind,
        isWhole: said.isWhole && (earlier?.isWhole ?? true),
        from: earlier ? earlier.from : said.from,
        excerpt: said.excerpt ?? earlier?.excerpt ?? null,
        user: entry.user_id === null ? null : { id: entry.user_id, name: entry.user_name ?? '', avatar_url: entry.user_avatar },
        by_program: entry.token_id !== null,
        count: (earlier?.count ?? 0) + 1,
        at: entry.created_at,
      })
    }
  }
  return [...folded.values()]
    .filter(({ isWhole, from, to }) => !isWhole || from !== to)
    .slice(-limits.newsChanges)
    .map(({ isWhole: _, ...change }) => change)
}

function saidIn({ kind, details: json, ...entry }: NewsEntry, comments: ReadonlyMap<number, string>): (Said & { key: string })[] {
  const details = JSON.parse(json) as Activity['details']
  switch (kind) {
    case 'card.updated':
      return (details.fields ?? []).map((field) => {
        const change = details.changes?.find((one) => one.field === field)
        return {
          ...nothing,
          key: `field ${field}`,
          field,
          from: change?.from ?? null,
          to: change?.to ?? null,
          isWhole: change !== undefined,
        }
      })
    case 'card.field_set': {
      const [field = ''] = details.fields ?? []
      // A newer version may know further types.
      const value = {
        type: fieldTypes.find((type) => type === details.type) ?? null,
        from: details.from || null,
        to: details.to || null,
        isWhole: true,
      }
      return [{ ...nothing, key: `board field ${field}`, field, ...value }]
    }
    case 'card.moved': {
      const field = movedIn(entry)
      return [{ ...nothing, key: `moved ${field}`, field, from: details.from || null, to: details.to || null, isWhole: true }]
    }
    case 'card.assigned':
      return [{ ...nothing, key: kind, field: 'assignee', from: entry.previous_assignee, to: details.to ?? null }]
    case 'card.commented': {
      const content = details.comment === undefined ? undefined : comments.get(details.comment)
      // Of a comment that was deleted nothing is left to be seen.
      if (details.comment !== undefined && content === undefined) return []
      return [{ ...nothing, key: kind, excerpt: content === undefined ? null : inOneLine(content) }]
    }
    case 'card.archived':
    case 'card.deleted':
    case 'card.restored':
      // The last of them says where the card is.
      return [{ ...nothing, key: 'away' }]
    default:
      return [{ ...nothing, key: `${kind} ${details.to ?? ''}`, to: details.to ?? null }]
  }
}

/** What a card was moved in: as the journal tells it, the sprint first, else its columns, else the lists. Only the first entry of a change has both sides. */
function movedIn(entry: Omit<NewsEntry, 'kind' | 'details'>): 'sprint' | 'column' | 'list' {
  if (entry.from_list_id === null) return 'list'
  if (entry.from_sprint_id !== entry.sprint_id) return 'sprint'
  return entry.from_column_id === entry.column_id ? 'list' : 'column'
}

const inOneLine = (content: string): string => excerptOf(content.replace(/\s+/g, ' ').trim(), limits.excerpt)

/** The comments that entries are about. */
export const commentIdsOf = (entries: readonly NewsEntry[]): number[] =>
  entries.flatMap(({ kind, details }) => (kind === 'card.commented' ? ((JSON.parse(details) as Activity['details']).comment ?? []) : []))
