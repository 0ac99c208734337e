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
  const [first = '', second = first] = server.urls
  const messages = 10
  /** What the second process hears while Ana says something, which `listener` has heard to its end. */
  const heardWhile = async (listener: RoomClient, text: string): Promise<number> => {
    const before = await heardBy(second)
    const last = listener.next('newChatMessage', ({ message }) => message === `${text} ${messages}`)
    for (let i = 1; i <= messages; i += 1) await ana.send('chatMessage', { roomId, message: `${text} ${i}` })
    await last
    return (await heardBy(second)) - before
  }
  const ana = await new RoomClient(first).ready()
  const caio = await new RoomClient(first).ready()
  const bia = await new RoomClient(second).ready()
  const { roomId, hostToken } = await openRoom(ana)
  await ana.join(roomId, 'Ana', { hostToken })
  await caio.join(roomId, 'Caio')
  expect(await heardWhile(caio, 'Sem Bia')).toBe(0)
  await bia.join(roomId, 'Bia')
  const heard = await heardWhile(bia, 'Com Bia')
  // Without other processes there is nothing to hear.
  if (server.urls.length === 1) expect(heard).toBe(0)
  else expect(heard).toBeGreaterThanOrEqual(messages)
  for (const client of [ana, bia, caio]) client.leave()
})
