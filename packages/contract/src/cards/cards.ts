import { z } from 'zod'
import { Instant, PersonSummary, Priority, WorkStatus } from '../core/fields.ts'
import { githubStates } from '../integrations/settings.ts'
import { Checklist } from './checklists.ts'
import { Comment } from './comments.ts'
import { FieldValues, StoredFieldValues } from './field-values.ts'
import { CardFile } from './files.ts'
import { CardRelation } from './relations.ts'
import { recurrenceModes, recurrences } from './settings.ts'

export const CardLabel = z.object({ id: z.int(), name: z.string(), color: z.string() })
export type CardLabel = z.infer<typeof CardLabel>

/** A card as its board shows it. `key` is what people call it ('PAG-42'). `rank` orders the cards of a list, compared as plain text. Dates are 'YYYY-MM-DD'. */
const summary = {
  id: z.int(),
  key: z.string(),
  list_id: z.int(),
  title: z.string(),
  priority: Priority,
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  rank: z.string(),
  status: WorkStatus,
  /** When work that is under way last got to another list, status or column of a sprint; null of other cards, and where nobody saw it. */
  moved_at: Instant.nullable(),
  /** Points. */
  estimate: z.number().nullable(),
  label_ids: z.array(z.int()),
  assigned_user: PersonSummary.nullable(),
  /** Who takes part besides; the assignee may be among them and is shown once. They are members of the board. */
  participant_ids: z.array(z.int()),
  has_description: z.boolean(),
  comment_count: z.int(),
  checklist_total: z.int(),
  checklist_done: z.int(),
  attachment_count: z.int(),
  file_count: z.int(),
  /** The picture that its face shows, one of its files. */
  cover_file_id: z.int().nullable(),
  /** Whether a card that is still open blocks it. */
  blocked: z.boolean(),
  /** Its sub-cards that are not cancelled, and those of them that are done. */
  subcards_total: z.int(),
  subcards_done: z.int(),
  /** Whether it comes again. */
  recurs: z.boolean(),
  /** The state of its issues and pull requests that matters most; null when there is none. */
  github_state: z.enum(githubStates).nullable(),
  /** What it has in the fields that the board's cards show; the card itself has all. */
  fields: StoredFieldValues,
}
export const CardChange = z.object(summary)
export type CardChange = z.infer<typeof CardChange>
/** `position` is the index in its list, from 0. */
export const CardSummary = z.object({ ...summary, position: z.int() })
export type CardSummary = z.infer<typeof CardSummary>

/**
 * A card among those of its list. Checklists and comments, of which there may be thousands, come with the card itself; here
 * they are only counted, and of a long description there is the beginning.
 */
export const ListedCard = z.object({ ...CardSummary.shape, board_id: z.int(), description: z.string(), labels: z.array(CardLabel) })
export type ListedCard = z.infer<typeof ListedCard>

export const ArchivedCard = z.object({
  id: z.int(),
  key: z.string(),
  list_id: z.int(),
  list_title: z.string(),
  title: z.string(),
  archived_at: Instant,
})

/** The sprint that a card is planned into, and its last day. Of an ended one it is told where the card was finished. */
export const SprintOfCard = z.object({ id: z.int(), nome: z.string(), data_fim: z.string(), ended: z.boolean() })
export type SprintOfCard = z.infer<typeof SprintOfCard>

/** A card outside its board: in a search, or among one's own. */
export const CardHit = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  board_id: z.int(),
  board_title: z.string(),
  board_color: z.string(),
  list_id: z.int(),
  list_title: z.string(),
  priority: Priority,
  due_date: z.string().nullable(),
  status: WorkStatus,
  estimate: z.number().nullable(),
  assigned_user: PersonSummary.nullable(),
  participant_ids: z.array(z.int()),
  sprint: SprintOfCard.nullable(),
  updated_at: Instant,
  /** Whether the person may change it, by their role on its board. */
  can_write: z.boolean(),
})
export type CardHit = z.infer<typeof CardHit>

/**
 * Where a search found its words, the text around, and the places in it, in UTF-16 units: plain text, and never HTML. `field` is the name of
 * the field, where it is in one.
 */
export const SearchMatch = z.object({
  in: z.enum(['key', 'title', 'description', 'comment', 'item', 'file', 'field']),
  field: z.string().optional(),
  text: z.string(),
  marks: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type SearchMatch = z.infer<typeof SearchMatch>

/** A card that a search found; `match` is null where nothing but filters was asked for. */
export const FoundCard = z.object({ ...CardHit.shape, match: SearchMatch.nullable() })
export type FoundCard = z.infer<typeof FoundCard>

/**
 * How a card comes again. `next_on` is the day, 'YYYY-MM-DD'; null where it comes after it is done, unless it found no place then and is tried again on
 * that day. It acts in the name of `set_by`.
 */
export const CardRecurrence = z.object({
  every: z.enum(recurrences),
  mode: z.enum(recurrenceModes),
  next_on: z.string().nullable(),
  set_by: PersonSummary.nullable(),
})
export type CardRecurrence = z.infer<typeof CardRecurrence>

/** A whole card. `comments` are the newest page, oldest first. */
export const Card = z.object({
  ...CardSummary.omit({
    label_ids: true,
    has_description: true,
    comment_count: true,
    checklist_total: true,
    checklist_done: true,
    attachment_count: true,
    file_count: true,
    github_state: true,
  }).shape,
  board_id: z.int(),
  /** Whether the viewer watches this card, and how many people do. Who watches its board is not counted. */
  watching: z.boolean(),
  watcher_count: z.int(),
  description: z.string(),
  /** What the sprint's side plans of it: the sprint, decimal hours, and notes. */
  sprint: SprintOfCard.nullable(),
  estimated_hours: z.number().nullable(),
  notes: z.string(),
  labels: z.array(CardLabel),
  checklists: z.array(Checklist),
  comments: z.array(Comment),
  comment_count: z.int(),
  files: z.array(CardFile),
  recurrence: CardRecurrence.nullable(),
  /** What it has in the fields of its board. */
  fields: FieldValues,
  relations: z.array(CardRelation),
  created_at: Instant,
  updated_at: Instant,
  completed_at: Instant.nullable(),
  archived_at: Instant.nullable(),
  /** Counts the changes of title, description and notes. */
  version: z.int(),
  can: z.object({ write: z.boolean() }),
})
export type Card = z.infer<typeof Card>
