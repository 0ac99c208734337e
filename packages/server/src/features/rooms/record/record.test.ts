import { limits } from '@rodada/contract/core/limits'
import { auditApi } from '@rodada/contract/instance/audit'
import { type RecordPage, recordApi } from '@rodada/contract/rooms/record'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeCard, makeTeam, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
let admin: Account
const open: RoomClient[] = []
beforeAll(async () => {
  server = await startServer()
  admin = await register(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
const connect = async (account?: Account) => {
  const client = await new RoomClient(server.url(), account && { token: account.token }).ready()
  open.push(client)
  return client
}
const history = (who: Account, roomId: string, before?: number) =>
  server.call(recordApi.history, { token: who.token, params: { roomId }, query: before === undefined ? {} : { before } })
const read = async (who: Account, roomId: string, before?: number): Promise<RecordPage> => ok(await history(who, roomId, before))
const csv = async (who: Account, roomId: string, headers: Record<string, string> = {}): Promise<string> => {
  const url = `${server.url()}/api/rooms/${roomId}/history.csv`
  const answer = await fetch(url, { headers: { ...headers, authorization: `Bearer ${who.token}` } })
  // Of a text the mark at its beginning would be taken away.
  return Buffer.from(await answer.arrayBuffer()).toString()
}
const agreed = async (client: RoomClient, event: Parameters<RoomClient['send']>[0], payload: object) =>
  expect(await client.send(event, payload)).toEqual({ ok: true })

/** Bia, who moderates, and Zeca, a guest; one round on a typed title was voted on, in which they were apart. */
async function playedRoom() {
  const bia = await register(server, { name: 'Bia' })
  const [host, guest] = [await connect(bia), await connect()]
  const { roomId, hostToken } = await openRoom(host, { roomName: 'Time Checkout', deck: ['2', '3', '5', '8', '13', '?'] })
  await host.join(roomId, 'Bia', { hostToken })
  await guest.join(roomId, 'Zeca', { avatar: 'lua' })
  const round = async (number: number, votes: [string, string], reason?: string) => {
    await agreed(host, 'vote', { roomId, vote: votes[0], confidence: 'sure' })
    await agreed(guest, 'vote', { roomId, vote: votes[1] })
    await agreed(host, 'revealVotes', { roomId })
    if (reason) await agreed(guest, 'giveReason', { roomId, round: number, text: reason })
  }
  return { roomId, bia, host, guest, round }
}

test('a revealed round is in the record with its story, votes, confidence, reasons and times; one that is not stays out', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  const observer = await connect()
  await observer.join(roomId, 'Lia', { observer: true })
  await agreed(host, 'selectTask', { roomId, task: { title: 'Pix parcelado' } })
  await round(1, ['2', '13'], 'Cada bandeira arredonda de um jeito.')
  await agreed(host, 'resetVoting', { roomId })
  await agreed(host, 'vote', { roomId, vote: '5' })

  const page = await read(bia, roomId.toLowerCase())
  expect(page).toEqual({
    room: { roomId, roomName: 'Time Checkout', open: true, can: { delete: true } },
    rounds: [
      {
        round: 1,
        task: { title: 'Pix parcelado', task_id: null, card: null },
        votes: [
          { participantId: host.participantId, userName: 'Bia', vote: '2', confidence: 'sure' },
          { participantId: guest.participantId, userName: 'Zeca', vote: '13' },
        ],
        deck: ['2', '3', '5', '8', '13', '?'],
        average: '7.5',
        median: 7.5,
        reasons: [{ participantId: guest.participantId, userName: 'Zeca', avatar: 'lua', text: 'Cada bandeira arredonda de um jeito.' }],
        estimate: null,
        savedBy: null,
        savedAt: null,
        observers: 1,
        startedAt: expect.any(String),
        revealedAt: expect.any(String),
      },
    ],
    next: null,
  })
  const [{ startedAt, revealedAt } = { startedAt: null, revealedAt: '' }] = page.rounds
  expect(Date.parse(startedAt ?? '')).toBeLessThanOrEqual(Date.parse(revealedAt))
  expect(JSON.stringify(await csv(bia, roomId))).not.toContain('"5"')
})

test('a round keeps the deck that it was voted with: sizes have their middle, and no mean, whatever is played next', async () => {
  const { roomId, bia, host, round } = await playedRoom()
  await agreed(host, 'updateRoom', { roomId, deck: ['P', 'M', 'G', 'GG'] })
  await round(2, ['G', 'P'])
  await agreed(host, 'updateRoom', { roomId, deck: ['1', '2'] })
  expect((await read(bia, roomId)).rounds[0]).toMatchObject({ deck: ['P', 'M', 'G', 'GG'], median: 'P' })
  expect(await csv(bia, roomId)).toContain('"Bia","G","seguro","","","P",""')
})

test('what a round saved to a card is told with who did; the card itself to who sees it', async () => {
  const team = await makeTeam(server)
  const card = await makeCard(server, team.admin, team.board, 'Boleto')
  const host = await connect(team.member)
  const { roomId } = await openRoom(host, { card_ids: [card.id] })
  await host.join(roomId, 'Bia')
  const stranger = await connect(team.stranger)
  await stranger.join(roomId, 'Duda')
  await agreed(host, 'vote', { roomId, vote: '5' })
  await agreed(host, 'revealVotes', { roomId })
  await agreed(host, 'saveEstimate', { roomId, round: 1, estimate: 5 })
  const [round] = (await read(team.member, roomId)).rounds
  expect(round).toMatchObject({ estimate: 5, savedBy: team.member.user.name, savedAt: expect.any(String) })
  expect(round?.task).toMatchObject({ title: 'Boleto', card: { id: card.id, board_id: team.board.id } })
  expect((await read(team.stranger, roomId)).rounds[0]?.task).toMatchObject({ title: 'Boleto', card: null })
})

test('the time on a task is counted from when it came to the table', async () => {
  const { roomId, bia, host, round } = await playedRoom()
  const old = '2026-01-01T00:00:00.000Z'
  await db().updateTable('rooms').set({ round_started_at: old }).where('code', '=', roomId).execute()
  await round(1, ['5', '5'])
  await agreed(host, 'selectTask', { roomId, task: { title: 'A seguinte' } })
  await agreed(host, 'resetVoting', { roomId })
  await db().updateTable('rooms').set({ round_started_at: old }).where('code', '=', roomId).execute()
  await agreed(host, 'selectTask', { roomId, task: { title: 'Boleto' } })
  await round(2, ['5', '5'])
  const [second, first] = (await read(bia, roomId)).rounds
  expect(first?.startedAt).toBe(old)
  expect(second?.startedAt).not.toBe(old)
})

test('accounts that sat there read it, also after they left and the room ended; nobody else does, and learns nothing', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  const [caio, stranger] = [await register(server, { name: 'Caio' }), await register(server)]
  const third = await connect(caio)
  await third.join(roomId, 'Caio', { observer: true })
  await round(1, ['5', '5'])
  await agreed(third, 'leaveRoom', { roomId })
  await agreed(host, 'leaveRoom', { roomId })
  for (const who of [bia, caio]) expect((await read(who, roomId)).rounds).toHaveLength(1)
  expect((await read(caio, roomId)).room.can.delete).toBe(false)

  const [none, never] = [await history(stranger, roomId), await history(stranger, 'ZZZZZZ')]
  expect([none.status, none.body]).toEqual([404, never.body])
  expect((await history(admin, roomId)).status, 'an administrator is a person like others here').toBe(404)
  expect((await server.call(recordApi.history, { params: { roomId } })).status).toBe(401)
  expect((await fetch(`${server.url()}/api/rooms/${roomId}/history.csv`)).status).toBe(401)

  guest.leave()
  await db()
    .updateTable('rooms')
    .set((room) => ({ record_code: room.ref('code'), code: null, ended_at: new Date().toISOString() }))
    .where('code', '=', roomId)
    .execute()
  expect(await read(bia, roomId)).toMatchObject({ room: { roomId, open: false }, rounds: [{ round: 1 }] })
})

test('whom a moderator removed is kept from it for as long as from the room, and has moderated nothing', async () => {
  const { roomId, bia, host, round } = await playedRoom()
  const caio = await register(server, { name: 'Caio' })
  const third = await connect(caio)
  const { ack } = await third.join(roomId, 'Caio')
  await agreed(host, 'makeModerator', { roomId, participantId: ack.participantId })
  await round(1, ['5', '5'])
  expect((await read(caio, roomId)).room.can.delete).toBe(true)
  await agreed(host, 'removeParticipant', { roomId, participantId: ack.participantId })
  expect((await history(caio, roomId)).status).toBe(404)
  expect(ok(await server.call(recordApi.rooms, { token: caio.token })).rooms).toEqual([])
  expect((await read(bia, roomId)).rounds).toHaveLength(1)
  await db()
    .updateTable('room_removals')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute()
  expect((await read(caio, roomId)).room.can.delete).toBe(false)
})

test('two people of one name are two, and a guest who signed in at the table is one', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  await round(1, ['5', '8'])
  await agreed(guest, 'leaveRoom', { roomId })
  await agreed(host, 'resetVoting', { roomId })
  const other = await connect()
  await other.join(roomId, 'Zeca')
  await agreed(other, 'vote', { roomId, vote: '3' })
  await agreed(host, 'revealVotes', { roomId })
  const [second, first] = (await read(bia, roomId)).rounds
  expect(first?.votes[1]).toMatchObject({ userName: 'Zeca', participantId: guest.participantId })
  expect(second?.votes[0]).toMatchObject({ userName: 'Zeca', participantId: other.participantId })
  expect(other.participantId).not.toBe(guest.participantId)
})

