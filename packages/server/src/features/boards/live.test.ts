import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { callThrough, startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { openSession } from '../auth/sessions/sessions.ts'

let server: TestServer
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => server.stop())

const page = async (person: Pick<Account, 'token'>, url = server.url()): Promise<LiveClient> => {
  const client = new LiveClient(url, person.token)
  open.push(client)
  return client.ready()
}
/** Changes a board through one process. */
const rename = async (url: string, { token }: Account, boardId: number, title: string) => {
  ok(await callThrough((path, init) => fetch(url + path, init))(boardsApi.update, { token, params: { boardId }, body: { title } }))
}
type BoardPeopleOf = { boardId: number }
const names = (people: { name: string }[]) => people.map(({ name }) => name)

test('every kind of change reaches every watcher of every process', async () => {
  const team = await makeTeam(server)
  const { board, admin, member } = team
  const card = await makeCard(server, admin, board)
  const watchers: LiveClient[] = []
  for (const url of server.urls) for (const person of [admin, member, team.guest]) watchers.push(await page(person, url))
  await Promise.all(watchers.map((client) => client.watch(board.id)))
  const list = { boardId: board.id, listId: board.lists[1]?.id ?? 0 }
  const token = member.token
  const label = { boardId: board.id }
  const changes: (() => Promise<{ status: number }>)[] = [
    () => server.call(cardsApi.update, { token, params: { cardId: card.id }, body: { title: 'Pix' } }),
    () => server.call(cardsApi.move, { token, params: { cardId: card.id }, body: { list_id: list.listId } }),
    () => server.call(commentsApi.add, { token, params: { cardId: card.id }, body: { content: 'Oi' } }),
    () => server.call(boardsApi.updateList, { token, params: list, body: { title: 'Fazendo' } }),
    () => server.call(boardsApi.moveList, { token, params: list, body: { position: 0 } }),
    () => server.call(boardsApi.addLabel, { token, params: label, body: { name: 'Urgente', color: '#c33438' } }),
    () => server.call(boardsApi.update, { token: admin.token, params: label, body: { title: 'Outro' } }),
    () => server.call(cardsApi.archive, { token, params: { cardId: card.id } }),
    () => server.call(boardsApi.archiveList, { token, params: list }),
  ]
  const { db } = server.app.deps
  for (const change of changes) {
    expect((await change()).status).toBe(200)
    const { revision } = await db.selectFrom('boards').select('revision').where('id', '=', board.id).executeTakeFirstOrThrow()
    await Promise.all(watchers.map((client) => client.changed(board.id, revision)))
  }
})

test('many changes at once are few notices, the last of which carries the last revision', async () => {
  const { board, admin, guest } = await makeTeam(server)
  const client = await page(guest)
  const { revision } = await client.watch(board.id)
  const { db } = server.app.deps
  const began = performance.now()
  await Promise.all(Array.from({ length: 40 }, (_, index) => makeCard(server, admin, board, `Cartão ${index}`)))
  const { revision: last } = await db.selectFrom('boards').select('revision').where('id', '=', board.id).executeTakeFirstOrThrow()
  expect(last).toBe(revision + 40)
  await client.changed(board.id, last)
  const heard = client.revisionsOf(board.id)
  // Each process tells at once and then at most every 100 ms (timers may be a little early), however slow the machine is.
  const mostOfOne = Math.floor((performance.now() - began) / 95) + 1
  expect(heard.length).toBeLessThanOrEqual(mostOfOne * server.urls.length)
  expect(Math.max(...heard)).toBe(last)
})

test('the people who have a board open are told, each once, and leave with their last tab', async () => {
  const { board, admin, member, guest }: Team = await makeTeam(server)
  const witness = await page(admin)
  expect(names((await witness.watch(board.id)).people)).toEqual(['Ana'])
  const both = witness.next('boardPeople', ({ people }) => people.length === 2)
  const [first, second] = [await page(member), await page(member)]
  await first.watch(board.id)
  const { people } = await second.watch(board.id)
  expect(people).toEqual([
    { id: admin.user.id, name: 'Ana', avatar_url: null },
    { id: member.user.id, name: 'Bia', avatar_url: null },
  ])
  await both

  // Bia is still there with her other tab: Caio's arrival, told later, lists all three.
  first.leave()
  const three = witness.next('boardPeople', (told) => told.people.length === 3)
  const visitor = await page(guest)
  await visitor.watch(board.id)
  expect(names((await three).people)).toEqual(['Ana', 'Bia', 'Caio'])

  const without = witness.next('boardPeople', (told) => !names(told.people).includes('Bia'))
  second.leave()
  expect(await without).toEqual({ boardId: board.id, people: expect.any(Array), count: 2 })
  const alone = witness.next('boardPeople', (told) => told.people.length === 1)
  await visitor.send('unwatchBoard', { boardId: board.id })
  expect(names((await alone).people)).toEqual(['Ana'])
})

