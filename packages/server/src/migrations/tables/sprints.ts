import type { WorkStatus } from '@rodada/contract/core/fields'
import type { Generated } from 'kysely'

/** Sprints of a board; the cards themselves say which they are planned into. */
export type SprintTables = {
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
    /** The last entry of the journal that counts for it, once it ended. */
    journal_end: Generated<number | null>
    /** JSON object: what its end did to its open tasks, and what it was before, so that it can be opened again. */
    closing: Generated<string | null>
    /** 1 once it was told that it began. */
    start_told: Generated<number>
  }
  /** Read by the version before 0021 only, beside which this one may run; the journal of `activities` took its place. */
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
  sprint_columns: {
    id: Generated<number>
    sprint_id: number
    name: string
    rank: string
    status: WorkStatus
    /** 1 when somebody chose the status: another name does not guess it again. */
    status_chosen: Generated<number>
    /** Counts the changes of the name. */
    version: Generated<number>
  }
}