test('it comes page by page, and a page of many votes is shorter', async () => {
  const { roomId, bia } = await playedRoom()
  const { id } = await db().selectFrom('rooms').select('id').where('code', '=', roomId).executeTakeFirstOrThrow()
  const count = limits.recordRounds + 2
  const rounds = Array.from({ length: count }, (_, index) => ({
    ...{ room_id: id, number: index + 1, task_title: null, average: '0.0', revealed_at: '2026-01-01T00:00:00.000Z' },
    vote_count: index + 1 > count - 2 ? limits.recordVotes : 0,
  }))
  await db().insertInto('rounds').values(rounds).execute()
  const seen: number[][] = []
  for (let before: number | null | undefined; before !== null; ) {
    const page = await read(bia, roomId, before)
    seen.push(page.rounds.map(({ round }) => round))
    before = page.next
  }
  expect(seen.map((page) => page.length)).toEqual([1, limits.recordRounds, 1])
  expect(seen.flat()).toEqual(Array.from({ length: count }, (_, index) => count - index))
  expect((await csv(bia, roomId)).trim().split('\r\n')).toHaveLength(count + 1)
})

test('as CSV each vote is a line, in the language of who asks, and nothing in it is a formula', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  await agreed(host, 'selectTask', { roomId, task: { title: '=1+1' } })
  await round(1, ['2', '13'], '@SUM(A1), "aspas"')
  const lines = (await csv(bia, roomId)).split('\r\n')
  expect(lines[0]).toBe(
    `\uFEFF${texts.recordColumns
      .split(',')
      .map((name) => `"${name}"`)
      .join(',')}`,
  )
  expect(lines[1]).toMatch(/^"1","'=1\+1","Bia","2","seguro","","7.5","7.5","","[^"]+Z","[^"]+Z"$/)
  expect(lines[2]).toContain(`"1","'=1+1","Zeca","13","","'@SUM(A1), ""aspas""","7.5"`)
  expect(lines[3]).toBe('')
  await agreed(guest, 'leaveRoom', { roomId })

  const url = `${server.url()}/api/rooms/${roomId}/history.csv`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${bia.token}` } })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="rodada-sala-${roomId}.csv"`)
  await db().updateTable('users').set({ language: 'en-US' }).where('id', '=', bia.user.id).execute()
  expect(await csv(bia, roomId)).toContain('"round","task","person"')
})

