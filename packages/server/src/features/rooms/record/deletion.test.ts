import { setImmediate as nextLoop } from 'node:timers/promises'
import { auditApi } from '@rodada/contract/instance/audit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { roomWork } from '../event-limits.ts'

let server: TestServer
let admin: Account
const open: RoomClient[] = []
beforeAll(async () => {
  server = await startServer({ alone: true, env: { TRUST_PROXY: 'true' } })
  admin = await register(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
async function connect(address?: string) {
  const client = await new RoomClient(server.url(), { ...(address !== undefined && { address }) }).ready()
  open.push(client)
  return client
}
const agreed = async (client: RoomClient, event: Parameters<RoomClient['send']>[0], payload: object) =>
  expect(await client.send(event, payload)).toEqual({ ok: true })
const roundsOf = (id: number) => db().selectFrom('rounds').select(['number as round']).where('room_id', '=', id).execute()

/** A room with a round on its table, and older ones as tables of these sizes would have left them. */
async function roomWithRecord(sizes: number[], address?: string) {
  const [host, guest] = [await connect(address), await connect(address)]
  const { roomId, hostToken } = await openRoom(host)
  await host.join(roomId, 'Bia', { hostToken })
  await guest.join(roomId, 'Zeca')
  for (let round = 1; round <= 2; round++) {
    await agreed(host, 'vote', { roomId, vote: '5' })
    await agreed(host, 'revealVotes', { roomId })
    if (round === 1) await agreed(host, 'resetVoting', { roomId })
  }
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', roomId).executeTakeFirstOrThrow()
  const first = await db().selectFrom('rounds').selectAll().where('room_id', '=', id).where('number', '=', 1).executeTakeFirstOrThrow()
  const older = sizes.map((vote_count, index) => ({ ...first, number: index - sizes.length, vote_count }))
  await db().insertInto('rounds').values(older).execute()
  const voted_at = new Date().toISOString()
  const votes = older.flatMap(({ number }) =>
    [host, guest].map(({ participantId }) => ({ room_id: id, round: number, seat_id: participantId, value: '3', voted_at })),
  )
  await db().insertInto('votes').values(votes).execute()
  return { roomId, id, host, guest }
}
/** Resolves once the first part of a deletion is done, and others are not. */
async function isUnderWay(id: number) {
  const all = (await roundsOf(id)).length
  while ((await roundsOf(id)).length === all) await nextLoop()
}
/** Rounds of so many votes that a transaction takes one or two of them. */
const large = (count: number) => Array.from({ length: count }, () => 3000)

test('a record of very many votes is deleted whole, in parts, and is told once', async () => {
  const sizes = [3000, 3000, 6000, ...Array.from({ length: 600 }, () => 2)]
  const { roomId, id, host, guest } = await roomWithRecord(sizes)
  const heard = guest.next('historyDeleted')
  await agreed(host, 'deleteHistory', { roomId })
  expect((await heard).past).toMatchObject([{ round: 2 }])
  expect(await db().selectFrom('votes').select('round').distinct().where('room_id', '=', id).execute()).toEqual([{ round: 2 }])
  expect(await roundsOf(id)).toEqual([{ round: 2 }])
  const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'room.record_deleted' } }))
  expect(entries.filter(({ details }) => details.room === roomId)).toMatchObject([{ details: { rounds: sizes.length + 1 } }])
})

test('records that are deleted, however many at once, keep nobody of another network from acting', async () => {
  const rooms = []
  for (let index = 0; index < 2 * roomWork.atOnce; index++) rooms.push(await roomWithRecord(large(50), '198.51.100.7'))
  const elsewhere = await connect('203.0.113.9')
  const { roomId, hostToken } = await openRoom(elsewhere)
  await elsewhere.join(roomId, 'Caio', { hostToken })

  const answered: string[] = []
  const underWay = isUnderWay(rooms[0]?.id ?? 0)
  const deletions = rooms.map(async (room) => {
    await agreed(room.host, 'deleteHistory', { roomId: room.roomId })
    answered.push('deleted')
  })
  await underWay
  await agreed(elsewhere, 'chatMessage', { roomId, message: 'Oi' })
  answered.push('said')
  await Promise.all(deletions)
  expect(answered[0]).toBe('said')
})

test('a deletion that began is finished, also when who asked for it loses the right to meanwhile', async () => {
  const { roomId, id, host, guest } = await roomWithRecord(large(100))
  await agreed(host, 'makeModerator', { roomId, participantId: guest.participantId })
  const heard = guest.next('historyDeleted')
  const underWay = isUnderWay(id)
  const deleted = host.send('deleteHistory', { roomId })
  await underWay
  await agreed(guest, 'removeParticipant', { roomId, participantId: host.participantId })
  expect((await heard).past).toMatchObject([{ round: 2 }])
  expect(await roundsOf(id)).toEqual([{ round: 2 }])
  await deleted
})
