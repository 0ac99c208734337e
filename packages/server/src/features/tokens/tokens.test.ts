import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { adminTokensApi, tokenDays, tokenPrefix, tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { labelNamesApi } from '@rodada/contract/boards/label-names'
import { newsApi } from '@rodada/contract/boards/news'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { relationsApi } from '@rodada/contract/cards/relations'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { limits } from '@rodada/contract/core/limits'
import { tokenReach } from '@rodada/contract/core/token-reach'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, profileStatus, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { makeSprint } from '../../../test/sprints.ts'
import { makeToken } from '../../../test/tokens.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { isToken, newToken } from '../auth/tokens/token-view.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

const list = async ({ token }: Pick<Account, 'token'>) => ok(await server.call(tokensApi.list, { token }))
const get = async (token: string, boardId: number) => (await server.call(boardsApi.get, { token, params: { boardId } })).status
/** What an ended connection was told, and why it closed. */
const ended = async (client: LiveClient | RoomClient) => {
  const socket = client.socket as { once: (name: string, listener: (value: unknown) => void) => void }
  const told = new Promise((resolve) => socket.once('auth_error', resolve))
  const closed = new Promise((resolve) => socket.once('disconnect', resolve))
  return [await told, await closed]
}
const gone = [{ message: texts.authError }, 'io server disconnect']

// SQLite has one writer, who holds up the question for the session, too.
test.runIf(process.env.TEST_DATABASE_URL)('a token that was asked for while its session ends is not made', async () => {
  const thief = await register(server)
  const { db } = server.app.deps
  const held = await db.startTransaction().execute()
  await held.selectFrom('users').select('id').where('id', '=', thief.user.id).forUpdate().execute()
  const asked = server.call(tokensApi.create, { token: thief.token, body: { name: 'Fica', scope: 'write', expires_in_days: 30 } })
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = Number(rows[0]?.n ?? 0)
  }
  await held.deleteFrom('sessions').where('user_id', '=', thief.user.id).execute()
  await held.commit().execute()
  expect((await asked).status).toBe(401)
})

describe('a token', () => {
  test('is told once, and the list knows all of it but the secret', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person, { title: 'Checkout' })
    const made = await makeToken(server, person, { name: '  Relatório de segunda ', scope: 'read', board_ids: [board.id, board.id] })
    expect(made.token).toMatch(/^rdd_[0-9A-Za-z]{38}$/)
    const [shown, ...others] = await list(person)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      id: made.id,
      name: 'Relatório de segunda',
      hint: made.token.slice(-4),
      scope: 'read',
      boards: [{ id: board.id, title: 'Checkout' }],
      last_used_at: null,
    })
    const days = (Date.parse(shown?.expires_at ?? '') - Date.parse(shown?.created_at ?? '')) / 86_400_000
    expect(Math.round(days)).toBe(tokenDays.usual)
    const { db } = server.app.deps
    const row = await db.selectFrom('personal_tokens').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(row.token_hash).toBe(hashSecret(made.token))
    expect(JSON.stringify(row)).not.toContain(made.token.slice(4, 30))
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(limits.tokenName + 1) }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ board_ids: [] }, 'board_ids'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 366 }, 'expires_in_days'],
    [{ expires_in_days: 1.5 }, 'expires_in_days'],
    [{ expires_in_days: null }, 'expires_in_days'],
    [{ board_ids: [2_000_000_000] }, 'board_ids'],
  ])('is refused with %j', async (change, field) => {
    const body = { name: 'Painel', scope: 'read', ...change }
    const answer = await server.call(tokensApi.create, { token: admin.token, body })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
  })

  test('is for no board that its owner does not see, also not for one that only the administration opens', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const other = await register(server)
    for (const { token } of [other, admin]) {
      const { status, body } = await server.call(tokensApi.create, { token, body: { name: 'x', scope: 'read', board_ids: [board.id] } })
      expect([status, body.message]).toEqual([400, texts.tokenBoardGone])
    }
  })

  test('is one of fifty at most', async () => {
    const person = await register(server)
    await makeToken(server, person)
    const { db } = server.app.deps
    const { id: _, ...row } = await db
      .selectFrom('personal_tokens')
      .selectAll()
      .where('user_id', '=', person.user.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: limits.tokensOfPerson - 1 }, (_, index) => ({ ...row, token_hash: `${person.user.id} ${index}` }))
    await db.insertInto('personal_tokens').values(rows).execute()
    const { status, body } = await server.call(tokensApi.create, { token: person.token, body: { name: 'x', scope: 'read' } })
    expect([status, body.message]).toEqual([409, texts.tooManyTokens])
  })

  test('has a check, so that a look-alike asks nothing of the database', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) {
      expect(isToken(token)).toBe(true)
      const swapped = token.endsWith('0') ? `${token.slice(0, -1)}1` : `${token.slice(0, -1)}0`
      expect(isToken(swapped)).toBe(false)
      expect(isToken(token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase())).toBe(false)
      expect(isToken(`${token} `) || isToken(`${token}\n`) || isToken(token.slice(tokenPrefix.length))).toBe(false)
    }
  })

  test('notes its last use, and not with each call', async () => {
    const person = await register(server)
    const { token, id } = await makeToken(server, person)
    await profileStatus(server, token)
    const [first] = await list(person)
    expect(first?.last_used_at).not.toBeNull()
    await profileStatus(server, token)
    expect((await list(person))[0]?.last_used_at).toBe(first?.last_used_at)
    const { db } = server.app.deps
    const before = '2026-01-01T00:00:00.000Z'
    await db.updateTable('personal_tokens').set({ last_used_at: before }).where('id', '=', id).execute()
    await profileStatus(server, token)
    expect((await list(person))[0]?.last_used_at).not.toBe(before)
  })
})

