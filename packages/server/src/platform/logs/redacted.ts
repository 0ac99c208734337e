const hidden = '[removido]'

/** Names whose values are secret, in JSON or before an equals sign in an address. */
const names =
  'password|passwd|senha|token|secret|authorization|cookie|api_?key|access_token|current_password|new_password|id_token|id_token_hint|logout_token|client_secret|code_verifier'

const patterns: [RegExp, string][] = [
  // "password":"…", also when the JSON is itself a text within JSON
  [new RegExp(`(\\\\?"(?:${names})\\\\?"\\s*:\\s*\\\\?")(?:[^"\\\\]|\\\\[^"])+`, 'gi'), `$1${hidden}`],
  [new RegExp(`([?&](?:${names})=)[^&\\s"\\\\]+`, 'gi'), `$1${hidden}`],
  // A personal token, wherever it stands.
  [/\brdd_[0-9A-Za-z]{20,}/g, hidden],
  [/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, `$1${hidden}`],
  // postgres://user:password@host, and the like for Redis and mail
  [/(\b[a-z][\w+.-]{1,20}:\/\/[^\s:/@"]{0,200}:)[^\s@/"]{1,500}@/gi, `$1${hidden}@`],
  // Paths that carry a secret: invitations, resets, calendars, public links.
  [/(\/(?:convite|redefinir-senha|invitations|calendar|public|publico)\/)[\w-]{20,}/g, `$1${hidden}`],
]

/** A line of the log without secrets: an error's text may quote an address with its password. */
export const redacted = (line: string): string =>
  patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
