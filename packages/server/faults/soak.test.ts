import { setTimeout as pause } from 'node:timers/promises'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { expect, test } from 'vitest'
import type { createEnvironment } from '../test/harness.ts'
import { localEnvironment, type ObedientProcess, startObedient } from './local.ts'
import { type OldInstallation, yearsOld } from './old-company.ts'
import { gatherTeam, type Team } from './team-work.ts'
import { until } from './until.ts'

const full = Boolean(process.env.FAULTS_FULL)
/** Long enough that whatever is kept once, caches and prepared statements, is there. */
const warmUpMs = full ? 5 * 60_000 : 20_000
const soakMs = full ? 25 * 60_000 : 40_000
const teamSize = 10
/**
 * Between two things that one person does at a table, and on a board. With more than two processors carry, how long things take says how long the
 * queue is, and people whose pages give up after ten seconds come again and again.
 */
const [paceMs, cardPaceMs] = full ? [3000, 15_000] : [300, 300]
const measures = 5
const mostGrowth = 1.1
/** How many times as long as at first one vote in a hundred may take at the end. */
const mostSlower = 2
/** Five hundred pages that come back at once on a busy machine; a seat that is stuck stays so. */
const patienceMs = full ? 120_000 : 20_000

type Form = { title: string; processes: number; teams: number; open: () => Promise<OldInstallation> }
const young = async (opened: ReturnType<typeof createEnvironment>): Promise<OldInstallation> => ({
  ...(await opened),
  faults: [],
  visit: async () => undefined,
})
const forms: Form[] = [
  { title: 'one process on SQLite', processes: 1, teams: full ? 50 : 6, open: () => young(localEnvironment()) },
  // The other half hour.
  ...(full && process.env.TEST_REDIS_URL
    ? [{ title: 'three processes on PostgreSQL and Redis, after three years and with faults', processes: 3, teams: 25, open: yearsOld }]
    : []),
]

test.each(forms)(
  '$title for a long time, full of people: memory stays flat, no seat is stuck and nothing acknowledged is lost',
  async ({ processes: size, teams, open }) => {
    const { env, faults, visit, cleanUp } = await open()
    const processes: ObedientProcess[] = []
    const doomed = new Set<ObedientProcess>()
    let output = ''
    let fail: (error: unknown) => void = () => undefined
    // What fails in the first minute is told then.
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject
    })
    failed.catch(() => undefined)
    const start = async (): Promise<ObedientProcess> => {
      const started = await startObedient({ ...env, LOG_LEVEL: 'warn' })
      for (const stream of [started.child.stdout, started.child.stderr]) stream?.on('data', (text) => (output += String(text)))
      started.child.once('exit', (code, signal) => {
        if (!doomed.has(started)) fail(new Error(`a process ended (${code ?? signal}):\n${output.slice(-5000)}`))
      })
      return started
    }
    const killOne = async (): Promise<void> => {
      const last = processes.pop()
      if (!last) throw new Error('no process')
      doomed.add(last)
      last.child.kill('SIGKILL')
      processes.push(await start())
    }
    try {
      for (let i = 0; i < size; i += 1) processes.push(await start())
      const urls = () => processes.map(({ url }) => url)
      const all: Team[] = []
      let took: number[] = []
      for (let i = 0; i < teams; i += 1) all.push(await gatherTeam(urls, teamSize, { voted: (ms) => took.push(ms) }))
      let soaking = true
      let isCalm = false
      const works = all.map((team) => team.work({ paceMs, cardPaceMs }))
      const lives = [...all.map((team, i) => live(team, i, { isSoaking: () => soaking, isCalm: () => isCalm })), visit(urls, () => soaking)]
      Promise.all(lives).catch(fail)

      await Promise.race([pause(warmUpMs), failed])
      const held = new Map<ObedientProcess, number[]>()
      const measure = async () => {
        for (const each of processes) held.set(each, [...(held.get(each) ?? []), await each.heldBytes()])
      }
      const p99s: number[] = []
      for (let i = 0; i < measures; i += 1) {
        await measure()
        took = []
        await Promise.race([pause(soakMs / measures), failed])
        p99s.push(p99Of(took))
        const fault = faults[i]
        if (!fault) continue
        await Promise.race([fault(killOne), failed])
        // Of people who come and go all the time there is hardly a moment with all of them.
        isCalm = true
        for (const team of all) await team.together(patienceMs)
        isCalm = false
      }
      soaking = false
      await Promise.all(lives)
      await Promise.all(works.map(({ stop }) => stop()))
      await measure()
      const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
      console.log([...held.values()].map((each) => each.map(megabytes).join(' ')).join('\n'))
      console.log(`votes, p99: ${p99s.map((ms) => `${ms.toFixed(1)} ms`).join(' ')}`)
      for (const each of processes) {
        const measured = held.get(each) ?? []
        // One that took the place of a killed one was not warm when it was first measured.
        const [first = 0, ...more] = measured.length > measures ? measured : measured.slice(1)
        expect(more.at(-1)).toBeLessThan(first * mostGrowth)
      }
      // The short form is a matter of seconds on a machine that does other things meanwhile.
      if (full) expect(p99s.at(-1)).toBeLessThan((p99s[0] ?? 0) * mostSlower)

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

/** What one in a hundred takes at least, in milliseconds. */
const p99Of = (took: readonly number[]): number => took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0

/** What a team does besides its work: rounds end and begin, pages are loaded again, boards are looked at, people leave and return. */
async function live(
  { people, board, edge }: Team,
  seed: number,
  { isSoaking, isCalm }: { isSoaking: () => boolean; isCalm: () => boolean },
): Promise<void> {
  const [host] = people
  if (!host) throw new Error('nobody')
  for (let n = seed; isSoaking(); n += 1) {
    await pause(full ? 6000 : 700)
    if (isCalm()) continue
    const somebody = people[n % people.length]
    if (n % 3 === 0) await (host.screen.isRevealed ? host.reset() : host.reveal())
    if (n % 3 === 1) somebody?.refresh()
    if (n % 3 === 2 && somebody?.token === undefined) await somebody?.standUpAndReturn()
    // A look that got no answer would be looked again; that the process is there is asked at the end.
    if (host.token) await edge.call(boardsApi.get, { token: host.token, params: { boardId: board.id } }).catch(() => undefined)
  }
}
