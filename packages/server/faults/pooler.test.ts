import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { openPooler } from './pooler.ts'
import { startLogged, uncaught } from './processes.ts'
import { gatherTeam } from './team-work.ts'
import { until } from './until.ts'

test('behind a pooler that lends connections for one transaction, two processes migrate and serve a team, also when it is killed', async (context) => {
  const { env, cleanUp } = await createEnvironment()
  const pooler = await openPooler(env.DATABASE_URL ?? '')
  if ('impossible' in pooler) {
    await cleanUp()
    return context.skip(pooler.impossible)
  }
  // Both find an empty database, and one migrates.
  const processes = await Promise.all([0, 1].map(() => startLogged({ ...env, DATABASE_URL: pooler.url })))
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 9)
    const work = team.work()
    const votesOfEverybody = async (name: string) => {
      const before = team.people.map(({ acknowledged }) => acknowledged)
      await until(name, () => team.people.every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 10))
    }
    await votesOfEverybody('votes of everybody')
    expect(team.refused).toEqual([])
    await pooler.restart()
    await votesOfEverybody('votes of everybody again')
    await work.stop()
    await team.expectNothingLost()
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await pooler.stop()
    await cleanUp()
  }
})
