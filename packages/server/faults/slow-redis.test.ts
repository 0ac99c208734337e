import { once } from 'node:events'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { ok } from '../test/boards.ts'
import { createEnvironment } from '../test/harness.ts'
import { LiveClient } from '../test/live-client.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo } from './local.ts'
import { startLogged } from './processes.ts'
import { startProxy } from './tcp-proxy.ts'

/** Much longer than news takes from one process to the other. */
const slowMs = 300
/** Longer than somebody who sits down waits for Redis. */
const tooSlowMs = 2000

test('over a slow line to Redis nobody who sat down misses what others do from then on', async () => {
  const { processes, proxy, person, stop } = await twoProcesses()
  const [far, near] = processes
  try {
    const host = await person(near.url)
    const { roomId, hostToken } = await openRoom(host)
    await host.join(roomId, 'Ana', { seatToken: hostToken })
    proxy.slow(slowMs)
    for (let round = 0; round < 3; round += 1) {
      const bia = await person(far.url)
      await bia.join(roomId, `Bia ${round}`)
      const heard = bia.next('newChatMessage', ({ message }) => message === `Oi ${round}`)
      expect(await host.send('chatMessage', { roomId, message: `Oi ${round}` })).not.toHaveProperty('error')
      await heard
    }
  } finally {
    await stop()
  }
})

test('who sat down before Redis said so comes again as soon as it does, and nobody else of their process', async () => {
  const { processes, proxy, person, stop } = await twoProcesses()
  const [far, near] = processes
  try {
    const host = await person(near.url)
    const [quiet, fresh] = [await openRoom(host), await openRoom(host)]
    const ana = await person(far.url)
    await ana.join(quiet.roomId, 'Ana')
    const bia = await person(far.url)
    const isEnded = once(bia.socket as never, 'disconnect')
    proxy.slow(tooSlowMs)
    await bia.join(fresh.roomId, 'Bia')
    await isEnded
    // Longer than a process takes to close all of its connections.
    const again = await person(far.url)
    await again.join(fresh.roomId, 'Bia', { seatToken: bia.seatToken })
    expect([again.participantId, ana.socket.connected]).toEqual([bia.participantId, true])
    const heard = again.next('newChatMessage', ({ message }) => message === 'Oi')
    await host.join(fresh.roomId, 'Cris', { seatToken: fresh.hostToken })
    expect(await host.send('chatMessage', { roomId: fresh.roomId, message: 'Oi' })).not.toHaveProperty('error')
    await heard
  } finally {
    await stop()
  }
})

test('who looked at a board through a process that was killed is gone from the others soon', async () => {
  const { processes, stop } = await twoProcesses()
  const [doomed, other] = processes
  const pages: LiveClient[] = []
  const watch = async (url: string, token: string, boardId: number) => {
    const page = await new LiveClient(url, token).ready()
    pages.push(page)
    return { page, ...(await page.watch(boardId)) }
  }
  try {
    const calls = callsTo(other.url)
    const [ana, bia] = [await register(calls), await register(calls)]
    const { id } = ok(await calls.call(boardsApi.create, { token: ana.token, body: { title: 'Pagamentos', is_public: true } }))
    await watch(doomed.url, ana.token, id)
    const { page, count } = await watch(other.url, bia.token, id)
    expect(count).toBe(2)
    const alone = page.next('boardPeople', (now) => now.count === 1)
    // It could not say that its people left.
    await doomed.end('SIGKILL')
    expect((await alone).people.map((person) => person.id)).toEqual([bia.user.id])
  } finally {
    for (const page of pages) page.leave()
    await stop()
  }
})

/** Two processes that share everything, the first with a proxy between it and Redis, and people who come to a process. */
async function twoProcesses() {
  const { env, cleanUp } = await createEnvironment()
  const direct = env.REDIS_URL ?? ''
  const proxy = await startProxy(direct, 6379)
  const processes = await Promise.all([startLogged({ ...env, REDIS_URL: proxy.in(direct) }), startLogged(env)])
  const people: RoomClient[] = []
  const person = async (url: string) => {
    const client = await new RoomClient(url).ready()
    people.push(client)
    return client
  }
  const stop = async () => {
    for (const client of people) client.leave()
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await proxy.cut()
    await cleanUp()
  }
  return { processes, proxy, person, stop }
}
