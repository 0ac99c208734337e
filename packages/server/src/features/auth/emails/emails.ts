import { signUpPage } from '@rodada/contract/auth/sign-up'
import { findLanguage, type Language, languages } from '@rodada/contract/core/languages'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { composeEmail } from '../../../platform/mail/email.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { addConfirmation } from '../confirmation/confirmation-queries.ts'
import { findUserByEmail } from '../queries.ts'
import { addReset } from '../reset/reset-queries.ts'
import { putInvitation, type RenewedInvitation, renewInvitation } from '../sign-up/invitation-queries.ts'
import { languageOf } from '../view.ts'
import { mailTexts } from './email-texts.ts'

type Put<Data> = (trx: Db, data: Data) => Promise<void>
type Person = { to: string; name: string; language: Language }
export type AccountMails = {
  /** To the account with this address; nothing when there is none. */
  passwordReset: Put<{ email: string }>
  newDevice: Put<Person & { timezone: string; device: string; at: string }>
  passwordChanged: Put<Person>
  twoFactorChanged: Put<Person & { enabled: boolean }>
  /** The account was linked to a person whom the provider of the company knows, or no longer is. */
  companyChanged: Put<Person & { linked: boolean; reset?: boolean }>
  /** An administrator turned the second factor off. */
  twoFactorReset: Put<Person>
  /** There is a personal token of this name. */
  tokenMade: Put<Person & { token: string }>
  calendarOpened: Put<Person>
  /** An administrator revoked the personal token of this name. */
  tokenRevoked: Put<Person & { token: string }>
  /** To the account's previous address. */
  emailChanged: Put<Person>
  /** To the account's unconfirmed address. */
  emailConfirmation: Put<{ userId: number; email: string }>
  /** To an invited address; nothing when the invitation has ended by then. */
  signUpInvitation: Put<{ id: number }>
  /** The link that somebody asked for, in the language in which they did; nothing when the address has an account by then. */
  signUpLink: Put<{ email: string; language: Language }>
}

/** The emails about an account. They go to the address of that moment, so that a thief's change of address diverts none. */
export function createAccountMails({ db, outbox, config }: Pick<Deps, 'db' | 'outbox' | 'config'>): AccountMails {
  const site = config.publicUrl?.replace(/\/$/, '') ?? ''
  const invitationLetter = ({ email, invited_by, language: ofInviter }: RenewedInvitation, token: string, asked?: Language) => {
    const language = asked ?? findLanguage(ofInviter) ?? languages[0]
    return composeEmail(email, { ...mailTexts[language].signUpInvitation(invited_by, `${site}${signUpPage}${token}`), language })
  }
  return {
    passwordReset: outbox.register('password_reset', async ({ email }) => {
      // Written when it goes out, so that the request takes as long for an unknown address, and the token exists only in the email.
      const user = await findUserByEmail(db, email)
      if (!user || user.deactivated_at !== null) return undefined
      const token = newSecret()
      const life = await db.transaction().execute((trx) => addReset(trx, { userId: user.id, email, tokenHash: hashSecret(token) }))
      if (!life) return undefined
      const language = languageOf(user)
      return composeEmail(email, { ...mailTexts[language].passwordReset(user.name, `${site}/redefinir-senha#${token}`, life), language })
    }),
    newDevice: outbox.register('new_device', async ({ to, name, language, timezone, device, at }) => {
      const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: timezone }).format(new Date(at))
      return composeEmail(to, { ...mailTexts[language].newDevice(name, { device, when, url: `${site}/settings` }), language })
    }),
    passwordChanged: outbox.register('password_changed', async ({ to, name, language }) =>
      composeEmail(to, { ...mailTexts[language].passwordChanged(name), language }),
    ),
    twoFactorChanged: outbox.register('two_factor_changed', async ({ to, name, language, enabled }) =>
      composeEmail(to, { ...mailTexts[language].twoFactorChanged(name, enabled), language }),
    ),
    companyChanged: outbox.register('company_changed', async ({ to, name, language, ...change }) =>
      composeEmail(to, { ...mailTexts[language].companyChanged(name, change), language }),
    ),
    twoFactorReset: outbox.register('two_factor_reset', async ({ to, name, language }) =>
      composeEmail(to, { ...mailTexts[language].twoFactorReset(name), language }),
    ),
    tokenMade: outbox.register('token_made', async ({ to, name, language, token }) =>
      composeEmail(to, { ...mailTexts[language].tokenMade(name, { token, url: `${site}/settings?aba=programas` }), language }),
    ),
    calendarOpened: outbox.register('calendar_opened', async ({ to, name, language }) =>
      composeEmail(to, { ...mailTexts[language].calendarOpened(name, `${site}/settings?aba=integracoes`), language }),
    ),
    tokenRevoked: outbox.register('token_revoked', async ({ to, name, language, token }) =>
      composeEmail(to, { ...mailTexts[language].tokenRevoked(name, token), language }),
    ),
    emailChanged: outbox.register('email_changed', async ({ to, name, language }) =>
      composeEmail(to, { ...mailTexts[language].emailChanged(name), language }),
    ),
    signUpInvitation: outbox.register('sign_up_invitation', async ({ id, language: asked }: { id: number; language?: Language }) => {
      const token = newSecret()
      const invitation = await db.transaction().execute((trx) => renewInvitation(trx, id, hashSecret(token)))
      // The version before wrote of a link that somebody asked for with its language.
      return invitation && invitationLetter(invitation, token, asked)
    }),
    signUpLink: outbox.register('sign_up_link', async ({ email, language }) => {
      // Looked at when it goes out, as at a reset: the request takes as long for an address with an account.
      if (await findUserByEmail(db, email)) return undefined
      const token = newSecret()
      const invitation = await db.transaction().execute(async (trx) => {
        const { id } = await putInvitation(trx, { email, token_hash: hashSecret(token), invited_by: null })
        return renewInvitation(trx, id, hashSecret(token))
      })
      return invitation && invitationLetter(invitation, token, language)
    }),
    emailConfirmation: outbox.register('email_confirmation', async ({ userId, email }) => {
      const token = newSecret()
      const name = await db.transaction().execute((trx) => addConfirmation(trx, userId, email, hashSecret(token)))
      if (name === undefined) return undefined
      const user = await findUserByEmail(db, email)
      const language = user ? languageOf(user) : languages[0]
      return composeEmail(email, { ...mailTexts[language].emailConfirmation(name, `${site}/confirmar-email#${token}`), language })
    }),
  }
}
