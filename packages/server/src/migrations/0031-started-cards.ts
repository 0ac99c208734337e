import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When the work on a card began, so that it is known how long it took. What the journal saw is filled in: the first entry in which a card is
 * being worked on, unless it is the first entry at all, because such a card may have begun long before.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table cards add column started_at text`)
  await run(sql`
    update cards set started_at = begun.at from (
      select of_card_id, min(created_at) as at from (
        select of_card_id, created_at, kind, status,
          row_number() over (partition by of_card_id order by created_at, id) as place,
          row_number() over (
            partition by of_card_id, case when status in ('em_andamento', 'impedimento') then 1 else 0 end order by created_at, id
          ) as place_of_kind
        from activities where of_card_id is not null and status is not null
      ) as entries
      where status in ('em_andamento', 'impedimento') and place_of_kind = 1 and (place > 1 or kind = 'card.created')
      group by of_card_id
    ) as begun where begun.of_card_id = cards.id`)
  await run(sql`
    create index cards_finished on cards (board_id, estimate, completed_at)
    where completed_at is not null and started_at is not null and estimate is not null and deleted_at is null`)
}

export const startedCards: Migration = { up }
