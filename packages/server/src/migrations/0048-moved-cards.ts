import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When a card last changed its list, its status or its column of a sprint, so that it is known how long work stands still. Of the work that is
 * under way the journal says it. Other cards get it when they are next moved.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table cards add column moved_at text`.execute(db)
  await sql`
    update cards set moved_at = moves.at from (
      select activities.of_card_id, max(activities.created_at) as at from activities
      join cards as card on card.id = activities.of_card_id
      where card.status in ('em_andamento', 'impedimento') and card.deleted_at is null and (
        activities.kind = 'card.created' or (
          activities.from_status is not null and (
            activities.from_status <> activities.status or activities.from_list_id <> activities.list_id
            or (activities.from_sprint_id = activities.sprint_id and activities.from_column_id <> activities.column_id)
          )
        )
      )
      group by activities.of_card_id
    ) as moves where moves.of_card_id = cards.id`.execute(db)
}

export const movedCards: Migration = { up }
