import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'
import { User } from './people.ts'
import { currentPassword } from './person-fields.ts'

/** Six digits of the app or, where it says so, a recovery code. Spaces and letter case do not count. */
const code = z.string({ error: texts.codeRequired }).max(60, { error: texts.codeWrong }).trim().min(1, { error: texts.codeRequired })

/** Shown once, each works once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/**
 * The second factor. With it, `POST /auth/login` answers the right password with 403, `error: "two_factor"` and a `two_factor`
 * token, valid for 5 minutes and 5 tries; `login` here completes it. Nothing else opens a session of such an account.
 */
export const twoFactorApi = {
  status: {
    method: 'GET',
    url: '/auth/two-factor',
    access: 'session',
    summary: 'Se a verificação em duas etapas está ativa, e quantos códigos de recuperação restam',
    reply: z.object({ enabled: z.boolean(), recovery_codes_left: z.int() }),
  },
  enrol: {
    method: 'POST',
    url: '/auth/two-factor',
    access: 'session',
    summary: 'Começa a ativação: o segredo para o aplicativo, por 15 minutos; 409 quando já está ativa',
    body: z.object({ current_password: currentPassword }),
    /** `otpauth_url` is what the QR code says. */
    reply: z.object({ secret: z.string(), otpauth_url: z.string() }),
  },
  confirm: {
    method: 'POST',
    url: '/auth/two-factor/confirm',
    access: 'session',
    summary: 'Ativa com um código do aplicativo e mostra os códigos de recuperação, uma vez só',
    body: z.object({ code }),
    reply: RecoveryCodes,
  },
  renewCodes: {
    method: 'POST',
    url: '/auth/two-factor/recovery-codes',
    access: 'session',
    summary: 'Troca os códigos de recuperação; pede senha e código',
    body: z.object({ current_password: currentPassword, code }),
    reply: RecoveryCodes,
  },
  disable: {
    method: 'POST',
    url: '/auth/two-factor/disable',
    access: 'session',
    summary: 'Desativa; pede senha e um código, do aplicativo ou de recuperação',
    body: z.object({ current_password: currentPassword, code }),
    reply: Done,
  },
  login: {
    method: 'POST',
    url: '/auth/login/two-factor',
    access: 'open',
    summary: 'Completa o login com um código, do aplicativo ou de recuperação',
    body: z.object({ token: z.string({ error: texts.twoFactorOver }).max(200, { error: texts.twoFactorOver }), code }),
    reply: z.object({ token: z.string(), user: User }),
  },
} as const satisfies Record<string, Endpoint>
