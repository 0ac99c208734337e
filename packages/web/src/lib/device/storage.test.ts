import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearSession,
  read,
  readRoomIdentity,
  readRoomToken,
  readUserData,
  remove,
  write,
  writeRoomToken,
  writeUserData,
} from './storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const ana = { id: 2, name: 'Ana', email: 'ana@aroeira.com.br', avatar: 'sol' }

test('user data comes back as stored, and damaged data counts as none', () => {
  expect(writeUserData(ana)).toBe(true)
  expect(readUserData()).toEqual(ana)
  for (const damaged of ['{', 'null', '[]', '"x"', '{"name":1,"email":2}']) {
    localStorage.setItem('userData', damaged)
    expect(readUserData(), damaged).toBeNull()
  }
})

test('blocked storage neither throws nor pretends', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  expect(read('authToken')).toBeNull()
  expect(write('authToken', 'x')).toBe(false)
  expect(() => remove('authToken')).not.toThrow()
  expect(readRoomIdentity()).toBeNull()
  expect(writeRoomToken('rodada.seatTokens', 'K7M2QX', 's')).toBe(false)
})

test('room secrets are kept per room without regard to case, and only for the last rooms', () => {
  writeRoomToken('rodada.seatTokens', 'k7m2qx', 'seat')
  expect(readRoomToken('rodada.seatTokens', 'K7M2QX')).toBe('seat')
  expect(readRoomToken('rodada.hostTokens', 'K7M2QX')).toBeNull()
  for (let room = 0; room < 60; room++) writeRoomToken('rodada.seatTokens', `R${room}`, 's')
  expect(readRoomToken('rodada.seatTokens', 'K7M2QX')).toBeNull()
  expect(Object.keys(JSON.parse(read('rodada.seatTokens') ?? '{}'))).toHaveLength(50)
  writeRoomToken('rodada.seatTokens', 'R59', null)
  expect(readRoomToken('rodada.seatTokens', 'R59')).toBeNull()
})

test('a room is entered by an account, or by a name with a role', () => {
  expect(readRoomIdentity()).toBeNull()
  write('userName', 'Bia')
  expect(readRoomIdentity(), 'a name alone is not enough').toBeNull()
  write('userRole', 'guest')
  expect(readRoomIdentity()).toEqual({ name: 'Bia', role: 'guest', avatar: null, account: false })
  writeUserData(ana)
  expect(readRoomIdentity()).toMatchObject({ name: 'Ana', avatar: 'sol', account: true })
})

test('the end of a session leaves the theme, and nothing that lets somebody act as the person who left', () => {
  write('authToken', 'x')
  write('rodada.theme', 'dark')
  write('github_integration', '{}')
  writeRoomToken('rodada.hostTokens', 'K7M2QX', 'h')
  writeRoomToken('rodada.seatTokens', 'K7M2QX', 's')
  clearSession()
  expect({ ...localStorage }).toEqual({ 'rodada.theme': 'dark' })
})

test('a guest who was never signed in keeps their seat', () => {
  write('userName', 'Bia')
  writeRoomToken('rodada.seatTokens', 'K7M2QX', 's')
  clearSession()
  expect(readRoomToken('rodada.seatTokens', 'K7M2QX')).toBe('s')
})
