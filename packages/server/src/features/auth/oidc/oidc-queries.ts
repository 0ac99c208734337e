import type { Role } from '@rodada/contract/auth/people'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { partsInTurns } from '../../../platform/slices.ts'
import { hasActiveAdmin, lockAccounts, lockedUserId } from '../account/account-queries.ts'
import { deleteConfirmationsOf } from '../confirmation/confirmation-queries.ts'
import { type ByCompany, isAddressOpen, type UserRow } from '../queries.ts'
import { deleteResetsOf } from '../reset/reset-queries.ts'
import { deleteLoginDevicesOf } from '../sessions/device-queries.ts'
import { deleteTokensOf } from '../tokens/token-queries.ts'
import { deleteTwoFactor } from '../two-factor/two-factor-queries.ts'

/** The way to the provider and back, with all that it asks there. */
export const flowMs = 10 * 60_000
/** From the return until the page has its session: the time of loading a page. */
const handoverMs = 60_000
/** Browsers of one account on their way. The oldest gives way. */
const mostFlowsOfUser = 10

export type FlowRow = Selectable<Schema['oidc_flows']>
/** An address as the provider says it, and whether it says that its person reads it. */
type SaidAddress = { email: string | undefined; emailVerified: boolean }
export type IdentityRow = Selectable<Schema['identities']>

/** Begins a way to the provider. Those of a signed-in person are few; the others are limited by their network. */
export async function addFlow(db: Db, flow: Omit<FlowRow, 'expires_at'>): Promise<void> {
  await db
    .insertInto('oidc_flows')
    .values({ ...flow, expires_at: instant(flowMs) })
    .execute()
  if (flow.user_id === null) return
  await db
    .deleteFrom('oidc_flows')
    .where('user_id', '=', flow.user_id)
    .where('state_hash', 'not in', (own) =>
      own
        .selectFrom('oidc_flows')
        .select('state_hash')
        .where('user_id', '=', flow.user_id)
        .orderBy('expires_at', 'desc')
        .orderBy('state_hash')
        .limit(mostFlowsOfUser),
    )
    .execute()
}

/** Takes a way that came back, so that nobody comes back by it again. Undefined when there is none, or it took too long. */
export async function takeFlow(db: Db, stateHash: string): Promise<FlowRow | undefined> {
  // Looked at first: what anybody makes up must not write.
  const isThere = await db.selectFrom('oidc_flows').select('state_hash').where('state_hash', '=', stateHash).executeTakeFirst()
  const flow = isThere && (await db.deleteFrom('oidc_flows').where('state_hash', '=', stateHash).returningAll().executeTakeFirst())
  return flow && flow.expires_at > instant() ? flow : undefined
}

export const findIdentity = (db: Db, who: { issuer: string; subject: string }): Promise<IdentityRow | undefined> =>
  db.selectFrom('identities').selectAll().where('issuer', '=', who.issuer).where('subject', '=', who.subject).executeTakeFirst()

