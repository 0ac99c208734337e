import { limits } from '@rodada/contract/limits'
import { roomsApi } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  // The limits as they are, each visitor from the address that the proxy says.
  server = await startServer({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
let visitors = 0
/** A fresh address for each test, of those that are nobody's. */
const address = (): string => `203.0.113.${++visitors}`
const open: RoomClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
const connect = (from: string) => {
  const client = new RoomClient(server.url(), { address: from })
  open.push(client)
  return client.ready()
}

/** Comes, sits down and loses the connection: the seat stays, away. */
async function passBy(from: string, roomId: string, name: string, vote?: string): Promise<RoomClient> {
  const guest = await connect(from)
  await guest.join(roomId, name)
  if (vote) await guest.send('vote', { roomId, vote })
  guest.leave()
  const isAway = async () => {
    const seat = await db().selectFrom('seats').select('away_since').where('id', '=', guest.participantId).executeTakeFirstOrThrow()
    return seat.away_since !== null
  }
  await expect.poll(isAway, { timeout: 10_000 }).toBe(true)
  return guest
}

/** Copies a seat until so many are held at the table, as if as many people of its network had passed by. */
async function fillWith({ participantId }: RoomClient, upTo: number): Promise<void> {
  const { id: _, ...seat } = await db().selectFrom('seats').selectAll().where('id', '=', participantId).executeTakeFirstOrThrow()
  const { held } = await db()
    .selectFrom('seats')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('room_id', '=', seat.room_id)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: upTo - held }, () => ({ ...seat, token_hash: null, name_key: crypto.randomUUID() }))
  for (let i = 0; i < copies.length; i += 200)
    await db()
      .insertInto('seats')
      .values(copies.slice(i, i + 200))
      .execute()
}

const heldBy = (clients: RoomClient[]) =>
  db()
    .selectFrom('seats')
    .select('id')
    .where(
      'id',
      'in',
      clients.map(({ participantId }) => participantId),
    )
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ id }) => id))

async function table() {
  const host = await connect(address())
  const { roomId, hostToken } = await openRoom(host)
  await host.join(roomId, 'Ana', { hostToken })
  return { host, roomId }
}

test('of one address, so many away guests keep a seat; the one who was away the longest gives way, with a card last of all', async () => {
  const { roomId } = await table()
  const from = address()
  const voter = await passBy(from, roomId, 'Bia', '5')
  const first = await passBy(from, roomId, 'Caio')
  const last = await passBy(from, roomId, 'Davi')
  await fillWith(last, limits.roomAwayGuestsOfAddress + 1)
  const next = await connect(from)
  await next.join(roomId, 'Elisa')
  expect(await heldBy([voter, first, last])).toEqual([voter.participantId, last.participantId])

  // Who gave way has lost nothing.
  const back = await connect(from)
  expect((await back.join(roomId, 'Caio', { seatToken: first.seatToken })).ack).toMatchObject({ participantId: first.participantId })
})

test('away guests who all have a card keep it: the next one of their address waits, others do not', async () => {
  const { roomId } = await table()
  const from = address()
  const voter = await passBy(from, roomId, 'Bia', '5')
  await fillWith(voter, limits.roomAwayGuestsOfAddress + 1)
  const { room_id } = await db().selectFrom('seats').select('room_id').where('id', '=', voter.participantId).executeTakeFirstOrThrow()
  const silent = await db()
    .selectFrom('seats')
    .select('id')
    .where('room_id', '=', room_id)
    .where('user_id', 'is', null)
    .where('away_since', 'is not', null)
    .where('id', '!=', voter.participantId)
    .execute()
  await db()
    .insertInto('votes')
    .values(silent.map(({ id }) => ({ room_id, round: 1, seat_id: id, value: '8', voted_at: new Date().toISOString() })))
    .execute()
  const next = await connect(from)
  expect(await next.send('joinRoom', { roomId, userName: 'Eva', userRole: 'guest' })).toMatchObject({
    error: texts.roomCrowded,
    id: 'too_many',
  })
  const other = await connect(address())
  await other.join(roomId, 'Lia')
})

