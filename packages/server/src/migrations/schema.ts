import type { ActivityKind } from '@rodada/contract/activities'
import type { BoardRole, Priority, WorkStatus } from '@rodada/contract/fields'
import type { Generated } from 'kysely'
import type { Database } from '../platform/database.ts'

/**
 * The tables as the latest migration leaves them. Instants are ISO 8601 UTC texts written by the program on both databases,
 * so they compare as text; flags are nullable instants or 0/1.
 */
export type Schema = {
  instance: { id: number; created_at: string }
  users: {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    role: string
    avatar_url: string | null
    session_timeout: number
    created_at: string
    last_login: string | null
    deactivated_at: string | null
    /** Name and e-mail, folded. */
    search_text: Generated<string>
    bio: Generated<string>
    phone: Generated<string>
    company: Generated<string>
    position: Generated<string>
    location: Generated<string>
    website: Generated<string>
    timezone: Generated<string>
    language: Generated<string>
  }
  /** What a person chose; what is not here is as the contract's defaults say. `value` is JSON. */
  settings: { user_id: number; name: string; value: string }
  /** Mail to be sent: what it is about, as JSON. A row is somebody's until `next_try_at`. */
  outbox: { id: Generated<number>; kind: string; data: string; tries: Generated<number>; created_at: string; next_try_at: string }
  password_resets: { token_hash: string; user_id: number; expires_at: string }
  /** `secret` is sealed. Time steps up to `last_step` were used. */
  two_factor: { user_id: number; secret: string; last_step: number; created_at: string }
  two_factor_enrolments: { user_id: number; secret: string; expires_at: string }
  recovery_codes: { user_id: number; code_hash: string }
  login_challenges: { token_hash: string; user_id: number; password_mark: string; tries: number; expires_at: string }
  known_devices: { user_id: number; device: string; address_hash: string; seen_at: string }
  sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    created_at: string
    last_used_at: string
    expires_at: string
    /** Browser and system in plain words; empty for sessions from before it was kept. */
    device: Generated<string>
  }
  rooms: {
    id: Generated<number>
    /** Null once the room ended: the code is free again. */
    code: string | null
    name: string
    /** JSON array of the cards. */
    deck: string
    listed: number
    moderators_only: number
    host_token_hash: string
    round: number
    revealed_at: string | null
    task_title: string | null
    /** The one of the room's tasks that lies on the table; null for a typed title. */
    task_id: Generated<number | null>
    created_at: string
    /** Since when nobody is connected; null while somebody is. */
    empty_since: string | null
    ended_at: string | null
  }
  seats: {
    id: Generated<number>
    room_id: number
    user_id: number | null
    token_hash: string | null
    name: string
    name_key: string
    avatar: string | null
    role: string
    joined_at: string
    /** Since when the seat has no connection; null while it has one. */
    away_since: string | null
    left_at: string | null
  }
  connections: { id: string; seat_id: number; process_id: string }
  processes: { id: string; seen_at: string }
  votes: { room_id: number; round: number; seat_id: number; value: string; voted_at: string }
  rounds: {
    room_id: number
    number: number
    task_title: string | null
    average: string
    vote_count: number
    revealed_at: string
    task_id: Generated<number | null>
  }
  room_tasks: {
    id: Generated<number>
    room_id: number
    card_id: number | null
    /** As it was shared. */
    title: string
    /** Points that this room saved to the card. */
    estimate: number | null
    created_at: string
  }
  chat_messages: {
    id: Generated<number>
    room_id: number
    seat_id: number | null
    user_name: string
    avatar: string | null
    message: string
    created_at: string
  }
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
  }
  board_members: { id: Generated<number>; board_id: number; user_id: number; role: BoardRole; joined_at: string }
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
  }
  lists: {
    id: Generated<number>
    board_id: number
    title: string
    rank: string
    status: WorkStatus
    version: number
    created_at: string
    archived_at: string | null
    deleted_at: string | null
  }
  sprints: {
    id: Generated<number>
    board_id: number
    name: string
    description: string
    /** Calendar dates, 'YYYY-MM-DD'. */
    starts_on: string
    ends_on: string
    /** 'planejada' is over once the first day has come, without being written. */
    status: 'planejada' | 'ativa' | 'encerrada'
    version: number
    created_at: string
    ended_at: string | null
    /** The name, folded. */
    search_text: Generated<string>
    /** JSON object: what an ended sprint counted at its end. */
    final: string | null
  }
  sprint_events: {
    id: Generated<number>
    sprint_id: number
    /** Of a card that may be gone since. */
    card_id: number
    title: string
    in_sprint: number
    status: WorkStatus
    points: number | null
    hours: number | null
    happened_at: string
  }
  sprint_columns: { id: Generated<number>; sprint_id: number; name: string; rank: string; status: WorkStatus }
  cards: {
    id: Generated<number>
    board_id: number
    list_id: number
    title: string
    description: string
    /** Title and description, folded. */
    search_text: string
    priority: Priority
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
    /** Counted anew in the transaction of each change, so that a board of thousands of cards is read without counting. */
    comment_count: number
    checklist_total: number
    checklist_done: number
    /** Counts the changes of title, description and notes. */
    version: number
    /** The board's revision of the last change. */
    revision: number
    created_by: number | null
    created_at: string
    updated_at: string
    completed_at: string | null
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
    /** JSON array of {name, vote}. */
    votes: string
    user_id: number | null
    created_at: string
  }
  labels: { id: Generated<number>; board_id: number; name: string; color: string; version: Generated<number> }
  card_labels: { card_id: number; label_id: number }
  checklists: { id: Generated<number>; card_id: number; title: string; rank: string; version: Generated<number> }
  checklist_items: {
    id: Generated<number>
    checklist_id: number
    title: string
    rank: string
    completed_at: string | null
    version: Generated<number>
  }
  comments: {
    id: Generated<number>
    card_id: number
    user_id: number | null
    content: string
    version: number
    created_at: string
    edited_at: string | null
  }
  activities: {
    id: Generated<number>
    board_id: number
    card_id: number | null
    user_id: number | null
    kind: ActivityKind
    subject: string
    /** JSON object. */
    details: string
    created_at: string
  }
}

export type Db = Database<Schema>
