import type { ExportedCard } from '@rodada/contract/boards/export'
import { keyOf, priorityOf } from '../cards/queries.ts'
import type { CardToExport } from './card-queries.ts'
import type { Parts } from './part-queries.ts'

/** A card of a board as its file tells it. */
export function cardView(card: CardToExport, { key_prefix }: { key_prefix: string }, parts: Parts): ExportedCard {
  const key = keyOf({ key_prefix, number: card.number })
  return {
    id: card.id,
    key,
    former_keys: parts.former_keys.filter((former) => former !== key),
    list_id: card.list_id,
    rank: card.rank,
    title: card.title,
    description: card.description,
    priority: priorityOf(card),
    start_date: card.start_date,
    due_date: card.due_date,
    status: card.status,
    estimate: card.estimate,
    estimated_hours: card.estimated_hours,
    notes: card.notes,
    assigned_to: card.assignee_id,
    participant_ids: card.participant_ids,
    label_ids: card.label_ids,
    fields: card.fields,
    sprint_id: card.sprint_id,
    column_id: card.column_id,
    column_rank: card.column_rank,
    from_sprint_id: card.from_sprint_id,
    recurrence: parts.recurrence,
    checklists: parts.checklists,
    relations: parts.relations,
    attachments: parts.attachments,
    github_links: parts.github_links,
    files: parts.files,
    cover_file_id: card.cover_file_id,
    created_by: card.created_by,
    created_at: card.created_at,
    updated_at: card.updated_at,
    started_at: card.started_at,
    moved_at: card.moved_at,
    completed_at: card.completed_at,
    archived_at: card.archived_at,
  }
}

/** Everybody whom a card names. `choosers` are the fields that hold a person. */
export const peopleOf = (card: ExportedCard, choosers: ReadonlySet<string>): (number | null)[] => [
  card.created_by,
  card.assigned_to,
  card.recurrence?.set_by ?? null,
  ...card.participant_ids,
  ...[...card.attachments, ...card.files].map(({ user_id }) => user_id),
  ...card.github_links.map(({ linked_by }) => linked_by),
  ...Object.entries(card.fields).map(([id, value]) => (choosers.has(id) && typeof value === 'number' ? value : null)),
]
