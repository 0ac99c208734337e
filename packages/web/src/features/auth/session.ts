import { authApi } from '@rodada/contract/auth/auth'
import { landsOnAdminDashboard, type User } from '@rodada/contract/auth/people'
import { invitationPage } from '@rodada/contract/boards/settings'
import { t } from '../../i18n/index.ts'
import { storeAvatar, storeUser } from '../../lib/call/account.ts'
import { call } from '../../lib/call/call.ts'
import { sessionChanged } from '../../lib/call/session.ts'
import { forgetSessionEnd, noteSignedOut } from '../../lib/call/session-end.ts'
import { clearDrafts, dropOthersDrafts } from '../../lib/device/drafts.ts'
import { clearSession, write } from '../../lib/device/storage.ts'
import { forgetPush } from '../../lib/device/web-push.ts'
import { forgetPath } from '../../lib/return-to.ts'
import { forgetRoom } from '../../lib/seated-room.ts'

type Session = { token: string; user: User }
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads a login's reply. @throws Error with the catalogue's text for what is missing. */
export function readLogin(reply: unknown): Session {
  if (!isRecord(reply)) throw new Error(t('auth:errors.badReply'))
  if (typeof reply.token !== 'string' || reply.token === '') throw new Error(t('auth:errors.noToken'))
  if (!isRecord(reply.user)) throw new Error(t('auth:errors.noUser'))
  return reply as Session
}

/** Reads a registration's reply. @throws Error with the catalogue's text. */
export function readRegistration(reply: unknown): Session {
  if (!isRecord(reply) || typeof reply.token !== 'string' || reply.token === '' || !isRecord(reply.user)) {
    throw new Error(t('auth:errors.badRegisterReply'))
  }
  return reply as Session
}

/** Stores who signed in, under the keys of the specification. @throws Error when the browser refuses to keep it; nothing is left half stored. */
export function storeSession({ token, user }: Session): void {
  const stored =
    write('authToken', token) &&
    write('userName', user.name) &&
    write('userRole', user.role) &&
    write('rodada.lastCall', String(Date.now())) &&
    storeUser(user) &&
    storeAvatar(user)
  if (!stored) {
    clearSession()
    throw new Error(t('auth:errors.storage'))
  }
  forgetSessionEnd()
  dropOthersDrafts()
  sessionChanged()
}

/** Where a login leads: to the table that waits, once there is an avatar; else back to where the session had ended, else the dashboard of the role. */
export function afterLogin(
  { role, avatar_url }: Pick<User, 'role' | 'avatar_url'>,
  roomId: string | undefined,
  remembered: string | null,
): string {
  if (roomId) return avatar_url === null ? `/avatar?roomId=${encodeURIComponent(roomId)}` : `/votacao/${encodeURIComponent(roomId)}`
  if (remembered) return remembered
  return landsOnAdminDashboard(role) ? '/admin-dashboard' : '/dashboard'
}

/** Where a registration leads: the room that waits, else the invitation to a board that led here, else the dashboard. */
export function afterRegistration(roomId: string | undefined, remembered: string | null): string {
  if (roomId) return `/votacao/${encodeURIComponent(roomId)}`
  return remembered?.startsWith(invitationPage) ? remembered : '/dashboard'
}

/**
 * Ends the session here and on the server; here even when the server cannot be reached.
 * @returns where the session with the company's provider ends, too
 */
export async function signOut(): Promise<string | undefined> {
  // The request takes the token with it before it is cleared; its answer changes nothing for the person.
  const told = call(authApi.logout).catch(() => undefined)
  clearSession()
  forgetRoom()
  noteSignedOut()
  forgetPath()
  clearDrafts()
  sessionChanged()
  // The next person at this browser must not get this account's notifications.
  const forgotten = forgetPush().catch(() => undefined)
  const [answer] = await Promise.all([told, forgotten])
  return answer?.provider_url
}
