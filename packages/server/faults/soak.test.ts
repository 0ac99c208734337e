import { setTimeout as pause } from 'node:timers/promises'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { expect, test } from 'vitest'
import { createEnvironment } from '../test/harness.ts'
import { localEnvironment, type ObedientProcess, startObedient } from './local.ts'
import { gatherTeam, type Team } from './team-work.ts'
import { until } from './until.ts'

const full = Boolean(process.env.FAULTS_FULL)
/** Long enough that whatever is kept once, caches and prepared statements, is there. */
const warmUpMs = full ? 5 * 60_000 : 20_000
const soakMs = full ? 25 * 60_000 : 40_000
const teams = full ? 50 : 6
const teamSize = 10
const measures = 5
const mostGrowth = 1.1
/** Five hundred pages that come back at once on a busy machine; a seat that is stuck stays so. */
const patienceMs = full ? 120_000 : 20_000

type Installation = { env: Record<string, string>; cleanUp: () => Promise<void> }
const forms: [title: string, processes: number, environment: () => Promise<Installation>][] = [
  ['one process on SQLite', 1, () => localEnvironment()],
  // The other half hour.
  ...(full && process.env.TEST_REDIS_URL
    ? [['three processes on PostgreSQL and Redis', 3, () => createEnvironment()] satisfies (typeof forms)[number]]
    : []),
]

test.each(forms)(
  '%s for a long time, full of people: memory stays flat, no seat is stuck and nothing acknowledged is lost',
  async (_title, size, environment) => {
    const { env, cleanUp } = await environment()
    const processes: ObedientProcess[] = []
    let output = ''
    try {
      for (let i = 0; i < size; i += 1) {
        const started = await startObedient({ ...env, LOG_LEVEL: 'warn' })
        for (const stream of [started.child.stdout, started.child.stderr]) stream?.on('data', (text) => (output += String(text)))
        processes.push(started)
      }
      const urls = () => processes.map(({ url }) => url)
      const all: Team[] = []
      for (let i = 0; i < teams; i += 1) all.push(await gatherTeam(urls, teamSize))
      let soaking = true
      const works = all.map((team) => team.work({ paceMs: full ? 1000 : 300 }))
      const lives = all.map((team, i) => live(team, i, () => soaking))
      // What fails in the first minute is told then.
      const failed = new Promise<never>((_resolve, reject) => {
        for (const { child } of processes) {
          child.once('exit', (code, signal) => reject(new Error(`a process ended (${code ?? signal}):\n${output.slice(-5000)}`)))
        }
        Promise.all(lives).catch(reject)
      })
      failed.catch(() => undefined)

      await Promise.race([pause(warmUpMs), failed])
      const held: number[][] = processes.map(() => [])
      for (let i = 0; i < measures; i += 1) {
        for (const [at, { heldBytes }] of processes.entries()) held[at]?.push(await heldBytes())
        await Promise.race([pause(soakMs / measures), failed])
      }
      soaking = false
      await Promise.all(lives)
      await Promise.all(works.map(({ stop }) => stop()))
      for (const [at, { heldBytes }] of processes.entries()) held[at]?.push(await heldBytes())
      console.log(held.map((each) => each.map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`).join(' ')).join('\n'))
      for (const each of held) expect(each.at(-1) ?? 0).toBeLessThan((each[0] ?? 0) * mostGrowth)

      for (const team of all) await team.expectNothingLost(patienceMs)
      // Those who stay see that the others closed the page, and nobody else is away.
      for (const { people } of all) for (const person of people.slice(1)) person.close()
      for (const { people } of all) {
        const [host] = people
        await until(
          'all but one away',
          () => host?.screen.people.every(({ id, connected }) => connected === (id === host.participantId)) === true,
          patienceMs,
          () => host?.screen.people,
        )
      }
      for (const team of all) team.close()
      for (const { child } of processes) expect(child.exitCode).toBeNull()
      expect(output).not.toMatch(/unhandled|uncaught/i)
    } finally {
      await Promise.all(processes.map((each) => each.stop()))
      await cleanUp()
    }
  },
)

/** What a team does besides its work: rounds end and begin, pages are loaded again, boards are looked at, people leave and return. */
async function live({ people, board, edge }: Team, seed: number, isSoaking: () => boolean): Promise<void> {
  const [host] = people
  if (!host) throw new Error('nobody')
  for (let n = seed; isSoaking(); n += 1) {
    await pause(full ? 3000 : 700)
    const somebody = people[n % people.length]
    if (n % 3 === 0) await (host.screen.isRevealed ? host.reset() : host.reveal())
    if (n % 3 === 1) somebody?.refresh()
    if (n % 3 === 2 && somebody?.token === undefined) await somebody?.standUpAndReturn()
    // A look that got no answer would be looked again; that the process is there is asked at the end.
    if (host.token) await edge.call(boardsApi.get, { token: host.token, params: { boardId: board.id } }).catch(() => undefined)
  }
}
