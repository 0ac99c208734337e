import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from './database.ts'
import { instant } from './deps.ts'
import { claimDue, type Queue } from './queue-queries.ts'
import { createRota, type Pace, slowForMs } from './receivers.ts'

/** Whether the receiver of a row is of that pace: slow when it fails (`failing_since`) or took long lately (`slow_at`), else quick; so is one that is not there. */
export function isOfPace(pace: Pace): RawBuilder<boolean> {
  const isSlow = sql<boolean>`(failing_since is not null or (slow_at is not null and slow_at > ${instant(-slowForMs)}))`
  return pace === 'slow' ? isSlow : sql<boolean>`not ${isSlow}`
}

/** What is due: `whose` address it is for (0 where that is nobody's any more), and by what rank it comes among what that person has. */
type DueOfPerson = { id: number; next_try_at: string; tries: number; whose: number; rank: number }

/**
 * Claims what is due of a queue, for those of the people who set the addresses one after another: a person with ten addresses and hundreds of messages
 * comes behind one round of everybody else's.
 * @param leaseMs as of `claimDue`
 * @param due selects what may be claimed
 * @returns claims one; undefined when none is due
 */
export function createClaimInTurn<Table extends Queue, Tables, From extends keyof Tables>(
  db: Db,
  queue: Table,
  leaseMs: number,
  due: () => SelectQueryBuilder<Tables, From, DueOfPerson>,
): () => Promise<Selectable<Schema[Table]> | undefined> {
  const turnOf = createRota()
  const find = async () => {
    const people = await db
      .selectFrom(due().as('due'))
      .select((eb) => ['whose', eb.fn.min('next_try_at').as('since')])
      .groupBy('whose')
      .execute()
    const whose = turnOf(people)
    if (whose === undefined) return undefined
    return db
      .selectFrom(due().as('due'))
      .select(['id', 'next_try_at', 'tries'])
      .where('whose', '=', whose)
      .orderBy('rank')
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  }
  return () => claimDue(db, queue, leaseMs, find)
}
