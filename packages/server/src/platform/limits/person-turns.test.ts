import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { PassThrough } from 'node:stream'
import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { measured } from '../work-time.ts'
import { createPersonTurns } from './person-turns.ts'
import { createRateLimits } from './rate-limits.ts'

let server: TestServer
let eva: Account
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  ;[eva, ana] = [await register(server, { name: 'Eva' }), await register(server, { name: 'Ana' })]
})
afterAll(() => server.stop())

/** A board of this person with many cards. */
async function makeLargeBoard(of: TestServer, owner: Account, count: number): Promise<number> {
  const board = await makeBoard(of, owner)
  await makeManyCards(of, owner, board, count)
  return board.id
}

test('answers that one account does not read are few, however many it asks for, and others are answered', async () => {
  // Its answer fills the buffers of any connection.
  const boardId = await makeLargeBoard(server, eva, 15_000)
  const begun: IncomingMessage[] = []
  let told = () => {}
  const ask = () => {
    const asked = request(`${server.url()}/api/boards/${boardId}`, { agent: false, headers: { authorization: `Bearer ${eva.token}` } })
    asked.on('response', (answer) => {
      // Never read.
      begun.push(answer.pause())
      told()
    })
    asked.on('error', () => {})
    return asked.end()
  }
  const reached = (count: number) =>
    new Promise<void>((done) => {
      told = () => begun.length >= count && done()
      told()
    })
  const asked = Array.from({ length: 20 }, ask)
  await reached(6)
  // Of what waits, everything that could be answered would have been before this.
  for (let i = 0; i < 20; i += 1) expect((await server.call(boardsApi.list, { token: ana.token })).status).toBe(200)
  expect(begun).toHaveLength(6)
  // One turn ends, and the next begins.
  begun[0]?.destroy()
  await reached(7)
  for (const one of asked) one.destroy()
  expect((await server.call(boardsApi.list, { token: eva.token })).status).toBe(200)
})

