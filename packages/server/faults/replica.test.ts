import { cardsApi } from '@rodada/contract/cards/card-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { callsTo, localEnvironment } from './local.ts'
import { startLogged, uncaught } from './processes.ts'
import { openReplicated } from './replicated.ts'
import { startProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

test('long reads go to a replica, and never miss what was written before them: it may be late, gone, or silent', async (context) => {
  const database = await openReplicated()
  if ('impossible' in database) return context.skip(database.impossible)
  const proxy = await startProxy(database.replicaUrl, 5432)
  const urls = { DATABASE_URL: database.primaryUrl, DATABASE_READ_URL: proxy.in(database.replicaUrl) }
  const { env, cleanUp } = await localEnvironment(urls)
  const server = await startLogged(env)
  try {
    const calls = callsTo(server.url)
    const ana = await register(calls)
    const board = await makeBoard(calls, ana)
    const found = async (q: string) => ok(await calls.call(cardsApi.search, { token: ana.token, query: { q } })).length
    let cards = 0
    const writeAndFind = async () => {
      cards += 1
      const word = `palavra${cards}`
      await makeCard(calls, ana, board, word)
      expect([word, await found(word)]).toEqual([word, 1])
      const { stats } = ok(await calls.call(adminApi.dashboard, { token: ana.token }))
      expect(stats.tasks).toBe(cards)
    }
    /** How many reads the replica served since. */
    const servedByReplica = async (work: () => Promise<void>) => {
      const before = await reads(server.url)
      await work()
      const after = await reads(server.url)
      expect(after.replica + after.primary).toBeGreaterThan(before.replica + before.primary)
      return after.replica - before.replica
    }
    const isServing = () => until('the replica serves', async () => (await servedByReplica(writeAndFind)) > 0)

    await isServing()
    await database.pauseReplica()
    for (let n = 0; n < 5; n += 1) expect(await servedByReplica(writeAndFind)).toBe(0)
    await database.resumeReplica()
    await isServing()

    await database.killReplica()
    for (let n = 0; n < 5; n += 1) expect(await servedByReplica(writeAndFind)).toBe(0)
    await database.startReplica()
    await isServing()

    // Connections stay open, and no answer comes for a minute.
    proxy.slow(60_000)
    for (let n = 0; n < 5; n += 1) expect(await servedByReplica(writeAndFind)).toBe(0)
    proxy.slow(0)
    await isServing()
    expect([server.hasEnded(), uncaught(server)]).toEqual([false, []])
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await server.end('SIGKILL')
    await proxy.cut()
    await cleanUp()
    await database.stop()
  }
})

/** How many long reads the process had from where. */
async function reads(url: string): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const from = (name: string) => Number(new RegExp(`^rodada_reads_total\\{from="${name}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  return { replica: from('replica'), primary: from('primary') }
}
