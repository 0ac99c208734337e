import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Pages of activity show what is told in words. Beside it the journal keeps states for the figures, which are all that stays of old lines: to find
 * the fifty newest words of a quiet board, each look read all of its states. An export read the whole journal for each page of cards, to find
 * the boards that they came from, and a place in the backlog was looked for among all cards of the board, hidden ones too.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index activities_told_of_board on activities (board_id, id) where kind <> 'card.state'`.execute(db)
  await sql`create index activities_of_arrivals on activities (board_id, card_id, id) where kind = 'card.arrived'`.execute(db)
  await sql`
    create index cards_ranked_in_backlog on cards (board_id, column_rank, id)
    where sprint_id is null and column_rank is not null`.execute(db)
  // Who leaves a board leaves its fields: by the person alone, those of all boards were read.
  await sql`drop index card_field_values_of_person`.execute(db)
  await sql`create index card_field_values_of_person on card_field_values (person_id, field_id) where person_id is not null`.execute(db)
  // Each look at what waits for Slack, a few times a second, read the messages of all boards.
  await sql`create index slack_messages_of_board on slack_messages (board_id, id)`.execute(db)
  // What is over is found by its dates alone, without the megabytes that an import holds.
  await sql`create index imports_undo on imports (undo_until, step)`.execute(db)
  await sql`create index imports_made on imports (created_at, step)`.execute(db)
}

export const narrowReads: Migration = { up }
