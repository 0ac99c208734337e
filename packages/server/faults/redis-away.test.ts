import { setTimeout as pause } from 'node:timers/promises'
import { authApi } from '@rodada/contract/auth/auth'
import { createClient } from 'redis'
import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { startLogged, uncaught } from './processes.ts'
import { startProxy } from './tcp-proxy.ts'
import { gatherTeam, type Team, votesOfEverybody } from './team-work.ts'
import { until } from './until.ts'

const outageMs = process.env.FAULTS_FULL ? 10_000 : 3_000

test('Redis goes, comes back, and is emptied: people vote on, and every screen is right afterwards', async () => {
  const { env, cleanUp } = await createEnvironment({ RATE_LIMIT_FACTOR: '2' })
  const direct = env.REDIS_URL ?? ''
  const proxy = await startProxy(direct, 6379)
  const through = { ...env, REDIS_URL: proxy.in(direct) }
  const processes = await Promise.all([startLogged(through), startLogged(through)])
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 6)
    const [ana] = team.people
    if (!ana) throw new Error('nobody')
    const work = team.work()
    await votesOfEverybody(team)

    await proxy.cut()
    const over = pause(outageMs)
    await votesOfEverybody(team)
    // This is told only through Redis: people at the other process cannot know yet.
    expect(await ana.reveal()).toEqual({ ok: true })
    expect(await ana.reset()).toEqual({ ok: true })
    expect(await guessesUntilRefused(team)).toBeLessThanOrEqual(2 * 10 * 2 + 1)
    for (const { url } of processes) expect((await fetch(`${url}/api/health`)).status).toBe(200)
    await over
    // A new voting refuses the votes that were on their way.
    expect([team.refused, team.people.flatMap(({ refusals }) => refusals.filter(({ id }) => id !== 'conflict'))]).toEqual([[], []])
    const visits = team.people.map(({ returns }) => returns.length)
    await proxy.heal()
    await until('everybody in again', () => team.people.every(({ returns }, i) => returns.length > (visits[i] ?? 0)))
    await until('one round on every screen', () => team.people.every(({ screen }) => screen.round === ana.screen.round))
    await votesOfEverybody(team)

    await empty(direct, env.REDIS_PREFIX ?? '')
    await votesOfEverybody(team)
    await work.stop()
    await team.expectNothingLost()
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()

    await proxy.cut()
    expect(await Promise.all(processes.map((each) => each.end('SIGTERM')))).toEqual([0, 0])
    await expect(startLogged(through)).rejects.toThrow(/O Redis não respondeu .*ECONNREFUSED.*Confira REDIS_URL/)
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await cleanUp()
  }
})

/** Wrong passwords, one after another on every process in turn, until one is refused for their number. */
async function guessesUntilRefused({ edge }: Team): Promise<number> {
  for (let guesses = 1; ; guesses += 1) {
    const body = { email: 'ninguem@exemplo.com.br', password: 'senha errada' }
    if ((await edge.call(authApi.login, { body })).status === 429) return guesses
  }
}

/** What FLUSHDB does to this installation, and to no other run that shares the database. */
async function empty(url: string, prefix: string): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  await client.eval("for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end", { arguments: [`{${prefix}}:*`] })
  await client.close()
}
