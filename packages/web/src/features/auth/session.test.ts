import type { User } from '@rodada/contract/auth/people'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { checkRegistration } from './checks.ts'
import { afterLogin, afterRegistration, readLogin, readRegistration, signOut, storeSession } from './session.ts'

beforeEach(async () => {
  localStorage.clear()
  await loadTexts('auth')
})
afterEach(() => vi.restoreAllMocks())

const user: User = {
  id: 2,
  name: 'Ana Luísa',
  email: 'ana@aroeira.com.br',
  role: 'manager',
  avatar_url: 'sol',
  created_at: '2025-01-01T00:00:00.000Z',
  last_login: null,
  boards_count: 0,
  is_active: true,
  session_timeout: 60,
  language: 'pt-BR',
}

test('a login leads to the room that waits, by the avatar while there is none, back to where it was, or to the dashboard of the role', () => {
  const who = (role: User['role'], avatar_url: string | null = null) => ({ role, avatar_url })
  expect(afterLogin(who('admin'), 'K7M2QX', '/sprints')).toBe('/avatar?roomId=K7M2QX')
  expect(afterLogin(who('admin', 'vela'), 'K7M2QX', '/sprints')).toBe('/votacao/K7M2QX')
  expect(afterLogin(who('collaborator', 'vela'), undefined, '/sprints')).toBe('/sprints')
  for (const role of ['admin', 'manager'] as const) expect(afterLogin(who(role), undefined, null), role).toBe('/admin-dashboard')
  for (const role of ['collaborator', 'member', 'guest'] as const) expect(afterLogin(who(role), undefined, null), role).toBe('/dashboard')
})

test('a registration leads to its room, to the invitation it began with, or to the dashboard', () => {
  expect(afterRegistration('K7M2QX', null)).toBe('/votacao/K7M2QX')
  expect(afterRegistration(undefined, null)).toBe('/dashboard')
  expect(afterRegistration(undefined, '/convite#abc')).toBe('/convite#abc')
  expect(afterRegistration(undefined, '/sprints')).toBe('/dashboard')
})

test.each([
  [null, 'Resposta inválida da API'],
  ['ok', 'Resposta inválida da API'],
  [{ user }, 'Token não encontrado na resposta'],
  [{ token: 'x' }, 'Dados do usuário não encontrados'],
])('a login reply of %j is refused in the words of the catalogue', (reply, text) => {
  expect(() => readLogin(reply)).toThrow(text)
  expect(() => readRegistration(reply)).toThrow('Dados de resposta inválidos')
})

test('a session is stored under the keys of the specification', () => {
  storeSession({ token: 'tok', user })
  expect({ ...localStorage }).toMatchObject({ authToken: 'tok', userName: 'Ana Luísa', userRole: 'manager', userAvatar: 'sol' })
  expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual({
    id: 2,
    name: 'Ana Luísa',
    email: 'ana@aroeira.com.br',
    avatar: 'sol',
  })
})

test('a browser that keeps nothing says so, and nothing is left half stored', () => {
  const real = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
    if (key === 'userData') throw new DOMException('full', 'QuotaExceededError')
    real.call(this, key, value)
  })
  expect(() => storeSession({ token: 'tok', user })).toThrow('Falha ao salvar dados no localStorage')
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('a registration is checked in the order of the specification', () => {
  const draft = { name: '', email: '', password: '', confirmation: '', role: 'collaborator' as const }
  expect(checkRegistration(draft)).toEqual({
    name: 'Por favor, digite seu nome completo!',
    email: 'Por favor, digite seu e-mail!',
    password: 'Por favor, digite sua senha!',
  })
  const ana = { ...draft, name: 'Ana', email: 'ana@aroeira.com.br' }
  expect(checkRegistration({ ...ana, password: '123', confirmation: '1234' })).toEqual({ confirmation: 'As senhas não coincidem!' })
  expect(checkRegistration({ ...ana, password: '123', confirmation: '123' })).toEqual({
    password: 'A senha deve ter pelo menos 6 caracteres!',
  })
  expect(checkRegistration({ ...ana, password: '123456', confirmation: '123456' })).toEqual({})
})

test('signing out leaves nothing that would make the next person moderator or give them a seat', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')))
  for (const key of ['authToken', 'userData', 'currentRoom', 'rodada.room', 'rodada.seatTokens', 'rodada.hostTokens'])
    localStorage.setItem(key, '{}')
  localStorage.setItem('rodada.theme', 'dark')
  await signOut()
  expect(Object.keys(localStorage)).toEqual(['rodada.theme'])
  vi.unstubAllGlobals()
})
