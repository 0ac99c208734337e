import { authApi } from '@rodada/contract/auth'
import { invitationPage } from '@rodada/contract/board-settings'
import { landsOnAdminDashboard, type User } from '@rodada/contract/people'
import { t } from '../../i18n/index.ts'
import { storeAvatar, storeUser } from '../../lib/account.ts'
import { call } from '../../lib/call.ts'
import { clearDrafts, dropOthersDrafts } from '../../lib/drafts.ts'
import { forgetPath } from '../../lib/return-to.ts'
import { forgetRoom } from '../../lib/seated-room.ts'
import { sessionChanged } from '../../lib/session.ts'
import { forgetSessionEnd } from '../../lib/session-end.ts'
import { clearSession, write } from '../../lib/storage.ts'
import { forgetPush } from '../../lib/web-push.ts'

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

/** Where a login leads: the avatar screen when a room waits, else back to where the session had ended, else the dashboard of the role. */
export function afterLogin(role: string, roomId: string | undefined, remembered: string | null): string {
  if (roomId) return `/avatar?roomId=${encodeURIComponent(roomId)}`
  if (remembered) return remembered
  return landsOnAdminDashboard(role) ? '/admin-dashboard' : '/dashboard'
}

/** Where a registration leads: the room that waits, else the invitation to a board that led here, else the dashboard. */
export function afterRegistration(roomId: string | undefined, remembered: string | null): string {
  if (roomId) return `/votacao/${encodeURIComponent(roomId)}`
  return remembered?.startsWith(invitationPage) ? remembered : '/dashboard'
}

/** Ends the session here and on the server; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  // The request takes the token with it before it is cleared; its answer changes nothing for the person.
  const told = call(authApi.logout).catch(() => undefined)
  clearSession()
  forgetRoom()
  forgetSessionEnd()
  forgetPath()
  clearDrafts()
  sessionChanged()
  // What the account is told is no business of whoever uses this browser next.
  const forgotten = forgetPush().catch(() => undefined)
  await Promise.all([told, forgotten])
}
