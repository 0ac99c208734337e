import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { type Line, openNetwork } from './network.ts'
import type { Person } from './person.ts'
import { startLogged, uncaught } from './processes.ts'
import { startProxy } from './tcp-proxy.ts'
import { gatherTeam, votesOfEverybody } from './team-work.ts'
import { until } from './until.ts'

const outageMs = process.env.FAULTS_FULL ? 30_000 : 5_000
const lossyMs = process.env.FAULTS_FULL ? 30_000 : 4_000
const delayMs = 30
/** Of each quarter of a second nothing gets through for so long. */
const lostMs = 60

test('a network that delays, loses and parts: no vote is lost, and every page is right again by itself', async (context) => {
  const network = openNetwork(3)
  if ('impossible' in network) return context.skip(network.impossible)
  const [people, redisLine, databaseLine] = network.lines as [Line, Line, Line]
  const { env, cleanUp } = await createEnvironment()
  const [redisUrl = '', databaseUrl = ''] = [env.REDIS_URL, env.DATABASE_URL]
  const redis = await startProxy(redisUrl, 6379, redisLine.here)
  const database = await startProxy(databaseUrl, 5432, databaseLine.here)
  const farEnv = { ...env, HOST: people.there, REDIS_URL: redis.in(redisUrl), DATABASE_URL: database.in(databaseUrl) }
  const near = await startLogged(env)
  const far = await startLogged(farEnv, { within: network.within })
  const processes = [near, { ...far, url: far.url.replace('127.0.0.1', people.there) }]
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 8)
    const work = team.work()
    const isAtHome = (person: Person, at: number) => person.isConnected && person.url === processes[at % 2]?.url
    /** Each sits at their own process again: those whose line was cut went to the other one, as pages behind a balancer do. */
    const allSit = async (after: string) => {
      await until(
        `everybody at their process ${after}`,
        () => {
          for (const [at, person] of team.people.entries()) if (person.isConnected && !isAtHome(person, at)) person.refresh(at % 2)
          return team.people.every(isAtHome)
        },
        60_000,
        () => team.people.map(({ name, isConnected, url }) => [name, isConnected, url]),
      )
      await votesOfEverybody(team)
    }
    await allSit('at first')

    for (const each of [redis, database]) each.slow(delayMs)
    for (const end = Date.now() + lossyMs; Date.now() < end; await pause(250 - lostMs)) {
      for (const line of network.lines) line.drop()
      await pause(lostMs)
      for (const line of network.lines) line.heal()
    }
    for (const each of [redis, database]) each.slow(0)
    await allSit('after losses')

    const partings = { 'without Redis': [redisLine], 'without the database': [databaseLine], 'without anything': network.lines }
    for (const [name, parted] of Object.entries(partings)) {
      for (const line of parted) line.drop()
      const over = pause(outageMs)
      const [host] = team.people
      // Who sits at the process that is whole goes on meanwhile.
      const before = host?.acknowledged ?? 0
      await until('votes at the process that is whole', () => (host?.acknowledged ?? 0) > before + 5)
      await over
      for (const line of parted) line.heal()
      await allSit(name)
    }

    await work.stop()
    await team.expectNothingLost()
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await Promise.all([redis.cut(), database.cut()])
    network.remove()
    await cleanUp()
  }
})
