import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'
import { newPassword, passwordsMatch, typedEmail } from './person-fields.ts'

/** A link is valid for this long after its email went out, in minutes. */
export const passwordResetMinutes = 30
/** At an address that nobody has confirmed yet, in hours. */
export const firstResetHours = 24

/**
 * A forgotten password, by mail. The email's link is `/redefinir-senha#<token>`: what stands behind # reaches no server and no
 * log. Asking answers the same whether or not the address has an account; `GET /system` says whether mail is sent at all.
 */
export const passwordResetApi = {
  request: {
    method: 'POST',
    url: '/auth/password-reset',
    access: 'open',
    summary: 'Pede o e-mail que redefine a senha; responde o mesmo para endereços desconhecidos',
    body: z.object({ email: typedEmail({ required: texts.emailRequired, invalid: texts.emailInvalid }) }),
    reply: Done,
  },
  complete: {
    method: 'PUT',
    url: '/auth/password-reset',
    access: 'open',
    summary: 'Define a senha nova com o token do e-mail, uma vez só, e encerra todas as sessões; não entra na conta',
    body: z
      .object({ token: z.string({ error: texts.resetOver }).max(200, { error: texts.resetOver }), ...newPassword })
      .refine(...passwordsMatch),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
