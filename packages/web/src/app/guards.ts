import { oidcCodeMark } from '@rodada/contract/auth/oidc-pages'
import { redirect } from '@tanstack/react-router'
import type { DashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { followLanguage } from '../i18n/index.ts'
import { askEarly } from '../lib/call/early-answer.ts'
import { read, readRoomIdentity, readUserData } from '../lib/device/storage.ts'
import { rememberPath } from '../lib/return-to.ts'
import { queryClient } from './providers.tsx'

type Where = { location: { href: string; pathname: string } }

/** Pages a login leads to anyway: remembering them would only override the redirect by role. */
const landings = ['/dashboard', '/admin-dashboard', '/avatar']

/** Sends a person without a session to /login, and back here afterwards. */
export function requireSession({ location }: Where): void {
  if (read('authToken')) return
  if (!landings.includes(location.pathname)) rememberPath(location.href)
  throw redirect({ to: '/login' })
}

/**
 * As `requireSession`, and asks for what the page shows at once, while the code of its screen is on its way. Not for a link that
 * is only pointed at, and not again when something is opened within the page.
 */
export const requireWith =
  (param: string, ...urls: string[]) =>
  ({ cause, params, ...where }: Where & { cause: 'enter' | 'stay' | 'preload'; params: Record<string, string> }): void => {
    requireSession(where)
    if (cause === 'enter') askEarly(urls, { [param]: Number(params[param]) })
  }

/** The role as the server knows it now. Stored copies may be old: roles change without a new login. */
async function currentRole(): Promise<string> {
  const { profileQuery } = await import('../lib/call/account.ts')
  const { role } = await queryClient.ensureQueryData(profileQuery)
  // Signed in elsewhere, this browser hears only now what the account reads.
  await followLanguage()
  return role
}

/** Sends others than admins to /dashboard. */
export async function requireAdmin(where: Where): Promise<void> {
  requireSession(where)
  if ((await currentRole()) !== 'admin') throw redirect({ to: '/dashboard' })
}

/**
 * /dashboard sends admins on to theirs. Managers, who also land on /admin-dashboard after login, are sent here by
 * `requireAdmin` and stay: both guards ask the same cached profile, so they can never send anybody back and forth.
 */
export async function dashboardGuard(where: Where & { search?: DashboardSearch }): Promise<void> {
  requireSession(where)
  const role = await currentRole().catch(() => null)
  if (role === 'admin') throw redirect({ to: '/admin-dashboard', search: where.search ?? {} })
  // A 401 has cleared the session meanwhile.
  requireSession(where)
}

/** The voting room asks for stored user data; without it, the login of the current room, or the landing page with this room's id filled in. */
export function requireRoomIdentity({ params }: { params: { roomId: string } }): void {
  if (readRoomIdentity()) return
  const roomId = read('currentRoom')
  if (roomId) throw redirect({ to: '/login', search: { roomId } })
  throw redirect({ to: '/', search: { sala: params.roomId } })
}

/** /login has nothing to offer to a signed-in person: with an avatar they sit down at the table that waits, without one they choose it. */
export function leaveWhenSignedIn({ search }: { search: { roomId?: string } }): void {
  // Who comes back from the company signs in anew, whatever session this browser had.
  if (!read('authToken') || location.hash.startsWith(oidcCodeMark)) return
  if (!search.roomId) throw redirect({ to: '/dashboard' })
  if (!readUserData()?.avatar) throw redirect({ to: '/avatar', search: { roomId: search.roomId } })
  throw redirect({ to: '/votacao/$roomId', params: { roomId: search.roomId } })
}
