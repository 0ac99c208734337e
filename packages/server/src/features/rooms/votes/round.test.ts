import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { createVoteBatch } from './batch.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const connect = (token?: string) => new RoomClient(server.url(), { token }).ready()

/** A room with these people at the table, the first with the host's secret. */
async function table(...names: string[]) {
  const people = await Promise.all(names.map(() => connect()))
  const [host] = people
  if (!host) throw new Error('a table needs somebody')
  const { roomId, hostToken } = await openRoom(host)
  for (const [i, person] of people.entries()) await person.join(roomId, names[i] ?? '', i === 0 ? { hostToken } : {})
  return { roomId, hostToken, people }
}

test('a round by the specification alone: create, check, join, vote, reveal, reset', async () => {
  const [host, ana, bia] = await Promise.all([connect(), connect(), connect()])
  const created = host.next('roomCreated')
  const { roomId } = await openRoom(host)
  expect(roomId).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
  expect(await created).toEqual({ roomId })

  expect(await ana.send('joinRoom', { roomId, userName: 'Verificacao' })).toEqual({ roomId })
  expect(await ana.send('leaveRoom', { roomId, userName: 'Verificacao' })).toEqual({ ok: true })
  expect(await ana.send('joinRoom', { roomId: 'ZZZZZZ', userName: 'Verificacao' })).toMatchObject({
    error: 'A sala não está ativa. Por favor, verifique o ID.',
  })

  const first = await ana.join(roomId.toLowerCase(), 'Ana', { avatar: 'sol' })
  expect(first.snapshot).toMatchObject({
    isRevealed: false,
    votes: [],
    users: [{ name: 'Ana', avatar: 'sol', hasVoted: false, connected: true }],
  })
  const both = ana.people((people) => people.length === 2)
  await bia.join(roomId, 'Bia', { avatar: 'onda' })
  expect((await both).map((person) => person.name)).toEqual(['Ana', 'Bia'])

  const heard = bia.next('newVote')
  expect(await ana.send('vote', { roomId, userName: 'Ana', vote: 5 })).toEqual({ ok: true })
  expect(await heard).toEqual({ userName: 'Ana', participantId: ana.participantId })
  await bia.send('vote', { roomId, userName: 'Bia', vote: '8' })

  const revealed = [ana.next('votesRevealed'), bia.next('votesRevealed')]
  await bia.send('revealVotes', { roomId })
  for (const result of await Promise.all(revealed)) {
    expect(result).toMatchObject({
      average: '6.5',
      votes: [
        { userName: 'Ana', vote: '5' },
        { userName: 'Bia', vote: '8' },
      ],
    })
  }
  expect(await ana.send('vote', { roomId, userName: 'Ana', vote: '1' })).toMatchObject({
    error: 'Votação encerrada. Para mudar de ideia, comecem outra.',
  })

  const reset = bia.next('votingReset')
  const cleared = bia.people((people) => people.every((person) => !person.hasVoted))
  await ana.send('resetVoting', { roomId })
  await reset
  await cleared
})

test('a reveal without numeric votes averages 0.0, and a second reveal changes nothing', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  const [own, result] = [ana.next('votesRevealed'), bia.next('votesRevealed')]
  await ana.send('revealVotes', { roomId })
  await own
  expect(await result).toMatchObject({ average: '0.0', votes: [] })
  expect(await bia.send('revealVotes', { roomId })).toEqual({ ok: true })
  expect(ana.received.filter(({ event }) => event === 'votesRevealed')).toHaveLength(1)
})

test('the socket says who acts, not the name in the payload', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  const heard = ana.next('newVote')
  await bia.send('vote', { roomId, userName: 'Ana', vote: '3' })
  expect(await heard).toEqual({ userName: 'Bia', participantId: bia.participantId })
  const said = ana.next('newChatMessage')
  await bia.send('chatMessage', { roomId, userName: 'Ana', message: ' oi ', avatar: 'x', timestamp: 'y' })
  expect(await said).toMatchObject({ userName: 'Bia', message: 'oi', avatar: null })
})

