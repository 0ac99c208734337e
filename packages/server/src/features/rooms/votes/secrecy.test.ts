import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Records every frame as it comes over the wire, below Socket.IO's own parsing. */
async function wiretap(transport: 'polling' | 'websocket') {
  const client = new RoomClient(server.url(), { transports: [transport] })
  const frames: string[] = []
  client.socket.io.engine.on('packet', (packet: { type: string; data?: unknown }) =>
    frames.push(`${packet.type} ${String(packet.data ?? '')}`),
  )
  await client.ready()
  return { client, frames }
}

type Secret = { vote: string; confidence?: 'sure' | 'unsure' }

/**
 * One and the same round up to just before the reveal, in which only Ana's card and how sure she is of it differ. Answers everything that everybody
 * but Ana received, with what differs from room to room made equal.
 */
async function roundWith(secret: Secret): Promise<string[]> {
  const ana = await wiretap('websocket')
  const others = [await wiretap('websocket'), await wiretap('polling')] as const
  const { roomId, hostToken } = await openRoom(ana.client)
  // One after another, each seen by all: then the lists that go out are the same in every run.
  const seen = (count: number, ...clients: RoomClient[]) =>
    Promise.all(clients.map((client) => client.people((people) => people.length === count)))
  const one = seen(1, ana.client)
  await ana.client.join(roomId, 'Ana', { hostToken })
  await one
  const two = seen(2, ana.client, others[0].client)
  await others[0].client.join(roomId, 'Bia')
  await two
  const three = seen(3, ana.client, others[0].client, others[1].client)
  await others[1].client.join(roomId, 'Caio')
  await three
  const tab = await wiretap('websocket')
  await tab.client.join(roomId, 'Ana', { seatToken: ana.client.seatToken })

  const heard = others.map(({ client }) => client.next('newVote'))
  const listed = others.map(({ client }) => client.people((people) => people.some((person) => person.hasVoted)))
  const own = tab.client.next('voteSaved')
  await ana.client.send('vote', { roomId, userName: 'Ana', ...secret })
  await Promise.all([...heard, ...listed])
  expect(await own).toEqual({ ...secret, round: 1 })

  const late = await wiretap('websocket')
  const four = seen(4, ana.client, others[0].client, others[1].client, late.client)
  await late.client.join(roomId, 'Davi')
  await four
  // What a curious client may try: the other's name, a refused vote, a second join, a task, the settings.
  await others[0].client.send('vote', { roomId, userName: 'Ana', vote: '999' })
  await others[0].client.send('updateRoom', { roomId, roomName: 'X' })
  await others[0].client.send('giveReason', { roomId, round: 1, text: 'E a Ana?' })
  const renamed = [...others, late].map(({ client }) => client.people((people) => people.some(({ name }) => name === 'Ana (2)')))
  await others[1].client.join(roomId, 'Ana', { seatToken: others[1].client.seatToken })
  await Promise.all(renamed)
  const chosen = [...others, late].map(({ client }) => client.next('taskSelected'))
  await late.client.send('selectTask', { roomId, task: { title: 'Pix' } })
  await Promise.all(chosen)
  const visitor = await wiretap('polling')
  await visitor.client.next('activeRooms', (rooms) => rooms.some((room) => room.id === roomId))

  const taps = [...others, late]
  const ids = taps.map(({ client }) => client.participantId).concat(ana.client.participantId)
  const events = taps.flatMap(({ client, frames }) => {
    client.leave()
    return frames.map((frame) => neutral(frame, roomId, ids))
  })
  for (const { client } of [ana, tab, visitor]) client.leave()
  return events
}

/** Ids, secrets and instants differ from room to room; the rest may not. */
function neutral(frame: string, roomId: string, ids: number[]): string {
  const text = ids.reduce(
    (so_far, id, i) => so_far.replaceAll(new RegExp(`("(?:id|participantId)":)${id}\\b`, 'g'), `$1"person ${i}"`),
    frame,
  )
  return text
    .replaceAll(roomId, 'ROOM')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
    .replaceAll(/[\w-]{43}/g, 'SECRET')
    .replaceAll(/"(?:sid|id)":"[\w-]{20}"/g, '"id":"SOCKET"')
}

/** How often a list goes out depends on time; which lists there are does not. */
const distinct = (frames: string[]) =>
  [...new Set(frames.filter((frame) => !frame.includes('activeRooms') && !/^(ping|pong|noop)/.test(frame)))].sort()

test('before the reveal nobody but its owner receives anything that depends on a card', async () => {
  const low = distinct(await roundWith({ vote: '1' }))
  const high = distinct(await roundWith({ vote: '8' }))
  expect(low.length).toBeGreaterThan(10)
  expect(high).toEqual(low)
})

test('nor on how sure its owner is of it, be it by a size', async () => {
  const silent = distinct(await roundWith({ vote: '5' }))
  const sure = distinct(await roundWith({ vote: '5', confidence: 'sure' }))
  const unsure = distinct(await roundWith({ vote: '5', confidence: 'unsure' }))
  expect(sure).toEqual(silent)
  expect(unsure).toEqual(sure)
  expect(sure.join('')).not.toMatch(/confidence|sure/)
})

test('the wiretap would notice: after the reveal the same comparison differs', async () => {
  const reveal = async (secret: Secret) => {
    const ana = await wiretap('websocket')
    const bia = await wiretap('polling')
    const { roomId } = await openRoom(ana.client)
    await ana.client.join(roomId, 'Ana')
    await bia.client.join(roomId, 'Bia')
    await ana.client.send('vote', { roomId, ...secret })
    const result = bia.client.next('votesRevealed')
    await ana.client.send('revealVotes', { roomId })
    await result
    for (const { client } of [ana, bia]) client.leave()
    return distinct(bia.frames.map((frame) => neutral(frame, roomId, [ana.client.participantId, bia.client.participantId])))
  }
  expect(await reveal({ vote: '1' })).not.toEqual(await reveal({ vote: '8' }))
  expect(await reveal({ vote: '1', confidence: 'sure' })).not.toEqual(await reveal({ vote: '1', confidence: 'unsure' }))
})