test('at the table moderators read it, guests too; others there do not', async () => {
  const { roomId, host, guest, round } = await playedRoom()
  await round(1, ['5', '8'])
  expect(await guest.send('readHistory', { roomId })).toMatchObject({ error: texts.moderatorsOnly })
  await agreed(host, 'makeModerator', { roomId, participantId: guest.participantId })
  expect(await guest.send('readHistory', { roomId })).toMatchObject({ room: { can: { delete: true } }, rounds: [{ round: 1 }], next: null })
  expect(await guest.send('readHistory', { roomId, before: 1 })).toMatchObject({ rounds: [], next: null })
})

test('who moderates only because everybody else went reads the record and cannot delete it, nor can who they choose', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  await round(1, ['5', '5'])
  await agreed(host, 'resetVoting', { roomId })
  const heir = guest.next('moderatorChanged')
  await agreed(host, 'leaveRoom', { roomId })
  expect(await heir).toMatchObject({ participantId: guest.participantId })
  expect(await guest.send('readHistory', { roomId })).toMatchObject({ room: { can: { delete: false } }, rounds: [{ round: 1 }] })
  expect(await guest.send('deleteHistory', { roomId })).toMatchObject({ error: texts.recordOfModerators })
  const caio = await register(server, { name: 'Caio' })
  const accomplice = await connect(caio)
  await accomplice.join(roomId, 'Caio')
  await agreed(guest, 'makeModerator', { roomId, participantId: accomplice.participantId })
  expect(await accomplice.send('deleteHistory', { roomId })).toMatchObject({ error: texts.recordOfModerators })
  await agreed(accomplice, 'leaveRoom', { roomId })
  const remove = (who: Account) => server.call(recordApi.delete, { token: who.token, params: { roomId } })
  expect(await remove(caio)).toMatchObject({ status: 403, body: { message: texts.recordOfModerators } })
  expect((await read(caio, roomId)).room.can).toEqual({ delete: false })
  // Nor does the account that a guest signs in with, which has a seat here already.
  const signedIn = await connect(caio)
  await signedIn.join(roomId, 'Caio', { seatToken: guest.seatToken })
  expect(await signedIn.send('deleteHistory', { roomId })).toMatchObject({ error: texts.recordOfModerators })
  expect((await remove(bia)).status).toBe(200)
})

