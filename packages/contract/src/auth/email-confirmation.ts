import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'

/** A link is valid for this long after its email went out, in hours. */
export const emailConfirmationHours = 24

/**
 * That a person reads what is sent to the address of their account. The email's link is `/confirmar-email#<token>`: what stands
 * behind # reaches no server and no log. It confirms only when that account is signed in: the owner of an address that
 * a stranger registered must not confirm it for them with a careless click. The profile says `email_verified`;
 * `GET /system` says whether mail is sent at all.
 */
export const emailConfirmationApi = {
  send: {
    method: 'POST',
    url: '/auth/email-confirmation',
    access: 'session',
    summary: 'Envia outra vez o e-mail que confirma o endereço; 409 quando já está confirmado ou a instalação não envia e-mails',
    reply: Done,
  },
  complete: {
    method: 'PUT',
    url: '/auth/email-confirmation',
    access: 'session',
    summary: 'Confirma o endereço da própria conta com o token do e-mail, uma vez só',
    body: z.object({ token: z.string({ error: texts.confirmationOver }).max(200, { error: texts.confirmationOver }) }),
    reply: z.object({ email: z.string() }),
  },
} as const satisfies Record<string, Endpoint>
