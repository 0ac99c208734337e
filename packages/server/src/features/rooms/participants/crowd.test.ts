import { authApi } from '@rodada/contract/auth/auth'
import { limits } from '@rodada/contract/core/limits'
import { roomsApi } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { mostLookups, mostMisses, mostNewGuests } from '../event-limits.ts'

let server: TestServer
beforeAll(async () => {
  // The limits as they are, each visitor from the address that the proxy says.
  server = await startServer({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
let visitors = 0
/** A fresh address for each test, of those that belong to no network. */
const address = (): string => `203.0.113.${++visitors}`
const open: RoomClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
const connect = (from: string, token?: string, url = server.url()) => {
  const client = new RoomClient(url, { address: from, token })
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
  await expect.poll(isAway).toBe(true)
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

  // The person who gave way has lost nothing.
  const back = await connect(from)
  expect((await back.join(roomId, 'Caio', { seatToken: first.seatToken })).ack).toMatchObject({ participantId: first.participantId })
})

/** Everybody away at a table has a card in the open round. */
async function voteForAllWhoAreAway(roomId: string): Promise<void> {
  const { id: room_id } = await db().selectFrom('rooms').select('id').where('code', '=', roomId).executeTakeFirstOrThrow()
  const silent = await db()
    .selectFrom('seats')
    .select('id')
    .where('room_id', '=', room_id)
    .where('away_since', 'is not', null)
    .where('id', 'not in', (eb) => eb.selectFrom('votes').select('seat_id').where('room_id', '=', room_id))
    .execute()
  const rows = silent.map(({ id }) => ({ room_id, round: 1, seat_id: id, value: '8', voted_at: new Date().toISOString() }))
  for (let i = 0; i < rows.length; i += 200)
    await db()
      .insertInto('votes')
      .values(rows.slice(i, i + 200))
      .execute()
}

test('away guests who all have a card keep nobody of their address out: the one who sat down last gives way, and the card counts', async () => {
  const { host, roomId } = await table()
  const from = address()
  const voter = await passBy(from, roomId, 'Bia', '5')
  await fillWith(voter, limits.roomAwayGuestsOfAddress)
  await voteForAllWhoAreAway(roomId)
  const last = await passBy(from, roomId, 'Eva', '3')
  const next = await connect(from)
  await next.join(roomId, 'Lia')
  expect(await heldBy([voter, last])).toEqual([voter.participantId])
  const revealed = host.next('votesRevealed')
  await host.send('revealVotes', { roomId })
  expect((await revealed).votes).toContainEqual({ userName: 'Eva', participantId: last.participantId, vote: '3' })
})

test('a table that absent strangers fill with cards has a place for a newcomer', async () => {
  const { roomId } = await table()
  const stranger = await passBy(address(), roomId, 'Eva', '1')
  await fillWith(stranger, limits.roomSeats)
  await voteForAllWhoAreAway(roomId)
  const colleague = await connect(address())
  await colleague.join(roomId, 'Bia')
})

test('a newcomer gets a place at a table that absent strangers fill; one address pushes nobody else away', async () => {
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
  await expect.poll(async () => (await list()).length).toBe(limits.activeRooms)
  const rooms = await list()
  expect(rooms.slice(0, 3)).toContainEqual(expect.objectContaining({ roomId, participants: 1, moderator: null }))
  expect(rooms.map((room) => room.roomId)).not.toContain(never.roomId)
  for (const one of flood) one.leave()
  // Each process looks at most once a second: the list of one may be older than that of another.
  const order = async () => (await list()).map((room) => room.roomId).filter((id) => [roomId, left.roomId].includes(id))
  await expect.poll(order).toEqual([roomId, left.roomId])
})

test('a room where nobody sat is ended only with the secret of the one who opened it', async () => {
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

/** Opens rooms from an address until it may open no more. */
async function useUpRooms(from: string): Promise<void> {
  for (let i = 0; i <= 60; i++) {
    const next = await connect(from)
    const { error } = await next.send('createRoom', {})
    next.leave()
    if (error === texts.tooFast) return
  }
  throw new Error('rooms without end')
}

/**
 * Asks for rooms that are not there until the process of `app` tells the address nothing any more: each process counts by itself. All but
 * the last guesses are counted without being made, for a busy machine is given new ones faster than it makes them.
 */
async function guess(from: string): Promise<void> {
  const guesser = await connect(from, undefined, server.app.url)
  await server.app.deps.limits('room-miss', mostMisses).take(from, mostMisses.points - 1)
  const ask = () => guesser.send('joinRoom', { roomId: 'ZZZZZ2', userName: 'Eva' })
  expect(await ask()).toMatchObject({ error: texts.roomInactive })
  expect(await ask()).toMatchObject({ error: texts.tooFast })
}

test('an address opens so many rooms in ten minutes, a connection so many in one', async () => {
  const from = address()
  const opened: unknown[] = []
  const one = await connect(from)
  for (let i = 0; i < 7; i++) opened.push((await one.send('createRoom', {})).error)
  expect(opened).toEqual([...Array(6).fill(undefined), texts.tooFast])
  await useUpRooms(from)
  expect(await (await connect(address())).send('createRoom', {})).toHaveProperty('roomId')
})

test('a person who is signed in opens and enters rooms, however many a neighbour at the same address opened or guessed', async () => {
  const from = address()
  const { body } = await server.call(authApi.register, {
    body: { name: 'Lia', email: `lia-${crypto.randomUUID()}@exemplo.com.br`, password: 'segredo' },
  })
  const { roomId } = await table()
  await useUpRooms(from)
  const lia = await connect(from, body.token, server.app.url)
  await guess(from)
  expect(await lia.send('createRoom', {})).toHaveProperty('roomId')
  await lia.join(roomId, 'Lia')
  // Their own limit holds.
  for (let i = 0; i < 5; i++) await lia.send('createRoom', {})
  expect(await lia.send('createRoom', {})).toMatchObject({ error: texts.tooFast })
})

test('who takes seats in other rooms without end keeps no neighbour from the table where others of the network sit', async () => {
  const [ours, theirs] = [await table(), await table()]
  const from = address()
  await (await connect(from)).join(ours.roomId, 'Bia')
  // As after three thousand guests of this network who took a seat somewhere.
  await server.app.deps.limits('room-new-guest', mostNewGuests).take(from, mostNewGuests.points)
  const next = await connect(from)
  await expect(next.join(theirs.roomId, 'Caio')).rejects.toThrow(texts.tooFast)
  await next.join(ours.roomId, 'Caio')
})

test('a guesser keeps no neighbour from the table where others of the network sit, and learns of no other', async () => {
  const from = address()
  const colleague = await connect(from)
  const ours = await openRoom(colleague)
  await colleague.join(ours.roomId, 'Ana')
  const theirs = await table()
  const visited = await table()
  await (await connect(from)).join(visited.roomId, 'Bia')
  const guest = await connect(from, undefined, server.app.url)
  await guess(from)
  expect(await guest.send('joinRoom', { roomId: theirs.roomId, userName: 'Eva' })).toMatchObject({ id: 'too_many' })
  await guest.join(visited.roomId, 'Caio')
  await guest.join(ours.roomId, 'Caio')
})

test('a visitor who looks rooms up without end hides no room from a neighbour whose network knows it', async () => {
  const from = address()
  const colleague = await connect(from)
  const ours = await openRoom(colleague)
  const theirs = await table()
  const lookUp = async (roomId: string) => {
    const reply = await fetch(`${server.url()}/api/rooms/${roomId}/invitation`, { headers: { 'x-forwarded-for': from } })
    await reply.text()
    return reply.status
  }
  // As after 299 within a moment.
  await server.app.deps.limits('room-lookup', mostLookups).take(from, mostLookups.points - 1)
  expect([await lookUp('ZZZZZ2'), await lookUp('ZZZZZ2')]).toEqual([404, 429])
  expect([await lookUp(ours.roomId), await lookUp(theirs.roomId)]).toEqual([200, 429])
})

test('a crowd that joins at once is seated a few at a time: votes elsewhere do not wait for all of it', async () => {
  const { roomId } = await table()
  const ana = await table()
  const from = address()
  const crowd = await Promise.all(Array.from({ length: 200 }, () => connect(from)))
  let seated = 0
  const joins = crowd.map(async (one, i) => {
    const reply = await one.send('joinRoom', { roomId, userName: `Eva ${i}`, userRole: 'guest' })
    seated += 1
    return reply
  })
  await Promise.race(joins)
  expect(await ana.host.send('vote', { roomId: ana.roomId, vote: '3' })).toEqual({ ok: true })
  expect(seated).toBeLessThan(crowd.length / 2)
  for (const reply of await Promise.all(joins)) expect(reply).toHaveProperty('seatToken')
})

test('pages that are closed before it is their turn to sit down take no seat', async () => {
  // In the process of the test, which reads what a page says together with its end.
  const [from, url] = [address(), server.urls[0]]
  const host = await connect(from, undefined, url)
  const { roomId, hostToken } = await openRoom(host)
  await host.join(roomId, 'Ana', { seatToken: hostToken })
  const pages = await Promise.all(Array.from({ length: 20 }, () => connect(from, undefined, url)))
  for (const [at, page] of pages.entries()) {
    page.socket.emit('joinRoom', { roomId, userName: `Pessoa ${at}`, userRole: 'collaborator' })
    page.leave()
  }
  // Behind them: what they asked for was done or left undone by then.
  const bia = await connect(from, undefined, url)
  const { snapshot } = await bia.join(roomId, 'Bia')
  expect(snapshot.users.map(({ name }) => name).sort()).toEqual(['Ana', 'Bia'])
})