test('who moderated deletes it for everybody, the table hears, and the audit log tells', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  const caio = await register(server, { name: 'Caio' })
  const third = await connect(caio)
  await third.join(roomId, 'Caio')
  await round(1, ['5', '5'])
  await agreed(host, 'resetVoting', { roomId })
  await round(2, ['5', '8'], 'Tem o estorno.')
  const remove = (who: Account) => server.call(recordApi.delete, { token: who.token, params: { roomId } })
  const stranger = await register(server)
  expect(await remove(caio)).toMatchObject({ status: 403, body: { message: texts.recordOfModerators } })
  expect((await remove(stranger)).status).toBe(404)
  expect((await read(bia, roomId)).rounds).toHaveLength(2)

  await agreed(host, 'leaveRoom', { roomId })
  const heard = guest.next('historyDeleted')
  expect((await remove(bia)).status).toBe(200)
  expect((await heard).past, 'the round on the table stays').toMatchObject([{ round: 2 }])
  expect(await read(caio, roomId)).toMatchObject({ rounds: [{ round: 2, votes: [{ vote: '5' }, { vote: '8' }] }] })
  const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'room.record_deleted' } }))
  expect(entries[0]).toMatchObject({ subject: 'Time Checkout', user: { id: bia.user.id }, details: { room: roomId, rounds: 1 } })

  await db().updateTable('rooms').set({ code: null, ended_at: new Date().toISOString() }).where('code', '=', roomId).execute()
  expect((await remove(bia)).status).toBe(200)
  expect((await read(caio, roomId)).rounds).toEqual([])
  const { id } = await db().selectFrom('rooms').select('id').where('record_code', '=', roomId).executeTakeFirstOrThrow()
  expect(await db().selectFrom('votes').select('round').where('room_id', '=', id).execute()).toEqual([])
})

