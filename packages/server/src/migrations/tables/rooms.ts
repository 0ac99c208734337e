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
    /** When the timer of the round ends; while it is paused, when it would have. Null without a timer. */
    timer_ends_at: Generated<string | null>
    /** How long the timer is in all, with what was added. */
    timer_seconds: Generated<number>
    /** Milliseconds that a paused timer has left; null while it runs. */
    timer_paused_ms: Generated<number | null>
    /** 1 when the end of the timer turns the cards. */
    timer_reveals: Generated<number>
    /** 1 when the cards turn by themselves once everybody present has voted. */
    auto_reveal: Generated<number>
    /** When the countdown ends that turns the cards; null without one. */
    reveal_at: Generated<string | null>
    /** 1 when somebody stopped the countdown: the next vote begins it again. */
    reveal_stopped: Generated<number>
    /** argon2id, of the password that newcomers are asked for; null without one. */
    password_hash: Generated<string | null>
    /** 1 when guests find no seat. */
    accounts_only: Generated<number>
    /** The code under which the record is found, also once the room ended; null for a room that a version before this opened. */
    record_code: Generated<string | null>
    /** When the round in course began, or its task came to the table. */
    round_started_at: Generated<string | null>
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
    /** 1 for somebody who only observes: no card, and no place in a count. */
    observer: Generated<number>
    /** When the person was last reminded that their vote is missing. */
    nudged_at: Generated<string | null>
    /**
     * 1 for somebody who gave up the seat as a moderator, or was made one: the room's record is theirs to delete. 2 while they moderate only
     * because nobody else was left.
     */
    moderated: Generated<number>
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
  votes: {
    room_id: number
    round: number
    seat_id: number
    value: string
    voted_at: string
    /** 'sure' or 'unsure'; null where nothing was said. */
    confidence: Generated<string | null>
    /** What the person saw in the task, in one line; only after the reveal. */
    reason: Generated<string | null>
    /** When the person first gave a reason: the order in which they are shown. */
    reasoned_at: Generated<string | null>
  }
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
    /** When it was saved, and the name of who did; null for what was saved before this was kept. */
    saved_at: Generated<string | null>
    saved_by: Generated<string | null>
    /** The card that the votes agreed on, a number or not. */
    agreed_card: Generated<string | null>
    /** When the round began, or its task came to the table; null for rounds of before. */
    started_at: Generated<string | null>
    /** JSON array of the cards that it was voted with; null for rounds of before. */
    deck: Generated<string | null>
    /** How many observed as the cards turned. */
    observers: Generated<number>
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
    /** JSON array of the votes that a sealed estimation had on it, for people who see the card; null for other cards. */
    sealed_votes: Generated<string | null>
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
