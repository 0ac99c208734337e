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
  }
  sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    created_at: string
    last_used_at: string
    expires_at: string
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
}

export type Db = Database<Schema>
