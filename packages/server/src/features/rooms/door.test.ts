import { roomsApi } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

const password = 'sexta-feira'
let server: TestServer
beforeAll(async () => {
  // Five tries in five minutes, as in production; the places that people come from are told by a proxy.
  server = await startServer({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

let network = 0
const connect = (token?: string, address = `198.51.100.${++network}`) => new RoomClient(server.url(), { token, address }).ready()

/** Ana moderates a room with this rule, in which Bia sat before it. */
async function roomWith(rule: Record<string, unknown>) {
  const [ana, bia] = [await connect(), await connect()]
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  const told = bia.next('roomUpdated')
  expect(await ana.send('updateRoom', { roomId, ...rule })).toEqual({ ok: true })
  const room = await told
  return { ana, bia, roomId, hostToken, room }
}

const guest = { userName: 'Caio', userRole: 'collaborator' }

test('a room with a password takes newcomers who give it, and nobody hears what it is', async () => {
  const { ana, bia, roomId, hostToken, room } = await roomWith({ password })
  expect(room).toMatchObject({ hasPassword: true, accountsOnly: false })
  expect((await server.call(roomsApi.invitation, { params: { roomId } })).body).toMatchObject({ hasPassword: true })
  const needed = { error: texts.roomPasswordNeeded, id: 'forbidden', needsPassword: true, triesLeft: null }

  const caio = await connect()
  expect(await caio.send('joinRoom', { roomId, ...guest })).toEqual(needed)
  expect(await caio.send('joinRoom', { roomId, userName: 'Verificação' }), 'a check').toEqual(needed)
  expect(await caio.send('joinRoom', { roomId, ...guest, password: 'quinta' })).toEqual({
    ...needed,
    error: texts.roomPasswordWrong,
    triesLeft: 4,
  })
  expect(caio.received.filter(({ event }) => event !== 'connected' && event !== 'activeRooms')).toEqual([])
  const { snapshot } = await caio.join(roomId, 'Caio', { password })
  expect(snapshot.users.map(({ name }) => name)).toEqual(['Ana', 'Bia', 'Caio'])

  const davi = await register(server, { name: 'Davi' })
  const ofDavi = await connect(davi.token)
  expect(await ofDavi.send('joinRoom', { roomId, ...guest }), 'an account is a newcomer too').toEqual(needed)
  await ofDavi.join(roomId, 'Davi', { password })

  for (const known of [bia, caio]) {
    known.leave()
    const back = await connect()
    expect((await back.join(roomId, 'Volta', { seatToken: known.seatToken })).ack.participantId).toBe(known.participantId)
    back.leave()
  }
  ofDavi.leave()
  const again = await connect(davi.token)
  await again.join(roomId, 'Davi')
  const host = await connect()
  await host.join(roomId, 'Ana de novo', { hostToken })

  const heard = JSON.stringify([ana, caio, ofDavi, again, host].map(({ received }) => received))
  expect(heard).not.toContain(password)
  expect(heard).not.toContain('argon2')

  expect(await host.send('updateRoom', { roomId, password: null })).toEqual({ ok: true })
  const edu = await connect()
  await edu.join(roomId, 'Edu')
  for (const person of [ana, again, host, edu]) person.leave()
})

test('a browser has five wrong passwords for a room, sent at once or not; colleagues at its address, accounts and other rooms do not notice', async () => {
  const { ana, bia, roomId } = await roomWith({ password })
  const other = await roomWith({ password })
  const caio = await connect()
  const address = `198.51.100.${network}`
  const browserId = 'navegador de Caio'
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((wrong) => caio.send('joinRoom', { roomId, ...guest, browserId, password: wrong })),
  )
  expect(replies.map(({ triesLeft }) => triesLeft)).toEqual([4, 3, 2, 1, 0, 0])
  const refused = { error: texts.roomPasswordTries, triesLeft: 0 }
  expect(await caio.send('joinRoom', { roomId, ...guest, browserId, password })).toMatchObject(refused)
  const sameBrowser = await connect(undefined, address)
  expect(await sameBrowser.send('joinRoom', { roomId, ...guest, browserId, password })).toMatchObject(refused)
  await caio.join(other.roomId, 'Caio', { browserId, password })

  const colleague = await connect(undefined, address)
  const wrong = await colleague.send('joinRoom', { roomId, ...guest, browserId: 'navegador de Davi', password: 'a' })
  expect(wrong).toMatchObject({ error: texts.roomPasswordWrong, triesLeft: 4 })
  await colleague.join(roomId, 'Davi', { browserId: 'navegador de Davi', password })
  // The own account, in the very browser that guessed.
  const account = await connect((await register(server, { name: 'Eva' })).token, address)
  await account.join(roomId, 'Eva', { browserId, password })
  const bias = await connect(undefined, address)
  await bias.join(roomId, 'Bia', { seatToken: bia.seatToken, browserId })
  for (const person of [ana, bia, caio, sameBrowser, colleague, account, bias, other.ana, other.bia]) person.leave()
})

test('an office that comes in at once gives the password once', async () => {
  const { ana, bia, roomId } = await roomWith({ password })
  const office = `198.51.100.${++network}`
  const people = await Promise.all(Array.from({ length: 12 }, () => connect(undefined, office)))
  const replies = await Promise.all(people.map((person, i) => person.send('joinRoom', { ...guest, roomId, userName: `P${i}`, password })))
  expect(replies.map(({ error }) => error)).toEqual(people.map(() => undefined))
  for (const person of [ana, bia, ...people]) person.leave()
})

test('browsers of one network guess a password a bounded number of times; its accounts, and other networks, go on', async () => {
  // Of a browser one wrong password, of a network twenty.
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.2', TRUST_PROXY: 'true' } })
  const at = (address: string, token?: string) => new RoomClient(strict.url(), { token, address }).ready()
  const ana = await at('198.51.100.1')
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await ana.send('updateRoom', { roomId, password })
  const office = '203.0.113.7'
  const [guesser, colleague, elsewhere] = [await at(office), await at(office), await at('203.0.113.8')]
  const account = await at(office, (await register(strict, { name: 'Eva' })).token)
  const guess = (n: number) => guesser.send('joinRoom', { roomId, ...guest, browserId: `inventado ${n}`, password: `palpite ${n}` })
  const told: unknown[] = []
  // A connection joins six times in ten seconds at these limits.
  for (let n = 0; n < 21; n += 1) {
    if (n % 6 === 5) {
      guesser.leave()
      guesser.socket.connect()
      await guesser.ready()
    }
    told.push((await guess(n)).error)
  }
  expect(told).toEqual([...Array.from({ length: 20 }, () => texts.roomPasswordWrong), texts.roomPasswordTries])
  expect(await colleague.send('joinRoom', { roomId, ...guest, browserId: 'outro', password })).toMatchObject({
    error: texts.roomPasswordTries,
  })
  await account.join(roomId, 'Eva', { password })
  await elsewhere.join(roomId, 'Davi', { password })
  for (const person of [ana, guesser, colleague, account, elsewhere]) person.leave()
  await strict.stop()
})

test('while a network has passwords hashed, everybody else goes on at their tables', async () => {
  // Each takes some tenths of a second.
  const slow = await startServer({ alone: true, env: { PASSWORD_COST: 'm=65536,t=2,p=1', TRUST_PROXY: 'true' } })
  const at = (address: string) => new RoomClient(slow.url(), { address }).ready()
  const people = await Promise.all(Array.from({ length: 11 }, (_, n) => at(n === 0 ? '198.51.100.1' : '203.0.113.7')))
  const tables = await Promise.all(people.map(async (person) => ({ person, ...(await openRoom(person)) })))
  for (const { person, roomId, hostToken } of tables) await person.join(roomId, 'Quem modera', { hostToken })
  const answered: string[] = []
  const [quiet, last, ...busy] = tables
  const passwords = busy.map(({ person, roomId }) => person.send('updateRoom', { roomId, password }).then(() => answered.push('password')))
  // After them in the line of their network, so that they are under way.
  await last?.person.send('chatMessage', { roomId: last.roomId, message: 'Oi' })
  await quiet?.person.send('chatMessage', { roomId: quiet.roomId, message: 'Oi' })
  answered.push('chat')
  await Promise.all(passwords)
  expect(answered[0]).toBe('chat')
  for (const { person } of tables) person.leave()
  await slow.stop()
})

test('a room for accounts only takes no new guest; who sits there stays and comes back', async () => {
  const { ana, bia, roomId, room } = await roomWith({ accountsOnly: true })
  expect(room).toMatchObject({ hasPassword: false, accountsOnly: true })
  expect((await server.call(roomsApi.invitation, { params: { roomId } })).body).toMatchObject({ accountsOnly: true })
  const caio = await connect()
  const refused = { error: texts.roomAccountsOnly, id: 'unauthorized' }
  expect(await caio.send('joinRoom', { roomId, ...guest })).toEqual(refused)
  expect(await caio.send('joinRoom', { roomId, userName: 'Verificação' })).toEqual(refused)

  const davi = await register(server, { name: 'Davi' })
  const ofDavi = await connect(davi.token)
  await ofDavi.join(roomId, 'Davi')
  expect(await bia.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  bia.leave()
  const back = await connect()
  await back.join(roomId, 'Bia', { seatToken: bia.seatToken })

  expect(await back.send('updateRoom', { roomId, accountsOnly: false })).toMatchObject({ error: texts.moderatorsOnly })
  expect(await back.send('updateRoom', { roomId, password: 'aberta' })).toMatchObject({ error: texts.moderatorsOnly })
  expect(await ana.send('updateRoom', { roomId, password: 'abc' })).toMatchObject({ error: texts.roomPasswordShort })
  for (const person of [ana, caio, ofDavi, back]) person.leave()
})
