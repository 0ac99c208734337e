import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createEnvironment, freePort } from '../test/harness.ts'
import { startLogged, uncaught } from './processes.ts'
import { startCluster } from './redis-cluster.ts'
import { gatherTeam, type Team, votesOfEverybody } from './team-work.ts'
import { until } from './until.ts'

test('a Redis Cluster gives our slot to another node, loses the node that keeps it, and one stands still: every screen is right afterwards', async () => {
  const cluster = await startCluster()
  // The first that is named answers nobody.
  const REDIS_URL = [`redis://127.0.0.1:${await freePort()}`, ...cluster.urls].join(',')
  const { env, cleanUp } = await createEnvironment({ REDIS_URL })
  const ours = `{${env.REDIS_PREFIX}}`
  const processes = await Promise.all([startLogged(env), startLogged(env)])
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 6)
    const work = team.work()
    await votesOfEverybody(team)

    await everybodyComesBack(team, () => cluster.moveSlotOf(ours))
    expect(await isHeardElsewhere(team, 'ouvem do outro nó?')).toBe(true)

    const killed = await cluster.keeperOf(ours)
    await everybodyComesBack(team, async () => {
      const ended = once(killed.child, 'exit')
      killed.child.kill('SIGKILL')
      await ended
    })
    expect(await cluster.keeperOf(ours)).not.toBe(killed)
    expect(await isHeardElsewhere(team, 'ouvem sem ele?')).toBe(true)

    await cluster.moveSlotOf(ours)
    const still = await cluster.keeperOf(ours)
    await everybodyComesBack(team, async () => {
      still.child.kill('SIGSTOP')
    })
    still.child.kill('SIGCONT')
    await until('it only copies now', async () => (await cluster.keeperOf(ours)) !== still)
    expect(await isHeardElsewhere(team, 'ouvem do último?')).toBe(true)

    await work.stop()
    await team.expectNothingLost()
    expect(team.refused).toEqual([])
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()
    expect(await Promise.all(processes.map((each) => each.end('SIGTERM')))).toEqual([0, 0])
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await cluster.stop()
    await cleanUp()
  }
})

/** Resolves once what was done to Redis has been made good: everybody came in again, at the table of now, and votes. */
async function everybodyComesBack(team: Team, act: () => Promise<void>): Promise<void> {
  const visits = team.people.map(({ returns }) => returns.length)
  await act()
  await until('everybody in again', () => team.people.every(({ returns }, i) => returns.length > (visits[i] ?? 0)))
  await votesOfEverybody(team)
  await team.together()
}

/** Whether what one person says reaches those who sit at the other process, without their coming in again. */
async function isHeardElsewhere({ people }: Team, message: string): Promise<boolean> {
  const [ana] = people
  if (!ana) throw new Error('nobody')
  const visits = people.map(({ returns }) => returns.length)
  await ana.say(message)
  await until('what was said', () => people.every(({ screen }) => screen.chat.has(message)))
  return people.every(({ returns }, i) => returns.length === visits[i])
}