test('a table that absent strangers fill has a place for whoever comes; one address pushes nobody else away', async () => {
  const { roomId } = await table()
  const lia = await passBy(address(), roomId, 'Lia')
  const crowd = address()
  const stranger = await passBy(crowd, roomId, 'Eva')
  await fillWith(stranger, limits.roomSeats)
  const colleague = await connect(address())
  await colleague.join(roomId, 'Bia')
  const another = await connect(crowd)
  await another.send('joinRoom', { roomId, userName: 'Eva', userRole: 'guest' })
  expect(await heldBy([lia])).toEqual([lia.participantId])
})

test('guests of one address do not take every seat of a table', async () => {
  const { roomId } = await table()
  const crowd = address()
  const stranger = await connect(crowd)
  await stranger.join(roomId, 'Eva')
  // All of them present.
  await fillWith(stranger, limits.roomGuestsOfAddress + 1)
  const next = await connect(crowd)
  expect(await next.send('joinRoom', { roomId, userName: 'Eva', userRole: 'guest' })).toMatchObject({ error: texts.roomFull })
  const colleague = await connect(address())
  await colleague.join(roomId, 'Bia')
})

test('an empty room is listed once somebody sat in it, after those with people, and no address fills the list alone', async () => {
  const empty = await connect(address())
  const never = await openRoom(empty)
  const left = await openRoom(empty, { roomName: 'Saíram' })
  await empty.join(left.roomId, 'Ana', { hostToken: left.hostToken })
  await empty.send('leaveRoom', { roomId: left.roomId })
  const team = await connect(address())
  const { roomId } = await openRoom(team, { roomName: 'Time Checkout' })
  await team.join(roomId, 'Bia')
  const crowd = address()
  const flood: RoomClient[] = []
  for (let i = 0; i < limits.activeRooms + 4; i++) {
    const one = await connect(crowd)
    flood.push(one)
    const opened = await openRoom(one)
    await one.join(opened.roomId, `Eva ${i}`)
  }
  const list = async () => (await server.call(roomsApi.active)).body
  await expect.poll(async () => (await list()).length, { timeout: 10_000 }).toBe(limits.activeRooms)
  const rooms = await list()
  expect(rooms.slice(0, 3)).toContainEqual(expect.objectContaining({ roomId, participants: 1, moderator: null }))
  expect(rooms.map((room) => room.roomId)).not.toContain(never.roomId)
  for (const one of flood) one.leave()
  // Each process looks at most once a second: the list of one may be older than that of another.
  const order = async () => (await list()).map((room) => room.roomId).filter((id) => [roomId, left.roomId].includes(id))
  await expect.poll(order, { timeout: 10_000 }).toEqual([roomId, left.roomId])
})

test('whoever opened a room ends it while nobody sat there, with the secret only', async () => {
  const host = await connect(address())
  const { roomId, hostToken } = await openRoom(host)
  expect(await host.send('cancelRoom', { roomId, hostToken: 'outro' })).toMatchObject({ error: texts.moderatorsOnly })
  const guest = await connect(address())
  expect(await guest.send('cancelRoom', { roomId, hostToken })).toEqual({ ok: true })
  expect(await guest.send('joinRoom', { roomId, userName: 'Bia' })).toMatchObject({ error: texts.roomInactive })

  const used = await openRoom(host)
  await guest.join(used.roomId, 'Bia')
  await guest.send('leaveRoom', { roomId: used.roomId })
  expect(await host.send('cancelRoom', used)).toMatchObject({ error: texts.roomInUse })
  await guest.join(used.roomId, 'Bia')
})

test('an address opens so many rooms in ten minutes, a connection so many in one', async () => {
  const from = address()
  const opened: unknown[] = []
  const one = await connect(from)
  for (let i = 0; i < 7; i++) opened.push((await one.send('createRoom', {})).error)
  expect(opened).toEqual([...Array(6).fill(undefined), texts.tooFast])
  let last: unknown
  for (let i = 0; i < 60 && last === undefined; i++) {
    const next = await connect(from)
    last = (await next.send('createRoom', {})).error
    next.leave()
  }
  expect(last).toBe(texts.tooFast)
  expect(await (await connect(address())).send('createRoom', {})).toHaveProperty('roomId')
})
