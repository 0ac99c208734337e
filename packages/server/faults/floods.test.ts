import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { localEnvironment, type ObedientProcess, startObedient } from './local.ts'

const events = 10_000

let served: ObedientProcess
let cleanUp: () => Promise<void>
beforeAll(async () => {
  // The limits are the real ones.
  const made = await localEnvironment({ RATE_LIMIT_FACTOR: '1' })
  cleanUp = made.cleanUp
  served = await startObedient(made.env)
})
afterAll(async () => {
  await served.stop()
  await cleanUp()
})

const raw = (client: RoomClient) => client.socket.emit as unknown as (...args: unknown[]) => void
const send = (client: RoomClient, ...what: unknown[]) => raw(client).call(client.socket, ...what)

/** What one client sends at once, each time again; `told` is the text that it is refused with. */
const floods: [string, (eva: RoomClient, roomId: string, i: number) => void, string | undefined][] = [
  ['votes', (eva, roomId, i) => send(eva, 'vote', { roomId, vote: String((i % 8) + 1) }), texts.tooFast],
  ['votes that ask for an answer', (eva, roomId) => send(eva, 'vote', { roomId, vote: '1' }, () => {}), undefined],
  ['chat', (eva, roomId, i) => send(eva, 'chatMessage', { roomId, message: `${i}` }), texts.tooFast],
  ['joins', (eva, roomId) => send(eva, 'joinRoom', { roomId, userName: 'Eva', userRole: 'guest' }), texts.tooFast],
  ['junk', (eva, _roomId, i) => send(eva, 'vote', [i, null, 'lixo']), texts.tooFast],
  ['events that nobody knows', (eva, _roomId, i) => send(eva, `nada-${i}`, { i }), texts.tooFast],
]

test(`${events} events of one client are limited with a text, end its connection, and disturb nobody`, async () => {
  const [ana, bia] = [await new RoomClient(served.url).ready(), await new RoomClient(served.url).ready()]
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  await bia.join(roomId, 'Bia')

  /** A round of the others. */
  const roundGoesOn = async (what: string) => {
    expect([what, await ana.send('vote', { roomId, vote: '3' })]).toEqual([what, { ok: true }])
    expect([what, await bia.send('vote', { roomId, vote: '8' })]).toEqual([what, { ok: true }])
    const revealed = bia.next('votesRevealed')
    expect([what, await ana.send('revealVotes', { roomId })]).toEqual([what, { ok: true }])
    const { votes, round } = await revealed
    const others = votes.flatMap(({ userName, vote }) => (['Ana', 'Bia'].includes(userName) ? [`${userName} ${vote}`] : []))
    expect([what, others.sort()]).toEqual([what, ['Ana 3', 'Bia 8']])
    expect([what, await ana.send('resetVoting', { roomId, round })]).toEqual([what, { ok: true }])
  }

  let held = 0
  // The first time is for what is made once.
  for (const turn of ['first', 'second']) {
    for (const [what, flood, told] of floods) {
      const eva = await new RoomClient(served.url).ready()
      await eva.join(roomId, 'Eva')
      // Its `error` is an event of ours, and means no end to it.
      const ended = new Promise((resolve) => eva.socket.once('disconnect', resolve))
      for (let i = 0; i < events; i += 1) flood(eva, roomId, i)
      await roundGoesOn(what)
      expect([what, await ended]).toEqual([what, 'io server disconnect'])
      const texts = eva.received.flatMap(({ event, payload }) => (event === 'error' ? [(payload as { message: string }).message] : []))
      if (told) expect([what, texts]).toEqual([what, expect.arrayContaining([told])])
      expect(texts.length).toBeLessThan(events)
    }
    const now = await served.heldBytes()
    if (turn === 'first') held = now
    else expect(now / held).toBeLessThan(1.3)
  }

  // Answers to what nobody asked mean nothing and cost nothing.
  const eva = await new RoomClient(served.url).ready()
  const { engine } = eva.socket.io
  for (let i = 0; i < events; i += 1) engine.write(`3${i}[{"ok":true}]`)
  await roundGoesOn('acknowledgements')
  expect(await eva.send('joinRoom', { roomId, userName: 'Eva', userRole: 'guest' })).not.toHaveProperty('error')
  expect((await served.heldBytes()) / held).toBeLessThan(1.3)
  for (const client of [ana, bia, eva]) client.leave()
})
