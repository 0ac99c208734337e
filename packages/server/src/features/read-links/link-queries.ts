import type { ReadLink } from '@rodada/contract/boards/read-links'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict } from '../../platform/http/errors.ts'
import { stillWrites } from '../auth/queries.ts'

/** When somebody last opened a link is written at most this often. Milliseconds. */
const readNotedMs = 3_600_000
const dayMs = 86_400_000

/** The links of a board, the newest first, also those that expired. */
export async function listLinks(db: Db, boardId: number): Promise<ReadLink[]> {
  const rows = await db
    .selectFrom('read_links')
    .innerJoin('users', 'users.id', 'read_links.user_id')
    .leftJoin('sprints', 'sprints.id', 'read_links.sprint_id')
    .select([
      'read_links.id',
      'read_links.sprint_id',
      'sprints.name as sprint_name',
      'names',
      'read_links.created_at',
      'expires_at',
      'last_read_at',
    ])
    .select(['users.id as user_id', 'users.name', 'users.avatar_url'])
    .where('read_links.board_id', '=', boardId)
    .orderBy('read_links.id', 'desc')
    .execute()
  return rows.map(({ names, user_id, name, avatar_url, sprint_id, sprint_name, ...link }) => ({
    ...link,
    sprint: sprint_id === null ? null : { id: sprint_id, nome: sprint_name ?? '' },
    names: names === 1,
    made_by: { id: user_id, name, avatar_url },
  }))
}

export type NewLink = { boardId: number; sprintId: number | null; userId: number; secretHash: string; names: boolean; days: number | null }

/** Stores a link of a board that is held. @throws AppError 409 when it has too many */
export async function addLink(trx: Db, { boardId, sprintId, userId, secretHash, names, days }: NewLink): Promise<number> {
  const { n } = await trx
    .selectFrom('read_links')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= limits.readLinks) throw conflict(texts.tooManyLinks)
  const { id } = await trx
    .insertInto('read_links')
    .values({
      board_id: boardId,
      sprint_id: sprintId,
      user_id: userId,
      secret_hash: secretHash,
      names: names ? 1 : 0,
      created_at: instant(),
      expires_at: days === null ? null : instant(days * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns which sprint it showed, null for the board; undefined when the board did not have it */
export const deleteLink = (trx: Db, boardId: number, id: number): Promise<{ sprint_id: number | null } | undefined> =>
  trx.deleteFrom('read_links').where('id', '=', id).where('board_id', '=', boardId).returning('sprint_id').executeTakeFirst()

/** Ends the links that a person made, only those of one board when it is given: they do not come back with their rights. */
export async function deleteLinksOf(trx: Db, userId: number, boardId?: number): Promise<void> {
  await trx
    .deleteFrom('read_links')
    .where('user_id', '=', userId)
    .$if(boardId !== undefined, (query) => query.where('board_id', '=', boardId ?? 0))
    .execute()
}

/** Ends the links that a person made on boards on which they may not write any more. */
export async function deleteLostLinksOf(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom('read_links')
    .where('user_id', '=', userId)
    .where((eb) => eb.not(stillWrites('read_links.user_id', 'read_links.board_id')))
    .execute()
}

export type OpenLink = {
  id: number
  board_id: number
  sprint_id: number | null
  names: number
  revision: number
  title: string
  color: string
}

/** What a secret opens now: undefined once it expired, its board is deleted, or who made it may not write there any more. */
export const findOpenLink = (db: Db, secretHash: string): Promise<OpenLink | undefined> =>
  db
    .selectFrom('read_links')
    .innerJoin('boards', 'boards.id', 'read_links.board_id')
    .select(['read_links.id', 'read_links.board_id', 'sprint_id', 'names', 'boards.revision', 'boards.title', 'boards.color'])
    .where('secret_hash', '=', secretHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', instant())]))
    .where('boards.deleted_at', 'is', null)
    .where(stillWrites('read_links.user_id', 'read_links.board_id'))
    .executeTakeFirst()

/** Notes that somebody opens a link now, unless that was noted a while ago. */
export async function noteRead(db: Db, id: number): Promise<void> {
  await db
    .updateTable('read_links')
    .set({ last_read_at: instant() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_read_at', 'is', null), eb('last_read_at', '<', instant(-readNotedMs))]))
    .execute()
}
