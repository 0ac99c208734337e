import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'

export type AccountRow = {
  user_id: number
  login: string
  avatar_url: string
  token: string
  connected_at: string
  broken_at: string | null
}

/** The GitHub account that a person connected. */
export const findAccount = (db: Db, userId: number): Promise<AccountRow | undefined> =>
  db.selectFrom('github_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Connects an account in place of the one before, and makes the links that wait for it due. */
export async function putAccount(trx: Db, userId: number, account: { login: string; avatar_url: string; token: string }): Promise<void> {
  const row = { ...account, connected_at: instant(), broken_at: null }
  await trx
    .insertInto('github_accounts')
    .values({ ...row, user_id: userId })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute()
  await trx.updateTable('github_links').set({ next_check_at: instant(), problem: null }).where('linked_by', '=', userId).execute()
}

/** Deletes an account, and answers what was stored of it. */
export const deleteAccount = (db: Db, userId: number): Promise<AccountRow | undefined> =>
  db.deleteFrom('github_accounts').where('user_id', '=', userId).returningAll().executeTakeFirst()

/** Notes that GitHub refused this token; a newer token stays as it is. */
export async function breakAccount(db: Db, { user_id, token }: Pick<AccountRow, 'user_id' | 'token'>): Promise<void> {
  await db
    .updateTable('github_accounts')
    .set({ broken_at: instant() })
    .where('user_id', '=', user_id)
    .where('token', '=', token)
    .where('broken_at', 'is', null)
    .execute()
}

export type StateRow = {
  state_hash: string
  browser_hash: string
  user_id: number
  session_id: number
  verifier: string
  return_to: string
  expires_at: string
}

export async function addState(db: Db, state: StateRow): Promise<void> {
  await db.insertInto('github_states').values(state).execute()
}

/**
 * Takes an authorization that is under way, so that it works once. Those of ended sessions, deactivated accounts, and older than some
 * minutes are gone.
 */
export async function takeState(db: Db, stateHash: string): Promise<StateRow | undefined> {
  // Looked at first: what anybody makes up must not write.
  const isThere = await db.selectFrom('github_states').select('state_hash').where('state_hash', '=', stateHash).executeTakeFirst()
  const state = isThere && (await db.deleteFrom('github_states').where('state_hash', '=', stateHash).returningAll().executeTakeFirst())
  if (!state || state.expires_at <= instant()) return undefined
  const active = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', state.user_id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return active && state
}

export async function deleteStaleStates(db: Db): Promise<void> {
  await db.deleteFrom('github_states').where('expires_at', '<=', instant()).execute()
}
