import { existsSync, readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.ts'

/** A finished card. Days are counted from any day on, with their fractions; `days` are the whole calendar days that it took. */
export type Finished = { group: string; start: number; end: number; days: number }

/** How a simulated team works: the median days of a card of so many points, how much cards differ, and how much slower it gets to the end. */
type Team = { median: (points: number) => number; spread: number; drift: number }

const usual: Team = { median: (points) => 1 + points * 0.6, spread: 0.6, drift: 0 }
/** Times of work are skewed: many cards take a little less than the median, and a few take much longer. */
export const teams: Record<string, Team> = {
  'equipe que não muda': usual,
  'cartões muito diferentes': { ...usual, spread: 1 },
  'cartões parecidos': { ...usual, spread: 0.35 },
  'equipe que fica duas vezes mais lenta': { ...usual, drift: 0.7 },
  'equipe que fica duas vezes mais rápida': { ...usual, drift: -0.7 },
  'cartões de um dia': { ...usual, median: (points) => 0.3 + points * 0.2 },
  'cartões de semanas': { ...usual, median: (points) => points * 3 },
}

const points = [1, 2, 3, 5, 8]
const cards = 300
const startsEachDay = 1.25

/** The history of a team whose cards begin at chance times. The same seed gives the same history. */
export function simulate({ median, spread, drift }: Team, seed: number): Finished[] {
  const random = randomFrom(seed)
  let now = 0
  return Array.from({ length: cards }, (_, index) => {
    now -= Math.log(1 - random()) / startsEachDay
    const estimate = points[Math.floor(random() * points.length)] ?? 1
    const took = median(estimate) * Math.exp((drift * index) / cards) * Math.exp(spread * normal(random))
    return finished(String(estimate), now, now + took)
  })
}

/** Where who measures puts what docs/previsoes.md says how to get: it is not ours to keep a copy of. */
export const publicTasks = 'bench/data/jira.csv'

/**
 * What is public: two projects, whose tasks have no points, so that each project is one group. Tasks that end before they begin are left out:
 * they are leftovers of migrations, as the source says. Undefined where nobody fetched them.
 */
export function readPublic(): Finished[] | undefined {
  if (!existsSync(at(publicTasks))) return undefined
  const [, ...lines] = readFileSync(at(publicTasks), 'utf8').trim().split('\n')
  return lines
    .map((line) => {
      const [, project = '', , created = '', done = ''] = line.split(',')
      const [start, end] = [Date.parse(created) / 86_400_000, Date.parse(done) / 86_400_000]
      return finished(project, start, end)
    })
    .filter(({ start, end }) => end >= start)
    .sort((a, b) => a.start - b.start)
}

const finished = (group: string, start: number, end: number): Finished => ({
  group,
  start,
  end,
  days: Math.floor(end) - Math.floor(start) + 1,
})

/** The normal distribution by Box and Muller. */
const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Numbers from 0 to 1 that a seed decides, by the mulberry32 generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