describe('a token ends', () => {
  test('when its owner revokes it, with its sockets on every process, and nobody else revokes it', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const [doomed, kept] = [await makeToken(server, person), await makeToken(server, person)]
    const sockets = await Promise.all(server.urls.map((url) => new LiveClient(url, doomed.token).ready()))
    await Promise.all(sockets.map((socket) => socket.watch(board.id)))
    const spared = await new LiveClient(server.url(), kept.token).ready()
    const params = { tokenId: doomed.id }
    expect((await server.call(tokensApi.revoke, { token: admin.token, params })).status).toBe(404)
    expect(await profileStatus(server, doomed.token)).toBe(200)
    const all = Promise.all(sockets.map(ended))
    ok(await server.call(tokensApi.revoke, { token: person.token, params }))
    expect(await all).toEqual(sockets.map(() => gone))
    for (const _ of server.urls)
      expect([await profileStatus(server, doomed.token), await profileStatus(server, kept.token)]).toEqual([401, 200])
    expect((await spared.watch(board.id)).count).toBe(0)
    spared.leave()
    expect((await server.call(tokensApi.revoke, { token: person.token, params })).status).toBe(404)
  })

  test('at its time, and its sockets with the next sweep', async () => {
    const person = await register(server)
    const { id, token } = await makeToken(server, person)
    const socket = await new LiveClient(server.app.url, token).ready()
    // The sweep comes by itself, too.
    const end = ended(socket)
    const { db } = server.app.deps
    await db
      .updateTable('personal_tokens')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await profileStatus(server, token)).toBe(401)
    await server.app.runJobs()
    expect(await end).toEqual(gone)
    // It is listed, so that its owner sees why the program stopped, and goes after thirty days.
    expect(await list(person)).toHaveLength(1)
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await db.updateTable('personal_tokens').set({ expires_at: long }).where('id', '=', id).execute()
    await server.app.runJobs()
    expect(await list(person)).toEqual([])
  })

  test('with its account, for good', async () => {
    const person = await register(server)
    const { token } = await makeToken(server, person)
    const socket = await new LiveClient(server.url(), token).ready()
    const change = (is_active: boolean) =>
      server.call(adminApi.updateUser, { token: admin.token, params: { userId: person.user.id }, body: { is_active } })
    const end = ended(socket)
    ok(await change(false))
    expect(await end).toEqual(gone)
    expect(await profileStatus(server, token)).toBe(401)
    ok(await change(true))
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('with a reset of the password', async () => {
    const person = await register(server)
    const { token } = await makeToken(server, person)
    const socket = await new LiveClient(server.url(), token).ready()
    const reset = `link-${person.user.id}`
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    await server.app.deps.db
      .insertInto('password_resets')
      .values({ token_hash: hashSecret(reset), user_id: person.user.id, expires_at })
      .execute()
    const end = ended(socket)
    const body = { token: reset, new_password: 'outra senha', confirmation: 'outra senha' }
    ok(await server.call(passwordResetApi.complete, { body }))
    expect(await end).toEqual(gone)
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('by an administrator, who sees the tokens of all page by page and none of their boards', async () => {
    const person = await register(server, { name: 'Caio Programa' })
    const board = await makeBoard(server, person, { title: 'Só do Caio' })
    const made = await makeToken(server, person, { name: 'Painel da TV', scope: 'read', board_ids: [board.id] })
    const other = await makeToken(server, person, { name: 'Relatório' })
    const page = ok(await server.call(adminTokensApi.list, { token: admin.token, query: { limit: 1 } }))
    expect(page.tokens).toMatchObject([{ id: other.id, user: { name: 'Caio Programa' }, boards_count: null }])
    const rest = ok(await server.call(adminTokensApi.list, { token: admin.token, query: { limit: 1, before: page.next ?? 0 } }))
    expect(rest.tokens).toMatchObject([{ id: made.id, name: 'Painel da TV', scope: 'read', boards_count: 1, hint: made.token.slice(-4) }])
    expect(JSON.stringify(rest)).not.toContain('Só do Caio')
    ok(await server.call(adminTokensApi.revoke, { token: admin.token, params: { tokenId: made.id } }))
    expect([await profileStatus(server, made.token), await profileStatus(server, other.token)]).toEqual([401, 200])
    expect((await server.call(adminTokensApi.revoke, { token: admin.token, params: { tokenId: made.id } })).status).toBe(404)
    ok(await server.call(tokensApi.revoke, { token: person.token, params: { tokenId: other.id } }))
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: person.email } }))
    const told = entries.filter(({ kind }) => kind.startsWith('token.')).map(({ kind, user, details }) => [kind, user?.name, details])
    expect(told).toEqual([
      ['token.revoked', 'Caio Programa', { name: 'Relatório' }],
      ['token.revoked', 'Bia Administra', { name: 'Painel da TV' }],
      ['token.created', 'Caio Programa', { name: 'Relatório', scope: 'write', days: 90 }],
      ['token.created', 'Caio Programa', { name: 'Painel da TV', scope: 'read', days: 90, boards: 1 }],
    ])
  })
})

