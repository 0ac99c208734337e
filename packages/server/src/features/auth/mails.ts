import { type Language, languages } from '@rodada/contract/languages'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { letter } from '../../platform/mail.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import { addConfirmation } from './confirmation-queries.ts'
import { mailTexts } from './mail-texts.ts'
import { findUserByEmail } from './queries.ts'
import { addReset } from './reset-queries.ts'
import { languageOf } from './view.ts'

type Put<Data> = (trx: Db, data: Data) => Promise<void>
type Person = { to: string; name: string; language: Language }
export type AccountMails = {
  /** To whoever has an account with this address; nothing when nobody has. */
  passwordReset: Put<{ email: string }>
  newDevice: Put<Person & { timezone: string; device: string; at: string }>
  passwordChanged: Put<Person>
  twoFactorChanged: Put<Person & { enabled: boolean }>
  /** Somebody who administers the installation turned the second factor off. */
  twoFactorReset: Put<Person>
  /** To the address that the account had. */
  emailChanged: Put<Person>
  /** To the address that the account has and nobody has confirmed. */
  emailConfirmation: Put<{ userId: number; email: string }>
}

/** The letters about an account. They name addresses as they were when it happened, so that a thief's change diverts none. */
export function createAccountMails({ db, outbox, config }: Pick<Deps, 'db' | 'outbox' | 'config'>): AccountMails {
  const site = config.publicUrl?.replace(/\/$/, '') ?? ''
  return {
    passwordReset: outbox.register('password_reset', async ({ email }) => {
      // Only now: a request takes as long for an address that nobody has. And the token is nowhere but in the letter.
      const user = await findUserByEmail(db, email)
      if (!user || user.deactivated_at !== null) return undefined
      const token = newSecret()
      const life = await db.transaction().execute((trx) => addReset(trx, { userId: user.id, email, tokenHash: hashSecret(token) }))
      if (!life) return undefined
      const language = languageOf(user)
      return letter(email, { ...mailTexts[language].passwordReset(user.name, `${site}/redefinir-senha#${token}`, life), language })
    }),
    newDevice: outbox.register('new_device', async ({ to, name, language, timezone, device, at }) => {
      const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: timezone }).format(new Date(at))
      return letter(to, { ...mailTexts[language].newDevice(name, { device, when, url: `${site}/settings` }), language })
    }),
    passwordChanged: outbox.register('password_changed', async ({ to, name, language }) =>
      letter(to, { ...mailTexts[language].passwordChanged(name), language }),
    ),
    twoFactorChanged: outbox.register('two_factor_changed', async ({ to, name, language, enabled }) =>
      letter(to, { ...mailTexts[language].twoFactorChanged(name, enabled), language }),
    ),
    twoFactorReset: outbox.register('two_factor_reset', async ({ to, name, language }) =>
      letter(to, { ...mailTexts[language].twoFactorReset(name), language }),
    ),
    emailChanged: outbox.register('email_changed', async ({ to, name, language }) =>
      letter(to, { ...mailTexts[language].emailChanged(name), language }),
    ),
    emailConfirmation: outbox.register('email_confirmation', async ({ userId, email }) => {
      const token = newSecret()
      const name = await db.transaction().execute((trx) => addConfirmation(trx, userId, email, hashSecret(token)))
      if (name === undefined) return undefined
      const user = await findUserByEmail(db, email)
      const language = user ? languageOf(user) : languages[0]
      return letter(email, { ...mailTexts[language].emailConfirmation(name, `${site}/confirmar-email#${token}`), language })
    }),
  }
}
