import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { ByCompany } from '../queries.ts'

/** What a secret is sealed for: that of another account cannot be opened in its place. */
export const sealedFor = (userId: number): string => `two-factor ${userId}`

const enrolmentMs = 15 * 60_000
const challengeMs = 5 * 60_000
/** Codes that may be tried after one right password. */
const challengeTries = 5

export const findTwoFactor = (db: Db, userId: number): Promise<{ secret: string } | undefined> =>
  db.selectFrom('two_factor').select('secret').where('user_id', '=', userId).executeTakeFirst()

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** Stores a secret until a code confirms it; a later enrolment replaces an earlier one. */
export async function putEnrolment(db: Db, userId: number, secret: string): Promise<void> {
  const fresh = { user_id: userId, secret, expires_at: instant(enrolmentMs) }
  await db
    .insertInto('two_factor_enrolments')
    .values(fresh)
    .onConflict((oc) => oc.column('user_id').doUpdateSet(fresh))
    .execute()
}

export const findEnrolment = (db: Db, userId: number): Promise<{ secret: string } | undefined> =>
  db
    .selectFrom('two_factor_enrolments')
    .select('secret')
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant())
    .executeTakeFirst()

/** Makes an enrolment the second factor; false when there is one already, or another enrolment replaced this one. */
export async function activateTwoFactor(trx: Db, userId: number, secret: string, step: number): Promise<boolean> {
  const enrolled = await trx
    .deleteFrom('two_factor_enrolments')
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .returning('user_id')
    .executeTakeFirst()
  if (!enrolled) return false
  const added = await trx
    .insertInto('two_factor')
    .values({ user_id: userId, secret, last_step: step, created_at: instant() })
    .onConflict((oc) => oc.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Seals secrets that were stored without a SECRET, so that a copy of the database alone reveals nothing any more. */
export async function sealTwoFactors(db: Db, box: SecretBox): Promise<void> {
  const rows = await db.selectFrom('two_factor').select(['user_id', 'secret']).where('secret', 'like', 'plain:%').execute()
  for (const { user_id, secret } of rows) {
    const sealed = box.seal(box.open(secret, sealedFor(user_id)), sealedFor(user_id))
    await db.updateTable('two_factor').set({ secret: sealed }).where('user_id', '=', user_id).where('secret', '=', secret).execute()
  }
}

/** Uses up a time step; false when it, or a later one, was used before. */
export async function useStep(trx: Db, userId: number, secret: string, step: number): Promise<boolean> {
  const used = await trx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Uses up a recovery code; false when it is not one of this person's. */
export async function useRecoveryCode(trx: Db, userId: number, codeHash: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function replaceRecoveryCodes(trx: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Removes the second factor with its recovery codes and open enrolments. @returns whether there was an active one */
export async function deleteTwoFactor(trx: Db, userId: number): Promise<boolean> {
  const active = await trx.deleteFrom('two_factor').where('user_id', '=', userId).returning('user_id').executeTakeFirst()
  await trx.deleteFrom('two_factor_enrolments').where('user_id', '=', userId).execute()
  await replaceRecoveryCodes(trx, userId, [])
  return active !== undefined
}

/** Remembers that a password was right, or that the provider of the company knows the person. `passwordMark` tells it from later passwords. */
export async function addChallenge(
  db: Db,
  challenge: { tokenHash: string; userId: number; passwordMark: string; by?: ByCompany },
): Promise<void> {
  const { tokenHash: token_hash, userId: user_id, passwordMark: password_mark, by } = challenge
  await db
    .insertInto('login_challenges')
    .values({ token_hash, user_id, password_mark, tries: 0, expires_at: instant(challengeMs), ...by })
    .execute()
}

type Challenge = { user_id: number; password_mark: string; identity_id: number | null; oidc_sid: string | null; id_token: string | null }

/** Counts a try at a challenge; undefined when it ended, was used up, or never existed. */
export const tryChallenge = (db: Db, tokenHash: string): Promise<Challenge | undefined> =>
  db
    .updateTable('login_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant())
    .where('tries', '<', challengeTries)
    .returning(['user_id', 'password_mark', 'identity_id', 'oidc_sid', 'id_token'])
    .executeTakeFirst()

/** Uses up a challenge; of two simultaneous uses one succeeds. */
export async function deleteChallenge(trx: Db, tokenHash: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('login_challenges').where('token_hash', '=', tokenHash).returning('user_id').executeTakeFirst()
  return deleted !== undefined
}

/** Job: deletes challenges and enrolments that were not completed. */
export async function deleteStaleChallenges(db: Db): Promise<void> {
  await db.deleteFrom('login_challenges').where('expires_at', '<=', instant()).execute()
  await db.deleteFrom('two_factor_enrolments').where('expires_at', '<=', instant()).execute()
}
