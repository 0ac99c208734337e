import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { login, register } from '../test/accounts.ts'
import { createEnvironment, freePort } from '../test/harness.ts'
import { callsTo } from './local.ts'
import { startLogged, uncaught } from './processes.ts'
import { gatherTeam, votesOfEverybody } from './team-work.ts'
import { until } from './until.ts'

/** About two seconds, with as much again for a machine that has other work. */
const answersWithinMs = 4_000

test('Redis stands still: people log in and vote on, and every screen is right once it goes on', async () => {
  const redis = await startRedis()
  const { env, cleanUp } = await createEnvironment({ RATE_LIMIT_FACTOR: '2', REDIS_URL: redis.url })
  const processes = await Promise.all([startLogged(env), startLogged(env)])
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 6)
    const [ana] = team.people
    if (!ana) throw new Error('nobody')
    const account = await register(team.edge)
    const loginMs = async (url: string) => {
      const began = performance.now()
      await login(callsTo(url), account)
      return performance.now() - began
    }
    const work = team.work()
    await votesOfEverybody(team)

    redis.child.kill('SIGSTOP')
    const took = await Promise.all(processes.map(({ url }) => loginMs(url)))
    expect(Math.max(...took)).toBeLessThan(answersWithinMs)
    for (const { url } of processes)
      for (const path of ['health', 'health/live']) expect((await fetch(`${url}/api/${path}`)).status).toBe(200)
    await votesOfEverybody(team)
    expect(await ana.reveal()).toEqual({ ok: true })
    expect(await ana.reset()).toEqual({ ok: true })
    expect([team.refused, team.people.flatMap(({ refusals }) => refusals.filter(({ id }) => id !== 'conflict'))]).toEqual([[], []])

    const visits = team.people.map(({ returns }) => returns.length)
    redis.child.kill('SIGCONT')
    await until('everybody in again', () => team.people.every(({ returns }, i) => returns.length > (visits[i] ?? 0)))
    await until('one round on every screen', () => team.people.every(({ screen }) => screen.round === ana.screen.round))
    await votesOfEverybody(team)
    await work.stop()
    await team.expectNothingLost()
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()

    redis.child.kill('SIGSTOP')
    expect(await Promise.all(processes.map((each) => each.end('SIGTERM')))).toEqual([0, 0])
    await expect(startLogged(env)).rejects.toThrow(/O Redis não respondeu .*Confira REDIS_URL/)
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await redis.stop()
    await cleanUp()
  }
})

test('a Redis without sharded channels, as those before version 7, is refused with what to do', async () => {
  const redis = await startRedis('--rename-command', 'SSUBSCRIBE', '')
  const { env, cleanUp } = await createEnvironment({ REDIS_URL: redis.url })
  try {
    await expect(startLogged(env)).rejects.toThrow(
      /não tem o comando SSUBSCRIBE\. A Rodada precisa do Redis 7 ou mais novo\. Nada foi mudado\./,
    )
  } finally {
    await redis.stop()
    await cleanUp()
  }
})

/** A Redis of this test alone, which it can stop as a machine that swaps, or a disk that hangs, does. */
async function startRedis(...settings: string[]): Promise<{ url: string; child: ChildProcess; stop: () => Promise<void> }> {
  const port = String(await freePort())
  const child = spawn('redis-server', ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings])
  const ended = once(child, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said += String(text)
      if (said.includes('Ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`redis-server ended while starting:\n${said}`)))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url: `redis://127.0.0.1:${port}`, child, stop }
}
