import type { User } from '@rodada/contract/auth/people'
import { beforeEach, expect, test, vi } from 'vitest'
import { profileQuery } from '../lib/call/account.ts'
import { writeUserData } from '../lib/device/storage.ts'
import { takeRememberedPath } from '../lib/return-to.ts'
import { dashboardGuard, leaveWhenSignedIn, requireAdmin, requireRoomIdentity, requireSession } from './guards.ts'
import { queryClient } from './providers.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const at = (href: string) => ({ location: { href, pathname: href.split('?')[0] ?? href } })

/** Where a guard sends to, or null when it lets pass. */
async function sentTo(guard: () => unknown): Promise<{ to?: string; search?: unknown } | null> {
  try {
    await guard()
    return null
  } catch (thrown) {
    if (thrown instanceof Response && 'options' in thrown) return thrown.options as { to?: string; search?: unknown }
    throw thrown
  }
}

const signIn = (role: string) => {
  localStorage.setItem('authToken', 'x')
  queryClient.setQueryData(profileQuery.queryKey, { role } as User)
}

test('without a session every authenticated page sends to the login, and is remembered', async () => {
  expect(await sentTo(() => requireSession(at('/sprints?x=1')))).toMatchObject({ to: '/login' })
  expect(takeRememberedPath()).toBe('/sprints?x=1')
})

test('the dashboards are not remembered, since the role decides which one comes', async () => {
  expect(await sentTo(() => dashboardGuard(at('/dashboard')))).toMatchObject({ to: '/login' })
  expect(await sentTo(() => requireAdmin(at('/admin-dashboard')))).toMatchObject({ to: '/login' })
  expect(takeRememberedPath()).toBeNull()
})

test.each(['collaborator', 'manager', 'member', 'guest'])(
  'a %s stays on /dashboard and is sent there from the pages of admins',
  async (role) => {
    signIn(role)
    expect(await sentTo(() => dashboardGuard(at('/dashboard')))).toBeNull()
    expect(await sentTo(() => requireAdmin(at('/admin-dashboard')))).toMatchObject({ to: '/dashboard' })
  },
)

test('an admin is sent from /dashboard to the admin dashboard, and stays there', async () => {
  signIn('admin')
  expect(await sentTo(() => dashboardGuard(at('/dashboard')))).toMatchObject({ to: '/admin-dashboard' })
  expect(await sentTo(() => requireAdmin(at('/admin-dashboard')))).toBeNull()
})

test('on the way to the admin dashboard the view that the address asks for is kept', async () => {
  signIn('admin')
  const search = { ver: 'lista', q: 'café' } as const
  expect(await sentTo(() => dashboardGuard({ ...at('/dashboard'), search }))).toMatchObject({ to: '/admin-dashboard', search })
})

test('an invitation is remembered over the login', async () => {
  expect(await sentTo(() => requireSession(at('/convite#abc-_1')))).toMatchObject({ to: '/login' })
  expect(takeRememberedPath()).toBe('/convite#abc-_1')
})

test('a stored role grants nothing: the server is asked', async () => {
  localStorage.setItem('authToken', 'x')
  localStorage.setItem('userRole', 'admin')
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ id: 2, name: 'Bia', email: 'b@a.br', role: 'collaborator', session_timeout: 30 })),
  )
  expect(await sentTo(() => requireAdmin(at('/admin/members')))).toMatchObject({ to: '/dashboard' })
})

test('the room asks for stored user data', async () => {
  const enter = () => sentTo(() => requireRoomIdentity({ params: { roomId: 'K7M2QX' } }))
  expect(await enter()).toMatchObject({ to: '/', search: { sala: 'K7M2QX' } })
  localStorage.setItem('currentRoom', 'R4TW9B')
  expect(await enter()).toMatchObject({ to: '/login', search: { roomId: 'R4TW9B' } })
  localStorage.setItem('userName', 'Bia')
  localStorage.setItem('userRole', 'guest')
  expect(await enter()).toBeNull()
})

test('/login sends a signed-in person on', async () => {
  expect(await sentTo(() => leaveWhenSignedIn({ search: {} }))).toBeNull()
  signIn('collaborator')
  expect(await sentTo(() => leaveWhenSignedIn({ search: {} }))).toMatchObject({ to: '/dashboard' })
  expect(await sentTo(() => leaveWhenSignedIn({ search: { roomId: 'K7M2QX' } }))).toMatchObject({
    to: '/avatar',
    search: { roomId: 'K7M2QX' },
  })
  writeUserData({ id: 1, name: 'Ana', email: 'ana@aroeira.com.br', avatar: 'vela' })
  expect(await sentTo(() => leaveWhenSignedIn({ search: { roomId: 'K7M2QX' } }))).toMatchObject({
    to: '/votacao/$roomId',
    params: { roomId: 'K7M2QX' },
  })
})
