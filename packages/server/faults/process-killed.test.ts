import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { startLogged, uncaught } from './processes.ts'
import { gatherTeam } from './team-work.ts'
import { until } from './until.ts'

const full = Boolean(process.env.FAULTS_FULL)

test('one of three processes killed in the middle of work: nothing acknowledged is lost, and its people sit again', async () => {
  const { env, cleanUp } = await createEnvironment()
  const processes = await Promise.all([startLogged(env), startLogged(env), startLogged(env)])
  const urls = () => processes.map(({ url }) => url)
  try {
    const team = await gatherTeam(urls, 9)
    for (let kills = full ? 20 : 1; kills > 0; kills -= 1) {
      const doomed = processes[kills % 3]
      if (!doomed) throw new Error('no process')
      // Those who came back last time sit at the other processes since.
      for (const [i, person] of team.people.entries()) if (person.url !== urls()[i % 3]) person.refresh(i % 3)
      await until('everybody spread over the processes', () =>
        team.people.every(({ isConnected, url }, i) => isConnected && url === urls()[i % 3]),
      )
      const before = team.people.map((person) => person.acknowledged)
      const work = team.work()
      await until('several votes of everybody', () => team.people.every((person, i) => person.acknowledged > (before[i] ?? 0) + 5))
      const hit = team.people.filter(({ url }) => url === doomed.url)
      const others = team.people.filter((person) => !hit.includes(person))
      expect(hit.length).toBeGreaterThan(0)
      // One of them stays away, so that the others can see it.
      const [absent] = hit
      if (!absent) throw new Error('nobody was hit')
      absent.comesBack = false
      const seats = hit.map(({ participantId, role }) => ({ participantId, role }))
      for (const { returns } of hit) returns.length = 0
      const killed = Date.now()
      await doomed.end('SIGKILL')

      await until('the others of the dead process at other ones', () => hit.every((person) => person === absent || person.isConnected))
      await until('the absent one away on every screen', () =>
        others.every(({ screen }) => screen.people.some(({ id, connected }) => id === absent.participantId && !connected)),
      )
      expect(Date.now() - killed).toBeLessThan(15_000)
      absent.comesBack = true
      await until('the absent one back', () => absent.isConnected)
      await work.stop()
      expect(hit.map(({ returns }) => returns[0])).toMatchObject(seats)
      const again = await startLogged(env)
      processes.splice(processes.indexOf(doomed), 1, again)
      await team.together()
    }
    await team.expectNothingLost()
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await cleanUp()
  }
})