test('a guest who moderates deletes it at the table', async () => {
  const { roomId, bia, host, guest, round } = await playedRoom()
  await round(1, ['5', '5'])
  await agreed(host, 'resetVoting', { roomId })
  expect(await guest.send('deleteHistory', { roomId })).toMatchObject({ error: texts.moderatorsOnly })
  await agreed(host, 'makeModerator', { roomId, participantId: guest.participantId })
  await agreed(guest, 'deleteHistory', { roomId })
  expect((await read(bia, roomId)).rounds).toEqual([])
})

test('the rooms with a record in which somebody sat are listed, the latest first, page by page', async () => {
  const bia = await register(server, { name: 'Bia' })
  const host = await connect(bia)
  const rooms: string[] = []
  for (let index = 0; index < 3; index++) {
    const { roomId } = await openRoom(host, { roomName: `Sala ${index}` })
    rooms.push(roomId)
    await host.join(roomId, 'Bia')
    if (index === 2) continue
    await agreed(host, 'vote', { roomId, vote: '5' })
    await agreed(host, 'revealVotes', { roomId })
  }
  const list = async (before?: string) =>
    ok(await server.call(recordApi.rooms, { token: bia.token, query: before === undefined ? {} : { before } }))
  const { rooms: all, next } = await list()
  expect(all).toMatchObject([
    { roomId: rooms[1], roomName: 'Sala 1', rounds: 1, open: true },
    { roomId: rooms[0], roomName: 'Sala 0', rounds: 1, open: true },
  ])
  expect(next).toBeNull()
  expect((await list(all[0]?.lastAt)).rooms.map(({ roomId }) => roomId)).toEqual([rooms[0]])
})

test('that somebody writes a reason is heard by the others, never what; who lost the seat is not heard', async () => {
  const { roomId, host, guest, round } = await playedRoom()
  await round(1, ['5', '8'])
  const heard = host.next('reasonWriting')
  await agreed(guest, 'writingReason', { roomId, round: 1, writing: true, text: 'segredo' })
  expect(await heard).toEqual({ round: 1, participantId: guest.participantId, writing: true })
  expect(guest.received.filter(({ event }) => event === 'reasonWriting')).toEqual([])
  const gone = guest.next('seatLost')
  await agreed(host, 'removeParticipant', { roomId, participantId: guest.participantId })
  await gone
  host.received.length = 0
  await guest.send('writingReason', { roomId, round: 1, writing: true })
  await agreed(host, 'selectTask', { roomId, task: { title: 'Depois' } })
  expect(host.received.filter(({ event }) => event === 'reasonWriting')).toEqual([])
})

test('a tile that a guest chose at the door is changed at the table, and stays when they are back', async () => {
  const { roomId, host, guest } = await playedRoom()
  const shown = host.people((people) => people.some(({ id, avatar }) => id === guest.participantId && avatar === 'pipa'))
  await agreed(guest, 'changeAvatar', { roomId, avatar: 'pipa' })
  await shown
  expect(await guest.send('changeAvatar', { roomId, avatar: 'https://x' })).toMatchObject({ error: texts.payloadInvalid })
  const again = await connect()
  const { snapshot } = await again.join(roomId, 'Zeca', { seatToken: guest.seatToken })
  expect(snapshot.users.find(({ id }) => id === guest.participantId)?.avatar).toBe('pipa')
})

test('one account takes the file of a record ten times in a minute, and others take theirs meanwhile', async () => {
  const strict = await startServer({ env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const [eva, ana] = [await register(strict, { name: 'Eva' }), await register(strict, { name: 'Ana' })]
    const take = ({ token }: Account) => strict.call(recordApi.export, { token, params: { roomId: 'ABCDEF' } })
    // Each process counts by itself.
    const most = 10 * strict.urls.length
    const statuses = (await Promise.all(Array.from({ length: 3 * most }, () => take(eva)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(most)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * most)
    expect((await take(ana)).status).toBe(404)
  } finally {
    await strict.stop()
  }
})
