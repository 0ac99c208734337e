import type { GroupRule } from '@rodada/contract/boards/groups'
import type { BoardRole } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Selectable } from 'kysely'
import type { Db, Engine, Schema } from '../../../platform/database.ts'
import { AppError, conflict } from '../../../platform/http/errors.ts'

export type RuleRow = Selectable<Schema['board_groups']>
export type RuleOfBoard = RuleRow & { owner_id: number }
/** Where a person is, and by which group; `by_group` null for a place that was given by hand. */
export type Seat = { board_id: number; role: BoardRole; by_group: string | null }

const rules = (db: Db) => db.selectFrom('board_groups').select(['board_groups.id', 'board_groups.board_id', 'name', 'role'])

/** The groups of a board, in the order in which they were named, with who is on it by each. */
export async function listRules(db: Db, boardId: number): Promise<GroupRule[]> {
  const rows = await rules(db).where('board_id', '=', boardId).orderBy('id').execute()
  const seats = await listSeatsByGroup(db, boardId)
  return rows.map(({ id, name, role }) => ({
    id,
    group: name,
    role,
    user_ids: seats.filter(({ by_group }) => by_group === name).map(({ user_id }) => user_id),
  }))
}

/** Who is on a board by a group, by one of them when it is given. */
export const listSeatsByGroup = (db: Db, boardId: number, group?: string) =>
  db
    .selectFrom('board_members')
    .innerJoin('users', 'users.id', 'board_members.user_id')
    .select(['user_id', 'by_group', 'board_members.role', 'users.name'])
    .where('board_id', '=', boardId)
    .where('by_group', 'is not', null)
    .$if(group !== undefined, (query) => query.where('by_group', '=', group ?? ''))
    .orderBy('board_members.id')
    .execute()

export const findRule = (db: Db, boardId: number, group: string): Promise<RuleRow | undefined> =>
  rules(db).where('board_id', '=', boardId).where('name', '=', group).executeTakeFirst()

/** Names a group on a board that is held, or gives it another role. @throws AppError 409 when the board has too many */
export async function saveRule(trx: Db, boardId: number, { name, role }: Pick<RuleRow, 'name' | 'role'>): Promise<RuleRow> {
  const before = await findRule(trx, boardId, name)
  if (before) {
    await trx.updateTable('board_groups').set({ role }).where('id', '=', before.id).execute()
    return { ...before, role }
  }
  const { n } = await trx
    .selectFrom('board_groups')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= limits.boardGroups) throw conflict(texts.tooManyGroups)
  return trx.insertInto('board_groups').values({ board_id: boardId, name, role }).returningAll().executeTakeFirstOrThrow()
}

/** @throws AppError 404 when the board does not have it */
export const deleteRule = (trx: Db, boardId: number, id: number): Promise<RuleRow> =>
  trx
    .deleteFrom('board_groups')
    .where('id', '=', id)
    .where('board_id', '=', boardId)
    .returningAll()
    .executeTakeFirstOrThrow(() => new AppError('not_found', texts.groupGone))

/** The rules that speak of any of these groups (at most `limits.personGroups`): of one board, or of all that are not deleted. */
export async function findRulesOf(db: Db, groups: readonly string[], boardId?: number): Promise<RuleOfBoard[]> {
  if (groups.length === 0) return []
  return rules(db)
    .innerJoin('boards', 'boards.id', 'board_groups.board_id')
    .select('boards.user_id as owner_id')
    .where('boards.deleted_at', 'is', null)
    .where('name', 'in', groups)
    .$if(boardId !== undefined, (query) => query.where('board_groups.board_id', '=', boardId ?? 0))
    .orderBy('board_groups.board_id')
    .orderBy('board_groups.id')
    .execute()
}

/** Every place of a person on boards that are not deleted, or the one on a board. */
export const findSeatsOf = (db: Db, userId: number, boardId?: number): Promise<Seat[]> =>
  db
    .selectFrom('board_members')
    .innerJoin('boards', 'boards.id', 'board_members.board_id')
    .select(['board_members.board_id', 'board_members.role', 'by_group'])
    .where('board_members.user_id', '=', userId)
    .where('boards.deleted_at', 'is', null)
    .$if(boardId !== undefined, (query) => query.where('board_members.board_id', '=', boardId ?? 0))
    .orderBy('board_members.board_id')
    .execute()

/**
 * Whether what the provider said of somebody's groups is what it said last, until the transaction ends: two of their sign-ins may come to their end in any
 * order. Without a link nobody is in a group.
 */
export async function isLastSaid(trx: Db, engine: Engine, userId: number, saidAt: string, groups: readonly string[]): Promise<boolean> {
  const links = trx.selectFrom('identities').select(['linked_at', 'last_used_at']).where('user_id', '=', userId)
  const rows = await (engine === 'postgres' ? links.forShare() : links).execute()
  if (rows.length === 0) return groups.length === 0
  return rows.every(({ linked_at, last_used_at }) => (last_used_at ?? linked_at) <= saidAt)
}

/** The boards that a person left by themselves. */
export async function findLeft(db: Db, userId: number): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('board_departures').select('board_id').where('user_id', '=', userId).execute()
  return new Set(rows.map(({ board_id }) => board_id))
}
