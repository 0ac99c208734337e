import { once } from 'node:events'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { expectedStatus, type Person, people, type Visibility } from '../../../test/board-rules.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { createBoardLive } from './live.ts'
import { createOverview } from './overview.ts'

let server: TestServer
let root: Account
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startServer()
  root = await register(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => server.stop())

/** A page of somebody, at one process when the test compares what two pages heard. */
const page = async (person?: { token: string }, url = server.url()): Promise<LiveClient> => {
  const client = new LiveClient(url, person?.token)
  open.push(client)
  return client.ready()
}
/** What a page heard of boards. It may also get the list of rooms. */
const aboutBoards = (client: LiveClient) => client.received.filter(({ event }) => event.startsWith('board'))
const revisionOf = async ({ board, admin }: Team) =>
  ok(await server.call(boardsApi.changes, { token: admin.token, params: { boardId: board.id }, query: { since: 0 } })).revision
/** Changes something on the board; answers the revision that everybody must hear of. */
const change = async (team: Team): Promise<number> => {
  await makeCard(server, team.admin, team.board)
  return revisionOf(team)
}
const remove = async ({ board, admin }: Team, person: Account) =>
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: person.user.id } }))

describe.each(['private', 'public'] as Visibility[])('watching a %s board', (visibility) => {
  test.each(people)('is granted or refused as reading is, and so are its events: %s', async (who: Person) => {
    const team = await makeTeam(server, { is_public: visibility === 'public' })
    const extra = who === 'just removed' || who === 'deactivated member' ? await register(server, { name: 'Eva' }) : undefined
    if (extra) await addToBoard(server, team.admin, team.board.id, extra, 'member')
    const persons: Partial<Record<Person, Account>> = {
      stranger: team.stranger,
      manager: who === 'manager' ? await register(server, { role: 'manager' }) : team.stranger,
      'instance guest': team.member,
      guest: team.guest,
      member: team.member,
      'board admin': team.admin,
      'system admin': root,
    }
    if (who === 'instance guest')
      await server.app.deps.db.updateTable('users').set({ role: 'guest' }).where('id', '=', team.member.user.id).execute()
    const url = server.url()
    const witness = await page(team.admin, url)
    await witness.watch(team.board.id)
    const client = await page(persons[who] ?? extra, url)
    if (extra && who === 'just removed') {
      const told = client.next('boardAccessChanged')
      await remove(team, extra)
      await told
    }
    if (extra && who === 'deactivated member') {
      const deactivated_at = new Date().toISOString()
      await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', extra.user.id).execute()
    }
    const may = expectedStatus('read', visibility, who) === 200
    const ack = await client.send('watchBoard', { boardId: team.board.id })
    const refusal = who === 'no token' ? { error: texts.unauthorized, id: 'unauthorized' } : { error: texts.boardGone, id: 'not_found' }
    expect(ack).toEqual(may ? { revision: await revisionOf(team), people: expect.any(Array), count: expect.any(Number) } : refusal)

    client.received.length = 0
    const revision = await change(team)
    await Promise.all([witness.changed(team.board.id, revision), may && client.changed(team.board.id, revision)])
    await client.settle()
    const heard = client.received.filter(({ payload }) => (payload as { boardId?: number }).boardId === team.board.id)
    expect(heard.length > 0).toBe(may)
    // A page that does not watch, or may not, gets the same answer when it stops.
    expect(await client.send('unwatchBoard', { boardId: team.board.id })).toEqual({ ok: true })
  })
})

test('a stranger cannot tell a private board from one that does not exist', async () => {
  const { board, stranger } = await makeTeam(server)
  const client = await page(stranger)
  for (const event of ['watchBoard', 'unwatchBoard'] as const) {
    expect(await client.send(event, { boardId: board.id })).toEqual(await client.send(event, { boardId: 2_000_000_000 }))
  }
})

test('a page that stops watching hears nothing more', async () => {
  const team = await makeTeam(server)
  const url = server.url()
  const [witness, client] = [await page(team.member, url), await page(team.guest, url)]
  await witness.watch(team.board.id)
  await client.watch(team.board.id)
  expect(await client.send('unwatchBoard', { boardId: team.board.id })).toEqual({ ok: true })
  client.received.length = 0
  const revision = await change(team)
  await witness.changed(team.board.id, revision)
  await client.settle()
  expect(client.revisionsOf(team.board.id)).toEqual([])
})

