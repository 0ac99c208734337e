import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What a process heard from the others since its start. */
const heardBy = async (url = ''): Promise<number> => {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  return Number(/^rodada_process_messages_total (\d+)$/m.exec(text)?.[1])
}

test('a process hears what happens in the rooms of its people, and of no other', async () => {
  const [first, second = first, third = second] = server.urls
  const ana = await new RoomClient(first ?? '').ready()
  const bia = await new RoomClient(second ?? '').ready()
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await bia.join(roomId, 'Bia')
  const before = [await heardBy(second), await heardBy(third)]
  const messages = 10
  const last = bia.next('newChatMessage', ({ message }) => message === `Oi ${messages}`)
  for (let i = 1; i <= messages; i += 1) await ana.send('chatMessage', { roomId, message: `Oi ${i}` })
  await last
  const heard = [(await heardBy(second)) - (before[0] ?? 0), (await heardBy(third)) - (before[1] ?? 0)]
  // Without other processes there is nothing to hear.
  if (server.urls.length === 1) expect(heard).toEqual([0, 0])
  else {
    expect(heard[0]).toBeGreaterThanOrEqual(messages)
    expect(heard[1]).toBe(0)
  }
  for (const client of [ana, bia]) client.leave()
})
