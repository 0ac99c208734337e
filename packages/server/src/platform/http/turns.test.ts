import type { AddressInfo } from 'node:net'
import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createCallTurns } from '../limits/call-turns.ts'
import { createPersonTurns } from '../limits/person-turns.ts'
import { createRateLimits } from '../limits/rate-limits.ts'
import { bindRoutes } from './http.ts'
import { createTurns } from './turns.ts'
import type { Viewer } from './viewer.ts'

/** A server whose calls end when the test says so, and whose tokens are an account and its network. */
async function open() {
  const http = Fastify()
  const people = createPersonTurns(createRateLimits({ redis: undefined, prefix: 'test', factor: 1 }), 1)
  const turns = createTurns(people, { calls: createCallTurns(4, 60_000), own: createCallTurns(2, 60_000) })
  const authenticate = async (token = ''): Promise<Viewer> => {
    const [userId, address = ''] = token.split('@')
    const account = { role: 'member', token: null, sessionTimeout: 60, name: 'Ana', avatar: null, provenAt: null } as const
    return { ...account, userId: Number(userId), sessionId: Number(userId), timeZone: 'UTC', language: 'pt-BR', address }
  }
  const [arrived, left]: [string[], string[]] = [[], []]
  http.addHook('onRequest', async ({ url }) => void arrived.push(url))
  http.addHook('onRequestAbort', async ({ url }) => void left.push(url))
  const route = bindRoutes(http, authenticate, { turns })
  const begun: string[] = []
  const ends: (() => void)[] = []
  route(boardsApi.activity, async ({ viewer }) => {
    begun.push(viewer.address)
    await new Promise<void>((end) => ends.push(end))
    return []
  })
  route(authApi.logout, async () => ({}))
  route(accountApi.sessions, async ({ viewer }) => {
    begun.push(`own ${viewer.address}`)
    await new Promise<void>((end) => ends.push(end))
    return []
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api`
  const send = (token: string, path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.status)
  return { http, arrived, begun, left, ends, send, read: (token: string, init?: RequestInit) => send(token, '/boards/1/activity', init) }
}

test('however many accounts of one network call, another network and its own accounts are not kept waiting', async () => {
  const { http, begun, ends, send, read } = await open()
  const flood = Array.from({ length: 60 }, (_, i) => read(`${1 + (i % 10)}@flood`))
  await expect.poll(() => begun.length).toBe(2)
  const others = [read('20@home'), read('21@office')]
  await expect.poll(() => begun.length).toBe(4)
  expect(begun).toEqual(['flood', 'flood', 'home', 'office'])
  // An account that is flooded ends its sessions, before all that waits.
  expect(await send('1@flood', '/auth/logout', { method: 'POST' })).toBe(200)
  expect(begun).toHaveLength(4)
  for (let ended = 0; ended < 62; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect(new Set(await Promise.all([...flood, ...others]))).toEqual(new Set([200]))
  await http.close()
})

test('however many accounts of one network ask for their own, nobody waits for a board, and each for their own in turn', async () => {
  const { http, begun, ends, send, read } = await open()
  const own = (token: string) => send(token, accountApi.sessions.url)
  const flood = Array.from({ length: 40 }, (_, i) => own(`${1 + (i % 10)}@flood`))
  await expect.poll(() => begun.length).toBe(1)
  const others = [read('20@home'), own('20@home'), read('21@flood')]
  await expect.poll(() => begun.length).toBe(4)
  expect(begun.toSorted()).toEqual(['flood', 'home', 'own flood', 'own home'])
  for (let ended = 0; ended < 43; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect(new Set(await Promise.all([...flood, ...others]))).toEqual(new Set([200]))
  await http.close()
})

test('what somebody asked for and left before its turn is not worked on', async () => {
  const { http, arrived, begun, left, ends, read } = await open()
  const first = [read('1@home'), read('2@home')]
  await expect.poll(() => begun.length).toBe(2)
  const gone = new AbortController()
  const unread = read('3@home', { signal: gone.signal })
  await expect.poll(() => arrived.length).toBe(3)
  gone.abort()
  await expect(unread).rejects.toThrow()
  await expect.poll(() => left.length).toBe(1)
  const stayed = read('4@home')
  for (const end of ends.splice(0)) end()
  await expect.poll(() => begun.length).toBe(3)
  for (const end of ends.splice(0)) end()
  expect(await Promise.all([...first, stayed])).toEqual([200, 200, 200])
  expect(begun).toHaveLength(3)
  await http.close()
})
