import { setTimeout as pause } from 'node:timers/promises'
import { authApi } from '@rodada/contract/auth/auth'
import { texts } from '@rodada/contract/texts/texts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { startLogged, uncaught } from './processes.ts'
import { startProxy } from './tcp-proxy.ts'
import { gatherTeam } from './team-work.ts'
import { until } from './until.ts'

const outageMs = process.env.FAULTS_FULL ? 10_000 : 3_000

test('PostgreSQL goes and comes back: everybody is told so meanwhile, everything goes on by itself, and nothing acknowledged is lost', async () => {
  const { env, cleanUp } = await createEnvironment()
  const direct = env.DATABASE_URL ?? ''
  const proxy = await startProxy(direct, 5432)
  const processes = await Promise.all([0, 1].map(() => startLogged({ ...env, DATABASE_URL: proxy.in(direct) })))
  const health = (path = '') => Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/api/health${path}`)).status))
  try {
    const team = await gatherTeam(() => processes.map(({ url }) => url), 6)
    const [ana, bia] = team.people
    const work = team.work()
    await until('several votes of everybody', () => team.people.every(({ acknowledged }) => acknowledged > 5))
    // What is under way when the database goes may be done without an answer: the person who revealed must not wait for ever.
    const revealing = ana?.reveal()
    await proxy.cut()
    await revealing
    team.refused.length = 0
    for (const { refusals } of team.people) refusals.length = 0

    const over = pause(outageMs)
    await until('both processes not ready', async () => (await health()).every((status) => status === 503))
    expect(await health('/live')).toEqual([200, 200])
    const login = await team.edge.call(authApi.login, { body: { email: 'ana@exemplo.com.br', password: 'segredo' } })
    expect([login.status, login.body.message, login.headers.get('retry-after')]).toEqual([503, texts.starting, '2'])
    await until(
      'refused calls and messages',
      () => team.refused.length > 3 && bia !== undefined && bia.refusals.length + Number(bia.screen.isRevealed) > 0,
    )
    await over
    const during = [...team.refused]
    const refusals = team.people.flatMap((person) => person.refusals).filter(({ error }) => error !== 'connection lost')
    await proxy.heal()

    for (const { status, message, retryAfter, ms } of during) {
      expect([status, message, retryAfter]).toEqual([503, texts.starting, '2'])
      expect(ms).toBeLessThan(3000)
    }
    for (const refusal of refusals) {
      expect(refusal.id).toBe('unavailable')
      expect([texts.starting, texts.roomsUnavailable]).toContain(refusal.error)
    }
    await until('both processes ready', async () => (await health()).every((status) => status === 200))
    // Seats of processes that could not speak are not away for ever, and the work goes on without anybody's help.
    await team.together()
    await until('one state of the round on every screen', () =>
      team.people.every(({ screen }) => screen.isRevealed === ana?.screen.isRevealed),
    )
    await until('a new round', async () => ana?.screen.isRevealed === false || (await ana?.reset())?.ok === true)
    const before = team.people.map(({ acknowledged }) => acknowledged)
    await until('votes of everybody again', () => team.people.every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 5))
    await work.stop()
    await team.expectNothingLost()
    await until('both processes speaking again', async () => (await lastBeats(direct)).every((ms) => ms < 5000))
    for (const each of processes) expect([each.hasEnded(), uncaught(each)]).toEqual([false, []])
    team.close()

    // A stop without a database: said in the log, and in time.
    await proxy.cut()
    expect(await Promise.all(processes.map((each) => each.end('SIGTERM')))).toEqual([0, 0])
  } finally {
    await Promise.all(processes.map((each) => each.end('SIGKILL')))
    await cleanUp()
  }
})

/** How long ago each process said that it lives, in milliseconds. */
async function lastBeats(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ seen_at: string }>('select seen_at from processes')
  await client.end()
  return rows.map(({ seen_at }) => Date.now() - Date.parse(seen_at))
}
