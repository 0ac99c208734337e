import { revealCountdownMs } from '@rodada/contract/rooms/settings'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const connect = () => new RoomClient(server.url()).ready()
const refused = (error: string) => expect.objectContaining({ error })

/** Ana, who moderates, and Bia, in a room that turns its cards by itself. */
async function table() {
  const [ana, bia] = [await connect(), await connect()]
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  expect(await ana.send('updateRoom', { roomId, autoReveal: true })).toEqual({ ok: true })
  return { roomId, ana, bia }
}

const heard = (client: RoomClient, event: string) => client.received.filter(({ event: name }) => name === event).length
const vote = (client: RoomClient, roomId: string, card = '5') => client.send('vote', { roomId, vote: card })
/** Everything that was sent to the table before is there. */
const settled = (client: RoomClient, roomId: string) => client.send('chatMessage', { roomId, message: 'oi' })

test('with everybody present voted the cards turn three seconds later, by nobody', async () => {
  const { roomId, ana, bia } = await table()
  const lia = await connect()
  await lia.join(roomId, 'Lia', { observer: true })
  await vote(ana, roomId)
  const begins = ana.next('revealCountdown')
  const revealed = bia.next('votesRevealed')
  await vote(bia, roomId, '3')
  const { endsAt, now } = await begins
  expect(Date.parse(endsAt) - Date.parse(now)).toBeGreaterThan(2500)
  expect(Date.parse(endsAt) - Date.parse(now)).toBeLessThanOrEqual(3000)
  const late = await connect()
  expect(await revealed).toMatchObject({ revealedBy: null, votes: [{ vote: '5' }, { vote: '3' }] })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(endsAt))
  expect((await late.join(roomId, 'Caio')).snapshot).toMatchObject({ isRevealed: true, countdown: null })
  expect(heard(ana, 'votesRevealed')).toBe(1)
})

test('a vote that changes begins the three seconds again, and who comes or takes a card away stops them', async () => {
  const { roomId, ana, bia } = await table()
  await vote(ana, roomId)
  const first = ana.next('revealCountdown')
  await vote(bia, roomId, '3')
  await first
  // Two processes may have looked, one after each vote. Both then say that it begins, in any order.
  const votedAt = Date.now()
  const again = ana.next('revealCountdown', ({ endsAt }) => Date.parse(endsAt) >= votedAt + revealCountdownMs)
  await vote(bia, roomId, '8')
  await again
  const stopped = ana.next('revealCountdownStopped')
  const caio = await connect()
  await caio.join(roomId, 'Caio')
  await stopped
  const third = ana.next('revealCountdown')
  await caio.send('observe', { roomId, observer: true })
  await third
  const gone = ana.next('revealCountdownStopped')
  await caio.send('observe', { roomId, observer: false })
  await gone
  await ana.send('revealVotes', { roomId })
})

test('a person who may reveal stops it, and the next vote begins it again; leaving and coming does not', async () => {
  const { roomId, ana, bia } = await table()
  const caio = await connect()
  await caio.join(roomId, 'Caio')
  await vote(ana, roomId)
  await vote(bia, roomId)
  const begins = ana.next('revealCountdown')
  await vote(caio, roomId)
  await begins
  expect(await ana.send('updateRoom', { roomId, moderatorsOnly: true })).toEqual({ ok: true })
  expect(await bia.send('stopReveal', { roomId })).toEqual(refused(texts.moderatorsOnly))
  const stopped = bia.next('revealCountdownStopped')
  expect(await ana.send('stopReveal', { roomId })).toEqual({ ok: true })
  await stopped
  const before = heard(ana, 'revealCountdown')
  const fewer = ana.people((people) => people.length === 2)
  await caio.send('leaveRoom', { roomId })
  await fewer
  await settled(ana, roomId)
  expect(heard(ana, 'revealCountdown')).toBe(before)
  expect(heard(ana, 'votesRevealed')).toBe(0)
  const again = ana.next('revealCountdown')
  await vote(bia, roomId, '8')
  await again
  // Said again where none runs it changes nothing.
  await ana.send('stopReveal', { roomId })
  expect(await ana.send('stopReveal', { roomId })).toEqual({ ok: true })
})

test('it is off by default; turned on it begins at once when everybody has voted, and turned off it stops', async () => {
  const ana = await connect()
  const { roomId, hostToken } = await openRoom(ana)
  const { snapshot } = await ana.join(roomId, 'Ana', { hostToken })
  expect(snapshot.room.autoReveal).toBe(false)
  await vote(ana, roomId)
  await settled(ana, roomId)
  expect(heard(ana, 'revealCountdown')).toBe(0)
  const begins = ana.next('revealCountdown')
  await ana.send('updateRoom', { roomId, autoReveal: true })
  await begins
  const stopped = ana.next('revealCountdownStopped')
  await ana.send('updateRoom', { roomId, autoReveal: false })
  await stopped
})

test('a countdown whose process died is ended by whichever process sees it, once; a reveal by hand ends it too', async () => {
  const { roomId, ana, bia } = await table()
  await vote(ana, roomId)
  const begins = ana.next('revealCountdown')
  await vote(bia, roomId)
  await begins
  const { db } = server.app.deps
  await db
    .updateTable('rooms')
    .set({ reveal_at: new Date(Date.now() - 1).toISOString() })
    .where('code', '=', roomId)
    .execute()
  const revealed = ana.next('votesRevealed')
  await server.app.runJobs()
  await revealed
  const reset = ana.next('votingReset')
  await ana.send('resetVoting', { roomId })
  await reset
  await vote(ana, roomId)
  const second = ana.next('revealCountdown')
  await vote(bia, roomId)
  await second
  const byHand = ana.next('votesRevealed')
  await bia.send('revealVotes', { roomId })
  expect((await byHand).revealedBy).toBe(bia.participantId)
  await server.app.runJobs()
  await settled(ana, roomId)
  expect(heard(ana, 'votesRevealed')).toBe(2)
})
