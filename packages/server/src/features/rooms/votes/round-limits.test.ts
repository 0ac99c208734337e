import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { mostKeptVotes, mostKeptVotesOfDay, mostKeptVotesOfTable, mostRounds } from '../event-limits.ts'

let server: TestServer
const open: RoomClient[] = []
beforeAll(async () => {
  server = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
  await register(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => server.stop())

let networks = 0
const network = () => `198.51.100.${++networks}`
async function connect(address: string) {
  const client = await new RoomClient(server.url(), { address }).ready()
  open.push(client)
  return client
}
async function tableOf(host: RoomClient) {
  const { roomId, hostToken } = await openRoom(host)
  await host.join(roomId, 'Bia', { hostToken })
  const { id } = await server.app.deps.db.selectFrom('rooms').select('id').where('code', '=', roomId).executeTakeFirstOrThrow()
  return { roomId, id }
}
const ok = { ok: true }
const refused = (error: string) => ({ id: 'too_many', error })
async function play(roomId: string, ...people: RoomClient[]) {
  for (const person of people) expect(await person.send('vote', { roomId, vote: '5' })).toEqual(ok)
  expect(await people[0]?.send('revealVotes', { roomId })).toEqual(ok)
}
/** As if so many points had been used within the last minutes. */
const used = {
  rounds: (roomId: number, points: number, by: 'moderators' | 'others' = 'moderators') =>
    server.app.deps.limits('room-rounds', mostRounds).take(`${roomId} ${by}`, points),
  votes: (address: string, points: number) => server.app.deps.limits('room-kept-votes', mostKeptVotes).take(address, points),
  votesOfDay: (address: string, points: number) =>
    server.app.deps.limits('room-kept-votes-of-day', mostKeptVotesOfDay).take(address, points),
  votesOfTables: (address: string, points: number) =>
    server.app.deps.limits('room-kept-votes-of-tables', mostKeptVotesOfDay).take(address, points),
  votesOfTable: (roomId: number, address: string, points: number) =>
    server.app.deps.limits('room-kept-votes-of-table', mostKeptVotesOfTable).take(`${roomId} ${address}`, points),
}

const limitsOf = (roomId: number) => ({
  rounds: (by: 'moderators' | 'others') => server.app.deps.limits('room-rounds', mostRounds).used(`${roomId} ${by}`),
})

test('a room goes on from a hundred revealed rounds in ten minutes; the next waits, however it would begin', async () => {
  const host = await connect(network())
  const { roomId, id } = await tableOf(host)
  await used.rounds(id, mostRounds.points - 1)
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toEqual(ok)
  for (let again = 0; again < 3; again++) expect(await host.send('resetVoting', { roomId }), 'nothing of an open round is kept').toEqual(ok)
  await play(roomId, host)
  for (const [event, payload] of [
    ['resetVoting', { roomId }],
    ['nextTask', { roomId, round: 5 }],
    ['updateRoom', { roomId, deck: ['1', '2', '3'] }],
  ] as const)
    expect(await host.send(event, payload), event).toMatchObject(refused(texts.tooManyRounds))
  expect(await host.send('updateRoom', { roomId, roomName: 'Outro nome' }), 'the deck stays').toEqual(ok)

  const other = await connect(network())
  const { roomId: elsewhere } = await tableOf(other)
  await play(elsewhere, other)
  expect(await other.send('resetVoting', { roomId: elsewhere }), 'another room').toEqual(ok)
})

test('who may not begin a round uses up nothing of the room', async () => {
  const [host, guest] = [await connect(network()), await connect(network())]
  const { roomId, id } = await tableOf(host)
  expect(await host.send('updateRoom', { roomId, moderatorsOnly: true })).toEqual(ok)
  await guest.join(roomId, 'Zeca')
  await used.rounds(id, mostRounds.points - 2)
  await play(roomId, host, guest)
  for (let again = 0; again < 3; again++) expect(await guest.send('resetVoting', { roomId })).toMatchObject({ id: 'forbidden' })
  expect(await host.send('resetVoting', { roomId })).toEqual(ok)
})

test('a guest who uses the rounds of a room up stops those who moderate by nothing', async () => {
  const [host, guest] = [await connect(network()), await connect(network())]
  const { roomId, id } = await tableOf(host)
  await guest.join(roomId, 'Zeca')
  await used.rounds(id, mostRounds.points - 1, 'others')
  await play(roomId, guest, host)
  expect(await guest.send('resetVoting', { roomId })).toEqual(ok)
  await play(roomId, guest, host)
  expect(await guest.send('resetVoting', { roomId })).toMatchObject(refused(texts.tooManyRounds))
  expect(await host.send('resetVoting', { roomId })).toEqual(ok)
})

test('a round that is revealed while somebody goes on is counted as any other', async () => {
  const [host, guest] = [await connect(network()), await connect(network())]
  const { roomId, id } = await tableOf(host)
  await guest.join(roomId, 'Zeca')
  const kept = () => server.app.deps.db.selectFrom('rounds').select('number').where('room_id', '=', id).execute()
  for (let turn = 0; turn < 10; turn++) {
    await host.send('vote', { roomId, vote: '5' })
    await Promise.all([guest.send('resetVoting', { roomId }), host.send('revealVotes', { roomId })])
  }
  await host.send('resetVoting', { roomId })
  const { rounds } = limitsOf(id)
  expect((await rounds('moderators')) + (await rounds('others'))).toBe((await kept()).length)
  await used.rounds(id, mostRounds.points)
  await used.rounds(id, mostRounds.points, 'others')
  await host.send('revealVotes', { roomId })
  const full = (await kept()).length
  for (let turn = 0; turn < 10; turn++) await Promise.all([guest.send('resetVoting', { roomId }), host.send('revealVotes', { roomId })])
  expect((await kept()).length).toBe(full)
})

test('an account goes on, however many votes guests of its network left', async () => {
  const shared = network()
  const account = await register(server)
  const bia = await new RoomClient(server.url(), { address: shared, token: account.token }).ready()
  open.push(bia)
  const { roomId } = await tableOf(bia)
  await used.votes(shared, mostKeptVotes.points)
  await play(roomId, bia)
  expect(await bia.send('resetVoting', { roomId })).toEqual(ok)
  await used.votes(`account ${account.user.id}`, mostKeptVotes.points)
  await play(roomId, bia)
  expect(await bia.send('resetVoting', { roomId }), 'what she used up herself').toMatchObject(refused(texts.tooManyVotesOfAccount))
})

test('the guests of an address leave three hundred thousand votes behind in a day', async () => {
  const crowd = network()
  const host = await connect(crowd)
  const { roomId, id } = await tableOf(host)
  await used.votesOfTable(id, crowd, mostKeptVotesOfTable.points)
  await used.votesOfDay(crowd, mostKeptVotesOfDay.points - 1)
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toEqual(ok)
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toMatchObject(refused(texts.tooManyVotesOfDay))
})

test('the guests of an address leave thirty thousand votes behind in ten minutes, in whatever rooms; others go on', async () => {
  const crowd = network()
  const [host, second] = [await connect(crowd), await connect(crowd)]
  const [one, two] = [await tableOf(host), await tableOf(second)]
  const outsider = await connect(network())
  await outsider.join(two.roomId, 'Caio')
  await used.votes(crowd, mostKeptVotes.points - 1)
  await used.votesOfTable(two.id, crowd, mostKeptVotesOfTable.points)
  await play(one.roomId, host)
  expect(await host.send('resetVoting', { roomId: one.roomId })).toEqual(ok)
  await play(two.roomId, second, outsider)
  expect(await second.send('resetVoting', { roomId: two.roomId })).toMatchObject(refused(texts.tooManyVotes))
  expect(await outsider.send('resetVoting', { roomId: two.roomId }), 'somebody elsewhere').toEqual(ok)
})

test('a table goes on for a while after a neighbour used up what the guests of the address may leave', async () => {
  const shared = network()
  const host = await connect(shared)
  const { roomId, id } = await tableOf(host)
  await used.votes(shared, mostKeptVotes.points)
  await used.votesOfDay(shared, mostKeptVotesOfDay.points)
  await used.votesOfTable(id, shared, mostKeptVotesOfTable.points - 2)
  for (let round = 0; round < 2; round++) {
    await play(roomId, host)
    expect(await host.send('resetVoting', { roomId })).toEqual(ok)
  }
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toMatchObject(refused(texts.tooManyVotesOfDay))
})

test('all tables of an address together go on for as many votes again, and no more', async () => {
  const shared = network()
  const host = await connect(shared)
  const { roomId } = await tableOf(host)
  await used.votes(shared, mostKeptVotes.points)
  await used.votesOfTables(shared, mostKeptVotesOfDay.points - 1)
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toEqual(ok)
  await play(roomId, host)
  expect(await host.send('resetVoting', { roomId })).toMatchObject(refused(texts.tooManyVotes))
})
