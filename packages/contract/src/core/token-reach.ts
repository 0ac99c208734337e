/** What a program may do with a personal token: look, or also change. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/**
 * What a call reaches, as far as tokens are concerned. 'board': only what lies on boards that the person sees, so that a token with a list of
 * boards may make it too, and finds those alone. 'account': something else of the person, for tokens of all boards. 'never': no token makes it.
 */
export type TokenReach = 'board' | 'account' | 'never'

/** What is needed to know whether a token may make a call. `boardIds` null: all boards of its owner, also later ones. */
export type TokenRights = { scope: TokenScope; boardIds: readonly number[] | null }

/** What of a declared call, or event, decides on tokens. */
type Call = {
  access: 'open' | 'session' | 'admin'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  token?: TokenReach
  reads?: true
}
type Event = { token?: TokenReach; reads?: true }

/** Calls about one thing that lies on a board: the server finds the board of the thing, and whether the caller sees it. */
const onBoards = /^\/(boards\/:boardId|cards\/:cardId|sprints\/:sprintId|sprint-tasks|files\/:fileId|estimations\/:estimationId)(\/|$)/
/** Who one is, how one proves it, and the installation. */
const closed = /^\/(auth|admin|tokens)(\/|$)/

/** What a call reaches: as it is declared, or as its address says; undefined when neither says, and then no token makes it. */
export function tokenReach({ access, url, token }: Omit<Call, 'method' | 'reads'>): TokenReach | undefined {
  if (access === 'admin') return 'never'
  if (token) return token
  if (closed.test(url)) return 'never'
  return onBoards.test(url) ? 'board' : undefined
}

/** What a call asks of a token's scope: whatever is no GET changes something, unless it is declared that it does not. */
export const tokenScope = ({ method, reads }: Pick<Call, 'method' | 'reads'>): TokenScope => (method === 'GET' || reads ? 'read' : 'write')

const allows = ({ scope, boardIds }: TokenRights, needed: TokenScope, reach: TokenReach | undefined): boolean => {
  if (needed === 'write' && scope === 'read') return false
  return reach === 'board' || (reach === 'account' && boardIds === null)
}

/** Whether a token may make a call at all; on which boards, the server's queries say. */
export const tokenMayCall = (rights: TokenRights, call: Call): boolean => allows(rights, tokenScope(call), tokenReach(call))

/** As `tokenMayCall`, for an event of the socket. */
export const tokenMaySend = (rights: TokenRights, { token, reads }: Event): boolean => allows(rights, reads ? 'read' : 'write', token)
