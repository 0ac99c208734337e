// Free of schemas: the first load of the web reads it.

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