/** The link of an account: with the provider of now, else the newest with one of before. */
export const findIdentityOf = (db: Db, userId: number): Promise<IdentityRow | undefined> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Links a person of the provider to an account that is held. One of a provider of before gives way. @returns undefined when either has a link */
export async function addIdentity(
  trx: Db,
  { user_id, issuer, subject, email = '', emailVerified }: { user_id: number; issuer: string; subject: string } & SaidAddress,
): Promise<IdentityRow | undefined> {
  await trx.deleteFrom('identities').where('user_id', '=', user_id).where('issuer', '!=', issuer).execute()
  return trx
    .insertInto('identities')
    .values({ user_id, issuer, subject, email, email_verified: emailVerified ? 1 : 0, linked_at: instant() })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Notes that somebody came by a link, and what the provider calls their address now. @returns the instant that is noted */
export async function noteIdentity(trx: Db, id: number, { email, emailVerified }: SaidAddress): Promise<string> {
  const last_used_at = instant()
  await trx
    .updateTable('identities')
    .set({ last_used_at, ...(email !== undefined && { email, email_verified: emailVerified ? 1 : 0 }) })
    .where('id', '=', id)
    .execute()
  return last_used_at
}

/** Undoes a link. @returns the sessions that it had opened, but for one */
export async function deleteIdentity(trx: Db, id: number, exceptSession: number): Promise<number[]> {
  const ended = await trx.deleteFrom('sessions').where('identity_id', '=', id).where('id', '!=', exceptSession).returning('id').execute()
  await trx.deleteFrom('identities').where('id', '=', id).execute()
  return ended.map((session) => session.id)
}

/**
 * Ends the links of an account whose address somebody else showed to be theirs, and what waits for a browser by them: who had the account before
 * would come back by their own sign-in at the company, which no new password ends.
 * @param butOf the account's address: a link with somebody whom the provider says to read it stays
 * @returns whether there was one
 */
export async function deleteIdentitiesOf(trx: Db, userId: number, butOf?: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .$if(butOf !== undefined, (query) =>
      query.where(({ not, and, eb }) => not(and([eb('email', '=', butOf ?? ''), eb('email_verified', '=', 1)]))),
    )
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Gives the browser that came back a minute to take its session. */
export async function addHandover(trx: Db, handover: ByCompany & { code_hash: string; browser_hash: string }): Promise<void> {
  const { oidc_sid: sid, ...rest } = handover
  await trx
    .insertInto('oidc_handovers')
    .values({ ...rest, sid, expires_at: instant(handoverMs) })
    .execute()
}

/** The link by which what waits for a browser was made; undefined when nothing waits. */
export const findHandedIdentity = (trx: Db, codeHash: string): Promise<IdentityRow | undefined> =>
  trx
    .selectFrom('oidc_handovers')
    .innerJoin('identities', 'identities.id', 'oidc_handovers.identity_id')
    .selectAll('identities')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()

/** Takes what waits for a browser, once, with the account held: what ends it holds the account first, too. */
export async function takeHandover(trx: Db, codeHash: string, browserHash: string): Promise<ByCompany | undefined> {
  const taken = await trx
    .deleteFrom('oidc_handovers')
    .where('code_hash', '=', codeHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', instant())
    .returning(['identity_id', 'sid', 'id_token'])
    .executeTakeFirst()
  return taken && { identity_id: taken.identity_id, oidc_sid: taken.sid, id_token: taken.id_token }
}

/** Marks that the person of a session showed the provider that it is them. */
export async function proveSession(trx: Db, sessionId: number): Promise<void> {
  await trx.updateTable('sessions').set({ proven_at: instant() }).where('id', '=', sessionId).execute()
}

/** What the provider said of who opened a session; undefined when it did not open it. */
export const findSessionOrigin = (db: Db, sessionId: number): Promise<{ id_token: string | null } | undefined> =>
  db.selectFrom('sessions').select('id_token').where('id', '=', sessionId).where('identity_id', 'is not', null).executeTakeFirst()

/** Takes what a logout says, once. */
export async function noteLogout(trx: Db, jtiHash: string, expiresAt: string): Promise<boolean> {
  const noted = await trx
    .insertInto('oidc_logouts')
    .values({ jti_hash: jtiHash, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .returning('jti_hash')
    .executeTakeFirst()
  return noted !== undefined
}

type Logout = { issuer: string; subject: string | undefined; sid: string | undefined }

/** For how long it is known that somebody was logged out: longer than any way back takes to its end. */
const loggedOutMs = 10 * 60_000
/** `true`: whichever session of the person's it was. */
type Named = Omit<Logout, 'sid'> & { sid: string | true | undefined }
/** What a logout names, as it is kept beside the logouts themselves. No name of a logout begins so: those begin with an address. */
const namedBy = ({ issuer, subject, sid }: Named): string =>
  hashSecret(`logged out ${JSON.stringify([issuer, subject ?? null, sid ?? null])}`)

/** Notes that a person, or a session of theirs, was logged out now: a sign-in that is just coming to its end has nothing yet that could end. */
export async function noteLoggedOut(trx: Db, logout: Logout): Promise<void> {
  const expires_at = instant(loggedOutMs)
  const all: Named[] = [logout]
  if (logout.subject !== undefined && logout.sid !== undefined) all.push({ ...logout, sid: true })
  await trx
    .insertInto('oidc_logouts')
    .values(all.map((named) => ({ jti_hash: namedBy(named), expires_at })))
    .onConflict((oc) => oc.column('jti_hash').doUpdateSet({ expires_at }))
    .execute()
}

/**
 * Whether the person, or this session of theirs, was logged out since an instant. Who comes without saying by which may come by any of theirs that
 * was, as in `deleteOpenedBy`. @param since milliseconds
 */
export async function wasLoggedOut(trx: Db, { issuer, subject, sid }: Logout, since: number): Promise<boolean> {
  const all: Named[] = [
    { issuer, subject, sid: undefined },
    { issuer, subject, sid: sid ?? true },
    { issuer, subject: undefined, sid },
  ]
  const found = await trx
    .selectFrom('oidc_logouts')
    .select('jti_hash')
    .where('jti_hash', 'in', all.map(namedBy))
    .where('expires_at', '>=', new Date(since + loggedOutMs).toISOString())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Accounts that a logout speaks of, by the person or by the session of theirs. */
export async function findLoggedOut(db: Db, { issuer, subject, sid }: Logout): Promise<Pick<IdentityRow, 'id' | 'user_id' | 'subject'>[]> {
  if (subject !== undefined) {
    const own = await findIdentity(db, { issuer, subject })
    return own ? [own] : []
  }
  const of = (table: 'sessions' | 'login_challenges') =>
    db
      .selectFrom(table)
      .select('identity_id')
      .where('oidc_sid', '=', sid ?? '')
      .$castTo<{ identity_id: number }>()
  return db
    .selectFrom('identities')
    .select(['id', 'user_id', 'subject'])
    .where('issuer', '=', issuer)
    .where((eb) =>
      eb.or([
        eb('id', 'in', of('sessions')),
        eb('id', 'in', of('login_challenges')),
        eb(
          'id',
          'in',
          db
            .selectFrom('oidc_handovers')
            .select('identity_id')
            .where('sid', '=', sid ?? ''),
        ),
      ]),
    )
    .execute()
}

/**
 * Ends what the provider opened by a link, with the account held: sessions, half-done logins, and what waits for a browser. With a session of
 * the provider's own, only what that opened, and what it opened without saying by which. @returns the sessions that ended
 */
export async function deleteOpenedBy(trx: Db, identityId: number, sid: string | undefined): Promise<number[]> {
  await trx
    .deleteFrom('oidc_handovers')
    .where('identity_id', '=', identityId)
    .$if(sid !== undefined, (query) => query.where((eb) => eb.or([eb('sid', 'is', null), eb('sid', '=', sid ?? '')])))
    .execute()
  await trx
    .deleteFrom('login_challenges')
    .where('identity_id', '=', identityId)
    .$if(sid !== undefined, (query) => query.where((eb) => eb.or([eb('oidc_sid', 'is', null), eb('oidc_sid', '=', sid ?? '')])))
    .execute()
  const ended = await trx
    .deleteFrom('sessions')
    .where('identity_id', '=', identityId)
    .$if(sid !== undefined, (query) => query.where((eb) => eb.or([eb('oidc_sid', 'is', null), eb('oidc_sid', '=', sid ?? '')])))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/**
 * Gives an account whose address nobody had shown to be theirs to who the provider says reads it, as a reset by letter does: everything
 * by which its former holder could come back ends. @returns whether a second factor, or a link with somebody at the provider, was among it
 */
export async function takeOver(trx: Db, user: UserRow, passwordHash: string): Promise<{ factorDropped: boolean; linkDropped: boolean }> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified_at: instant(), email_claimed_at: null })
    .where('id', '=', user.id)
    .execute()
  await deleteResetsOf(trx, user.id)
  await deleteConfirmationsOf(trx, user.id)
  await deleteLoginDevicesOf(trx, user.id)
  await deleteTokensOf(trx, user.id)
  if (isAddressOpen(user)) await trx.deleteFrom('address_resets').where('email', '=', user.email).execute()
  await trx.deleteFrom('known_devices').where('user_id', '=', user.id).execute()
  return { factorDropped: await deleteTwoFactor(trx, user.id), linkDropped: await deleteIdentitiesOf(trx, user.id) }
}

/**
 * Gives an account the role that the provider says. The first account keeps its own, and so does the last one that administers.
 * @returns the role of before; undefined when nothing changed
 */
export async function followRole(trx: Db, user: Pick<UserRow, 'id' | 'role'>, role: Role): Promise<string | undefined> {
  if (user.id === lockedUserId || user.role === role) return undefined
  await lockAccounts(trx)
  const set = (value: string) => trx.updateTable('users').set({ role: value }).where('id', '=', user.id).execute()
  await set(role)
  if (await hasActiveAdmin(trx)) return user.role
  await set(user.role)
  return undefined
}

/** The tables of what comes to an end by itself, each with its key. */
const ending = [
  ['oidc_flows', 'state_hash'],
  ['oidc_handovers', 'code_hash'],
  ['oidc_logouts', 'jti_hash'],
] as const
const deletedAtOnce = 1000

/** Job: deletes ways that nobody came back by, sessions that nobody took, and logouts that cannot come again. */
export async function deleteStaleOidc(db: Db): Promise<void> {
  for (const [name, key] of ending) {
    const [table, id, now] = [sql.table(name), sql.ref(key), instant()]
    await partsInTurns(async () => {
      const ended = sql`select ${id} from ${table} where expires_at <= ${now} order by expires_at limit ${deletedAtOnce}`
      const { numAffectedRows } = await sql`delete from ${table} where ${id} in (${ended})`.execute(db)
      return Number(numAffectedRows ?? 0)
    })
  }
}