test('a body is read when it is its turn, so that those who wait hold none in memory', async () => {
  const boardId = await makeLargeBoard(server, eva, 15_000)
  const headers = { authorization: `Bearer ${eva.token}` }
  const looks = Array.from({ length: 6 }, () => request(`${server.url()}/api/boards/${boardId}`, { agent: false, headers }))
  for (const look of looks) look.on('error', () => {})
  const begun = await Promise.all(
    looks.map(async (look) => {
      const [answer] = (await once(look.end(), 'response')) as [IncomingMessage]
      return answer.pause()
    }),
  )
  const write = request(`${server.url()}/api/boards`, {
    ...{ method: 'POST', agent: false },
    headers: { ...headers, 'content-type': 'application/json', expect: '100-continue' },
  })
  const told: string[] = []
  const goesOn = once(write, 'continue').then(() => told.push('go on'))
  write.flushHeaders()
  for (let i = 0; i < 20; i += 1) await server.call(boardsApi.list, { token: ana.token })
  expect(told).toEqual([])
  begun[0]?.destroy()
  await goesOn
  write.end(JSON.stringify({ title: 'Depois' }))
  const [answer] = (await once(write, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  for (const look of looks) look.destroy()
})

test('who holds all turns of an account by another session keeps its owner from no password, and is out after it', async () => {
  const bia = await register(server)
  const { email, password } = bia
  const { token } = ok(await server.call(authApi.login, { body: { email, password } }))
  const hold = async (method: string, path: string) => {
    const held = request(`${server.url()}/api${path}`, {
      ...{ method, agent: false },
      headers: { authorization: `Bearer ${bia.token}`, 'content-type': 'application/json', 'content-length': 1000, expect: '100-continue' },
    })
    held.on('error', () => {})
    held.flushHeaders()
    // It has its turn, and sends no body.
    await once(held, 'continue')
    return held
  }
  const boards = await Promise.all(Array.from({ length: 6 }, () => hold('POST', '/boards')))
  const settings = await Promise.all(Array.from({ length: 6 }, () => hold('PUT', '/auth/settings')))
  const body = { current_password: password, new_password: 'outra senha', confirmation: 'outra senha' }
  expect((await server.call(accountApi.changePassword, { token, body })).status).toBe(200)
  expect((await server.call(authApi.profile, { token: bia.token })).status).toBe(401)
  for (const held of [...boards, ...settings]) held.destroy()
})

test('what one session writes to the own account keeps no other session from it', async () => {
  // Three a minute, and three that wait for their turn.
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.03' } })
  try {
    const { token: thief, ...bia } = await register(strict)
    const { token } = ok(await strict.call(authApi.login, { body: { email: bia.email, password: bia.password } }))
    const save = (of: string) => strict.call(accountApi.updateSettings, { token: of, body: { session_timeout: 60 } })
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await save(thief)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    expect((await save(token)).status).toBe(200)
    expect((await strict.call(accountApi.endOtherSessions, { token })).body).toEqual({ ended: 1 })
  } finally {
    await strict.stop()
  }
})

test('a person who was answered too much within a minute waits; others do not', async () => {
  // Six million characters.
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.03' } })
  try {
    const [greedy, other] = [await register(strict), await register(strict, { name: 'Bia' })]
    const boardId = await makeLargeBoard(strict, greedy, 6000)
    // Made for each call, unlike the board itself.
    const get = (token: string) => strict.call(boardsApi.lists, { token, params: { boardId } })
    const answers = []
    for (let i = 0; i < 4; i += 1) answers.push(await get(greedy.token))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
    expect(answers[2]?.body).toMatchObject({ message: texts.tooManyAttempts })
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await strict.call(boardsApi.list, { token: other.token })).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

test('a person who writes faster than hands can is stopped for a moment, and still reads', async () => {
  // Thirty a minute, and six that wait for their turn.
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.03' } })
  try {
    const greedy = await register(strict)
    const board = await makeBoard(strict, greedy)
    const listId = board.lists[0]?.id ?? 0
    const create = () =>
      strict.call(listCardsApi.create, { token: greedy.token, params: { boardId: board.id, listId }, body: { title: 'Mais um' } })
    const statuses: number[] = []
    for (let batch = 0; batch < 3; batch += 1)
      for (const { status } of await Promise.all(Array.from({ length: 12 }, create))) statuses.push(status)
    // The board was the first write.
    expect(statuses.filter((status) => status === 200)).toHaveLength(29)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    expect((await strict.call(boardsApi.get, { token: greedy.token, params: { boardId: board.id } })).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

test('a person who changes very many cards by few calls waits for the next minute; others write', async () => {
  // 1,200 cards.
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.03' } })
  try {
    const [greedy, other] = [await register(strict), await register(strict, { name: 'Bia' })]
    const boardId = await makeLargeBoard(strict, greedy, 1000)
    const [list] = ok(await strict.call(boardsApi.get, { token: greedy.token, params: { boardId } })).lists
    const flip = (status: WorkStatus) =>
      strict.call(boardsApi.updateList, { token: greedy.token, params: { boardId, listId: list?.id ?? 0 }, body: { status } })
    // At once, as a program would; whichever comes first, each is another status than the list has.
    const answers = await Promise.all((['em_andamento', 'concluida', 'impedimento', 'cancelada'] as const).map(flip))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429, 429])
    const theirs = await makeBoard(strict, other)
    await makeCard(strict, other, theirs, 'Segue')
  } finally {
    await strict.stop()
  }
})

/** Somebody in a session. */
const person = (userId: number) => ({ userId, sessionId: userId, token: null, address: '10.0.0.1' })

test('a person whose calls kept the database busy for long waits behind others, and is not refused', async () => {
  const turns = createPersonTurns(createRateLimits({ redis: undefined, prefix: 'test', factor: 1 }), 1)
  const answered: string[] = []
  const call = async (userId: number, name: string) => {
    const reply = new PassThrough()
    await turns.take({ userId, sessionId: userId, token: null }, { writes: false, own: false, reply, work: () => undefined })
    answered.push(name)
    reply.destroy()
  }
  // One second is free, and a quarter of the time after that.
  turns.worked(person(1), 900)
  await call(1, 'the first')
  turns.worked(person(1), 200)
  await Promise.all([call(1, 'who had much'), call(2, 'another'), call(3, 'a third')])
  expect(answered).toEqual(['the first', 'another', 'a third', 'who had much'])
})

test('calls about the own account are few at once over all sessions, and one session leaves room for the others', async () => {
  const turns = createPersonTurns(createRateLimits({ redis: undefined, prefix: 'test', factor: 1 }), 1)
  const begun: PassThrough[] = []
  const call = async (sessionId: number) => {
    const reply = new PassThrough()
    await turns.take({ userId: 1, sessionId, token: null }, { writes: false, own: true, reply, work: () => undefined })
    begun.push(reply)
  }
  const calls = (sessionId: number, length: number) => Array.from({ length }, () => call(sessionId))
  await Promise.all([...calls(1, 6), call(2)])
  expect(begun).toHaveLength(7)
  const others = [3, 4, 5].flatMap((sessionId) => calls(sessionId, 9))
  await expect.poll(() => begun.length).toBe(24)
  await new Promise((done) => setImmediate(done))
  expect(begun).toHaveLength(24)
  for (const reply of begun) reply.destroy()
  await expect.poll(() => begun.length).toBe(34)
  for (const reply of begun) reply.destroy()
  await Promise.all(others)
})

test('what a call asks of the database is counted as its own', async () => {
  const { db } = server.app.deps
  const spent: number[] = []
  const ask = () => db.selectFrom('users').selectAll().execute()
  await Promise.all([
    measured(ask, (ms) => spent.push(ms)),
    measured(
      async () => {},
      (ms) => spent.push(ms),
    ),
  ])
  // Of PostgreSQL it is what reading the answer takes.
  expect(spent.map((ms) => ms > 0).sort()).toEqual([false, true])
})

test('calls of one person that came at once begin one after another: what the first one did counts before the next', async () => {
  const turns = createPersonTurns(createRateLimits({ redis: undefined, prefix: 'test', factor: 1 }), 1)
  const begun: string[] = []
  const call = async (userId: number, name: string) => {
    await turns.take(
      { userId, sessionId: userId, address: 'a', token: null },
      { writes: false, own: false, reply: new PassThrough(), work: () => undefined },
    )
    begun.push(name)
    turns.worked(person(userId), 1100)
  }
  await Promise.all([call(1, 'the first'), call(1, 'the second'), call(2, 'another')])
  expect(begun).toEqual(['the first', 'another', 'the second'])
})

test('who breaks off calls has no others worked on before the work for those is over', async () => {
  const env = { DATABASE_CONNECTIONS: '12' }
  const own = await startServer({ alone: true, env })
  const [bia, caio] = [await register(own), await register(own)]
  const { db, engine } = own.app.deps
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (trx) => {
    // SQLite has one writer, which this transaction is.
    if (engine === 'postgres') await sql`lock table boards in share row exclusive mode`.execute(trx)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const breaks = Array.from({ length: 6 }, () => new AbortController())
  const broken = breaks.map(({ signal }, i) =>
    fetch(`${own.app.url}/api/boards`, {
      ...{ method: 'POST', signal, body: JSON.stringify({ title: `Quadro ${i}` }) },
      headers: { authorization: `Bearer ${bia.token}`, 'content-type': 'application/json' },
    }).catch(() => 'broken off'),
  )
  const lists = (who: Account) => own.call(boardsApi.list, { token: who.token })
  // Each is at work by then.
  for (let i = 0; i < 20; i += 1) ok(await lists(caio))
  for (const each of breaks) each.abort()
  expect(new Set(await Promise.all(broken))).toEqual(new Set(['broken off']))
  let answered = false
  const next = lists(bia).then((answer) => {
    answered = true
    return ok(answer)
  })
  for (let i = 0; i < 50; i += 1) ok(await lists(caio))
  expect(answered).toBe(false)
  over.resolve()
  await holding
  expect(await next).toBeDefined()
  await own.stop()
})