test('a member who is removed is no longer among the people', async () => {
  const { board, admin, member } = await makeTeam(server)
  const [witness, client] = [await page(admin), await page(member)]
  await witness.watch(board.id)
  // A person who leaves before they were announced is no news.
  const both = witness.next('boardPeople', ({ count }) => count === 2)
  await client.watch(board.id)
  await both
  const alone = witness.next('boardPeople', ({ people }) => people.length === 1)
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: member.user.id } }))
  expect(names((await alone).people)).toEqual(['Ana'])
})

test('people that everybody knows already are not told again', async () => {
  const { board, admin, member, guest } = await makeTeam(server)
  const { id: other } = ok(await server.call(boardsApi.create, { token: admin.token, body: { title: 'Outro' } }))
  const url = server.app.url
  const [witness, first] = [await page(admin, url), await page(member, url)]
  await witness.watch(board.id)
  const both = witness.next('boardPeople', ({ count }) => count === 2)
  await first.watch(board.id)
  await both
  witness.received.length = 0
  // Neither a second tab nor another look at the people is news.
  await (await page(member, url)).watch(board.id)
  for (let turn = 0; turn < 10; turn += 1) await server.app.runJobs()
  // News of the other board comes later than news of this one would have.
  const clock = witness.next('boardPeople', ({ boardId }) => boardId === other)
  await witness.watch(other)
  await clock
  const third = witness.next('boardPeople', ({ count }) => count === 3)
  await (await page(guest, url)).watch(board.id)
  await third
  const heard = witness.received.filter(({ event, payload }) => event === 'boardPeople' && (payload as BoardPeopleOf).boardId === board.id)
  expect(heard).toHaveLength(1)
})

test('of many people the first are named, and all are counted', async () => {
  const owner = await register(server, { name: 'Ana' })
  const { id } = ok(await server.call(boardsApi.create, { token: owner.token, body: { title: 'Praça', is_public: true } }))
  // Accounts made in the database, because fifty password hashes take long.
  const { db } = server.app.deps
  const account = { name: 'Gente', password_hash: 'none', role: 'collaborator', session_timeout: 30, created_at: new Date().toISOString() }
  const crowd = await db
    .insertInto('users')
    .values(Array.from({ length: limits.boardPeople + 1 }, () => ({ ...account, email: freshEmail() })))
    .returning('id')
    .execute()
  const pages: LiveClient[] = []
  for (const person of crowd) pages.push(await page({ token: await openSession(db, person.id) }))
  await Promise.all(pages.map((client) => client.watch(id)))
  const witness = await page(owner)
  const { people, count } = await witness.watch(id)
  expect([people.length, count]).toEqual([limits.boardPeople, limits.boardPeople + 2])
  expect(people[0]).toMatchObject({ id: owner.user.id, name: 'Ana' })
  const fewer = witness.next('boardPeople', (told) => told.count === limits.boardPeople + 1)
  pages[0]?.leave()
  expect((await fewer).people).toHaveLength(limits.boardPeople)
})

test('a new name or picture reaches open boards: members, cards, and the people who are there', async () => {
  const team = await makeTeam(server)
  const { board, admin, member } = team
  const { id: cardId } = await makeCard(server, admin, board)
  ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId }, body: { user_id: member.user.id } }))
  const [witness, own] = [await page(admin), await page(member)]
  await own.watch(board.id)
  const { revision } = await witness.watch(board.id)
  const shown = witness.next('boardPeople', ({ people }) => names(people).includes('Beatriz'))
  const change = (body: object) => server.call(authApi.updateProfile, { token: member.token, body })
  ok(await change({ name: 'Beatriz' }))
  await Promise.all([shown, witness.changed(board.id, revision + 1)])
  const changes = async () =>
    ok(await server.call(boardsApi.changes, { token: admin.token, params: { boardId: board.id }, query: { since: revision } }))
  const { members, cards } = await changes()
  expect(members.map(({ user }) => user.name)).toEqual(['Ana', 'Beatriz', 'Caio'])
  expect(cards).toMatchObject([{ id: cardId, assigned_user: { name: 'Beatriz' } }])
  // The same name again is no change.
  ok(await change({ name: 'Beatriz' }))
  expect((await changes()).revision).toBe(revision + 1)
})

