import type { OidcOutcome } from '@rodada/contract/auth/oidc-pages'
import type { Role } from '@rodada/contract/auth/people'
import { domainOf } from '@rodada/contract/auth/sign-up'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { noPassword } from '../../../platform/secrets/passwords.ts'
import type { Work } from '../../../platform/work.ts'
import { addAudit } from '../../audit/queries.ts'
import { lockAccounts } from '../account/account-queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { accountDemoted, accountRegained, addressTakenOver } from '../events.ts'
import { findUserByEmail, getUser, isAddressOpen, lockUser, type UserRow } from '../queries.ts'
import type { EmailLimits } from '../sessions/attempts.ts'
import { addUser } from '../sign-up/sign-up-queries.ts'
import { languageOf } from '../view.ts'
import { endSessionsOf } from '../write.ts'
import { addIdentity, findIdentity, followRole, type IdentityRow, noteIdentity, takeOver } from './oidc-queries.ts'
import type { CompanyPerson, Provider } from './provider.ts'

/** From where somebody comes. */
export type From = { address: string; userAgent: string; language: Language }

/** Who is let in, by which link, and when the provider said so; `endedSessions` ended on the way, and so did the tokens of `programsOf`. */
export type Entry = {
  identity: IdentityRow
  saidAt: string
  endedSessions: number[]
  programsOf: number | undefined
  roleOf: number | undefined
}

/** Why nobody is let in. */
export class Refusal extends Error {
  readonly outcome: OidcOutcome
  readonly user: UserRow | undefined
  constructor(outcome: OidcOutcome, user?: UserRow) {
    super(`not let in: ${outcome}`)
    this.outcome = outcome
    this.user = user
  }
}

/** The role that the provider's claim says, the highest of several; who has none is a collaborator. */
function roleOf(roles: readonly string[]): Role {
  const said = new Set(roles.map((role) => role.trim().toLowerCase()))
  return (['admin', 'manager'] as const).find((role) => said.has(role)) ?? 'collaborator'
}

/** The name of a new account, as far as an account can have it. */
function nameOf({ name, email = '' }: CompanyPerson): string {
  const plain = [...oneLineText(name)].slice(0, limits.personName).join('').slice(0, limits.personName).trim()
  return plain || email.slice(0, email.indexOf('@')).slice(0, limits.personName)
}

/** Whether the settings let the provider bring somebody new; the rule of the installation is asked besides. */
function mayBring({ signUp }: Provider['config'], { email = '', emailVerified }: CompanyPerson): boolean {
  return Array.isArray(signUp) ? emailVerified && signUp.includes(domainOf(email)) : signUp === 'yes'
}

type Surroundings = { deps: Deps; mails: AccountMails; emails: EmailLimits; provider: Provider }

/**
 * Lets somebody in whom the provider sent, by the link of an account with them, and gives the account the role that the provider says.
 * @throws Refusal
 */
export async function enter(around: Surroundings, work: Work, person: CompanyPerson, from: From): Promise<Entry> {
  const { trx } = work
  // Accounts and their roles change one after another; with it, two returns of somebody new find one account.
  await lockAccounts(trx)
  const linked = await findLinked(around, work, person, from)
  const user = await getUser(trx, linked.identity.user_id)
  if (user.deactivated_at !== null) throw new Refusal('deactivated', user)
  const saidAt = await noteIdentity(trx, linked.identity.id, person)
  if (person.roles === undefined) return { ...linked, saidAt, roleOf: undefined }
  const role = roleOf(person.roles)
  const before = await followRole(trx, user, role)
  if (before === undefined) return { ...linked, saidAt, roleOf: undefined }
  if (before === 'admin') await work.emit(accountDemoted, { userId: user.id })
  const details = { from: before, to: role, by: 'oidc' }
  await addAudit(trx, { viewer: undefined, ...from }, { kind: 'account.role_changed', subject: user.email, details })
  return { ...linked, saidAt, roleOf: user.id }
}

/**
 * The account that is linked to a person, whatever their address is now. Else a new one, unless an account has the address. That one is theirs
 * only where the settings let a confirmed address say so.
 * @throws Refusal
 */
