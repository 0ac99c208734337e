import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => server.stop())

const connect = () => new RoomClient(server.url()).ready()

async function atTable(): Promise<{ ana: RoomClient; bia: RoomClient; roomId: string }> {
  const [ana, bia] = [await connect(), await connect()]
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  const both = bia.people((people) => people.length === 2)
  await bia.join(roomId, 'Bia')
  await both
  return { ana, bia, roomId }
}

const codeOf = async (roomId: number): Promise<string> =>
  (await server.app.deps.db.selectFrom('rooms').select('code').where('id', '=', roomId).executeTakeFirstOrThrow()).code ?? ''

test('people of a process that others took for dead are back at the table once it speaks again', async () => {
  const { ana, bia } = await atTable()
  const { db, processId } = server.app.deps
  // At once: a beat between them would bring the people back before they are away.
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('connections').where('process_id', '=', processId).execute()
    await trx.deleteFrom('processes').where('id', '=', processId).execute()
    await trx
      .updateTable('seats')
      .set({ away_since: new Date().toISOString() })
      .where('id', 'in', [ana.participantId, bia.participantId])
      .execute()
  })

  const back = ana.people((people) => people.length === 2 && people.every(({ connected }) => connected))
  await server.app.runJobs()
  await back

  const away = ana.people((people) => people.some(({ name, connected }) => name === 'Bia' && !connected))
  bia.leave()
  await away
  ana.leave()
})

test('one socket has one seat at a table, whatever it says it is; a seat that another tab sits on stays', async () => {
  const { ana, bia, roomId } = await atTable()
  expect(await bia.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  for (let i = 0; i < 5; i += 1) await bia.join(roomId, `Bia ${i}`, { seatToken: `errado ${i}` })
  const { snapshot } = await ana.join(roomId, 'Ana')
  expect(snapshot.users.map(({ name }) => name).sort()).toEqual(['Ana', 'Bia 4'])
  expect(
    snapshot.users.some(({ hasVoted }) => hasVoted),
    'the card went with the seat',
  ).toBe(false)

  const tab = await connect()
  await tab.join(roomId, 'Bia 4', { seatToken: bia.seatToken })
  expect(tab.participantId).toBe(bia.participantId)
  await tab.join(roomId, 'Outra', { seatToken: 'errado' })
  const { snapshot: now } = await ana.join(roomId, 'Ana')
  expect(now.users.map(({ name }) => name).sort()).toEqual(['Ana', 'Bia 4', 'Outra'])
  for (const person of [ana, bia, tab]) person.leave()
})

test('a connection that is gone but was never taken off the table is cleared', async () => {
  const { ana, bia } = await atTable()
  const { db, processId } = server.app.deps
  await db.insertInto('connections').values({ id: 'fantasma', seat_id: bia.participantId, process_id: processId }).execute()
  bia.leave()
  const away = ana.people((people) => people.some(({ name, connected }) => name === 'Bia' && !connected))
  await server.app.runJobs()
  await away
  ana.leave()
})

test('somebody at the table whom the database lost sits down again', async () => {
  const { ana, bia } = await atTable()
  const { db } = server.app.deps
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('connections').where('seat_id', '=', bia.participantId).execute()
    await trx.updateTable('seats').set({ away_since: new Date().toISOString() }).where('id', '=', bia.participantId).execute()
  })
  const back = ana.people((people) => people.some(({ name, connected }) => name === 'Bia' && connected))
  await server.app.runJobs()
  await back
  for (const person of [ana, bia]) person.leave()
})

const database = process.env.TEST_DATABASE_URL
test.runIf(database)('what takes the people of a dead process off a table waits for the room before it holds a seat', async () => {
  const { ana, bia } = await atTable()
  const { db } = server.app.deps
  const { room_id } = await db.selectFrom('seats').select('room_id').where('id', '=', ana.participantId).executeTakeFirstOrThrow()
  await db.insertInto('connections').values({ id: 'de outro', seat_id: bia.participantId, process_id: 'morto' }).execute()
  const waiting = sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  let jobs: Promise<void> | undefined
  // As a command does: the room first, then a seat.
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('rooms').select('id').where('id', '=', room_id).forUpdate().execute()
    await trx.deleteFrom('connections').where('seat_id', '=', bia.participantId).where('id', '!=', 'de outro').execute()
    jobs = server.app.runJobs()
    while ((await waiting.execute(db)).rows[0]?.waiting === 0) await wait(10)
    await trx.updateTable('seats').set({ name: 'Beatriz' }).where('id', '=', bia.participantId).execute()
    await trx.deleteFrom('connections').where('id', '=', 'de outro').execute()
  })
  await jobs
  const { snapshot } = await ana.join(await codeOf(room_id), 'Ana')
  expect(snapshot.users.map(({ name }) => name).sort()).toEqual(['Ana', 'Beatriz'])
  for (const person of [ana, bia]) person.leave()
})

test.runIf(database)('a database that drops every connection, those in use too, costs refusals and not the process', async () => {
  const { ana, bia, roomId } = await atTable()
  const admin = new pg.Client({ connectionString: database })
  await admin.connect()
  const name = new URL(server.app.deps.config.databaseUrl ?? '').pathname.slice(1)
  let dropping = true
  const working = (async () => {
    // The process ends every connection once it has noticed, which may be before the last query was sent.
    while (dropping && ana.socket.connected)
      await Promise.allSettled(['a', 'b', 'c'].map((title) => ana.send('selectTask', { roomId, task: { title } })))
  })()
  for (let i = 0; i < 20; i += 1) {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await wait(20)
  }
  dropping = false
  await working
  await admin.end()
  // What was stored without an answer was told to nobody, so everybody comes in again; a page does that by itself.
  await Promise.all([ana, bia].map(({ socket }) => socket.disconnected || once(socket as never, 'disconnect')))
  await expect.poll(async () => (await server.raw('/api/health')).status).toBe(200)
  const back = await connect()
  await back.join(roomId, 'Bia', { seatToken: bia.seatToken })
  expect(await back.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  back.leave()
})