test('a page that leaves a board and is back at once hears what happens there, also on other processes', async () => {
  const { board, admin } = await makeTeam(server)
  const client = await page(admin, server.urls[0])
  await client.watch(board.id)
  for (let round = 0; round < 20; round += 1) {
    // Both at once: the second is there before the first is answered.
    const [, back] = await Promise.all([client.send('unwatchBoard', { boardId: board.id }), client.watch(board.id)])
    for (const url of server.urls) await rename(url, admin, board.id, `Volta ${round} de ${url}`)
    await client.changed(board.id, back.revision + server.urls.length)
  }
})

test('a change right after a page began to watch reaches it, whichever process makes it', async () => {
  const { board, admin } = await makeTeam(server)
  const elsewhere = server.urls.at(-1) ?? ''
  for (let round = 0; round < 20; round += 1) {
    const client = await page(admin, server.urls[0])
    const { revision } = await client.watch(board.id)
    await rename(elsewhere, admin, board.id, `Agora ${round}`)
    await client.changed(board.id, revision + 1)
    client.leave()
  }
})

test('watching a board a second time counts once, also at the limit of boards', async () => {
  const { admin } = await makeTeam(server)
  const client = await page(admin)
  const boards: number[] = []
  for (let count = 0; count < 10; count += 1) {
    boards.push(ok(await server.call(boardsApi.create, { token: admin.token, body: { title: `Quadro ${count}` } })).id)
  }
  for (const boardId of boards) await client.watch(boardId)
  for (const boardId of boards) expect((await client.watch(boardId)).people).toHaveLength(1)
  const { id: oneMore } = ok(await server.call(boardsApi.create, { token: admin.token, body: { title: 'Mais um' } }))
  expect(await client.send('watchBoard', { boardId: oneMore })).toMatchObject({ error: expect.any(String) })
  await client.send('unwatchBoard', { boardId: boards[0] })
  await client.watch(oneMore)
})

describe.runIf(process.env.TEST_REDIS_URL)('with Redis', () => {
  const alone: TestServer[] = []
  const oneAlone = async () => {
    const one = await startServer({ alone: true })
    alone.push(one)
    return { one, team: await makeTeam(one) }
  }
  afterEach(async () => {
    for (const one of alone.splice(0)) await one.stop()
  })

  test('installations that share one keep their people apart', async () => {
    const [here, there] = [await oneAlone(), await oneAlone()]
    expect(here.team.board.id).toBe(there.team.board.id)
    const stranger = await page(there.team.guest, there.one.url())
    await stranger.watch(there.team.board.id)
    const client = await page(here.team.admin, here.one.url())
    expect(names((await client.watch(here.team.board.id)).people)).toEqual(['Ana'])
    await makeCard(here.one, here.team.admin, here.team.board)
    const before = there.team.board.revision
    await client.changed(here.team.board.id, before + 1)
    await stranger.settle()
    expect(stranger.revisionsOf(there.team.board.id).filter((heard) => heard > before)).toEqual([])
  })

  test('a process that does not answer keeps nobody from looking', async () => {
    const { one, team } = await oneAlone()
    // Redis counts it as a process as long as its connection stands.
    const silent = createClient({ url: process.env.TEST_REDIS_URL ?? '' })
    await silent.connect()
    await silent.subscribe(`${one.app.deps.config.redisPrefix}#/#`, () => {})
    const client = await page(team.member, one.url())
    expect(names((await client.watch(team.board.id)).people)).toEqual(['Bia'])
    await silent.close()
  })

  test('no session token passes through it', async () => {
    const { one, team } = await oneAlone()
    const client = await page(team.member, one.url())
    await client.watch(team.board.id)
    const sockets = await one.app.deps.io.fetchSockets()
    expect(sockets.map(({ handshake }) => handshake.auth)).toEqual([{}])
  })
})
