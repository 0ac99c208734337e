import type { TokenScope } from '@rodada/contract/core/token-reach'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import type { Token } from '../../../platform/http/viewer.ts'
import { prepared } from '../../../platform/prepared-queries.ts'

/** A token's last use is written at most this often: a program that asks each second must not write each second. Milliseconds. */
export const tokenUseMs = 5 * 60_000
/** An expired token is listed for so long, so that its owner sees why a program stopped. */
const expiredKeptMs = 30 * 86_400_000

const columns = [
  'personal_tokens.id as token_id',
  'personal_tokens.name as token_name',
  'personal_tokens.scope',
  'personal_tokens.all_boards',
  'personal_tokens.last_used_at',
  'personal_tokens.user_id',
  'users.role',
  'users.name',
  'users.avatar_url',
  'users.timezone',
  'users.session_timeout',
  'users.language',
] as const

const openToken = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select(columns)
    .where('personal_tokens.token_hash', '=', tokenHash)
    .where('personal_tokens.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null),
)

const openTokenById = prepared((db, { id, now }: { id: number; now: string }) =>
  db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select(columns)
    .where('personal_tokens.id', '=', id)
    .where('personal_tokens.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null),
)

const boardsOfToken = prepared((db, { id }: { id: number }) =>
  db.selectFrom('personal_token_boards').select('board_id').where('token_id', '=', id).orderBy('board_id'),
)

type Row = Awaited<ReturnType<typeof openToken>>[number]
export type TokenRow = Omit<Row, 'scope' | 'all_boards'> & { scope: TokenScope; boardIds: number[] | null }

/** A token as what it acts with is told and counted. */
export const tokenOf = ({ token_id, token_name, scope, boardIds }: TokenRow): Token => ({ id: token_id, name: token_name, scope, boardIds })

/** A stored scope: what is no right to write is none. */
export const scopeOf = (scope: string): TokenScope => (scope === 'write' ? 'write' : 'read')

async function withBoards(db: Db, [row]: readonly Row[]): Promise<TokenRow | undefined> {
  if (!row) return undefined
  const { all_boards, scope, ...rest } = row
  const boardIds = all_boards === 1 ? null : (await boardsOfToken(db, { id: row.token_id })).map(({ board_id }) => board_id)
  return { ...rest, scope: scopeOf(scope), boardIds }
}

/** A token that counts, with the boards it is confined to, and its owner, whose account is active. */
export const findToken = async (db: Db, tokenHash: string): Promise<TokenRow | undefined> =>
  withBoards(db, await openToken(db, { tokenHash, now: instant() }))

/** As `findToken`, by its id. */
export const findTokenById = async (db: Db, id: number): Promise<TokenRow | undefined> =>
  withBoards(db, await openTokenById(db, { id, now: instant() }))

/** Notes that a token is used now, unless that was noted a moment ago. */
export async function touchToken(db: Db, id: number): Promise<void> {
  await db
    .updateTable('personal_tokens')
    .set({ last_used_at: instant() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', instant(-tokenUseMs))]))
    .execute()
}

/** Of some tokens, those that still count. */
export async function findLivingTokens(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select('personal_tokens.id')
    .where('personal_tokens.id', 'in', ids)
    .where('personal_tokens.expires_at', '>', instant())
    .where('users.deactivated_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ends all tokens of a person. */
export async function deleteTokensOf(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('personal_tokens').where('user_id', '=', userId).execute()
}

/** Job: deletes tokens that expired a while ago. */
export async function deleteStaleTokens(db: Db): Promise<void> {
  await db.deleteFrom('personal_tokens').where('expires_at', '<=', instant(-expiredKeptMs)).execute()
}