test('two people with one name: the second gets a number, in any case and encoding', async () => {
  const { roomId } = await table('José')
  const names = []
  for (const name of ['José', 'JOSÉ', 'Jose\u0301']) names.push((await (await connect()).join(roomId, name)).ack.userName)
  expect(names).toEqual(['José (2)', 'JOSÉ (3)', 'Jose\u0301 (4)'])
})

test.each(['\u0410na', 'An\u0430', '\u0391na', 'Ana\u2800', 'Ana\u{1D159}', 'Ana\u0600', 'A\u200Bna'])(
  'a name that looks like that of somebody at the table gets a number: %j',
  async (name) => {
    const { roomId } = await table('Ana')
    expect((await (await connect()).join(roomId, name)).ack.userName).toMatch(/ \(2\)$/)
  },
)

test('the person who joins with the host token is the moderator, nobody else', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const mallory = await connect()
  const { snapshot } = await mallory.join(roomId, 'Mallory', { hostToken: 'palpite', userRole: 'moderator' })
  expect(snapshot.users.map(({ name, role }) => [name, role])).toEqual([
    ['Ana', 'moderator'],
    ['Bia', 'participant'],
    ['Mallory', 'participant'],
  ])
  expect(people).toHaveLength(2)
})

test('a room may keep revealing to its moderators, until they are gone for two minutes', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  expect(await bia.send('updateRoom', { roomId, moderatorsOnly: true })).toMatchObject({ error: 'Nesta sala, só quem modera faz isso.' })
  const updated = bia.next('roomUpdated')
  await ana.send('updateRoom', { roomId, moderatorsOnly: true, roomName: 'Time Checkout' })
  expect(await updated).toMatchObject({ moderatorsOnly: true, roomName: 'Time Checkout' })
  for (const event of ['revealVotes', 'resetVoting'] as const) {
    expect(await bia.send(event, { roomId })).toMatchObject({ error: 'Nesta sala, só quem modera faz isso.' })
  }
  expect(await ana.send('revealVotes', { roomId })).toEqual({ ok: true })

  const away = bia.people((list) => list.some((person) => !person.connected))
  ana.leave()
  await away
  expect(await bia.send('resetVoting', { roomId })).toHaveProperty('error')
  const again = async () => (await bia.join(roomId, 'Bia', { seatToken: bia.seatToken })).snapshot.isModerated
  expect(await again()).toBe(true)
  await server.app.deps.db
    .updateTable('seats')
    .set({ away_since: new Date(Date.now() - 121_000).toISOString() })
    .where('id', '=', ana.participantId)
    .execute()
  expect(await again()).toBe(false)
  expect(await bia.send('resetVoting', { roomId })).toEqual({ ok: true })
})

test('another deck begins a new round and is the only one that counts', async () => {
  const { roomId, people } = await table('Ana')
  const [ana] = people as [RoomClient]
  await ana.send('vote', { roomId, vote: '8' })
  const reset = ana.next('votingReset')
  await ana.send('updateRoom', { roomId, deck: ['P', 'M', 'G'] })
  expect(await reset).toEqual({ round: 2 })
  expect(await ana.send('vote', { roomId, vote: '8' })).toMatchObject({ error: 'Essa carta não faz parte do baralho da sala.' })
  expect(await ana.send('vote', { roomId, vote: 'M' })).toEqual({ ok: true })
})

test('a vote for a round that is over is refused instead of counted in the next', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana] = people as [RoomClient]
  await ana.send('resetVoting', { roomId })
  expect(await ana.send('vote', { roomId, vote: '5', round: 1 })).toMatchObject({
    error: 'A votação mudou antes do seu voto chegar. Escolha de novo, por favor.',
  })
  expect(await ana.send('vote', { roomId, vote: '5', round: 2 })).toEqual({ ok: true })
})

