import type { ActivityKind } from '@rodada/contract/boards/activities'
import type { FieldType } from '@rodada/contract/boards/fields'
import type { BoardRole, WorkStatus } from '@rodada/contract/core/fields'
import type { Generated } from 'kysely'

/** Boards, what is on them besides cards, and what happened there. */
export type BoardTables = {
  boards: {
    id: Generated<number>
    title: string
    description: string
    /** Title and description, folded: without accents, in lower case. */
    search_text: string
    is_public: number
    color: string
    /** Who made it. */
    user_id: number
    /** Counts the changes of the board's own texts. */
    version: number
    /** Counts every change of anything on the board. */
    revision: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    /** JSON array of the faces; null for a board without a deck of its own. */
    deck: Generated<string | null>
    /** JSON object: points of sizes by their face. */
    deck_points: Generated<string | null>
    /** What the keys of its cards begin with. */
    key_prefix: Generated<string>
    /** The last number that a card got. */
    card_counter: Generated<number>
    /** 1 when others are made from it. */
    is_template: Generated<number>
    /** 1 when it makes the next sprint itself. */
    auto_sprint: Generated<number>
  }
  /** A board that is being copied. Until it is whole it counts as deleted, so that nobody sees a part of it. */
  board_copies: {
    board_id: number
    /** One at a time. */
    user_id: number
    process_id: string
    title: string
    /** Cards that are copied, of how many. */
    done: Generated<number>
    total: number
    started_at: string
  }
  /** How far members have seen what happened on their boards. Without a row: since they are members. */
  board_visits: {
    board_id: number
    user_id: number
    /** Up to which entry of the journal they have seen all. */
    seen_id: number
    seen_at: string
    /** JSON array of pairs: cards that they have seen further, and up to which entry. */
    seen_cards: Generated<string>
  }
  /** Secret addresses under which strangers read a board. */
  read_links: {
    id: Generated<number>
    board_id: number
    /** Who made it: it opens for as long as they may write on the board. */
    user_id: number
    secret_hash: string
    /** The sprint whose report it shows; null for one that shows the board. */
    sprint_id: Generated<number | null>
    /** 1 when it says what people are called. */
    names: number
    created_at: string
    expires_at: string | null
    last_read_at: string | null
  }
  board_watchers: { board_id: number; user_id: number }
  board_members: {
    id: Generated<number>
    board_id: number
    user_id: number
    role: BoardRole
    joined_at: string
    /** The group of the provider by which they are on the board; null for who was put on it or accepted an invitation. */
    by_group: Generated<string | null>
  }
  /** Groups of the provider of sign-ins whose people are on a board. */
  board_groups: { id: Generated<number>; board_id: number; name: string; role: 'member' | 'guest' }
  /** What the keys of a board began with before. */
  board_prefixes: { board_id: number; prefix: string }
  /** Who left a board by themselves: they come back only by their own will. */
  board_departures: { board_id: number; user_id: number; left_at: string }
  invitations: {
    id: Generated<number>
    board_id: number
    email: string
    role: 'member' | 'guest'
    token_hash: string
    invited_by: number
    created_at: string
    expires_at: string
    accepted_at: string | null
    accepted_by: number | null
    /** The account that is asked inside of the site, without a link. */
    user_id: number | null
  }
  lists: {
    id: Generated<number>
    board_id: number
    title: string
    rank: string
    status: WorkStatus
    /** 1 when somebody chose the status: another title does not guess it again. */
    status_chosen: Generated<number>
    /** How many cards it is to hold at most. */
    wip_limit: Generated<number | null>
    /** 1 when it takes no more than that. */
    wip_hard: Generated<number>
    version: number
    created_at: string
    archived_at: string | null
    deleted_at: string | null
  }
  labels: {
    id: Generated<number>
    board_id: number
    name: string
    color: string
    version: Generated<number>
    search_text: Generated<string>
  }
  board_fields: {
    id: Generated<number>
    board_id: number
    name: string
    type: FieldType
    /** The index among the fields of the board, from 0. */
    position: number
    /** 1 when cards show it on the board. */
    on_card: number
    /** Counts the changes of its name and options. */
    version: Generated<number>
    created_at: string
  }
  board_field_options: { id: Generated<number>; field_id: number; name: string; color: string; position: number }
  /** Filters of the board's cards that people keep. */
  saved_filters: {
    id: Generated<number>
    board_id: number
    /** Whose it is; null for the whole board. */
    user_id: number | null
    name: string
    /** JSON object, see `CardFilter` in the contract. */
    filter: string
    created_at: string
  }
  /** What cards of the board may begin as. */
  card_templates: {
    id: Generated<number>
    board_id: number
    name: string
    /** JSON object, see `TemplateContent`. */
    content: string
    /** Counts its changes. */
    version: Generated<number>
    created_at: string
    updated_at: string
  }
  /** The journal: what happened, with the names of then for people, and with ids for numbers. Rows are only added; `replaced` alone changes. */
  activities: {
    id: Generated<number>
    board_id: number
    card_id: number | null
    /** null for what no person did. */
    user_id: number | null
    /** With which personal token a program of theirs did it; the token may be gone. */
    token_id: Generated<number | null>
    /** 'card.state' only counts, and is no line of text. */
    kind: ActivityKind | 'card.state'
    subject: string
    /** JSON object. */
    details: string
    created_at: string
    /** From here on what a card was after the change; all null for what changed no card. The id outlives the card. */
    of_card_id: Generated<number | null>
    list_id: Generated<number | null>
    column_id: Generated<number | null>
    sprint_id: Generated<number | null>
    status: Generated<WorkStatus | null>
    /** Points. */
    estimate: Generated<number | null>
    estimated_hours: Generated<number | null>
    assignee_id: Generated<number | null>
    /** 1 when neither the card nor its list is archived or deleted. */
    shown: Generated<number | null>
    /** What it was before; null for new cards, and where an entry of the same change says it. */
    from_list_id: Generated<number | null>
    from_column_id: Generated<number | null>
    from_sprint_id: Generated<number | null>
    from_status: Generated<WorkStatus | null>
    from_estimate: Generated<number | null>
    from_assignee_id: Generated<number | null>
    /** 1 when the figures of its sprint pass over it, because a later entry of the same card and day says what counts. */
    replaced: Generated<number>
  }
}
