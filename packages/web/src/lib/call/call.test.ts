import { authApi } from '@rodada/contract/auth/auth'
import { roomsApi } from '@rodada/contract/rooms/rooms'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, call, setUnauthorizedHandler } from './call.ts'
import { forgetSessionEnd, hasSessionEnded } from './session-end.ts'

const fetched = vi.fn<typeof fetch>()
const leave = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setUnauthorizedHandler(leave)
  localStorage.clear()
  forgetSessionEnd()
  history.replaceState(null, '', '/sprints')
})
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const answer = (status: number, body: string | object, statusText = '') =>
  fetched.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText }))

const problem = async (): Promise<CallError> => {
  const reason: unknown = await call(roomsApi.active).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(reason instanceof CallError)) throw new Error('expected a CallError')
  return reason
}

test('a call fills the path, sends the session and returns the reply', async () => {
  localStorage.setItem('authToken', 'abc')
  answer(200, { roomId: 'K7M2QX', roomName: 'Nova Sala', participants: 2 })
  const invitation = await call(roomsApi.invitation, { params: { roomId: 'K7/M2' } })
  expect(invitation.participants).toBe(2)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/rooms/K7%2FM2/invitation')
  expect(init).toMatchObject({ method: 'GET', headers: { Authorization: 'Bearer abc' } })
  expect(Number(localStorage.getItem('rodada.lastCall'))).toBeGreaterThan(0)
})

test('a session lasts from when its call was sent, however late the answer comes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-22T12:00:00Z')
  localStorage.setItem('authToken', 'abc')
  fetched.mockImplementationOnce(async () => {
    vi.setSystemTime('2026-11-22T14:00:00Z')
    return new Response('{}', { status: 200 })
  })
  await call(roomsApi.invitation, { params: { roomId: 'K7M2QX' } })
  vi.useRealTimers()
  expect(localStorage.getItem('rodada.lastCall')).toBe(String(Date.parse('2026-11-22T12:00:00Z')))
})

test('a body goes as JSON, and without a session no header claims one', async () => {
  answer(200, {})
  await call(authApi.login, { body: { email: 'ana@aroeira.com.br', password: 'umasenha' } })
  const [, init] = fetched.mock.calls[0] ?? []
  expect(init?.body).toBe('{"email":"ana@aroeira.com.br","password":"umasenha"}')
  expect(init?.headers).not.toHaveProperty('Authorization')
})

test.each([
  ['the message of the body', 409, { message: 'Já existe.', error: 'conflict' }, 'Já existe.'],
  ['the error of the body when it has no message', 400, { error: 'Ruim' }, 'Ruim'],
  ['the text when the body is not JSON', 502, 'Bad gateway', 'Bad gateway'],
  ['the status line when there is nothing', 503, '', 'Erro 503: Fora'],
  ['the status line when the JSON says nothing', 500, {}, 'Erro 500: Fora'],
])('a refusal shows %s', async (_, status, body, text) => {
  answer(status, body, 'Fora')
  expect((await problem()).message).toBe(text)
})

test('the texts of problem fields come along', async () => {
  answer(400, { message: 'Confira os campos e tente de novo.', error: 'invalid', fields: { email: 'Incompleto.', age: 3 } })
  expect((await problem()).fields).toEqual({ email: 'Incompleto.' })
})

test('a late change comes back with the entity as it is now', async () => {
  answer(409, { message: 'Isso mudou.', error: 'conflict', current: { id: 7, version: 3 } })
  expect((await problem()).current).toEqual({ id: 7, version: 3 })
})

test('no reply at all is a network failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { message, id, status } = await problem()
  expect({ message, id, status }).toEqual({ message: 'Erro de conexão com o servidor. Verifique sua internet.', id: 'network', status: 0 })
})

test('anything else is an unknown error', async () => {
  fetched.mockRejectedValueOnce(new RangeError('?'))
  expect((await problem()).message).toBe('Erro inesperado na requisição')
  answer(200, '<html>')
  expect((await problem()).message).toBe('Erro inesperado na requisição')
})

test('a 401 clears who was signed in and the room, and leaves for the login', async () => {
  for (const key of ['authToken', 'userData', 'userName', 'userRole', 'userAvatar', 'currentRoom']) localStorage.setItem(key, 'x')
  localStorage.setItem('rodada.theme', 'dark')
  answer(401, '')
  expect((await problem()).message).toBe('Token expirado ou inválido')
  expect({ ...localStorage }).toEqual({ 'rodada.theme': 'dark' })
  expect(hasSessionEnded()).toBe(true)
  expect(leave).toHaveBeenCalledOnce()
})

test('a 401 for somebody who was never signed in is the end of no session', async () => {
  answer(401, '')
  await problem()
  expect(hasSessionEnded()).toBe(false)
})

test('a 401 on the login stays there, with the message as received', async () => {
  history.replaceState(null, '', '/login?roomId=K7M2QX')
  answer(401, { message: 'E-mail ou senha incorretos.', error: 'wrong_credentials' })
  expect((await problem()).message).toBe('E-mail ou senha incorretos.')
  expect(leave).not.toHaveBeenCalled()
})

test('the late 401 of an older session does not end a newer one', async () => {
  localStorage.setItem('authToken', 'old')
  fetched.mockImplementationOnce(async () => {
    localStorage.setItem('authToken', 'new')
    return new Response('', { status: 401 })
  })
  await problem()
  expect(localStorage.getItem('authToken')).toBe('new')
  expect(leave).not.toHaveBeenCalled()
})
