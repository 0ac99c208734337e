import type { RoomServerEvents, Timer } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const connect = () => new RoomClient(server.url()).ready()
const refused = (error: string) => expect.objectContaining({ error })

/** Ana, who moderates, and Bia. */
async function table() {
  const [ana, bia] = [await connect(), await connect()]
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  return { roomId, ana, bia }
}

type Change = Parameters<RoomServerEvents['timerChanged']>[0]

/** What Bia hears of what Ana does with the timer. */
async function told(
  { roomId, ana, bia }: Awaited<ReturnType<typeof table>>,
  event: 'startTimer' | 'pauseTimer' | 'addTime' | 'stopTimer',
  more = {},
): Promise<Change> {
  const heard = bia.next('timerChanged')
  expect(await ana.send(event, { roomId, ...more })).toEqual({ ok: true })
  return heard
}

const secondsLeft = ({ timer, now }: Change): number => timer?.pausedLeft ?? (Date.parse(timer?.endsAt ?? '') - Date.parse(now)) / 1000

/** As if the timer had been set that long ago. */
async function letPass(roomId: string, seconds: number): Promise<void> {
  const { db } = server.app.deps
  const room = await db.selectFrom('rooms').select(['id', 'timer_ends_at']).where('code', '=', roomId).executeTakeFirstOrThrow()
  const timer_ends_at = new Date(Date.parse(room.timer_ends_at ?? '') - seconds * 1000).toISOString()
  await db.updateTable('rooms').set({ timer_ends_at }).where('id', '=', room.id).execute()
}

test('a timer is a deadline with the time of the server beside it, the same for who is there and who comes', async () => {
  const room = await table()
  const change = await told(room, 'startTimer', { seconds: 300 })
  expect(change.timer).toEqual({ endsAt: expect.any(String), seconds: 300, pausedLeft: null })
  expect(secondsLeft(change)).toBeGreaterThan(299)
  expect(secondsLeft(change)).toBeLessThanOrEqual(300)
  const late = await connect()
  const { snapshot } = await late.join(room.roomId, 'Caio')
  expect(snapshot.timer).toEqual(change.timer)
  expect(Math.abs(Date.parse(snapshot.now) - Date.now())).toBeLessThan(5000)
})

test('it pauses, goes on where it was, gets a minute and stops', async () => {
  const room = await table()
  await told(room, 'startTimer', { seconds: 60 })
  await letPass(room.roomId, 20)
  const paused = await told(room, 'pauseTimer')
  expect(paused.timer?.pausedLeft).toBeGreaterThan(38)
  expect(paused.timer?.pausedLeft).toBeLessThanOrEqual(40)
  // Said twice, it is paused once.
  expect((await told(room, 'pauseTimer', { paused: true })).timer).toEqual(paused.timer)
  const more = await told(room, 'addTime', { seconds: 60 })
  expect(more.timer).toMatchObject({ seconds: 120 })
  expect(secondsLeft(more)).toBeCloseTo((paused.timer?.pausedLeft ?? 0) + 60, 3)
  const on = await told(room, 'pauseTimer')
  expect(on.timer?.pausedLeft).toBeNull()
  expect(secondsLeft(on)).toBeGreaterThan(97)
  expect((await told(room, 'stopTimer')).timer).toBeNull()
  for (const [event, more] of [
    ['pauseTimer', {}],
    ['addTime', { seconds: 60 }],
  ] as const)
    expect(await room.ana.send(event, { roomId: room.roomId, ...more })).toEqual(refused(texts.noTimer))
})

test('a minute more gives one that is over a minute, and nothing makes it longer than an hour', async () => {
  const room = await table()
  await told(room, 'startTimer', { seconds: 30 })
  await letPass(room.roomId, 50)
  const again = await told(room, 'addTime', { seconds: 60 })
  expect(again.timer?.seconds).toBe(60)
  expect(secondsLeft(again)).toBeGreaterThan(58)
  const longest = await told(room, 'addTime', { seconds: 3600 })
  expect(secondsLeft(longest)).toBeLessThanOrEqual(3600)
  expect(longest.timer?.seconds).toBe(3600)
})

test.each([29, 3601, 60.5, 0])('%j seconds are no timer', async (seconds) => {
  const { roomId, ana } = await table()
  expect(await ana.send('startTimer', { roomId, seconds })).toHaveProperty('error')
})

describe('at its end', () => {
  const ended = async (options: { revealAtEnd?: boolean }, before: (room: Awaited<ReturnType<typeof table>>) => Promise<unknown>) => {
    const room = await table()
    await told(room, 'startTimer', { seconds: 30, ...options })
    await before(room)
    await letPass(room.roomId, 31)
    return room
  }
  const reveals = (client: RoomClient) => client.received.filter(({ event }) => event === 'votesRevealed')

  test('it turns the cards when it was to, once, whichever process sees it, and the room says that nobody did', async () => {
    const { roomId, bia, ana } = await ended({ revealAtEnd: true }, ({ bia, roomId }) => bia.send('vote', { roomId, vote: '5' }))
    const revealed = bia.next('votesRevealed')
    await server.app.runJobs()
    expect(await revealed).toMatchObject({ votes: [{ userName: 'Bia', vote: '5' }], revealedBy: null, round: 1 })
    await server.app.runJobs()
    await ana.send('chatMessage', { roomId, message: 'oi' })
    expect(reveals(ana)).toHaveLength(1)
    expect(await ana.send('vote', { roomId, vote: '3' })).toEqual(refused(texts.voteClosed))
  })

  test('it turns nothing otherwise, while it is paused, or with no card on the table', async () => {
    const vote = ({ bia, roomId }: Awaited<ReturnType<typeof table>>) => bia.send('vote', { roomId, vote: '5' })
    const quiet = await ended({}, vote)
    const paused = await ended({ revealAtEnd: true }, async (room) => {
      await vote(room)
      await told(room, 'pauseTimer')
    })
    const empty = await ended({ revealAtEnd: true }, async () => {})
    await server.app.runJobs()
    for (const { roomId, ana } of [quiet, paused, empty]) {
      // What was sent to the table before this answer has arrived with it.
      await ana.send('chatMessage', { roomId, message: 'oi' })
      expect(reveals(ana)).toEqual([])
    }
  })
})

test('a new round begins without a timer', async () => {
  const room = await table()
  await told(room, 'startTimer', { seconds: 60, revealAtEnd: true })
  const reset = room.bia.next('votingReset')
  await room.ana.send('resetVoting', { roomId: room.roomId })
  await reset
  const late = await connect()
  const timer: Timer | null = (await late.join(room.roomId, 'Caio')).snapshot.timer
  expect(timer).toBeNull()
})

test('only moderators have the timer in hand', async () => {
  const room = await table()
  await told(room, 'startTimer', { seconds: 60 })
  const { roomId, bia } = room
  for (const [event, more] of [
    ['startTimer', { seconds: 60 }],
    ['pauseTimer', {}],
    ['addTime', { seconds: 60 }],
    ['stopTimer', {}],
  ] as const)
    expect(await bia.send(event, { roomId, ...more })).toEqual(refused(texts.moderatorsOnly))
})
