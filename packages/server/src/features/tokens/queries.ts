import type { AnybodysToken, PersonalToken } from '@rodada/contract/auth/tokens'
import { limits } from '@rodada/contract/core/limits'
import type { TokenScope } from '@rodada/contract/core/token-reach'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, invalid } from '../../platform/http/errors.ts'
import { type Actor, lockUser } from '../auth/queries.ts'
import { scopeOf } from '../auth/tokens/token-queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

/** The tokens of a person, the newest first, with the titles of boards as far as the person sees them. */
export async function listTokens(db: Db, viewer: Actor): Promise<PersonalToken[]> {
  const rows = await db
    .selectFrom('personal_tokens')
    .select(['id', 'name', 'hint', 'scope', 'all_boards', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .execute()
  const boards = await db
    .selectFrom('personal_token_boards')
    .innerJoin('personal_tokens', 'personal_tokens.id', 'personal_token_boards.token_id')
    .leftJoin('boards', (join) =>
      join.onRef('boards.id', '=', 'personal_token_boards.board_id').on('boards.id', 'in', visibleBoardIds(db, viewer)),
    )
    .select(['token_id', 'personal_token_boards.board_id as id', 'boards.title'])
    .where('personal_tokens.user_id', '=', viewer.userId)
    .orderBy('boards.title')
    .orderBy('personal_token_boards.board_id')
    .execute()
  return rows.map(({ all_boards, scope, ...row }) => ({
    ...row,
    scope: scopeOf(scope),
    boards: all_boards === 1 ? null : boards.filter(({ token_id }) => token_id === row.id).map(({ id, title }) => ({ id, title })),
  }))
}

export type NewTokenRow = {
  name: string
  scope: TokenScope
  boardIds: readonly number[] | null
  days: number
  tokenHash: string
  hint: string
}

/**
 * Stores a token of a person. `actor` is what a program of theirs may see: on a board beyond that the token would find nothing.
 * @throws AppError 400 for a board that they do not see, 409 when they have too many
 */
export async function addToken(trx: Db, actor: Actor, { boardIds, days, tokenHash, ...token }: NewTokenRow): Promise<number> {
  await lockUser(trx, actor.userId)
  const { n } = await trx
    .selectFrom('personal_tokens')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= limits.tokensOfPerson) throw conflict(texts.tooManyTokens)
  const wanted = boardIds && [...new Set(boardIds)]
  if (wanted) {
    const seen = await visibleBoardIds(trx, actor).where('boards.id', 'in', wanted).execute()
    if (seen.length < wanted.length) throw invalid({ board_ids: texts.tokenBoardGone })
  }
  const { id } = await trx
    .insertInto('personal_tokens')
    .values({
      ...token,
      user_id: actor.userId,
      token_hash: tokenHash,
      all_boards: wanted ? 0 : 1,
      created_at: instant(),
      expires_at: instant(days * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (wanted) {
    await trx
      .insertInto('personal_token_boards')
      .values(wanted.map((board_id) => ({ token_id: id, board_id })))
      .execute()
  }
  return id
}

/** Deletes a token, only of this person when one is given. @returns its name and whose it was; undefined when there is none */
export async function deleteToken(trx: Db, id: number, userId?: number): Promise<{ name: string; user_id: number } | undefined> {
  return trx
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .returning(['name', 'user_id'])
    .executeTakeFirst()
}

/** A page of the tokens of all accounts, the newest first, from below `before` on. */
export async function listAnybodysTokens(
  db: Db,
  { before, limit }: { before?: number; limit: number },
): Promise<{ tokens: AnybodysToken[]; next: number | null }> {
  const rows = await db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select((eb) => [
      'personal_tokens.id',
      'personal_tokens.name',
      'hint',
      'scope',
      'all_boards',
      'personal_tokens.created_at',
      'expires_at',
      'last_used_at',
      'personal_tokens.user_id',
      'users.name as user_name',
      'users.avatar_url',
      eb
        .selectFrom('personal_token_boards')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('token_id', '=', 'personal_tokens.id')
        .as('boards'),
    ])
    .$if(before !== undefined, (query) => query.where('personal_tokens.id', '<', before ?? 0))
    .orderBy('personal_tokens.id', 'desc')
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const tokens = shown.map(({ all_boards, boards, scope, user_id, user_name, avatar_url, ...row }) => ({
    ...row,
    scope: scopeOf(scope),
    boards_count: all_boards === 1 ? null : Number(boards),
    user: { id: user_id, name: user_name, avatar_url },
  }))
  return { tokens, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
