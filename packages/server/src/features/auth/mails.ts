import { passwordResetMinutes } from '@rodada/contract/password-reset'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { letter } from '../../platform/mail.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import { findUserByEmail } from './queries.ts'
import { addReset } from './reset-queries.ts'

type Put<Data> = (trx: Db, data: Data) => Promise<void>
type Person = { to: string; name: string }
export type AccountMails = {
  /** To whoever has an account with this address; nothing when nobody has. */
  passwordReset: Put<{ email: string }>
  newDevice: Put<Person & { timezone: string; device: string; at: string }>
  passwordChanged: Put<Person>
  twoFactorChanged: Put<Person & { enabled: boolean }>
  /** To the address that the account had. */
  emailChanged: Put<Person>
}

const ask = 'Se não foi você, redefina a sua senha agora e fale com quem administra a Rodada.'

/** The letters about an account. They name addresses as they were when it happened, so that a thief's change diverts none. */
export function createAccountMails({ db, outbox, config }: Pick<Deps, 'db' | 'outbox' | 'config'>): AccountMails {
  const site = config.publicUrl?.replace(/\/$/, '') ?? ''
  return {
    passwordReset: outbox.register('password_reset', async ({ email }) => {
      // Only now: a request takes as long for an address that nobody has. And the token is nowhere but in the letter.
      const user = await findUserByEmail(db, email)
      if (!user || user.deactivated_at !== null) return undefined
      const token = newSecret()
      await addReset(db, user.id, hashSecret(token))
      return letter(email, {
        subject: 'Redefina a sua senha da Rodada',
        lines: [
          `Olá, ${user.name}.`,
          `Alguém pediu para redefinir a senha da sua conta. O link vale por ${passwordResetMinutes} minutos e serve uma vez só.`,
          'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
        ],
        link: { text: 'Redefinir a senha', url: `${site}/redefinir-senha#${token}` },
      })
    }),
    newDevice: outbox.register('new_device', async ({ to, name, timezone, device, at }) => {
      const when = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone }).format(new Date(at))
      return letter(to, {
        subject: 'Novo acesso à sua conta da Rodada',
        lines: [
          `Olá, ${name}.`,
          `Entraram na sua conta de um dispositivo ou lugar novo: ${device}, em ${when}.`,
          'Se foi você, está tudo certo.',
          ask,
        ],
        link: { text: 'Ver as sessões abertas', url: `${site}/settings` },
      })
    }),
    passwordChanged: outbox.register('password_changed', async ({ to, name }) =>
      letter(to, {
        subject: 'A senha da sua conta mudou',
        lines: [`Olá, ${name}.`, 'A senha da sua conta da Rodada foi trocada, e as outras sessões foram encerradas.', ask],
      }),
    ),
    twoFactorChanged: outbox.register('two_factor_changed', async ({ to, name, enabled }) =>
      letter(to, {
        subject: enabled ? 'Verificação em duas etapas ativada' : 'Verificação em duas etapas desativada',
        lines: [`Olá, ${name}.`, `A verificação em duas etapas da sua conta da Rodada foi ${enabled ? 'ativada' : 'desativada'}.`, ask],
      }),
    ),
    emailChanged: outbox.register('email_changed', async ({ to, name }) =>
      letter(to, {
        subject: 'O e-mail da sua conta mudou',
        lines: [
          `Olá, ${name}.`,
          'A sua conta da Rodada passou a usar outro e-mail, e este endereço não entra mais nela.',
          'Se não foi você, fale agora com quem administra a Rodada.',
        ],
      }),
    ),
  }
}
