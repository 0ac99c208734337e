import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Instant } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'
import { User } from './people.ts'
import { currentPassword } from './person-fields.ts'

/** Where a browser begins: it is sent to the provider, and afterwards to `voltar`, a path of this origin. */
export const oidcStartPath = '/api/auth/oidc'
/** Where the provider sends it back to; the provider has to know this address. */
export const oidcCallbackPath = '/api/auth/oidc/callback'
/** Where the provider tells, from server to server, that a session of its own ended. */
export const oidcLogoutPath = '/api/auth/oidc/logout'
/** Where the provider sends people who left; it has to know this address, too. `senha` keeps the page from sending them there again. */
export const oidcLeftPath = '/login?senha'
/** Behind # on the login page: the code that takes the session. What stands there reaches no server and no log. */
export const oidcCodeMark = '#empresa='
/** On the login page and in the settings: what became of the way there and back. */
export const oidcSearch = 'empresa'
/** Where somebody who links their account, or proves that it is them, comes back to. */
export const oidcSettingsPage = '/settings?aba=seguranca'

/**
 * What became of a return that opens no session. 'linked' and 'proven' are what was asked for. 'expired': the way back was taken too late, twice,
 * or in another browser. 'invalid': what came back is not what the provider says to people that it knows. 'email_taken': an account here has the
 * address. 'identity_taken': another account is linked to that person. 'somebody_else': the provider proved another person.
 */
export const oidcOutcomes = [
  'linked',
  'proven',
  'denied',
  'expired',
  'invalid',
  'unreachable',
  'no_email',
  'email_taken',
  'sign_up',
  'deactivated',
  'identity_taken',
  'somebody_else',
] as const
export type OidcOutcome = (typeof oidcOutcomes)[number]

/** For so long a person who came back from the provider counts as having proven themselves, in minutes. */
export const oidcProofMinutes = 10

const OwnPath = z.string().max(500).optional()

/**
 * Sign-in by the provider of the company (OpenID Connect). It begins and ends as pages, not as calls: `oidcStartPath`, and the login page with a
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
