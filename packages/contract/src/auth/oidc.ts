import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Instant } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'
import { User } from './people.ts'
import { currentPassword } from './person-fields.ts'

const OwnPath = z.string().max(500).optional()

/**
 * Sign-in by the provider of the company (OpenID Connect). It begins and ends as pages, not as calls: `oidcStartPath` of oidc-pages.ts, and the login page with a
 * code that `session` takes, once, within a minute and only in the browser that made the way. `GET /system` says whether there is a provider.
 */
export const oidcApi = {
  session: {
    method: 'POST',
    url: '/auth/oidc/session',
    access: 'open',
    summary:
      'Abre a sessão de quem voltou do provedor da empresa, com o código que veio na página; com verificação em duas etapas, 403 two_factor',
    body: z.object({ code: z.string({ error: texts.oidcOver }).max(100, { error: texts.oidcOver }) }),
    reply: z.object({ token: z.string(), user: User }),
  },
  status: {
    method: 'GET',
    url: '/auth/oidc/link',
    access: 'session',
    summary: 'A ligação da própria conta com a pessoa que o provedor da empresa conhece',
    /** `has_password` false: the account is opened by the provider alone. `proven`: a call that asks for the password takes the proof instead. */
    reply: z.object({
      link: z.object({ email: z.string(), linked_at: Instant, last_used_at: Instant.nullable() }).nullable(),
      has_password: z.boolean(),
      proven: z.boolean(),
    }),
  },
  link: {
    method: 'POST',
    url: '/auth/oidc/link',
    access: 'session',
    summary: 'Começa a ligar a própria conta: o endereço do provedor, para abrir neste navegador; pede a senha',
    body: z.object({ current_password: currentPassword }),
    reply: z.object({ url: z.string() }),
  },
  prove: {
    method: 'POST',
    url: '/auth/oidc/proof',
    access: 'session',
    summary: 'Começa a confirmar pelo provedor que é a própria pessoa, para contas sem senha; `voltar` é um caminho daqui',
    body: z.object({ voltar: OwnPath }),
    reply: z.object({ url: z.string() }),
  },
  unlink: {
    method: 'POST',
    url: '/auth/oidc/unlink',
    access: 'session',
    summary: 'Desfaz a ligação e encerra as outras sessões que ela abriu; pede a senha; 409 quando é o único jeito de entrar',
    body: z.object({ current_password: currentPassword }),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
