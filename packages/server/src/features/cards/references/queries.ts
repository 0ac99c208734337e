import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { lastCards } from './interval.ts'

/** Finished cards of a board that are read: the last ones. */
const mostRead = 600
/** Characters of a card's text whose words are compared. */
export const comparedText = 600

export type FinishedCard = {
  id: number
  title: string
  /** The beginning of its title and description, folded. */
  search_text: string
  /** Points. */
  estimate: number
  started_at: string
  completed_at: string
}

/**
 * The last finished cards of each estimate whose work began where it was seen, archived ones too, the newest first. The caller has made sure
 * that the viewer sees the board. They are chosen by their ids: to sort the texts of a large board would hold everybody up for a second.
 * @param without a card that is not compared with itself
 */
export async function listFinishedCards(db: Db, boardId: number, without: number): Promise<FinishedCard[]> {
  const { rows } = await sql<FinishedCard>`
    select cards.id, title, substr(search_text, 1, ${sql.lit(comparedText)}) as search_text, estimate, started_at, completed_at
    from cards where id in (
      select id from (
        select cards.id, completed_at, row_number() over (partition by estimate order by completed_at desc, cards.id desc) as place
        from cards join lists on lists.id = cards.list_id
        where cards.board_id = ${boardId} and cards.id <> ${without} and cards.deleted_at is null and lists.deleted_at is null
          and estimate is not null and started_at is not null and completed_at is not null
      ) as finished
      where place <= ${sql.lit(lastCards)}
      order by completed_at desc, id desc limit ${sql.lit(mostRead)}
    )
    order by completed_at desc, id desc`.execute(db)
  return rows
}
