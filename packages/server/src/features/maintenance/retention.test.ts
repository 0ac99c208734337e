import { boardsApi } from '@rodada/contract/boards/board-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { defaultRetention, type RetentionRule, retentionApi } from '@rodada/contract/instance/retention'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { day, makeSprint, makeTask } from '../../../test/sprints.ts'

let server: TestServer
let admin: Account
let colleague: Account

beforeAll(async () => {
  server = await startServer({ alone: true })
  admin = await register(server, { name: 'Bia Administra' })
  colleague = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ok(await change({ ...defaultRetention }))
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const read = async () => ok(await server.call(retentionApi.get, { token: admin.token }))
const change = (body: unknown, token = admin.token) => server.call(retentionApi.update, { token, body })
const rowsOf = async (rule: RetentionRule) => (await read()).rules.find((one) => one.rule === rule)?.rows
const db = () => server.app.deps.db

/** A room in which one round was played; `token` is that of an account, without it a guest played. */
async function playedRoom({ token, seated = true }: { token?: string; seated?: boolean } = {}): Promise<number> {
  const client = await new RoomClient(server.url(), token === undefined ? {} : { token }).ready()
  const { roomId } = await client.send('createRoom', { roomName: 'Planejamento', userName: 'Bia' })
  if (seated) {
    await client.join(String(roomId), 'Bia')
    await client.send('vote', { roomId, vote: '3' })
    await client.send('revealVotes', { roomId })
    await client.send('chatMessage', { roomId, message: 'foi' })
    await client.send('leaveRoom', { roomId })
  }
  client.socket.disconnect()
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', String(roomId)).executeTakeFirstOrThrow()
  return id
}
const end = (id: number, days: number) =>
  db()
    .updateTable('rooms')
    .set({ code: null, ended_at: daysAgo(days) })
    .where('id', '=', id)
    .execute()
const isThere = async (id: number) => (await db().selectFrom('rooms').select('id').where('id', '=', id).execute()).length === 1

test('rooms are deleted a year after they ended, those of guests alone after a month, unused ones at once', async () => {
  const [known, knownOld] = [await playedRoom({ token: colleague.token }), await playedRoom({ token: colleague.token })]
  const [guests, guestsOld] = [await playedRoom(), await playedRoom()]
  const [unused, open] = [await playedRoom({ seated: false }), await playedRoom()]
  await end(known, 364)
  await end(knownOld, 366)
  await end(guests, 29)
  await end(guestsOld, 31)
  await end(unused, 0)
  await server.app.runJobs()
  const there = await Promise.all([known, knownOld, guests, guestsOld, unused, open].map(isThere))
  expect(there).toEqual([true, false, true, false, false, true])
  for (const table of ['votes', 'rounds', 'chat_messages', 'seats'] as const)
    expect(await db().selectFrom(table).select('room_id').where('room_id', 'in', [knownOld, guestsOld]).execute(), table).toEqual([])
  const { last_run } = await read()
  expect(last_run).toMatchObject({ deleted: { rooms: 1, guest_rooms: 1 }, deleted_at: last_run?.ran_at ?? '' })
})

test('rooms go whole, and old rounds too, where each round is as much as one transaction takes', async () => {
  const [ended, daily] = [await playedRoom(), await playedRoom()]
  for (const id of [ended, daily]) {
    const played = await db().selectFrom('rounds').selectAll().where('room_id', '=', id).executeTakeFirstOrThrow()
    const { seat_id } = await db().selectFrom('votes').select('seat_id').where('room_id', '=', id).executeTakeFirstOrThrow()
    const rounds = [-3, -2, -1].map((number) => ({ ...played, number, vote_count: 6000, revealed_at: daysAgo(400) }))
    await db().insertInto('rounds').values(rounds).execute()
    const votes = rounds.map(({ number }) => ({ room_id: id, round: number, seat_id, value: '3', voted_at: daysAgo(400) }))
    await db().insertInto('votes').values(votes).execute()
  }
  await end(ended, 31)
  await server.app.runJobs()
  expect([await isThere(ended), await isThere(daily)]).toEqual([false, true])
  for (const [table, column] of [
    ['votes', 'round'],
    ['rounds', 'number'],
  ] as const)
    expect(await db().selectFrom(table).select(column).where('room_id', 'in', [ended, daily]).execute(), table).toEqual([{ [column]: 1 }])
})

test('a room that is used every day loses its old rounds, and nothing else', async () => {
  const client = await new RoomClient(server.url(), { token: colleague.token }).ready()
  const { roomId } = await client.send('createRoom', { roomName: 'Diária', userName: 'Bia' })
  await client.join(String(roomId), 'Bia')
  for (let round = 1; round <= 2; round++) {
    await client.send('vote', { roomId, vote: '3' })
    await client.send('revealVotes', { roomId })
    await client.send('resetVoting', { roomId })
  }
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', String(roomId)).executeTakeFirstOrThrow()
  await db()
    .updateTable('rounds')
    .set({ revealed_at: daysAgo(400) })
    .where('room_id', '=', id)
    .where('number', '=', 1)
    .execute()
  const { last_run: before } = await read()
  await server.app.runJobs()
  expect(await db().selectFrom('rounds').select('number').where('room_id', '=', id).execute()).toEqual([{ number: 2 }])
  expect(await db().selectFrom('votes').select('round').where('room_id', '=', id).execute()).toEqual([{ round: 2 }])
  const { last_run: later } = await read()
  expect([later?.deleted_at, later?.deleted]).toEqual([before?.deleted_at, before?.deleted])
  client.socket.disconnect()
})

test('guests who did not vote and left a day ago lose their seat; voters, moderators and accounts keep it', async () => {
  const host = await new RoomClient(server.url()).ready()
  const { roomId, hostToken } = await host.send('createRoom', { roomName: 'Cheia', userName: 'Ana' })
  await host.join(String(roomId), 'Ana', { hostToken })
  for (const [name, votes, token] of [
    ['Passante', false, undefined],
    ['Votante', true, undefined],
    ['Com conta', false, colleague.token],
  ] as const) {
    const client = await new RoomClient(server.url(), token === undefined ? {} : { token }).ready()
    await client.join(String(roomId), name)
    if (votes) {
      await client.send('vote', { roomId, vote: '5' })
      await host.send('revealVotes', { roomId })
      await host.send('resetVoting', { roomId })
    }
    await client.send('leaveRoom', { roomId })
    client.socket.disconnect()
  }
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', String(roomId)).executeTakeFirstOrThrow()
  const names = async () =>
    (await db().selectFrom('seats').select('name').where('room_id', '=', id).orderBy('id').execute()).map(({ name }) => name)
  const before = await names()
  await server.app.runJobs()
  expect(await names()).toEqual(before)
  await db()
    .updateTable('seats')
    .set({ left_at: daysAgo(2) })
    .where('room_id', '=', id)
    .where('left_at', 'is not', null)
    .execute()
  await server.app.runJobs()
  expect(await names()).toEqual(before.filter((name) => name !== 'Passante'))
  host.socket.disconnect()
})

test('old deliveries of webhooks go, and the webhook stays', async () => {
  const { id: board_id } = await makeBoard(server, admin)
  const at = daysAgo(40)
  const sealed = { url: 'plain:https://exemplo.com.br', masked_url: 'exemplo.com.br/…m.br', secret: 'plain:whsec_' }
  const hook = { board_id, name: '', form: 'rodada' as const, ...sealed, events: '[]', created_at: at, updated_at: at, next_try_at: '9999' }
  const { id } = await db().insertInto('webhooks').values(hook).returning('id').executeTakeFirstOrThrow()
  const row = { webhook_id: id, type: 'card.done' as const, body: '{}', status: 'delivered' as const, next_try_at: at }
  const rows = [at, daysAgo(20)].map((created_at, n) => ({ ...row, created_at, message_id: `msg_${n}` }))
  await db().insertInto('webhook_deliveries').values(rows).execute()
  await server.app.runJobs()
  expect(await db().selectFrom('webhook_deliveries').select('message_id').where('webhook_id', '=', id).execute()).toEqual([
    { message_id: 'msg_1' },
  ])
  expect(await db().selectFrom('webhooks').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('old activity of cards loses who and what, and its figures stay', async () => {
  const board = await makeBoard(server, admin)
  const sprint = await makeSprint(server, admin, board, { data_inicio: day(-1) })
  const task = await makeTask(server, admin, sprint, 'Pix', { estimativa_pontos: 8 })
  const burndown = async () =>
    ok(await server.call(sprintReportsApi.burndown, { token: admin.token, params: { sprintId: sprint.id } })).data.days.find(
      ({ remaining }) => remaining !== null,
    )
  const before = await burndown()
  expect(before).toMatchObject({ remaining: { points: 8, tasks: 1 } })
  const own = db().updateTable('activities').where('board_id', '=', board.id)
  await own
    .set({ created_at: daysAgo(800) })
    .where('of_card_id', 'is', null)
    .execute()
  const [entry] = await db().selectFrom('activities').selectAll().where('of_card_id', '=', task.id).execute()
  // As old as the rule asks. The sprint is of today, so its days show the same.
  await own
    .set({ created_at: daysAgo(800) })
    .where('of_card_id', '=', task.id)
    .execute()
  await server.app.runJobs()
  await own
    .set({ created_at: entry?.created_at ?? '' })
    .where('of_card_id', '=', task.id)
    .execute()
  expect(ok(await server.call(boardsApi.activity, { token: admin.token, params: { boardId: board.id } }))).toEqual([])
  const left = await db().selectFrom('activities').selectAll().where('board_id', '=', board.id).execute()
  expect(left.map(({ kind, user_id, details }) => ({ kind, user_id, details }))).toEqual([
    { kind: 'card.state', user_id: null, details: '{}' },
  ])
  expect(await burndown()).toEqual(before)
})

test('a guest who moderated keeps the seat as long as rooms are kept, in a room that goes on', async () => {
  const host = await new RoomClient(server.url()).ready()
  const { roomId, hostToken } = await host.send('createRoom', { roomName: 'Que não para', userName: 'Ana' })
  await host.join(String(roomId), 'Ana', { hostToken })
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', String(roomId)).executeTakeFirstOrThrow()
  const seats = () => db().selectFrom('seats').select('name').where('room_id', '=', id).execute()
  const away = (days: number) =>
    db()
      .updateTable('seats')
      .set({ left_at: daysAgo(days) })
      .where('room_id', '=', id)
      .execute()
  await away(364)
  await server.app.runJobs()
  expect(await seats()).toHaveLength(1)
  await away(366)
  await server.app.runJobs()
  expect(await seats()).toEqual([])
  expect(await isThere(id)).toBe(true)
  host.socket.disconnect()
})

test.each(['resetVoting', 'updateRoom'] as const)('a round that %s ends before the reveal keeps no card', async (ends) => {
  const client = await new RoomClient(server.url(), { token: colleague.token }).ready()
  const { roomId, hostToken } = await client.send('createRoom', { roomName: 'Recomeço', userName: 'Bia' })
  await client.join(String(roomId), 'Bia', { hostToken })
  await client.send('vote', { roomId, vote: '3' })
  await client.send(ends, { roomId, ...(ends === 'updateRoom' && { deck: ['P', 'M', 'G'] }) })
  const { id, round } = await db().selectFrom('rooms').select(['id', 'round']).where('code', '=', String(roomId)).executeTakeFirstOrThrow()
  expect(round).toBe(2)
  expect(await db().selectFrom('votes').select('round').where('room_id', '=', id).execute()).toEqual([])
  client.socket.disconnect()
})

test('activities, notifications and audit entries older than chosen are deleted, however many there are', async () => {
  const board = await makeBoard(server, admin)
  const { id: _, ...sample } = await db().selectFrom('activities').selectAll().where('board_id', '=', board.id).executeTakeFirstOrThrow()
  await db().deleteFrom('activities').execute()
  const old = Array.from({ length: 1200 }, () => ({ ...sample, created_at: daysAgo(800) }))
  for (let from = 0; from < old.length; from += 400)
    await db()
      .insertInto('activities')
      .values(old.slice(from, from + 400))
      .execute()
  await db()
    .insertInto('activities')
    .values({ ...sample, created_at: daysAgo(700) })
    .execute()
  const entry = {
    kind: 'session.opened',
    user_id: null,
    subject: '',
    search_text: '',
    details: '{}',
    address: '',
    device: '',
    gathered_as: null,
  } as const
  await db().deleteFrom('audit_log').execute()
  await db()
    .insertInto('audit_log')
    .values([
      { ...entry, created_at: daysAgo(400) },
      { ...entry, created_at: daysAgo(300) },
    ])
    .execute()
  await server.app.runJobs()
  expect([await rowsOf('activities'), await rowsOf('audit')]).toEqual([1, 1])
  expect((await read()).last_run?.deleted).toEqual({ activities: 1200, audit: 1 })

  ok(await change({ activities: 365, audit: null }))
  await db()
    .updateTable('audit_log')
    .set({ created_at: daysAgo(3000) })
    .execute()
  await server.app.runJobs()
  expect(await rowsOf('activities')).toBe(0)
  // Kept for ever; the change of the rules itself is among them.
  expect(await rowsOf('audit')).toBeGreaterThan(1)
})

test('a notification that is put aside stays until it is back, holds up no others, and is as old as its return', async () => {
  const board = await makeBoard(server, admin)
  await db().deleteFrom('notifications').execute()
  const of = { user_id: admin.user.id, board_id: board.id, actor_id: null, card_id: null, sprint_id: null, gather_key: null }
  const old = { ...of, kind: 'board_updated' as const, count: 1, details: '{}', created_at: daysAgo(100), read_at: daysAgo(99) }
  const row = (subject: string, more: { snoozed_until?: string; returned_at?: string } = {}) => ({
    ...{ ...old, subject, mail_at: null, push_at: null, ...more },
  })
  const rows = [
    ...Array.from({ length: 500 }, () => ({ ...row('De lado', { snoozed_until: daysAgo(-20) }), user_id: colleague.user.id })),
    row('Velha'),
    row('De volta', { returned_at: daysAgo(10) }),
    row('De volta há muito', { returned_at: daysAgo(95) }),
  ]
  await db().insertInto('notifications').values(rows).execute()
  await server.app.runJobs()
  const left = await db().selectFrom('notifications').select('subject').execute()
  expect(left).toHaveLength(501)
  expect([...new Set(left.map(({ subject }) => subject))].sort()).toEqual(['De lado', 'De volta'])
})

test('an installation from before the rules has a week to choose its own', async () => {
  const board = await makeBoard(server, admin)
  await db().deleteFrom('instance_settings').execute()
  await db()
    .updateTable('instance')
    .set({ created_at: daysAgo(300) })
    .execute()
  const old = () =>
    db()
      .updateTable('activities')
      .set({ created_at: daysAgo(900) })
      .where('board_id', '=', board.id)
      .execute()
  await old()
  await server.app.runJobs()
  const waiting = await read()
  expect(waiting.last_run).toMatchObject({ ran_at: null, deleted: {} })
  expect(Date.parse(waiting.last_run?.starts_at ?? '')).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
  expect(await rowsOf('activities')).toBeGreaterThan(0)
  const value = JSON.stringify({ ...waiting.last_run, starts_at: daysAgo(1) })
  await db().updateTable('instance_settings').set({ value }).where('name', '=', 'retention_run').execute()
  await server.app.runJobs()
  expect((await read()).last_run?.deleted).toMatchObject({ activities: expect.any(Number) })
})

test('a rule is changed by administrators only, within its bounds, and the audit log tells it', async () => {
  expect((await change({ rooms: 30 }, colleague.token)).status).toBe(403)
  expect((await server.call(retentionApi.get, { token: colleague.token })).status).toBe(403)
  expect((await server.call(retentionApi.get)).status).toBe(401)
  for (const body of [{ audit: 89 }, { rooms: 0 }, { activities: 29 }, { rooms: 3651 }, { notifications: 1.5 }]) {
    const refused = await change(body)
    expect(refused.status, JSON.stringify(body)).toBe(400)
    expect(Object.values(refused.body.fields ?? {})[0], JSON.stringify(body)).toMatch(
      new RegExp(`${texts.retentionInvalid}|${texts.invalidInput}`),
    )
  }
  expect(ok(await change({ rooms: 90 }))).toEqual({ ...defaultRetention, rooms: 90 })
  expect((await read()).rules.find(({ rule }) => rule === 'rooms')).toMatchObject({ days: 90, default_days: 365, fewest_days: 7 })
  const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'retention.changed' } }))
  expect(entries[0]).toMatchObject({ subject: 'rooms', details: { from: '365 d', to: '90 d' }, user: { id: admin.user.id } })
})
