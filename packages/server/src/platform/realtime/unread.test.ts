import { limits } from '@rodada/contract/core/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

// A tenth of the limits, so that a few megabytes meet them; each visitor from the address that the proxy says.
const factor = 0.1
let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: String(factor), TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

const message = '漢'.repeat(limits.chatMessage)
/** What a room that said as much as it keeps sends to each newcomer, at least. */
const snapshotBytes = limits.chatHistory * Buffer.byteLength(message)

async function talkativeRoom(host: RoomClient): Promise<string> {
  const { roomId } = await openRoom(host)
  await host.join(roomId, 'Ana')
  await host.send('chatMessage', { roomId, message })
  const { db } = server.app.deps
  const { id: _, ...said } = await db.selectFrom('chat_messages').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const more = Array.from({ length: limits.chatHistory - 1 }, () => ({ ...said, send_key: null }))
  await db.insertInto('chat_messages').values(more).execute()
  return roomId
}

/** Joins by long polling and fetches nothing of what comes then; answers how to ask whether the server still keeps the connection. */
async function sleeper(from: string, roomId: string, userName: string): Promise<() => Promise<boolean>> {
  const headers = { 'x-forwarded-for': from }
  const path = `${server.app.url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(path, { headers })).text()).slice(1)) as { sid: string }
  const post = async (body: string) => (await fetch(`${path}&sid=${sid}`, { method: 'POST', body, headers })).status
  await post('40')
  await post(`42["joinRoom",${JSON.stringify({ roomId, userName, userRole: 'guest' })}]`)
  return async () => (await post('3')) === 200
}

test('connections of one network that read nothing are ended before they fill the memory together; those that read stay', async () => {
  const host = await new RoomClient(server.url(), { address: '203.0.113.1' }).ready()
  const roomId = await talkativeRoom(host)
  const crowd = '203.0.113.2'
  const colleague = await new RoomClient(server.url(), { address: crowd }).ready()
  await colleague.join(roomId, 'Bia')
  const asleep: (() => Promise<boolean>)[] = []
  const most = Math.floor((limits.unreadBytes * factor) / snapshotBytes)
  for (let i = 0; i < most + 20; i++) asleep.push(await sleeper(crowd, roomId, `Eva ${i}`))
  const kept = async () => (await Promise.all(asleep.map((isKept) => isKept()))).filter(Boolean).length
  await expect.poll(kept).toBeLessThanOrEqual(most)
  expect(await kept()).toBeGreaterThan(0)
  for (const client of [host, colleague]) {
    expect(client.socket.connected).toBe(true)
    expect(await client.send('vote', { roomId, vote: '3' })).toEqual({ ok: true })
    client.leave()
  }
})

test('of all networks together, too: those that hold most are ended first, and who holds little stays', async () => {
  const ofNetwork = Math.floor((0.75 * limits.unreadBytes * factor) / snapshotBytes)
  const hosts: RoomClient[] = []
  /** Of one network, asleep at a table of their own. */
  const crowd = async (network: number, size: number) => {
    const host = await new RoomClient(server.url(), { address: `203.0.113.${100 + network}` }).ready()
    hosts.push(host)
    const roomId = await talkativeRoom(host)
    const asleep: (() => Promise<boolean>)[] = []
    for (let i = 0; i < size; i += 1) asleep.push(await sleeper(`198.51.100.${network}`, roomId, `Eva ${i}`))
    return asleep
  }
  const few = await crowd(9, 2)
  const asleep: typeof few = []
  const count = async (of: typeof asleep) => (await Promise.all(of.map((isKept) => isKept()))).filter(Boolean).length
  for (let network = 1; network <= 5; network += 1) {
    asleep.push(...(await crowd(network, ofNetwork)))
    // Who says nothing for long is ended for that.
    expect(await count(few)).toBe(2)
  }
  const keptOfMany = async () => {
    await count(few)
    return count(asleep)
  }
  await expect.poll(keptOfMany).toBeLessThanOrEqual((limits.unreadBytesInAll * factor) / snapshotBytes)
  expect(await count(asleep)).toBeGreaterThan(0)
  expect(await count(few)).toBe(2)
  for (const host of hosts) host.leave()
})
