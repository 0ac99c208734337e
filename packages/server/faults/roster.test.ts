import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

// Here and not beside the other tests of rooms: it takes the seconds that the list may wait.
test('the list of people comes also while somebody votes without a pause', async () => {
  const [ana, bia] = [await new RoomClient(server.url()).ready(), await new RoomClient(server.url()).ready()]
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  const both = ana.people((people) => people.length === 2)
  await bia.join(roomId, 'Bia')
  await both

  // A first list after votes: what people did before is in it, and nothing but votes makes the next one.
  const first = bia.people((people) => people.some(({ name, hasVoted }) => name === 'Bia' && hasVoted))
  expect(await bia.send('vote', { roomId, vote: '3' })).toEqual({ ok: true })
  await first

  let listed = false
  const list = bia.people((people) => people.some(({ name, hasVoted }) => name === 'Ana' && hasVoted))
  const stop = () => {
    listed = true
  }
  list.then(stop, stop)
  while (!listed) expect(await ana.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  await list
  ana.leave()
  bia.leave()
})