test('two people who start again at once start one round', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  const heard = bia.next('votingReset')
  const acks = await Promise.all([ana.send('resetVoting', { roomId, round: 1 }), bia.send('resetVoting', { roomId, round: 1 })])
  expect(acks).toEqual([{ ok: true }, { ok: true }])
  expect(await heard).toEqual({ round: 2 })
  expect((await (await connect()).join(roomId, 'Caio')).snapshot.room.round).toBe(2)
})

test('the task on the table and the finished rounds are the same for everybody', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  const task = ana.next('taskSelected')
  await bia.send('selectTask', { roomId, task: { title: '  Pix\nparcelado ' } })
  expect(await task).toEqual({ selectedTask: { title: 'Pix parcelado', task_id: null } })
  await ana.send('vote', { roomId, vote: '3' })
  await ana.send('revealVotes', { roomId })
  const { snapshot } = await (await connect()).join(roomId, 'Caio')
  expect(snapshot).toMatchObject({
    isRevealed: true,
    average: '3.0',
    selectedTask: { title: 'Pix parcelado' },
    past: [{ round: 1, title: 'Pix parcelado', average: '3.0', votes: 1 }],
  })
})

test('chat keeps the last 200 messages, refuses blank and long ones', async () => {
  const { roomId, people } = await table('Ana')
  const [ana] = people as [RoomClient]
  expect(await ana.send('chatMessage', { roomId, message: ' \n ' })).toMatchObject({ error: 'Escreva algo antes de enviar.' })
  expect(await ana.send('chatMessage', { roomId, message: 'x'.repeat(501) })).toMatchObject({
    error: 'A mensagem pode ter no máximo 500 caracteres.',
  })
  for (let i = 1; i <= 203; i += 1) await ana.send('chatMessage', { roomId, message: `mensagem ${i}` })
  const { chat } = await (await connect()).join(roomId, 'Bia')
  expect(chat).toHaveLength(200)
  expect(chat[0]?.message).toBe('mensagem 4')
  expect(chat.at(-1)?.message).toBe('mensagem 203')
})

test('listed rooms with people show in the lobby, with their count, and unlisted ones do not', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana] = people as [RoomClient]
  const visitor = new RoomClient(server.url())
  const listed = await visitor.next('activeRooms', (rooms) => rooms.some((room) => room.id === roomId && room.participants === 2))
  expect(listed.find((room) => room.id === roomId)).toEqual({
    ...{ id: roomId, roomId, roomName: 'Nova Sala', participants: 2, moderator: 'Ana' },
    createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
  })
  const gone = visitor.next('activeRooms', (rooms) => rooms.every((room) => room.id !== roomId))
  await ana.send('updateRoom', { roomId, listed: false })
  await gone
})

test('one vote that the database refuses takes no other with it', async () => {
  const { people } = await table('Ana', 'Bia', 'Caio')
  const votes = createVoteBatch(server.app.deps)
  const cast = people.map(({ participantId: seatId }, i) =>
    // What no message can carry, since schemas stand before: a value that the column does not take.
    votes.cast({ seatId, round: 0, value: (i === 1 ? null : '5') as string }),
  )
  expect((await Promise.allSettled(cast)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('leaving gives the seat up, with the card of an open round', async () => {
  const { roomId, people } = await table('Ana', 'Bia')
  const [ana, bia] = people as [RoomClient, RoomClient]
  await bia.send('vote', { roomId, vote: '8' })
  const alone = ana.people((list) => list.length === 1)
  expect(await bia.send('leaveRoom', { roomId })).toEqual({ ok: true })
  await alone
  expect(await bia.send('vote', { roomId, vote: '8' })).toMatchObject({ error: 'Entre na sala antes de fazer isso.' })
  const result = ana.next('votesRevealed')
  await ana.send('revealVotes', { roomId })
  expect((await result).votes).toEqual([])
  const again = await (await connect()).join(roomId, 'Bia', { seatToken: bia.seatToken })
  expect(again.ack.participantId).not.toBe(bia.participantId)
})
