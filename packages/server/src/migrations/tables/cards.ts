import type { Recurrence, RecurrenceMode } from '@rodada/contract/cards/settings'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import type { AttachmentKind, GithubState } from '@rodada/contract/integrations/settings'
import type { Generated } from 'kysely'

/** 'none' is a mark beside 'medium', because the version before knows no other value. */
export type StoredPriority = Exclude<Priority, 'none'>

/** Cards and what is on them. */
export type CardTables = {
  cards: {
    id: Generated<number>
    board_id: number
    /** Its number on its board; a trigger gives one where the writer named none. */
    number: Generated<number>
    list_id: number
    title: string
    description: string
    /** Title and description, folded. */
    search_text: string
    priority: StoredPriority
    /** 0 beside 'medium' says that the card has none. */
    has_priority: Generated<number>
    /** 'YYYY-MM-DD', as `due_date`: when the work is to begin, never after it is due. */
    start_date: Generated<string | null>
    /** 'YYYY-MM-DD' */
    due_date: string | null
    rank: string
    status: WorkStatus
    /** Points. */
    estimate: number | null
    estimated_hours: number | null
    notes: string
    assignee_id: number | null
    sprint_id: number | null
    column_id: number | null
    /** The place in the sprint's column or, without a sprint, in the board's backlog, where null is last. */
    column_rank: string | null
    /** The ended sprint that left the card unfinished, last. */
    from_sprint_id: Generated<number | null>
    /** Counted again in the transaction of each change, so that a board of thousands of cards is read without counting. */
    comment_count: number
    checklist_total: number
    checklist_done: number
    attachment_count: Generated<number>
    file_count: Generated<number>
    /** The picture that its face shows: one of its files that are not deleted. */
    cover_file_id: Generated<number | null>
    github_state: Generated<GithubState | null>
    /** JSON object: what it has in the fields that the board's cards show, by their ids; null for nothing. */
    shown_fields: Generated<string | null>
    /** Counts the changes of title, description and notes. */
    version: number
    /** The board's revision of the last change. */
    revision: number
    created_by: number | null
    created_at: string
    updated_at: string
    /** When its status first was 'em_andamento' or 'impedimento'; null before, and where nobody saw it. */
    started_at: Generated<string | null>
    completed_at: string | null
    /** When its list, its status or its column of a sprint last became another; null where nobody saw it. */
    moved_at: Generated<string | null>
    archived_at: string | null
    deleted_at: string | null
  }
  card_estimates: {
    id: Generated<number>
    card_id: number
    room_id: number | null
    room_name: string
    round: number
    estimate: number
    average: string
    /** JSON array of the votes, as the API shows them. */
    votes: string
    user_id: number | null
    created_at: string
  }
  /** The numbers of cards that went to another board, on the board that they left; `revision` is that of their leaving. */
  card_keys: { board_id: number; number: number; card_id: number; revision: number }
  /** Each relation once; see the migration for which card is `from_card_id`. */
  card_relations: {
    id: Generated<number>
    kind: 'blocks' | 'part_of' | 'duplicates' | 'relates_to'
    from_card_id: number
    to_card_id: number
  }
  /** Cards of other boards to whom a related card looks different. */
  related_cards_queue: { id: Generated<number>; card_id: number }
  /** Cards that come again. */
  card_recurrences: {
    card_id: number
    every: Recurrence
    mode: RecurrenceMode
    /** Where it was when somebody said so; null when that list is gone. */
    list_id: number | null
    /** In whose name it comes again; null when the account is gone. */
    set_by: number | null
    /** 'YYYY-MM-DD', as the others: since when, and so on which day of the week or month. */
    set_on: string
    /** The day that the card's dates are for. */
    dates_of: string
    /** null for what comes after it is done. */
    next_on: string | null
    /** 1 from when such a card is done until it has come again. */
    is_done: number
  }
  card_labels: { card_id: number; label_id: number }
  /** People of a card besides its assignee; `board_id` is the card's. */
  card_participants: { card_id: number; user_id: number; board_id: number }
  card_watchers: { card_id: number; user_id: number }
  /** What a card has in a field of its board, in the column of the field's type. */
  card_field_values: {
    id: Generated<number>
    card_id: number
    field_id: number
    text_value: string | null
    number_value: number | null
    /** 'YYYY-MM-DD' */
    date_value: string | null
    /** 0 or 1 */
    checked: number | null
    option_id: number | null
    person_id: number | null
    /** A text, folded; null of what is no text, and until a job fills it where the version before wrote. */
    search_text: string | null
  }
  checklists: { id: Generated<number>; card_id: number; title: string; rank: string; version: Generated<number> }
  checklist_items: {
    id: Generated<number>
    checklist_id: number
    title: string
    rank: string
    completed_at: string | null
    version: Generated<number>
    /** The title, folded; null until a job fills it, where the version before wrote. */
    search_text: string | null
  }
  comments: {
    id: Generated<number>
    card_id: number
    user_id: number | null
    content: string
    version: number
    created_at: string
    edited_at: string | null
    /** Who wrote it in the tool that it was brought from, by the name there. */
    author_name: Generated<string | null>
    /** The content, folded; null until a job fills it, where the version before wrote. */
    search_text: string | null
  }
  attachments: {
    id: Generated<number>
    card_id: number
    url: string
    title: string
    kind: AttachmentKind
    user_id: number | null
    created_at: string
  }
  /** SQLite only: cards whose text the index `card_search` does not know yet. */
  card_search_queue: { card_id: number }
  /** SQLite only, as above: for the indexes `card_search_comments`, `card_search_items` and `card_search_fields`. */
  comment_search_queue: { comment_id: number }
  item_search_queue: { item_id: number }
  field_search_queue: { value_id: number }
}
