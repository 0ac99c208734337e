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
const nudges = (client: RoomClient) => client.received.filter(({ event }) => event === 'nudged').map(({ payload }) => payload)

/** Ana, Bia and Caio vote, Lia observes. */
async function table() {
  const clients = [await connect(), await connect(), await connect(), await connect()] as const
  const [ana, bia, caio, lia] = clients
  const { roomId } = await openRoom(ana)
  for (const [client, name] of [
    [ana, 'Ana'],
    [bia, 'Bia'],
    [caio, 'Caio'],
  ] as const)
    await client.join(roomId, name)
  await lia.join(roomId, 'Lia', { observer: true })
  return { roomId, ana, bia, caio, lia, clients }
}

test('a present person without a vote hears who nudged, once a minute at most; voters, observers and oneself hear nothing', async () => {
  const { roomId, ana, bia, caio, lia, clients } = await table()
  await bia.send('vote', { roomId, vote: '5' })
  const told = caio.next('nudged')
  // Without a card of one's own one nudges others only.
  expect(await ana.send('nudge', { roomId })).toEqual({ ok: true })
  expect(await told).toEqual({ from: 'Ana' })
  expect(await ana.send('nudge', { roomId })).toEqual(refused(texts.nudgedAlready))
  // From somebody else as well.
  const once = ana.next('nudged')
  expect(await bia.send('nudge', { roomId })).toEqual({ ok: true })
  expect(await once).toEqual({ from: 'Bia' })
  expect(await lia.send('nudge', { roomId })).toEqual(refused(texts.nudgedAlready))
  for (const client of clients) await client.send('chatMessage', { roomId, message: 'oi' })
  expect(clients.map(nudges)).toEqual([[{ from: 'Bia' }], [], [{ from: 'Ana' }], []])
  const { db } = server.app.deps
  const ago = new Date(Date.now() - 61_000).toISOString()
  await db.updateTable('seats').set({ nudged_at: ago }).where('id', '=', caio.participantId).execute()
  const again = caio.next('nudged')
  expect(await lia.send('nudge', { roomId })).toEqual({ ok: true })
  expect(await again).toEqual({ from: 'Lia' })
})

test('one person alone may be nudged, and nobody whose vote is not missing', async () => {
  const { roomId, ana, bia, caio, lia } = await table()
  const told = bia.next('nudged')
  expect(await ana.send('nudge', { roomId, participantId: bia.participantId })).toEqual({ ok: true })
  await told
  await caio.send('vote', { roomId, vote: '5' })
  for (const { participantId } of [caio, lia, ana]) {
    expect(await ana.send('nudge', { roomId, participantId })).toEqual(refused(texts.nobodyToNudge))
  }
  const elsewhere = await table()
  expect(await ana.send('nudge', { roomId, participantId: elsewhere.bia.participantId })).toEqual(refused(texts.nobodyToNudge))
  await ana.send('revealVotes', { roomId })
  expect(await ana.send('nudge', { roomId })).toEqual(refused(texts.nobodyToNudge))
  expect(nudges(elsewhere.bia)).toEqual([])
})