async function findLinked(around: Surroundings, work: Work, person: CompanyPerson, from: From): Promise<Omit<Entry, 'roleOf' | 'saidAt'>> {
  const { trx } = work
  const { config } = around.provider
  const nothingEnded = { endedSessions: [], programsOf: undefined }
  const known = await findIdentity(trx, person)
  if (known) {
    await lockUser(trx, known.user_id)
    return { ...nothingEnded, identity: known }
  }
  if (person.email === undefined) throw new Refusal('no_email')
  const owner = await findUserByEmail(trx, person.email)
  if (!owner) return { ...nothingEnded, identity: await signUp(around, trx, { ...person, email: person.email }, from) }
  if (!config.linkByEmail || !person.emailVerified) throw new Refusal('email_taken', owner)
  if (owner.deactivated_at !== null) throw new Refusal('deactivated', owner)
  await lockUser(trx, owner.id)
  const by = { ...from, by: 'email' } as const
  if (owner.email_verified_at !== null) return { ...nothingEnded, identity: await link(trx, around.mails, owner, person, by) }
  await takeOverAccount(work, owner, from)
  const endedSessions = await endSessionsOf(work, owner.id)
  return { endedSessions, programsOf: owner.id, identity: await link(trx, around.mails, owner, person, by) }
}

/** Links a person of the provider to an account that is held, and tells its owner. @throws Refusal */
export async function link(
  trx: Db,
  mails: AccountMails,
  user: UserRow,
  person: CompanyPerson,
  how: From & { by: 'email' | 'session' },
): Promise<IdentityRow> {
  const identity = await addIdentity(trx, { user_id: user.id, ...person })
  if (!identity) throw new Refusal('identity_taken', user)
  await addAudit(
    trx,
    { viewer: how.by === 'session' ? { userId: user.id } : undefined, address: how.address, userAgent: how.userAgent },
    { kind: 'identity.linked', subject: user.email, details: { by: how.by } },
  )
  if (!isAddressOpen(user)) await mails.companyChanged(trx, { to: user.email, name: user.name, language: languageOf(user), linked: true })
  return identity
}

/** Nobody had shown that the account's address is theirs, and now the provider says whose it is. */
async function takeOverAccount(work: Work, owner: UserRow, { address, userAgent }: From): Promise<void> {
  const { factorDropped, linkDropped } = await takeOver(work.trx, owner, noPassword())
  await work.emit(addressTakenOver, { userId: owner.id })
  await work.emit(accountRegained, { userId: owner.id })
  const actor = { viewer: undefined, address, userAgent }
  await addAudit(work.trx, actor, { kind: 'account.email_confirmed', subject: owner.email, details: { by: 'oidc' } })
  if (factorDropped) await addAudit(work.trx, actor, { kind: 'two_factor.disabled', subject: owner.email })
  if (linkDropped) await addAudit(work.trx, actor, { kind: 'identity.unlinked', subject: owner.email })
}

/** An account without a password, for somebody new. @throws Refusal */
async function signUp(
  { deps, mails, emails, provider }: Surroundings,
  trx: Db,
  person: CompanyPerson & { email: string },
  { address, userAgent, language }: From,
): Promise<IdentityRow> {
  if (!mayBring(provider.config, person)) throw new Refusal('sign_up')
  const { email, emailVerified: proven } = person
  const newcomer = { name: nameOf(person), email, passwordHash: noPassword(), role: 'collaborator', language, proven } as const
  const user = await addUser(trx, deps.engine, { ...newcomer, mailed: deps.outbox.enabled }).catch((error: unknown) => {
    throw error instanceof AppError ? new Refusal('sign_up') : error
  })
  if (!user) throw new Refusal('email_taken')
  const identity = await addIdentity(trx, { user_id: user.id, ...person })
  if (!identity) throw new Refusal('identity_taken', user)
  const actor = { viewer: { userId: user.id }, address, userAgent }
  await addAudit(trx, actor, { kind: 'account.registered', subject: user.email, details: { by: 'oidc' } })
  if (user.email_verified_at === null && (await emails.confirmation(user.id, email)) === undefined)
    await mails.emailConfirmation(trx, { userId: user.id, email })
  return identity
}
