import { once } from 'node:events'
import { limits } from '@rodada/contract/core/limits'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { localEnvironment, type ObedientProcess, startObedient } from './local.ts'
import { closed, frame, openTcp, upgradeRequest } from './wire.ts'

let served: ObedientProcess
let cleanUp: () => Promise<void>
beforeAll(async () => {
  const made = await localEnvironment()
  cleanUp = made.cleanUp
  served = await startObedient(made.env)
})
afterAll(async () => {
  await served.stop()
  await cleanUp()
})

/** `dropped` resolves when the server has ended the connection. */
type Sleeper = { seatToken: string; dropped: Promise<unknown> }

const joinPacket = (roomId: string, userName: string) => `420["joinRoom",${JSON.stringify({ roomId, userName, userRole: 'collaborator' })}]`
const seatTokenIn = (heard: string) => /"seatToken":"([^"]+)"/.exec(heard)?.[1]
const pong = '3'
const pongEveryMs = 1000

/** Somebody at the table who says all the time that they live, and reads nothing any more. */
async function sleepOnWebSocket(roomId: string, name: string): Promise<Sleeper> {
  const tcp = await openTcp(served.url)
  tcp.write(upgradeRequest(served.url))
  let heard = ''
  const until = async (isThere: () => unknown) => {
    while (!isThere()) heard += String((await once(tcp, 'data'))[0])
  }
  // One step after another: who does not wait for the answer is turned away.
  await until(() => heard.includes('0{"sid"'))
  tcp.write(frame('40'))
  await until(() => heard.includes('40{"sid"'))
  tcp.write(frame(joinPacket(roomId, name)))
  await until(() => seatTokenIn(heard))
  tcp.pause()
  // The end, too, would have to be read; but what is written then is refused.
  const alive = setInterval(() => tcp.write(frame(pong)), pongEveryMs)
  return { seatToken: seatTokenIn(heard) ?? '', dropped: closed(tcp).finally(() => clearInterval(alive)) }
}

/** The same by long polling: only requests that bring something, none that fetches. */
async function sleepOnPolling(roomId: string, name: string): Promise<Sleeper> {
  const path = `${served.url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(path)).text()).slice(1)) as { sid: string }
  const post = async (body: string) => (await fetch(`${path}&sid=${sid}`, { method: 'POST', body })).status
  let heard = ''
  const until = async (isThere: () => unknown) => {
    while (!isThere()) heard += await (await fetch(`${path}&sid=${sid}`)).text()
  }
  await post('40')
  await until(() => heard.includes('40{"sid"'))
  await post(joinPacket(roomId, name))
  await until(() => seatTokenIn(heard))
  const { promise, resolve } = Promise.withResolvers<void>()
  const alive = setInterval(() => post(pong).then((status) => status === 400 && resolve(), resolve), pongEveryMs)
  return { seatToken: seatTokenIn(heard) ?? '', dropped: promise.finally(() => clearInterval(alive)) }
}

test('a client that never reads is dropped before its backlog fills the memory; others are served on, and the dropped miss nothing', async () => {
  const speakers: RoomClient[] = []
  for (let i = 0; i < 4; i += 1) speakers.push(await new RoomClient(served.url).ready())
  const [first] = speakers
  if (!first) throw new Error('nobody speaks')
  const { roomId } = await openRoom(first)
  for (const [i, speaker] of speakers.entries()) await speaker.join(roomId, `Quem fala ${i}`)
  const names = ['Ana', 'Bia', 'Caio', 'Duda', 'Eva']
  const asleep = [
    ...(await Promise.all(names.map((name) => sleepOnWebSocket(roomId, name)))),
    ...(await Promise.all(names.map((name) => sleepOnPolling(roomId, `${name} Lima`)))),
  ]
  const before = await served.heldBytes()

  let [said, awake] = [0, false]
  const everybodyDropped = Promise.all(asleep.map(({ dropped }) => dropped)).then(() => {
    awake = true
  })
  const bytes = () => said * (limits.chatMessage + 100)
  const talking = Promise.all(
    speakers.map(async (speaker) => {
      // As much again as nobody may need: the operating system keeps some megabytes of each connection.
      while (!awake && bytes() < 10 * limits.socketBacklogBytes) {
        const burst = Array.from({ length: 40 }, () => {
          said += 1
          return speaker.send('chatMessage', { roomId, message: `${said} `.padEnd(limits.chatMessage, 'x') })
        })
        for (const ack of await Promise.all(burst)) expect(ack).toEqual({ ok: true })
      }
    }),
  )
  await talking
  await everybodyDropped
  expect(bytes()).toBeGreaterThan(limits.socketBacklogBytes)

  // Everybody who listened heard all of it, and the table goes on.
  const heardBy = (speaker: RoomClient) => speaker.received.filter(({ event }) => event === 'newChatMessage').length
  for (const speaker of speakers) await vi.waitFor(() => expect(heardBy(speaker)).toBe(said), 30_000)
  expect(await first.send('vote', { roomId, vote: '5' })).toEqual({ ok: true })
  for (const [index, { seatToken }] of asleep.entries()) {
    const back = await new RoomClient(served.url).ready()
    const { chat, snapshot } = await back.join(roomId, 'outro nome', { seatToken })
    expect(chat).toHaveLength(limits.chatHistory)
    expect(snapshot.users).toHaveLength(speakers.length + asleep.length)
    expect([index, back.seatToken]).toEqual([index, seatToken])
    back.leave()
  }
  expect((await served.heldBytes()) / before).toBeLessThan(1.5)
  for (const speaker of speakers) speaker.leave()
})
