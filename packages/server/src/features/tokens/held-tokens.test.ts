import { authApi } from '@rodada/contract/auth/auth'
import { tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { makeToken } from '../../../test/tokens.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

const get = async (token: string, boardId: number) => (await server.call(boardsApi.get, { token, params: { boardId } })).status

describe('an administrator', () => {
  test('gives a program no more than a member has: boards of others stay closed, also in rooms and by sockets', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const { token } = await makeToken(server, admin)
    expect([await get(admin.token, board.id), await get(token, board.id)]).toEqual([200, 404])
    const socket = await new LiveClient(server.url(), token).ready()
    expect(await socket.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
    socket.leave()
    expect((await server.call(adminApi.users, { token })).status).toBe(403)
    ok(await server.call(boardsApi.remove, { token: person.token, params: { boardId: board.id } }))
    expect((await server.call(boardsApi.restore, { token, params: { boardId: board.id } })).status).toBe(404)
  })
})

describe('what a program did', () => {
  test('is told as its own in the activity of the board and of the card, and in the audit log', async () => {
    const person = await register(server, { name: 'Ana Programa' })
    const board = await makeBoard(server, person)
    const { token } = await makeToken(server, person, { name: 'Assistente da Ana' })
    const card = await makeCard(server, { token }, board, 'Feito pelo programa')
    ok(await server.call(cardsApi.update, { token: person.token, params: { cardId: card.id }, body: { title: 'Feito à mão' } }))
    ok(await server.call(boardsApi.addList, { token, params: { boardId: board.id }, body: { title: 'Lista do programa' } }))
    const ofCard = ok(await server.call(cardsApi.activity, { token: person.token, params: { cardId: card.id } }))
    expect(ofCard.map(({ kind, user, by_program }) => [kind, user?.name, by_program])).toEqual([
      ['card.updated', 'Ana Programa', false],
      ['card.created', 'Ana Programa', true],
    ])
    const [latest] = ok(await server.call(boardsApi.activity, { token: person.token, params: { boardId: board.id } }))
    expect([latest?.kind, latest?.by_program]).toEqual(['list.created', true])
    expect(JSON.stringify(ofCard)).not.toContain('Assistente da Ana')
    ok(await server.call(boardsApi.remove, { token, params: { boardId: board.id } }))
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'board.deleted' } }))
    expect(entries[0]?.details).toMatchObject({ board: board.id, program: 'Assistente da Ana' })
  })
})

