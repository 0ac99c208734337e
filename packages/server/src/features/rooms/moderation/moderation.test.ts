import { authApi } from '@rodada/contract/auth/auth'
import { adminApi } from '@rodada/contract/instance/admin'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startServer()
  admin = (await register('Raiz')).token
})
afterAll(() => server.stop())

const connect = (token?: string) => new RoomClient(server.url(), { token }).ready()

async function register(name: string): Promise<{ token: string; id: number }> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@exemplo.com.br`
  const { token, user } = (await server.call(authApi.register, { body: { name, email, password: 'segredo' } })).body
  return { token, id: user.id }
}

/** A table with Ana, who moderates it, and Jonas, a guest. */
async function table(tokens: { ana?: string; jonas?: string } = {}) {
  const ana = await connect(tokens.ana)
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken, browserId: 'navegador da Ana' })
  const jonas = await connect(tokens.jonas)
  await jonas.join(roomId, 'Jonas', { browserId: `navegador do Jonas ${roomId}` })
  return { roomId, hostToken, ana, jonas }
}

const refused = (error: string) => expect.objectContaining({ error })

describe('a moderator removes somebody', () => {
  test('with the card of the open round, from all of their tabs, and tells them', async () => {
    const { roomId, ana, jonas } = await table()
    const tab = await connect()
    await tab.join(roomId, 'Jonas', { seatToken: jonas.seatToken })
    await jonas.send('vote', { roomId, vote: '5' })
    await ana.send('vote', { roomId, vote: '3' })
    const told = [jonas, tab].map((client) => client.next('seatLost'))
    const alone = ana.people((people) => people.length === 1)
    expect(await ana.send('removeParticipant', { roomId, participantId: jonas.participantId })).toEqual({ ok: true })
    expect(await Promise.all(told)).toEqual(Array(2).fill({ message: texts.removedFromRoom, removed: true }))
    await alone
    const seen = [jonas, tab].map((client) => client.received.length)
    const revealed = ana.next('votesRevealed')
    await ana.send('revealVotes', { roomId })
    expect((await revealed).votes).toEqual([{ userName: 'Ana', participantId: ana.participantId, vote: '3' }])
    for (const [event, more] of [
      ['vote', { vote: '1' }],
      ['chatMessage', { message: 'oi' }],
    ] as const)
      expect(await jonas.send(event, { roomId, ...more })).toHaveProperty('error')
    expect([jonas, tab].map((client) => client.received.length)).toEqual(seen)
  })

  test('who cannot come back with the seat, the browser or the same connection, and may come back after a day', async () => {
    const { roomId, ana, jonas } = await table()
    await ana.send('removeParticipant', { roomId, participantId: jonas.participantId })
    const input = { roomId, userName: 'Outro', userRole: 'collaborator' }
    expect(await jonas.send('joinRoom', input)).toEqual(refused(texts.removedFromRoom))
    const other = await connect()
    expect(await other.send('joinRoom', { ...input, seatToken: jonas.seatToken })).toEqual(refused(texts.removedFromRoom))
    expect(await other.send('joinRoom', { ...input, browserId: `navegador do Jonas ${roomId}` })).toEqual(refused(texts.removedFromRoom))
    // Others of the same network are let in.
    await other.join(roomId, 'Caio', { browserId: 'navegador do Caio' })
    const elsewhere = await openRoom(other)
    await jonas.join(elsewhere.roomId, 'Jonas')

    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const ofRoom = server.app.deps.db.selectFrom('rooms').select('id').where('code', '=', roomId)
    await server.app.deps.db.updateTable('room_removals').set({ created_at: yesterday }).where('room_id', '=', ofRoom).execute()
    const back = await connect()
    await back.join(roomId, 'Jonas', { browserId: `navegador do Jonas ${roomId}` })
  })

  test('who cannot come back with their account from another browser, nor with the secret of the host', async () => {
    const account = await register('Jonas')
    const { roomId, hostToken, ana, jonas } = await table({ jonas: account.token })
    await ana.send('removeParticipant', { roomId, participantId: jonas.participantId })
    const phone = await connect(account.token)
    const input = { roomId, userName: 'Jonas', userRole: 'collaborator', browserId: 'telefone' }
    expect(await phone.send('joinRoom', input)).toEqual(refused(texts.removedFromRoom))
    expect(await phone.send('joinRoom', { ...input, hostToken })).toEqual(refused(texts.removedFromRoom))
  })
})

test('a moderator who was removed is none again by the secret of the host, under whatever name', async () => {
  const { roomId, hostToken, ana, jonas } = await table()
  await ana.send('makeModerator', { roomId, participantId: jonas.participantId })
  expect(await jonas.send('removeParticipant', { roomId, participantId: ana.participantId })).toEqual({ ok: true })
  const other = await connect()
  expect((await other.join(roomId, 'Outra', { hostToken })).ack.role).toBe('participant')
  expect(await other.send('removeParticipant', { roomId, participantId: jonas.participantId })).toEqual(refused(texts.moderatorsOnly))
})

test('whom an heir removes is no moderator again by the secret of the host: who created the room may have come back without it', async () => {
  const { roomId, hostToken, ana, jonas } = await table()
  const heir = jonas.next('moderatorChanged')
  await ana.send('leaveRoom', { roomId })
  await heir
  const creator = await connect()
  await creator.join(roomId, 'Ana')
  expect(await jonas.send('removeParticipant', { roomId, participantId: creator.participantId })).toEqual({ ok: true })
  expect((await (await connect()).join(roomId, 'Outra', { hostToken })).ack.role).toBe('participant')
})

test('the moderator keeps the secret of the host after removing a participant', async () => {
  const { roomId, hostToken, ana, jonas } = await table()
  await ana.send('removeParticipant', { roomId, participantId: jonas.participantId })
  await ana.send('leaveRoom', { roomId })
  expect((await (await connect()).join(roomId, 'Ana', { hostToken })).ack.role).toBe('moderator')
})

describe('moderating is for moderators of the room', () => {
  test.each(['removeParticipant', 'makeModerator'] as const)(
    '%s is refused to a participant, a guest, and who sits elsewhere',
    async (event) => {
      const { roomId, ana, jonas } = await table()
      const account = await connect((await register('Lia')).token)
      await account.join(roomId, 'Lia')
      const stranger = await connect()
      const elsewhere = await table()
      const input = { roomId, participantId: ana.participantId }
      expect(await jonas.send(event, { ...input, userRole: 'moderator', role: 'moderator' })).toEqual(refused(texts.moderatorsOnly))
      expect(await account.send(event, input)).toEqual(refused(texts.moderatorsOnly))
      expect(await stranger.send(event, input)).toEqual(refused(texts.joinFirst))
      expect(await elsewhere.ana.send(event, input)).toEqual(refused(texts.otherRoom))
      // A seat of another room is not there for anybody.
      expect(await elsewhere.ana.send(event, { ...input, roomId: elsewhere.roomId })).toEqual(refused(texts.participantGone))
      expect(await ana.send(event, { roomId, participantId: 999_999 })).toEqual(refused(texts.participantGone))
      await ana.send('vote', { roomId, vote: '1' })
      expect(ana.received.filter(({ event: name }) => ['seatLost', 'moderatorChanged'].includes(name))).toEqual([])
    },
  )

  test('nobody removes themselves', async () => {
    const { roomId, ana } = await table()
    expect(await ana.send('removeParticipant', { roomId, participantId: ana.participantId })).toEqual(refused(texts.removeYourself))
  })

  test('handing over makes both moderators, is told to everybody, and survives a reload', async () => {
    const { roomId, ana, jonas } = await table()
    const told = [ana, jonas].map((client) => client.next('moderatorChanged'))
    expect(await ana.send('makeModerator', { roomId, participantId: jonas.participantId })).toEqual({ ok: true })
    expect(await Promise.all(told)).toEqual(Array(2).fill({ participantId: jonas.participantId, userName: 'Jonas' }))
    expect(await jonas.send('updateRoom', { roomId, roomName: 'Checkout' })).toEqual({ ok: true })
    expect(await ana.send('updateRoom', { roomId, roomName: 'Pix' })).toEqual({ ok: true })
    jonas.leave()
    const back = await connect()
    expect((await back.join(roomId, 'Jonas', { seatToken: jonas.seatToken })).ack.role).toBe('moderator')
  })
})

test('a guest who moderates and signs in to an account that sits there already goes on moderating', async () => {
  const account = await register('Ana')
  const { roomId, ana } = await table()
  const laptop = await connect(account.token)
  expect((await laptop.join(roomId, 'Ana')).ack.role).toBe('participant')
  const merged = await connect(account.token)
  expect((await merged.join(roomId, 'Ana', { seatToken: ana.seatToken })).ack).toMatchObject({
    participantId: laptop.participantId,
    role: 'moderator',
  })
  expect(await merged.send('updateRoom', { roomId, roomName: 'Checkout' })).toEqual({ ok: true })
})

describe('when the last moderator goes', () => {
  const heirOf = (client: RoomClient) => client.next('moderatorChanged')

  test('by leaving, the account that has been present longest follows, before guests', async () => {
    const { roomId, ana, jonas } = await table()
    const [bia, caio] = [await connect((await register('Bia')).token), await connect((await register('Caio')).token)]
    await bia.join(roomId, 'Bia')
    await caio.join(roomId, 'Caio')
    const heir = heirOf(jonas)
    await ana.send('leaveRoom', { roomId })
    expect(await heir).toEqual({ participantId: bia.participantId, userName: 'Bia' })
    expect(await bia.send('updateRoom', { roomId, roomName: 'Checkout' })).toEqual({ ok: true })
    expect(await caio.send('updateRoom', { roomId, roomName: 'Pix' })).toEqual(refused(texts.moderatorsOnly))
  })

  test('and there are guests only, the one who has been present longest follows; away ones do not', async () => {
    const { roomId, ana, jonas } = await table()
    const [lia, marina] = [await connect(), await connect()]
    await lia.join(roomId, 'Lia')
    await marina.join(roomId, 'Marina')
    const away = ana.people((people) => people.some(({ connected }) => !connected))
    jonas.leave()
    await away
    const heir = heirOf(marina)
    await ana.send('leaveRoom', { roomId })
    expect(await heir).toEqual({ participantId: lia.participantId, userName: 'Lia' })
  })

  test('another moderator who is here, or was a moment ago, is enough', async () => {
    const { roomId, ana, jonas } = await table()
    const lia = await connect()
    await lia.join(roomId, 'Lia')
    await ana.send('makeModerator', { roomId, participantId: jonas.participantId })
    const away = lia.people((people) => people.some(({ connected }) => !connected))
    jonas.leave()
    await away
    const gone = lia.people((people) => people.length === 2)
    await ana.send('leaveRoom', { roomId })
    expect((await gone).map(({ name, role }) => [name, role])).toEqual([
      ['Jonas', 'moderator'],
      ['Lia', 'participant'],
    ])
  })

  test('with nobody present, the first one of the table who comes back follows; a stranger does not', async () => {
    const { roomId, ana, jonas } = await table()
    const away = ana.people((people) => people.some(({ connected }) => !connected))
    jonas.leave()
    await away
    await ana.send('leaveRoom', { roomId })
    const stranger = await connect()
    expect((await stranger.join(roomId, 'Eva')).ack.role).toBe('participant')
    const heir = heirOf(stranger)
    const back = await connect()
    expect((await back.join(roomId, 'Jonas', { seatToken: jonas.seatToken })).ack.role).toBe('moderator')
    expect(await heir).toEqual({ participantId: jonas.participantId, userName: 'Jonas' })
  })

  test('by being away for half an hour, somebody follows, and the role comes back with the person', async () => {
    const { roomId, ana, jonas } = await table()
    const away = jonas.people((people) => people.some(({ connected }) => !connected))
    ana.leave()
    await away
    const heir = heirOf(jonas)
    await server.app.deps.db
      .updateTable('seats')
      .set({ away_since: new Date(Date.now() - 31 * 60_000).toISOString() })
      .where('id', '=', ana.participantId)
      .execute()
    await server.app.runJobs()
    expect(await heir).toEqual({ participantId: jonas.participantId, userName: 'Jonas' })
    const back = await connect()
    expect((await back.join(roomId, 'Ana', { seatToken: ana.seatToken })).ack.role).toBe('moderator')
  })

  test('because the account was deactivated, somebody follows at once', async () => {
    const account = await register('Ana')
    const { ana, jonas } = await table({ ana: account.token })
    const heir = heirOf(jonas)
    const alone = jonas.people((people) => people.length === 1)
    const { status } = await server.call(adminApi.updateUser, { token: admin, params: { userId: account.id }, body: { is_active: false } })
    expect(status).toBe(200)
    expect(await heir).toEqual({ participantId: jonas.participantId, userName: 'Jonas' })
    await alone
    ana.leave()
  })
})
