import type { SettleRule } from '@rodada/contract/estimations/settings'
import type { Confidence } from '@rodada/contract/rooms/tasks'
import type { Generated } from 'kysely'

/** Sealed estimations. */
export type EstimationTables = {
  estimations: {
    id: Generated<number>
    board_id: number
    organizer_id: number | null
    /** JSON array of the faces. */
    deck: string
    settle: SettleRule
    created_at: string
    closes_at: string
    /** When those who have not voted are reminded; null once that was done, and when it closed. */
    remind_at: string | null
    closed_at: string | null
  }
  estimation_cards: {
    estimation_id: number
    card_id: number
    /** From 0, in the order in which the cards were chosen. */
    place: number
    /** Points that the card took by itself at the close, and those that it had before. */
    settled: number | null
    estimate_before: number | null
  }
  estimation_voters: { estimation_id: number; user_id: number }
  estimation_votes: {
    estimation_id: number
    card_id: number
    user_id: number
    value: string
    confidence: Confidence | null
    reason: string | null
  }
}