describe('somebody who holds a token', () => {
  test('gets no further by the address, the method, a header, a cookie or the query', async () => {
    const person = await register(server)
    const [board, other] = [await makeBoard(server, person), await makeBoard(server, person)]
    const { token } = await makeToken(server, person, { scope: 'read', board_ids: [board.id] })
    const headers = { authorization: `Bearer ${token}` }
    const asJson = { ...headers, 'content-type': 'application/json' }
    const status = async (path: string, init: RequestInit = {}) => (await server.raw(path, { headers, ...init })).status
    expect(await status(`/api/boards/${board.id}`)).toBe(200)
    const elsewhere = [
      `/api/boards/${other.id}`,
      `/api/boards/${other.id}/`,
      `/api/boards/${board.id}%2F..%2F${other.id}`,
      `/api/boards/${board.id}/../${other.id}`,
      `/api//boards/${other.id}`,
      `/api/boards/0${other.id}`,
      `/api/boards/%20${other.id}`,
      `/api/boards/${other.id}.0`,
      `/api/boards/${board.id}/lists/${other.lists[0]?.id}/cards`,
      `/api/sprints/board/${other.id}/velocity`,
      `/api/sprints/board/${other.id}`,
    ]
    for (const path of elsewhere) expect([path, await status(path)]).toEqual([path, 404])
    expect(await status(`/api/boards/${other.id}`, { method: 'HEAD' })).toBe(404)
    const writes = [
      [`/api/boards/${board.id}`, 'DELETE'],
      [`/api/boards/${board.id}/lists`, 'POST'],
      [`/api/boards/${board.id}`, 'PUT'],
      ['/api/tokens', 'POST'],
      ['/api/auth/password', 'PUT'],
      ['/api/sprint-tasks', 'POST'],
      ['/api/sprints/tasks', 'POST'],
    ] as const
    for (const [path, method] of writes)
      expect([path, method, await status(path, { method, headers: asJson, body: '{"name":' })]).toEqual([path, method, 403])
    for (const override of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      expect(await status(`/api/boards/${board.id}`, { headers: { ...headers, [override]: 'DELETE' } })).toBe(200)
    }
    expect(await get(person.token, board.id)).toBe(200)
    for (const method of ['OPTIONS', 'PATCH', 'TRACE'].slice(0, 2)) expect(await status(`/api/boards/${board.id}`, { method })).toBe(404)
    const nothing = { headers: {} }
    expect(await status(`/api/boards/${board.id}?token=${token}&access_token=${token}`, nothing)).toBe(401)
    expect(await status(`/api/boards/${board.id}`, { headers: { cookie: `authToken=${token}; token=${token}` } })).toBe(401)
    expect(await status(`/api/boards/${board.id}`, { headers: { authorization: `Basic ${btoa(`x:${token}`)}` } })).toBe(401)
    const session = { authorization: `Bearer ${token}, Bearer ${person.token}` }
    expect(await status(`/api/boards/${other.id}`, { headers: session })).toBe(401)
  })

  test('reads a file by an address of the token until it is revoked, and none of another board', async () => {
    const person = await register(server)
    const [board, other] = [await makeBoard(server, person), await makeBoard(server, person)]
    const upload = async (on: typeof board) => {
      const card = await makeCard(server, person, on)
      const query = { name: 'nota.txt' }
      return ok(
        await server.call(filesApi.upload, { token: person.token, params: { cardId: card.id }, query, body: Buffer.from('conteúdo') }),
      )
    }
    const [file, foreign] = [await upload(board), await upload(other)]
    const { id, token } = await makeToken(server, person, { scope: 'read', board_ids: [board.id] })
    const addresses = ok(await server.call(filesApi.addresses, { token, query: { ids: `${file.id},${foreign.id}` } }))
    expect(addresses.map((one) => one.id)).toEqual([file.id])
    const { url = '' } = addresses[0] ?? {}
    expect((await server.raw(url)).status).toBe(200)
    const moved = url.replace(`/files/${file.id}`, `/files/${foreign.id}`)
    expect((await server.raw(moved)).status).toBe(401)
    // A session with the same number is another holder.
    expect((await server.raw(url.replace('key=t', 'key='))).status).toBe(401)
    expect((await server.raw(`/api/files/${foreign.id}`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
    ok(await server.call(tokensApi.revoke, { token: person.token, params: { tokenId: id } }))
    expect((await server.raw(url)).status).toBe(401)
  })

  test('spends nothing of what its owner may do in a minute', async () => {
    const strict = await startServer({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const person = await register(strict)
      const board = await makeBoard(strict, person)
      const card = await makeCard(strict, person, board)
      const [{ token }, second] = [await makeToken(strict, person), await makeToken(strict, person)]
      const comment = async (as: string) =>
        (await strict.call(commentsApi.add, { token: as, params: { cardId: card.id }, body: { content: 'Pronto' } })).status
      for (let written = 0; written < 30; written += 1) expect(await comment(token)).toBe(200)
      expect([await comment(token), await comment(second.token), await comment(person.token)]).toEqual([429, 429, 200])
    } finally {
      await strict.stop()
    }
  })

  test('keeps who it is when a call asks who that is', async () => {
    const person = await register(server)
    const { token } = await makeToken(server, person, { scope: 'read' })
    expect(ok(await server.call(authApi.profile, { token })).id).toBe(person.user.id)
    expect((await server.call(tokensApi.list, { token })).status).toBe(403)
  })
})
