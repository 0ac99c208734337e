import { type AuditEntry, type AuditFilter, AuditKind } from '@rodada/contract/instance/audit'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { deviceName } from '../../platform/http/device.ts'
import { likeAnywhere, normalize } from '../../platform/normalize.ts'

/** Who acts and from where, as a route's context has it. `viewer` is undefined for people who are not signed in. */
export type Actor = {
  viewer: { userId: number; token?: { id: number; name: string } | null } | undefined
  address: string
  userAgent: string
}

/** What is done. Neither part may carry a token, a password, or a text that a person wrote. */
export type Act = { kind: AuditKind; subject?: string; details?: AuditEntry['details'] }

/** The program itself. */
export const itself: Actor = { viewer: undefined, address: '', userAgent: '' }

const hourMs = 3_600_000
/** Addresses with failed sign-ins that are counted one by one in an hour; further ones are counted together. */
const mostFailures = 1000

const rowOf = ({ viewer, address, userAgent }: Actor, { kind, subject = '', details = {} }: Act) => ({
  kind,
  user_id: viewer?.userId ?? null,
  subject,
  search_text: normalize(subject),
  // A program of theirs did it.
  details: JSON.stringify(viewer?.token ? { ...details, program: viewer.token.name } : details),
  address,
  device: userAgent === '' ? '' : deviceName(userAgent),
  created_at: instant(),
})

/** Adds an act to the audit log. Call it in the transaction of the act, so that neither exists without the other. */
export async function addAudit(trx: Db, actor: Actor, act: Act): Promise<void> {
  await trx.insertInto('audit_log').values(rowOf(actor, act)).execute()
}

/**
 * Counts a failed sign-in with the others of this hour at the same account from the same address, so that thousands of guesses fill no
 * disk. What was typed is left out, because people type passwords into the wrong field.
 * @param email of the account, when there is one
 */
export async function addFailedSignIn(db: Db, from: Pick<Actor, 'address' | 'userAgent'>, email = ''): Promise<void> {
  const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString()
  const { n } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('created_at', '>=', hour)
    .where('gathered_as', 'is not', null)
    .executeTakeFirstOrThrow()
  const address = n < mostFailures ? from.address : ''
  await db
    .insertInto('audit_log')
    .values({
      ...rowOf({ viewer: undefined, address, userAgent: from.userAgent }, { kind: 'session.failed', subject: email }),
      gathered_as: `${hour} ${address} ${email}`,
    })
    .onConflict((oc) => oc.column('gathered_as').doUpdateSet((eb) => ({ times: eb('audit_log.times', '+', 1) })))
    .execute()
}

export type AuditPage = { entries: AuditEntry[]; next: number | null }

/** A page of what passes the filter, newest first, from below `before` on; `next` is where the following page begins. */
export async function listAudit(db: Db, filter: AuditFilter & { before?: number; limit: number }): Promise<AuditPage> {
  const { kind, q, from, until, before, limit } = filter
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select([
      'audit_log.id',
      'kind',
      'audit_log.user_id',
      'users.name',
      'users.avatar_url',
      'subject',
      'details',
      'address',
      'device',
      'times',
      'audit_log.created_at',
    ])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'session.opened'))
    .$if(from !== undefined, (query) => query.where('audit_log.created_at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('audit_log.created_at', '<=', until ?? ''))
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? 0))
    .$if(Boolean(q), (query) => query.where(matches(likeAnywhere(q ?? ''))))
    .orderBy('audit_log.id', 'desc')
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const entries = shown.flatMap(({ user_id, name, avatar_url, kind, details, ...row }) => {
    // A kind that only a newer version knows.
    const known = AuditKind.safeParse(kind)
    if (!known.success) return []
    const user = user_id === null || name === null ? null : { id: user_id, name, avatar_url }
    return { ...row, kind: known.data, user, details: JSON.parse(details) as AuditEntry['details'] }
  })
  return { entries, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const matches = (pattern: string) =>
  sql<boolean>`(users.search_text like ${pattern} escape '\\' or audit_log.search_text like ${pattern} escape '\\')`