test('a removed member is told on every open page, hears of no further change, and cannot read the board', async () => {
  const team = await makeTeam(server)
  const { board, member, admin } = team
  const card = await makeCard(server, admin, board)
  const pages: { client: LiveClient; witness: LiveClient }[] = []
  for (const url of server.urls) pages.push({ client: await page(member, url), witness: await page(team.guest, url) })
  for (const { client, witness } of pages) await Promise.all([client.watch(board.id), witness.watch(board.id)])
  const told = pages.map(({ client }) => client.next('boardAccessChanged'))
  await remove(team, member)
  expect(await Promise.all(told)).toEqual(pages.map(() => ({ boardId: board.id })))

  for (const { client } of pages) client.received.length = 0
  const revision = await change(team)
  await Promise.all(pages.map(({ witness }) => witness.changed(board.id, revision)))
  for (const { client } of pages) {
    expect(await client.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
    expect(aboutBoards(client)).toEqual([])
  }
  for (const [call, params] of [
    [boardsApi.get, { boardId: board.id }],
    [cardsApi.get, { cardId: card.id }],
    [cardsApi.archive, { cardId: card.id }],
  ] as const) {
    // On every process.
    for (const _ of server.urls) expect((await server.call(call, { token: member.token, params })).status).toBe(404)
  }
})

test('when a public board becomes private, strangers are out at once on every process, and members watch again', async () => {
  const team = await makeTeam(server, { is_public: true })
  const { board, admin } = team
  const pages: { stranger: LiveClient; member: LiveClient }[] = []
  for (const url of server.urls) pages.push({ stranger: await page(team.stranger, url), member: await page(team.member, url) })
  const clients = pages.flatMap(({ stranger, member }) => [stranger, member])
  await Promise.all(clients.map((client) => client.watch(board.id)))
  const told = clients.map((client) => client.next('boardAccessChanged'))
  ok(await server.call(boardsApi.update, { token: admin.token, params: { boardId: board.id }, body: { is_public: false } }))
  await Promise.all(told)
  await Promise.all(pages.map(({ member }) => member.watch(board.id)))
  for (const { stranger } of pages) {
    expect(await stranger.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
    stranger.received.length = 0
  }
  const revision = await change(team)
  await Promise.all(pages.map(({ member }) => member.changed(board.id, revision)))
  for (const { stranger } of pages) {
    await stranger.settle()
    expect(aboutBoards(stranger)).toEqual([])
  }
})

test('pages that watch a deleted board are told, and cannot watch it again until it is back', async () => {
  const { board, admin, guest } = await makeTeam(server)
  const clients: LiveClient[] = []
  for (const url of server.urls) clients.push(await page(guest, url))
  await Promise.all(clients.map((client) => client.watch(board.id)))
  const told = clients.map((client) => client.next('boardAccessChanged'))
  ok(await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } }))
  expect(await Promise.all(told)).toEqual(clients.map(() => ({ boardId: board.id })))
  const client = clients[0] ?? (await page(guest))
  expect(await client.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
  // A page that shows the board as deleted is told that it is back.
  const toldAgain = clients.map((each) => each.next('boardAccessChanged'))
  ok(await server.call(boardsApi.restore, { token: admin.token, params: { boardId: board.id } }))
  expect(await Promise.all(toldAgain)).toEqual(clients.map(() => ({ boardId: board.id })))
  expect(await client.watch(board.id)).toMatchObject({ people: [{ name: 'Caio' }] })
})

test('a connection that must leave a board is in none of its channels any more', async () => {
  const { board, admin, guest } = await makeTeam(server)
  const url = server.app.url
  const client = await page(guest, url)
  await client.watch(board.id)
  const told = client.next('boardAccessChanged')
  ok(await server.call(boardsApi.remove, { token: admin.token, params: { boardId: board.id } }))
  await told
  await client.settle()
  const channels = [...server.app.deps.io.of('/').adapter.rooms.keys()]
  expect(channels.filter((name) => name.startsWith(`board:${board.id}`))).toEqual([])
})

test('an account with another system role must ask again for every board it has open, on every process', async () => {
  const team = await makeTeam(server)
  const { board, admin } = team
  const public_ = ok(await server.call(boardsApi.create, { token: admin.token, body: { title: 'Aberto', is_public: true } })).id
  const boss = await register(server, { name: 'Eva' })
  const setRole = (role: string) => server.app.deps.db.updateTable('users').set({ role }).where('id', '=', boss.user.id).execute()
  await setRole('admin')
  const pages: { client: LiveClient; witness: LiveClient }[] = []
  for (const url of server.urls) pages.push({ client: await page(boss, url), witness: await page(team.guest, url) })
  for (const { client, witness } of pages) for (const id of [board.id, public_]) await client.watch(id).then(() => witness.watch(id))
  const told = pages.flatMap(({ client }) =>
    [board.id, public_].map((id) => client.next('boardAccessChanged', (one) => one.boardId === id)),
  )
  await setRole('collaborator')
  createBoardLive(server.app.deps, createOverview(server.app.deps)).accountChanged(boss.user.id)
  await Promise.all(told)
  for (const { client } of pages) {
    expect(await client.send('watchBoard', { boardId: board.id })).toMatchObject({ error: texts.boardGone })
    await client.watch(public_)
    client.received.length = 0
  }
  const revision = await change(team)
  await Promise.all(pages.map(({ witness }) => witness.changed(board.id, revision)))
  for (const { client } of pages) {
    await client.settle()
    expect(client.revisionsOf(board.id)).toEqual([])
  }
})

test('a person with a new role is told, and watches again', async () => {
  const { board, admin, member } = await makeTeam(server)
  const client = await page(member)
  await client.watch(board.id)
  const told = client.next('boardAccessChanged')
  const params = { boardId: board.id, userId: member.user.id }
  ok(await server.call(boardsApi.updateMember, { token: admin.token, params, body: { role: 'guest' } }))
  expect(await told).toEqual({ boardId: board.id })
  await client.watch(board.id)
})

test('a deactivated account cannot watch, and its open page ends', async () => {
  const team = await makeTeam(server)
  const client = await page(team.member)
  await client.watch(team.board.id)
  const { db } = server.app.deps
  await db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', team.member.user.id).execute()
  expect(await client.send('watchBoard', { boardId: team.board.id })).toMatchObject({ error: texts.boardGone })
  const ended = once(client.socket as never, 'disconnect')
  await server.app.runJobs()
  await ended
})
