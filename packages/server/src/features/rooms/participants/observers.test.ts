import { roomsApi } from '@rodada/contract/rooms/rooms'
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

/** Ana moderates, Bia votes, Lia only observes. */
async function table() {
  const [ana, bia, lia] = [await connect(), await connect(), await connect()]
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  await lia.join(roomId, 'Lia', { observer: true })
  return { roomId, ana, bia, lia }
}

const observing = (client: RoomClient, ...names: string[]) =>
  client.people((people) => people.flatMap(({ name, observer }) => (observer ? [name] : [])).join() === names.join())

test('an observer is listed as one, may not vote, and is in no count', async () => {
  const { roomId, ana, bia, lia } = await table()
  const late = await connect()
  const { snapshot } = await late.join(roomId, 'Davi')
  expect(snapshot.users.map(({ name, observer }) => [name, observer])).toEqual([
    ['Ana', false],
    ['Bia', false],
    ['Lia', true],
    ['Davi', false],
  ])
  expect(await lia.send('vote', { roomId, vote: '5' })).toEqual(refused(texts.observersDoNotVote))
  expect((await server.call(roomsApi.invitation, { params: { roomId } })).body.participants).toBe(3)
  const visitor = await connect()
  const rooms = await visitor.next('activeRooms', (all) => all.some((room) => room.id === roomId && room.participants === 3))
  expect(rooms.find(({ id }) => id === roomId)).toMatchObject({ participants: 3 })
  for (const client of [ana, bia, lia, late, visitor]) client.leave()
})

test('turning observer drops the card of the open round, and turning back begins without one', async () => {
  const { roomId, ana, bia } = await table()
  await ana.send('vote', { roomId, vote: '3' })
  await bia.send('vote', { roomId, vote: '8' })
  const both = observing(ana, 'Bia', 'Lia')
  expect(await bia.send('observe', { roomId, observer: true })).toEqual({ ok: true })
  expect((await both).map(({ name, hasVoted }) => [name, hasVoted])).toEqual([
    ['Ana', true],
    ['Bia', false],
    ['Lia', false],
  ])
  expect(await bia.send('vote', { roomId, vote: '8' })).toEqual(refused(texts.observersDoNotVote))
  const back = observing(ana, 'Lia')
  expect(await bia.send('observe', { roomId, observer: false })).toEqual({ ok: true })
  await back
  const revealed = bia.next('votesRevealed')
  await ana.send('revealVotes', { roomId })
  expect((await revealed).votes).toEqual([{ userName: 'Ana', participantId: ana.participantId, vote: '3' }])
})

test('turning observer after the reveal takes nothing back', async () => {
  const { roomId, ana, bia } = await table()
  await bia.send('vote', { roomId, vote: '8' })
  await ana.send('revealVotes', { roomId })
  expect(await bia.send('observe', { roomId, observer: true })).toEqual({ ok: true })
  const late = await connect()
  const { snapshot } = await late.join(roomId, 'Davi')
  expect(snapshot.votes).toEqual([{ userName: 'Bia', participantId: bia.participantId, vote: '8' }])
})

test('an observer stays one through a reload, and votes again when the join says so', async () => {
  const { roomId, ana, lia } = await table()
  lia.leave()
  const again = await connect()
  const kept = observing(ana, 'Lia')
  await again.join(roomId, 'Lia', { seatToken: lia.seatToken })
  await kept
  const voter = await connect()
  await voter.join(roomId, 'Lia', { seatToken: lia.seatToken, observer: false })
  expect(await voter.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  const joined = await connect()
  const none = observing(ana, 'Lia')
  expect((await joined.join(roomId, 'Lia', { seatToken: lia.seatToken, observer: true })).ack.vote).toBeNull()
  await none
})

describe('of another person', () => {
  test('moderators say whether they vote, also moderators who observe themselves', async () => {
    const { roomId, ana, bia, lia } = await table()
    expect(await ana.send('observe', { roomId, observer: true })).toEqual({ ok: true })
    const all = observing(lia, 'Ana', 'Bia', 'Lia')
    expect(await ana.send('observe', { roomId, observer: true, participantId: bia.participantId })).toEqual({ ok: true })
    await all
    expect(await ana.send('updateRoom', { roomId, roomName: 'Checkout' })).toEqual({ ok: true })
    expect(await ana.send('observe', { roomId, observer: false, participantId: lia.participantId })).toEqual({ ok: true })
    expect(await lia.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  })

  test('nobody else does, and nobody says it of a seat of another room', async () => {
    const { roomId, ana, bia, lia } = await table()
    const elsewhere = await table()
    const of = (participantId: number) => ({ roomId, observer: true, participantId })
    expect(await bia.send('observe', of(ana.participantId))).toEqual(refused(texts.moderatorsOnly))
    expect(await lia.send('observe', of(bia.participantId))).toEqual(refused(texts.moderatorsOnly))
    expect(await ana.send('observe', of(elsewhere.bia.participantId))).toEqual(refused(texts.participantGone))
    expect(await elsewhere.ana.send('observe', of(bia.participantId))).toEqual(refused(texts.otherRoom))
    // To name oneself is nobody else.
    expect(await bia.send('observe', of(bia.participantId))).toEqual({ ok: true })
  })
})

test('a seat that was given up and taken again votes', async () => {
  const { roomId, lia } = await table()
  await lia.send('leaveRoom', { roomId })
  await lia.join(roomId, 'Lia')
  expect(await lia.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
})
