import type { Generated } from 'kysely'

/** The rooms of planning poker. */
export type RoomTables = {
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
    /** Hash of the network address that it was opened from; null for those of before. */
    network: Generated<string | null>
    /** 1 when the last moderator left while nobody was there to follow: the first person who comes back does. */
    needs_heir: Generated<number>
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
    /** Hash of the network address that the person last joined from. */
    network: Generated<string | null>
    /** Hash of the random id of the browser that the person last joined with. */
    browser_hash: Generated<string | null>
  }
  /** People whom a moderator removed: for a day they cannot come back. */
  room_removals: {
    id: Generated<number>
    room_id: number
    user_id: number | null
    token_hash: string | null
    browser_hash: string | null
    created_at: string
  }
  connections: { id: string; seat_id: number; process_id: string }
  votes: { room_id: number; round: number; seat_id: number; value: string; voted_at: string }
  rounds: {
    room_id: number
    number: number
    task_title: string | null
    average: string
    vote_count: number
    revealed_at: string
    task_id: Generated<number | null>
    /** The number that the votes agreed on; null when they did not, and for rounds of before. */
    agreed: Generated<number | null>
    /** What was saved to the card; null when nothing was. */
    saved: Generated<number | null>
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
    /** The sender's random name of it; null for a sender that gives none. */
    send_key: Generated<string | null>
  }
}
