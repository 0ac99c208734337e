import type { PersonSummary } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { likeAnywhere, normalize } from '../../../platform/normalize.ts'
import type { Actor } from '../../auth/queries.ts'

/** Accounts whose name or address holds the text; names are then compared by themselves. */
const compared = 1000

/**
 * People with whom somebody shares a board as its member, by a part of their name, in the order of their names; for a system admin all. The address
 * finds nobody, because it is not shown.
 */
export async function findPeople(db: Db, viewer: Actor, { q = '', limit }: { q?: string; limit: number }): Promise<PersonSummary[]> {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.avatar_url'])
    .where('users.deactivated_at', 'is', null)
    .where(sql<boolean>`users.search_text like ${likeAnywhere(q)} escape '\\'`)
    .$if(viewer.role !== 'admin', (query) =>
      query.where('users.id', 'in', (eb) =>
        eb
          .selectFrom('board_members as own')
          .innerJoin('boards', 'boards.id', 'own.board_id')
          .innerJoin('board_members as other', 'other.board_id', 'own.board_id')
          .select('other.user_id')
          .where('own.user_id', '=', viewer.userId)
          .where('boards.deleted_at', 'is', null),
      ),
    )
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(compared)
    .execute()
  const wanted = normalize(q)
  return rows.filter(({ name }) => normalize(name).includes(wanted)).slice(0, limit)
}
