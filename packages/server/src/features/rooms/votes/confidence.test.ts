import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEnvironment, freePort, startProcess, startServer, type TestServer } from '../../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const connect = (url = server.url()) => new RoomClient(url).ready()

async function table() {
  const [ana, bia] = [await connect(), await connect()]
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  return { roomId, ana, bia }
}

async function reveal(client: RoomClient, roomId: string) {
  const revealed = client.next('votesRevealed')
  expect(await client.send('revealVotes', { roomId })).toEqual({ ok: true })
  return (await revealed).votes.map(({ userName, vote, confidence }) => [userName, vote, confidence])
}

test('how sure somebody is of a vote is shown with it after the reveal, also to newcomers', async () => {
  const { roomId, ana, bia } = await table()
  expect(await ana.send('vote', { roomId, vote: '5', confidence: 'unsure' })).toEqual({ ok: true })
  expect(await bia.send('vote', { roomId, vote: '8' })).toEqual({ ok: true })
  expect(await reveal(bia, roomId)).toEqual([
    ['Ana', '5', 'unsure'],
    ['Bia', '8', undefined],
  ])
  const { snapshot } = await (await connect()).join(roomId, 'Caio')
  expect(snapshot.votes).toEqual([
    { userName: 'Ana', participantId: ana.participantId, vote: '5', confidence: 'unsure' },
    { userName: 'Bia', participantId: bia.participantId, vote: '8' },
  ])
})

test('before it, it is given back to oneself only', async () => {
  const { roomId, ana } = await table()
  await ana.send('vote', { roomId, vote: '5', confidence: 'sure' })
  const tab = await connect()
  const own = await tab.join(roomId, 'Ana', { seatToken: ana.seatToken })
  expect(own.ack).toMatchObject({ vote: '5', confidence: 'sure' })
  const other = await (await connect()).join(roomId, 'Caio')
  expect(JSON.stringify([own.snapshot, other])).not.toContain('sure')
  const heard = tab.next('voteSaved')
  await ana.send('vote', { roomId, vote: '5', confidence: 'unsure' })
  expect(await heard).toEqual({ vote: '5', round: 1, confidence: 'unsure' })
})

test('it belongs to one card: another card, or the same one without it, says nothing of it', async () => {
  const { roomId, ana, bia } = await table()
  for (const client of [ana, bia]) await client.send('vote', { roomId, vote: '5', confidence: 'sure' })
  await ana.send('vote', { roomId, vote: '8' })
  await bia.send('vote', { roomId, vote: '5' })
  expect(await reveal(ana, roomId)).toEqual([
    ['Ana', '8', undefined],
    ['Bia', '5', undefined],
  ])
})

test('it goes with the vote when its owner turns observer', async () => {
  const { roomId, ana, bia } = await table()
  await ana.send('vote', { roomId, vote: '3' })
  await bia.send('vote', { roomId, vote: '8', confidence: 'sure' })
  for (const observer of [true, false]) await bia.send('observe', { roomId, observer })
  await bia.send('vote', { roomId, vote: '8' })
  expect(await reveal(ana, roomId)).toEqual([
    ['Ana', '3', undefined],
    ['Bia', '8', undefined],
  ])
})

test('a killed server loses neither it nor what somebody saw', async () => {
  const { env, cleanUp } = await createEnvironment({ PORT: String(await freePort()) })
  let process = await startProcess(env)
  try {
    const ana = await connect(process.url)
    const { roomId } = await openRoom(ana)
    await ana.join(roomId, 'Ana')
    expect(await ana.send('vote', { roomId, vote: '5', confidence: 'unsure' })).toEqual({ ok: true })
    await process.kill()
    process = await startProcess(env)
    const back = await connect(process.url)
    const { ack } = await back.join(roomId, 'Ana', { seatToken: ana.seatToken })
    expect(ack).toMatchObject({ vote: '5', confidence: 'unsure' })
    expect(await reveal(back, roomId)).toEqual([['Ana', '5', 'unsure']])
    expect(await back.send('giveReason', { roomId, round: 1, text: 'É só mostrar.' })).toEqual({ ok: true })
    await process.kill()
    process = await startProcess(env)
    const { snapshot } = await (await connect(process.url)).join(roomId, 'Ana', { seatToken: ana.seatToken })
    expect(snapshot).toMatchObject({
      votes: [{ vote: '5', confidence: 'unsure' }],
      reasons: [{ participantId: ana.participantId, text: 'É só mostrar.' }],
    })
  } finally {
    await process.stop()
    await cleanUp()
  }
})
