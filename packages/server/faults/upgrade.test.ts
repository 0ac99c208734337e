import pg from 'pg'
import { expect, test } from 'vitest'
import { lockOrder, migrations } from '../src/migrations/all.ts'
import { readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database.ts'
import { createEnvironment } from '../test/harness.ts'
import { installPrevious, previousVersion } from './previous-version.ts'
import { type LoggedProcess, startLogged, uncaught } from './processes.ts'
import { gatherTeam } from './team-work.ts'
import { until } from './until.ts'

const everyMigration = Object.keys(migrations)

test.each([
  ['a fresh database', []],
  ['the schema of an older version', everyMigration.slice(0, 7)],
])('processes that start at the same moment on %s run each migration once', async (_title, before) => {
  const { env, cleanUp } = await createEnvironment()
  try {
    const { db } = await openDatabase(readConfig(env))
    if (before.length > 0)
      await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => before.includes(name))), lockOrder)
    await db.destroy()
    const processes = await Promise.all([startLogged(env), startLogged(env), startLogged(env)])
    for (const { url } of processes) expect((await fetch(`${url}/api/health`)).status).toBe(200)
    expect(await executedMigrations(env.DATABASE_URL)).toEqual(everyMigration)
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
  } finally {
    await cleanUp()
  }
})

test('a version that is older than its database refuses to start, and says what to do', async () => {
  const { env, cleanUp } = await createEnvironment()
  try {
    const { db } = await openDatabase(readConfig(env))
    await migrate(db, { ...migrations, '9999-of-tomorrow': { up: async () => {} } }, lockOrder)
    await db.destroy()
    await expect(startLogged(env)).rejects.toThrow(/O banco é de uma versão mais nova da Rodada \(9999-of-tomorrow\)\..*Nada foi mudado\./)
  } finally {
    await cleanUp()
  }
})

test(`an installation of ${previousVersion} is upgraded while people work, and nothing acknowledged is lost`, async (context) => {
  const previous = await installPrevious()
  if (typeof previous === 'string') return context.skip(previous)
  const { env, cleanUp } = await createEnvironment()
  const old = { entry: previous.entry }
  const running: LoggedProcess[] = [await startLogged(env, old), await startLogged(env, old)]
  const ended: LoggedProcess[] = []
  const retire = async (doomed: LoggedProcess | undefined) => {
    if (!doomed) throw new Error('no process')
    if (running.includes(doomed)) running.splice(running.indexOf(doomed), 1)
    ended.push(doomed)
    const began = Date.now()
    return { code: await doomed.end('SIGTERM'), ms: Date.now() - began }
  }
  try {
    const [first, second] = running
    expect(await executedMigrations(env.DATABASE_URL)).toEqual(everyMigration.slice(0, 7))
    const team = await gatherTeam(() => running.map(({ url }) => url), 9)
    const work = team.work()
    const votesOfEverybody = async () => {
      const before = team.people.map(({ acknowledged }) => acknowledged)
      await until('votes of everybody', () => team.people.every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 5))
    }
    await votesOfEverybody()

    // The new version beside the old one, on the same database, which it migrates under the hands of the others. Both tell their news in
    // other ways, so nobody is sent to the new one before all are.
    const fresh = [await startLogged(env), await startLogged(env)]
    expect(await executedMigrations(env.DATABASE_URL)).toEqual(everyMigration)
    await votesOfEverybody()
    running.splice(0, running.length, ...fresh)
    await Promise.all([retire(first), retire(second)])
    await votesOfEverybody()
    for (const person of team.people.slice(0, 4)) person.refresh(1)
    await until('people at every process', () =>
      running.every(({ url }) => team.people.some((person) => person.isConnected && person.url === url)),
    )
    await votesOfEverybody()
    await team.together()
    expect([...team.refused]).toEqual([])

    // Process by process among those of the new version, which end in time whatever is under way.
    const [third] = running
    running.push(await startLogged(env))
    const { code, ms } = await retire(third)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(5000)
    await votesOfEverybody()
    await work.stop()
    await team.expectNothingLost()
    for (const each of [...running, ...ended]) expect(uncaught(each)).toEqual([])
    team.close()
    await expect(startLogged(env, old)).rejects.toThrow('corrupted migrations')
  } finally {
    await Promise.all([...running, ...ended].map((each) => each.end('SIGKILL')))
    await cleanUp()
    await previous.remove()
  }
})

async function executedMigrations(url: string | undefined): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  await client.end()
  return rows.map(({ name }) => name)
}
