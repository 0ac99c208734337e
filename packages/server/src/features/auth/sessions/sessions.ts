import { Role } from '@rodada/contract/auth/people'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isStorageFull } from '../../../platform/http/errors.ts'
import type { Authenticate, Viewer } from '../../../platform/http/viewer.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { addSession, type ByCompany, deleteExpiredSessions, findSession, type SessionRow, touchSession } from '../queries.ts'
import { isToken } from '../tokens/token-view.ts'
import { authenticateToken } from '../tokens/tokens.ts'
import { languageOf } from '../view.ts'

/** A session's last use is written at most this often: sliding expiry must not turn every read into a write. */
const touchEveryMs = 30_000

/** Opens a session and returns its token, of which only a hash is stored. */
export async function openSession(db: Db, userId: number, device = '', by?: ByCompany): Promise<string> {
  const token = newSecret()
  await addSession(db, userId, hashSecret(token), device, by)
  return token
}

/** The check behind every request and every socket: known, not idle for too long, account active; or a token of a program. */
export const createAuthenticate =
  (db: Db): Authenticate =>
  async (token, { unattended, address }) => {
    if (!token || token.length > 100) return undefined
    if (isToken(token)) return authenticateToken(db, token, address)
    const session = await findSession(db, hashSecret(token))
    if (!session) return undefined
    const viewer = viewerOf(session, address)
    if (!viewer) return undefined
    const idleMs = Date.now() - Date.parse(session.last_used_at)
    if (idleMs > touchEveryMs && !unattended) {
      await touchSession(db, session.id, session.session_timeout).catch((error: unknown) => {
        // Reading goes on while the database takes no writes.
        if (!isStorageFull(error)) throw error
      })
    }
    return viewer
  }

/** Who a session belongs to; undefined when it was idle for too long. */
export function viewerOf(session: SessionRow, address: string): Viewer | undefined {
  if (Date.now() - Date.parse(session.last_used_at) > session.session_timeout * 60_000) return undefined
  return {
    userId: session.user_id,
    role: Role.parse(session.role),
    sessionId: session.id,
    provenAt: session.proven_at,
    token: null,
    sessionTimeout: session.session_timeout,
    name: session.name,
    avatar: session.avatar_url,
    timeZone: session.timezone,
    language: languageOf(session),
    address,
  }
}

/** Name of the Socket.IO room with the sockets of a session. */
export const sessionChannel = (sessionId: number): string => `session:${sessionId}`

/** Notifies and disconnects the sockets of ended sessions, on every process. */
export function endSockets({ io }: Pick<Deps, 'io'>, sessionIds: readonly number[]): void {
  for (const id of sessionIds) {
    io.to(sessionChannel(id)).emit('auth_error', { message: texts.authError })
    io.in(sessionChannel(id)).disconnectSockets(true)
  }
}

/** Job: ends expired sessions, with their sockets. Safe on any number of processes: each row is deleted once. */
export async function endExpiredSessions(deps: Deps): Promise<void> {
  endSockets(deps, await deleteExpiredSessions(deps.db))
}
