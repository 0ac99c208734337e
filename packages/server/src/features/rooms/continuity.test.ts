import { authApi } from '@rodada/contract/auth/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEnvironment, freePort, startProcess, startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'
import { newSecret } from '../../platform/secrets/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const connect = (token?: string) => new RoomClient(server.url(), { token }).ready()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** As if a person had been away for so long already. */
const awaySince = ({ participantId }: RoomClient, minutes: number) =>
  server.app.deps.db
    .updateTable('seats')
    .set({ away_since: minutesAgo(minutes) })
    .where('id', '=', participantId)
    .execute()

async function newRoom() {
  const host = await connect()
  const room = await openRoom(host)
  host.leave()
  return room
}

async function register(name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@exemplo.com.br`
  return (await server.call(authApi.register, { body: { name, email, password: 'segredo' } })).body.token
}

test('a guest who comes back with the seat token has the same seat, card and role', async () => {
  const { roomId, hostToken } = await newRoom()
  const ana = await connect()
  await ana.join(roomId, 'Ana', { hostToken, avatar: 'lua' })
  await ana.send('vote', { roomId, vote: '5' })
  const bia = await connect()
  await bia.join(roomId, 'Bia')
  const away = bia.people((people) => people.some((person) => !person.connected))
  ana.leave()
  expect(await away).toMatchObject([
    { name: 'Ana', connected: false, hasVoted: true },
    { name: 'Bia', connected: true },
  ])

  const back = await connect()
  const { ack, snapshot } = await back.join(roomId, 'Ana', { seatToken: ana.seatToken })
  expect(ack).toMatchObject({ participantId: ana.participantId, userName: 'Ana', role: 'moderator', vote: '5', seatToken: ana.seatToken })
  expect(snapshot.users).toMatchObject([{ name: 'Ana', avatar: 'lua', connected: true, hasVoted: true }, { name: 'Bia' }])
})

test('a guest whose answer was lost asks again with the secret that they made, and has one seat', async () => {
  const { roomId } = await newRoom()
  const seatToken = newSecret()
  const witness = await connect()
  await witness.join(roomId, 'Ana')
  const lost = await connect()
  const seen = witness.people((people) => people.some(({ name }) => name === 'Bia'))
  lost.socket.emit('joinRoom', { roomId, userName: 'Bia', userRole: 'guest', seatToken })
  const [, bia] = await seen
  lost.leave()

  const again = await connect()
  const { ack, snapshot } = await again.join(roomId, 'Bia', { seatToken })
  expect(ack).toMatchObject({ participantId: bia?.id, userName: 'Bia', seatToken })
  expect(snapshot.users.map(({ name }) => name)).toEqual(['Ana', 'Bia'])

  // At another table it opens nothing, and the seat there has another one.
  const other = await newRoom()
  const elsewhere = await connect()
  const { ack: there } = await elsewhere.join(other.roomId, 'Bia', { seatToken })
  expect(there.seatToken).toMatch(/^[\w-]{43}$/)
  expect(there.seatToken).not.toBe(seatToken)
  const short = await connect()
  expect((await short.join(roomId, 'Caio', { seatToken: 'fácil' })).ack.seatToken).toMatch(/^[\w-]{43}$/)
})

test('an account finds its seat again from any device, and no seat token opens it', async () => {
  const { roomId } = await newRoom()
  const token = await register('Ana')
  const phone = await connect(token)
  const first = await phone.join(roomId, 'outro nome')
  expect(first.ack).toMatchObject({ userName: 'Ana' })
  expect(first.ack.seatToken).toBeUndefined()
  await phone.send('vote', { roomId, vote: '3' })

  const laptop = await connect(token)
  const second = await laptop.join(roomId, 'Ana')
  expect(second.ack).toMatchObject({ participantId: phone.participantId, vote: '3' })
  expect(second.snapshot.users).toHaveLength(1)

  const mallory = await connect()
  const { ack } = await mallory.join(roomId, 'Ana', { seatToken: token })
  expect(ack).toMatchObject({ userName: 'Ana (2)', vote: null })
})

test('a guest who signs in at the table stays the same person there, with card and role, and the secret opens the seat no more', async () => {
  const { roomId, hostToken } = await newRoom()
  const guest = await connect()
  await guest.join(roomId, 'Ana', { hostToken })
  await guest.send('vote', { roomId, vote: '5' })
  guest.leave()

  const token = await register('Ana')
  const account = await connect(token)
  const { ack, snapshot } = await account.join(roomId, 'Ana', { seatToken: guest.seatToken })
  expect(ack).toMatchObject({ participantId: guest.participantId, userName: 'Ana', role: 'moderator', vote: '5' })
  expect(ack.seatToken).toBeUndefined()
  expect(snapshot.users).toMatchObject([{ name: 'Ana', connected: true, hasVoted: true }])

  const later = await connect()
  expect((await later.join(roomId, 'Bia', { seatToken: guest.seatToken })).ack.participantId).not.toBe(guest.participantId)
})

test('a guest whose account sits at the table already leaves no second self there', async () => {
  const { roomId } = await newRoom()
  const token = await register('Ana')
  const phone = await connect(token)
  await phone.join(roomId, 'Ana')
  const guest = await connect()
  await guest.join(roomId, 'Aninha')
  await guest.send('vote', { roomId, vote: '5' })
  const away = phone.people((people) => people.some(({ connected }) => !connected))
  guest.leave()
  await away

  const laptop = await connect(token)
  const { ack, snapshot } = await laptop.join(roomId, 'Ana', { seatToken: guest.seatToken })
  expect(ack).toMatchObject({ participantId: phone.participantId, vote: null })
  expect(snapshot.users).toMatchObject([{ name: 'Ana' }])
})

test('a second tab shows the same card, and closing one keeps the person at the table', async () => {
  const { roomId } = await newRoom()
  const one = await connect()
  await one.join(roomId, 'Ana')
  const two = await connect()
  await two.join(roomId, 'Ana', { seatToken: one.seatToken })
  const saved = two.next('voteSaved')
  await one.send('vote', { roomId, vote: '8' })
  expect(await saved).toEqual({ vote: '8', round: 1 })

  const bia = await connect()
  await bia.join(roomId, 'Bia')
  one.leave()
  await two.send('vote', { roomId, vote: '2' })
  const { snapshot } = await bia.join(roomId, 'Bia', { seatToken: bia.seatToken })
  expect(snapshot.users).toMatchObject([
    { name: 'Ana', connected: true },
    { name: 'Bia', connected: true },
  ])

  const lost = two.next('seatLost')
  const third = await connect()
  await third.join(roomId, 'Ana', { seatToken: one.seatToken })
  await third.send('leaveRoom', { roomId })
  await lost
  expect(await two.send('vote', { roomId, vote: '2' })).toHaveProperty('error')
})

test('a card that was stored in the moment in which its seat was given up does not count; that of a seat that is only away does', async () => {
  const { roomId } = await newRoom()
  const [ana, bia, caio] = await Promise.all([connect(), connect(), connect()])
  await ana.join(roomId, 'Ana')
  await bia.join(roomId, 'Bia')
  await caio.join(roomId, 'Caio')
  await bia.send('vote', { roomId, vote: '5' })
  await caio.send('vote', { roomId, vote: '3' })
  const { db } = server.app.deps
  const { voted_at: _, ...card } = await db
    .selectFrom('votes')
    .selectAll()
    .where('seat_id', '=', bia.participantId)
    .executeTakeFirstOrThrow()
  await bia.send('leaveRoom', { roomId })
  // What PostgreSQL may do for a vote from another tab: its statement began before the seat was given up, and ends after.
  await db
    .insertInto('votes')
    .values({ ...card, voted_at: minutesAgo(0) })
    .execute()
  const away = ana.people((people) => people.some((person) => !person.connected))
  caio.leave()
  await away
  const gone = ana.people((people) => people.length === 1)
  await awaySince(caio, 31)
  await server.app.runJobs()
  await gone
  const result = ana.next('votesRevealed')
  await ana.send('revealVotes', { roomId })
  expect((await result).votes).toMatchObject([{ userName: 'Caio', vote: '3' }])
})

test('a seat that was away for half an hour is dropped, and its secret still brings the person and the card back', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  await ana.join(roomId, 'Ana')
  await ana.send('vote', { roomId, vote: '8' })
  const bia = await connect()
  await bia.join(roomId, 'Bia')
  const away = bia.people((people) => people.some((person) => !person.connected))
  ana.leave()
  await away
  await awaySince(ana, 29)
  await server.app.runJobs()
  expect((await bia.join(roomId, 'Bia', { seatToken: bia.seatToken })).snapshot.users).toHaveLength(2)

  const gone = bia.people((people) => people.length === 1)
  await awaySince(ana, 31)
  await server.app.runJobs()
  await gone
  const back = await (await connect()).join(roomId, 'Ana', { seatToken: ana.seatToken })
  expect(back.ack).toMatchObject({ participantId: ana.participantId, vote: '8' })
})

test('a room ends after a day without anybody: its id is free, its history stays', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  await ana.join(roomId, 'Ana')
  const { db } = server.app.deps
  const row = () =>
    db
      .selectFrom('rooms')
      .innerJoin('seats', 'seats.room_id', 'rooms.id')
      .selectAll('rooms')
      .where('seats.id', '=', ana.participantId)
      .executeTakeFirstOrThrow()
  const { id } = await row()
  await db
    .updateTable('rooms')
    .set({ created_at: minutesAgo(25 * 60) })
    .where('id', '=', id)
    .execute()
  await server.app.runJobs()
  expect((await row()).ended_at).toBeNull()

  const bia = await connect()
  await bia.send('joinRoom', { roomId, userName: 'Bia' })
  await ana.send('leaveRoom', { roomId })
  await db
    .updateTable('rooms')
    .set({ empty_since: minutesAgo(24 * 60 + 1) })
    .where('id', '=', id)
    .execute()
  await server.app.runJobs()
  expect(await row()).toMatchObject({ code: null })
  expect(await bia.send('joinRoom', { roomId, userName: 'Bia' })).toMatchObject({
    error: 'A sala não está ativa. Por favor, verifique o ID.',
  })
})

test('a guest who comes back under another name is renamed, and keeps the number the table gave', async () => {
  const { roomId } = await newRoom()
  await (await connect()).join(roomId, 'Ana')
  const other = await connect()
  expect((await other.join(roomId, 'Ana')).ack.userName).toBe('Ana (2)')
  expect((await other.join(roomId, 'Ana', { seatToken: other.seatToken })).ack.userName).toBe('Ana (2)')
  const { ack, snapshot } = await other.join(roomId, 'Aninha', { seatToken: other.seatToken })
  expect(ack).toMatchObject({ userName: 'Aninha', participantId: other.participantId })
  expect(snapshot.users.map((user) => user.name)).toEqual(['Ana', 'Aninha'])
})

test('one connection may leave and enter again, or be refused, and nobody else notices', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  await ana.join(roomId, 'Ana')
  const bia = await connect()
  await bia.join(roomId, 'Bia')
  const away = bia.people((people) => people.some((person) => person.name === 'Ana' && !person.connected))
  const { engine } = ana.socket.io
  // Below the client library: leave the namespace, then enter it again on the connection that is still open.
  engine.write('1')
  await away
  const answered = new Promise<string>((resolve) => {
    engine.on('packet', (packet: { data?: string }) => packet.data?.startsWith('0') && resolve('entered'))
    engine.on('close', () => resolve('refused'))
  })
  engine.write('0')
  expect(['entered', 'refused']).toContain(await answered)
  expect(await bia.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
})

test('messages that follow a join without waiting for it count', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  ana.socket.emit('joinRoom', { roomId, userName: 'Ana', userRole: 'collaborator', avatar: 'sol' })
  expect(await ana.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  const result = ana.next('votesRevealed')
  ana.socket.emit('vote', { roomId, vote: '8' })
  ana.socket.emit('revealVotes', { roomId })
  expect(await result).toMatchObject({ votes: [{ vote: '8' }] })
})

test('a killed server loses nothing that it acknowledged', async () => {
  const { env, cleanUp } = await createEnvironment({ PORT: String(await freePort()) })
  let process = await startProcess(env)
  try {
    const connectTo = async () => new RoomClient(process.url).ready()
    const host = await connectTo()
    const { roomId, hostToken } = await openRoom(host)
    const people = await Promise.all(Array.from({ length: 8 }, connectTo))
    for (const [i, person] of people.entries()) await person.join(roomId, `Pessoa ${i}`, i === 0 ? { hostToken } : {})
    await host.join(roomId, 'Quadro')
    await host.send('selectTask', { roomId, task: { title: 'Pix parcelado' } })
    await host.send('chatMessage', { roomId, message: 'antes da queda' })

    // Everybody changes their card over and over; whatever was acknowledged last must be there afterwards.
    const acknowledged = new Map<number, number>()
    const sent = new Map<number, number>()
    let alive = true
    const voting = people.map(async (person) => {
      for (let i = 0; alive; i += 1) {
        const card = (i % 8) + 1
        sent.set(person.participantId, i)
        const ack = await person.send('vote', { roomId, vote: String(card) }).catch(() => undefined)
        if (ack?.ok !== true) return
        acknowledged.set(person.participantId, i)
      }
    })
    await people[0]?.next(
      'newVote',
      ({ participantId }) => participantId === people[7]?.participantId && (acknowledged.get(participantId) ?? 0) > 5,
    )
    await process.kill()
    alive = false
    for (const person of people) person.leave()
    await Promise.all(voting)

    process = await startProcess(env)
    const back = await connectTo()
    const { ack, snapshot, chat } = await back.join(roomId, 'Pessoa 0', { seatToken: people[0]?.seatToken })
    expect(ack).toMatchObject({ participantId: people[0]?.participantId, role: 'moderator' })
    expect(snapshot).toMatchObject({ selectedTask: { title: 'Pix parcelado' }, isRevealed: false })
    expect(chat.map((message) => message.message)).toEqual(['antes da queda'])
    const result = back.next('votesRevealed')
    await back.send('revealVotes', { roomId })
    const votes = new Map((await result).votes.map((vote) => [vote.participantId, vote.vote]))
    expect(acknowledged.size).toBe(8)
    for (const [participantId, last] of acknowledged) {
      // The card after the last acknowledged one may have been stored without its answer arriving.
      const possible = [last, sent.get(participantId) ?? last].map((i) => String((i % 8) + 1))
      expect(possible).toContain(votes.get(participantId))
    }
  } finally {
    await process.stop()
    await cleanUp()
  }
})

test('the people of a killed process become away', async () => {
  const { env, cleanUp } = await createEnvironment()
  const doomed = await startProcess(env)
  const ana = await new RoomClient(doomed.url).ready()
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  await doomed.kill()
  const next = await startServerIn(env)
  try {
    const bia = await new RoomClient(next.url).ready()
    const { snapshot } = await bia.join(roomId, 'Bia')
    expect(snapshot.users).toMatchObject([
      { name: 'Ana', connected: false },
      { name: 'Bia', connected: true },
    ])
  } finally {
    ana.leave()
    await next.stop()
    await cleanUp()
  }
})

/** A process that starts after the others' last sign of life is old enough to be held dead. */
async function startServerIn(env: Record<string, string>) {
  const { readConfig } = await import('../../platform/config.ts')
  const { startApp } = await import('../../app.ts')
  const app = await startApp(readConfig(env))
  await app.deps.db
    .updateTable('processes')
    .set({ seen_at: minutesAgo(1) })
    .where('id', '!=', app.deps.processId)
    .execute()
  await app.runJobs()
  return app
}

test('a second join from one socket is the same person, also without the seat token', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  const first = await ana.join(roomId, 'Ana')
  await ana.send('vote', { roomId, vote: '5' })
  const second = await ana.join(roomId, 'Ana')
  expect(second.ack).toEqual({ ...first.ack, vote: '5' })
  expect(second.snapshot.users).toHaveLength(1)
  await ana.send('leaveRoom', { roomId })
  const third = await ana.join(roomId, 'Ana')
  expect(third.ack).toMatchObject({ userName: 'Ana', vote: null })
  expect(third.ack.seatToken).not.toBe(first.ack.seatToken)
})

test('a name that only looks different is the same name, and what nobody can see is none', async () => {
  const { roomId } = await newRoom()
  const ana = await connect()
  await ana.join(roomId, 'Ana Lima', { avatar: 'https://avatares.exemplo.com/um/desenho/de/outro/programa.png' })
  const names = []
  for (const name of ['Ana\u200b Lima', 'ANA  LIMA', 'Ana\u00a0Lima\u2060'])
    names.push((await (await connect()).join(roomId, name)).ack.userName)
  expect(names.map((name) => /\((\d)\)$/.exec(name ?? '')?.[1])).toEqual(['2', '3', '4'])
  await expect((await connect()).join(roomId, '\u200b\u3164')).rejects.toThrow('Diga seu nome')
})