describe('with a token of one board', () => {
  test('nothing of another board is found, listed or counted, in whatever way somebody asks', async () => {
    const [person, mate] = [await register(server), await register(server, { name: 'Duda' })]
    const mine = await makeBoard(server, person, { title: 'Quadro aberto' })
    const other = await makeBoard(server, person, { title: 'Segredo do quadro' })
    await addToBoard(server, person, other.id, mate, 'member')
    const card = await makeCard(server, mate, other, 'Segredo no cartão')
    ok(await server.call(cardsApi.assign, { token: mate.token, params: { cardId: card.id }, body: { user_id: person.user.id } }))
    ok(await server.call(commentsApi.add, { token: mate.token, params: { cardId: card.id }, body: { content: 'Segredo no comentário' } }))
    ok(
      await server.call(boardsApi.addLabel, {
        token: mate.token,
        params: { boardId: other.id },
        body: { name: 'Segredo', color: '#c33438' },
      }),
    )
    const sprint = await makeSprint(server, person, other, { nome: 'Segredo na sprint' })
    const { token } = await makeToken(server, person, { board_ids: [mine.id] })
    const all = await makeToken(server, person)
    const asks: [Endpoint, Record<string, string | number>][] = [
      [boardsApi.list, {}],
      [cardsApi.filter, {}],
      [cardsApi.mine, {}],
      [cardsApi.search, { q: 'segredo' }],
      [newsApi.list, {}],
      [notificationsApi.list, {}],
      [labelNamesApi.find, { q: 'segredo' }],
      [sprintsApi.list, {}],
      [sprintReportsApi.myTasks, { year: new Date().getFullYear() }],
    ]
    const heard: [string, boolean, boolean][] = []
    for (const [endpoint, query] of asks) {
      const asked = async (as: string) => JSON.stringify(ok(await server.call(endpoint, { token: as, query }))).includes('Segredo')
      heard.push([endpoint.url, await asked(all.token), await asked(token)])
    }
    const unread = async (as: string) => ok(await server.call(notificationsApi.unread, { token: as })).unread
    expect(heard.filter(([, , confined]) => confined)).toEqual([])
    expect(heard.filter(([, everywhere]) => everywhere).map(([url]) => url)).toEqual(
      expect.arrayContaining(['/boards', '/cards/mine', '/cards/search', '/news', '/notifications', '/label-names', '/sprints']),
    )
    expect([(await unread(all.token)) > 0, await unread(token)]).toEqual([true, 0])
    expect(ok(await server.call(boardsApi.counts, { token })).all).toBe(1)
    expect(ok(await server.call(sprintsApi.summary, { token })).data.all).toBe(0)
    // Nor is it changed by ids in a body, from the open board, or by what concerns all.
    const list = mine.lists[0]?.id ?? 0
    const own = await makeCard(server, person, mine, 'Do quadro aberto')
    const statuses = [
      (await server.call(cardsApi.move, { token, params: { cardId: card.id }, body: { list_id: list } })).status,
      (await server.call(cardsApi.move, { token, params: { cardId: own.id }, body: { list_id: other.lists[0]?.id ?? 0 } })).status,
      (await server.call(cardsApi.copy, { token, params: { cardId: own.id }, body: { list_id: other.lists[0]?.id ?? 0 } })).status,
      (await server.call(sprintsApi.get, { token, params: { sprintId: sprint.id } })).status,
      (
        await server.call(sprintsApi.create, {
          token,
          body: { nome: 'x', board_id: other.id, data_inicio: '2031-01-01', data_fim: '2031-01-10' },
        })
      ).status,
    ]
    for (const status of statuses) expect([400, 404]).toContain(status)
    const bulk = await server.call(bulkApi.change, { token, body: { card_ids: [card.id], change: { kind: 'archive' } } })
    expect(bulk.status === 200 ? JSON.stringify(bulk.body).includes('Segredo') : false).toBe(false)
    ok(await server.call(notificationsApi.readAll, { token, body: {} }))
    expect(await unread(all.token)).toBeGreaterThan(0)
    expect(ok(await server.call(cardsApi.get, { token: all.token, params: { cardId: card.id } })).archived_at ?? null).toBeNull()
  })

  test('what is on it and tied to another board tells nothing of that one, in any answer', async () => {
    const [person, mate] = [await register(server), await register(server)]
    const open = await makeBoard(server, person, { title: 'Quadro aberto' })
    const other = await makeBoard(server, person, { title: 'Segredo do quadro' })
    for (const board of [open, other]) await addToBoard(server, person, board.id, mate, 'member')
    const sprint = await makeSprint(server, person, open, {})
    await makeSprint(server, person, other, { nome: 'Segredo na sprint' })
    const card = await makeCard(server, person, open, 'Cartão aberto')
    const hidden = await makeCard(server, person, other, 'Segredo que bloqueia')
    const whole = await makeCard(server, person, other, 'Segredo inteiro')
    const relate = (cardId: number, kind: string, card_id: number) =>
      server.call(relationsApi.add, { token: person.token, params: { cardId }, body: { kind, card_id } })
    ok(await relate(hidden.id, 'blocks', card.id))
    ok(await relate(whole.id, 'parent_of', card.id))
    // What came from there has its words from there in the journal.
    const arrived = await makeCard(server, mate, other, 'Veio de lá')
    const list_id = open.lists[0]?.id ?? 0
    ok(await server.call(cardsApi.move, { token: mate.token, params: { cardId: arrived.id }, body: { list_id } }))
    ok(await server.call(commentsApi.add, { token: mate.token, params: { cardId: hidden.id }, body: { content: 'Segredo dito' } }))
    const file = Buffer.from('conteúdo')
    const kept = ok(
      await server.call(filesApi.upload, { token: mate.token, params: { cardId: card.id }, query: { name: 'nota.txt' }, body: file }),
    )
    const { token } = await makeToken(server, person, { scope: 'read', board_ids: [open.id] })
    const ids = { boardId: open.id, listId: list_id, cardId: card.id, sprintId: sprint.id, userId: mate.user.id, fileId: kept.id }
    const calls = Object.entries(api as Record<string, Record<string, Endpoint>>)
      .flatMap(([feature, group]) => Object.entries(group).map(([name, call]) => ({ name: `${feature}.${name}`, call })))
      .filter(({ call }) => call.method === 'GET' && tokenReach(call) === 'board')
      .filter(({ call: { url } }) => [...url.matchAll(/:(\w+)/g)].every(([, name = '']) => name in ids))
    const answered: string[] = []
    const told: string[] = []
    for (const { name, call } of calls) {
      // Somebody who sees everything asked a moment ago, and one answer may serve many.
      for (const [as, says] of [
        [person.token, false],
        [token, true],
      ] as const) {
        const query = { q: 'segredo', since: 0, ids: kept.id, year: new Date().getFullYear() }
        const params = Object.fromEntries(Object.entries(ids).filter(([id]) => call.url.includes(`:${id}`)))
        const { status, body } = await server.call(call, { token: as, params, query: call.query ? query : {} })
        if (!says) continue
        if (status === 200) answered.push(name)
        if (JSON.stringify(body).includes('Segredo')) told.push(name)
      }
    }
    expect(told).toEqual([])
    expect(calls.map(({ name }) => name).filter((name) => !answered.includes(name))).toEqual(['files.preview'])
    expect(answered.length).toBeGreaterThan(40)
    const seen = ok(await server.call(cardsApi.get, { token: person.token, params: { cardId: card.id } }))
    expect(JSON.stringify(seen)).toContain('Segredo que bloqueia')
  })

  test('that is the last of it, nothing is left: a token without boards is none for all of them', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    await makeBoard(server, person)
    const { id, token } = await makeToken(server, person, { board_ids: [board.id] })
    await server.app.deps.db.deleteFrom('personal_token_boards').where('token_id', '=', id).execute()
    expect(ok(await server.call(boardsApi.list, { token }))).toEqual([])
    expect(await get(token, board.id)).toBe(404)
    expect((await list(person))[0]?.boards).toEqual([])
  })

  test('sockets look at that board alone, hear of no other, and close when the rights of its owner change', async () => {
    const [owner, person] = [await register(server), await register(server)]
    const [mine, other] = [await makeBoard(server, owner), await makeBoard(server, owner)]
    for (const board of [mine, other]) await addToBoard(server, owner, board.id, person, 'member')
    const { token } = await makeToken(server, person, { scope: 'read', board_ids: [mine.id] })
    const socket = await new LiveClient(server.url(), token).ready()
    expect(await socket.send('watchBoard', { boardId: other.id })).toMatchObject({ error: texts.boardGone })
    expect(await socket.send('watchOverview' as never, {})).toMatchObject({ error: texts.tokenRefused })
    // A program looks without its owner being there.
    const watched = await socket.watch(mine.id)
    expect(watched).toMatchObject({ people: [], count: 0 })
    await makeCard(server, owner, other)
    await makeCard(server, owner, mine)
    await socket.changed(mine.id, watched.revision + 1)
    expect(socket.received.filter(({ payload }) => JSON.stringify(payload ?? '').includes(`"boardId":${other.id}`))).toEqual([])
    const closed = new Promise((resolve) => socket.socket.once('disconnect', resolve))
    ok(await server.call(boardsApi.removeMember, { token: owner.token, params: { boardId: mine.id, userId: person.user.id } }))
    await closed
    expect(socket.received.map(({ event }) => event)).not.toContain('boardAccessChanged')
    expect(await get(token, mine.id)).toBe(404)
  })

  test('nobody sits at a table; with one that writes everywhere its owner does, and one that reads does not', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const tokens = {
      board: (await makeToken(server, person, { board_ids: [board.id] })).token,
      reads: (await makeToken(server, person, { scope: 'read' })).token,
      writes: (await makeToken(server, person)).token,
    }
    const open = async (token: string) => {
      const client = await new RoomClient(server.url(), { token }).ready()
      const answer = await client.send('createRoom', { roomName: 'Planejamento', userName: 'Ana' } as never)
      client.leave()
      return answer as Record<string, unknown>
    }
    expect(await open(tokens.board)).toMatchObject({ error: texts.tokenRefused })
    expect(await open(tokens.reads)).toMatchObject({ error: texts.tokenRefused })
    expect(await open(tokens.writes)).toHaveProperty('roomId')
  })
})

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
