import type { Role } from '@rodada/contract/auth/people'
import { defaultSignUp, domainOf, SignUp } from '@rodada/contract/auth/sign-up'
import type { Language } from '@rodada/contract/core/languages'
import { defaultSessionTimeoutMinutes } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db, Engine } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import { findInstanceSetting, putInstanceSetting } from '../../../platform/instance-settings-queries.ts'
import { normalize } from '../../../platform/normalize.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { findUserByEmail, lockRegistrations, type UserRow } from '../queries.ts'
import { deleteInvitationOf, findInvitation, isInvited } from './invitation-queries.ts'

const name = 'sign_up'

/** Who may make an account, as it was chosen last by any process. */
export async function getSignUp(db: Db): Promise<SignUp> {
  const chosen = SignUp.safeParse(await findInstanceSetting(db, name))
  return chosen.data ?? defaultSignUp
}

export const putSignUp = (trx: Db, signUp: SignUp): Promise<void> => putInstanceSetting(trx, name, signUp)

/** Whether an address may ask for a link by itself. */
export const takesDomainOf = ({ mode, domains }: SignUp, email: string): boolean => mode === 'domains' && domains.includes(domainOf(email))

/** By what an account may be made: `invitation` is the hash of one for its address; `proven` when it proves that the person reads what is sent there. */
export type Admission = { invitation: string | undefined; proven: boolean }

/** `proven`: the provider of the company says that they read what is sent to the address. */
type Newcomer = { email: string; invitation?: string | undefined; proven?: boolean }

/**
 * The one place that says whether this address may make an account now. Nothing here looks at whether it has one already.
 * @throws AppError 403
 */
async function admit(db: Db, { email, invitation, proven = false }: Newcomer): Promise<Admission> {
  const signUp = await getSignUp(db)
  if (proven && (signUp.mode === 'open' || takesDomainOf(signUp, email) || (await isInvited(db, email))))
    return { invitation: undefined, proven: true }
  const tokenHash = invitation === undefined ? undefined : hashSecret(invitation)
  const found = tokenHash === undefined ? undefined : await findInvitation(db, tokenHash)
  // A link that somebody asked for is worth something for as long as its domain is.
  const valid = found && (found.invited_by !== null || takesDomainOf(signUp, found.email)) ? found : undefined
  const own = valid?.email === email ? valid : undefined
  if (signUp.mode !== 'open' && !own) {
    if (valid) throw forbidden(texts.invitationElsewhere)
    if (invitation !== undefined) throw forbidden(texts.invitationOver)
    throw forbidden(signUp.mode === 'domains' ? texts.signUpByDomain : texts.signUpByInvitation)
  }
  return { invitation: own && tokenHash, proven: own?.mailed ?? false }
}

const hasAnyone = async (db: Db): Promise<boolean> => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * What adding this account would come to, before anything is spent on it.
 * @returns undefined when the e-mail has an account already. @throws AppError 403 for somebody who may not make one
 */
export async function findAdmission(db: Db, newcomer: Newcomer): Promise<Admission | undefined> {
  const admission = (await hasAnyone(db)) ? await admit(db, newcomer) : { invitation: undefined, proven: false }
  return (await findUserByEmail(db, newcomer.email)) ? undefined : admission
}

type NewUser = Newcomer & {
  name: string
  passwordHash: string
  role: Role
  language: Language
  mailed: boolean
}

/**
 * Adds an account; the first of the installation becomes its admin, whatever the rule is. Call inside a transaction: the instance row is
 * locked so that two registrations take turns.
 * @returns undefined when the e-mail has an account already.
 * @throws AppError 403 for somebody who may not make one
 */
export async function addUser(trx: Db, engine: Engine, user: NewUser): Promise<UserRow | undefined> {
  await lockRegistrations(trx, engine)
  const anyone = await hasAnyone(trx)
  const { proven } = anyone ? await admit(trx, user) : { proven: user.proven ?? false }
  await deleteInvitationOf(trx, user.email)
  const now = instant()
  const invited = await trx.selectFrom('invitations').select('id').where('email', '=', user.email).limit(1).executeTakeFirst()
  return trx
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      role: anyone ? user.role : 'admin',
      language: user.language,
      session_timeout: defaultSessionTimeoutMinutes,
      created_at: now,
      last_login: now,
      search_text: normalize(user.name, user.email),
      // Anybody can register with a foreign address. It must be confirmed where emails are sent, or where an invitation waited for it
      // before this account existed.
      email_claimed_at: !proven && (invited || user.mailed) ? now : null,
      email_verified_at: proven ? now : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}
