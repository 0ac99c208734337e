import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { untilWaiting, waitsInPeace } from '../../../../test/locks.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { saveVotes } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
})
afterAll(() => server.stop())

async function openedRoom() {
  const host = await new RoomClient(server.url()).ready()
  const { roomId } = await openRoom(host)
  host.leave()
  return roomId
}
async function seatAt(roomId: string) {
  const person = await new RoomClient(server.url()).ready()
  await person.join(roomId, 'Ana')
  return person
}

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)('votes of several rooms hold no later room while they wait for an earlier one', async () => {
  const [early, late] = [await openedRoom(), await openedRoom()]
  // The votes of a batch come by their seats: that of the later room is first.
  const [inLate, inEarly] = [await seatAt(late), await seatAt(early)]
  const { db } = server.app.deps
  const room = (person: RoomClient) => db.selectFrom('seats').select('room_id').where('id', '=', person.participantId)
  const votes = [inLate, inEarly].map(({ participantId }) => ({ seatId: participantId, round: 0, value: '5' }))
  const { saving } = await db.transaction().execute(async (trx) => {
    await waitsInPeace(trx)
    await trx.selectFrom('rooms').select('id').where('id', 'in', room(inEarly)).forUpdate().execute()
    const saving = saveVotes(db, 'postgres', votes)
    await untilWaiting(server, 1)
    // It would be refused if it had to wait.
    await trx.selectFrom('rooms').select('id').where('id', 'in', room(inLate)).forUpdate().noWait().execute()
    return { saving }
  })
  expect((await saving).map(({ seatId }) => seatId).sort()).toEqual([inLate, inEarly].map(({ participantId }) => participantId).sort())
  for (const person of [inLate, inEarly]) person.leave()
})
