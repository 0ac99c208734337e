import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { type Kind, Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const listedGoalMs = 10_000
const revealGoalMs = 300

type Run = { joinedMs: number; listedMs: number; revealMs: number }

/** One room with everybody in it: until all are seen by all, and a reveal to everyone. */
export async function bigRoomRows({ runs, roomOf, say }: Plan): Promise<Row[]> {
  const pairs: { ours: Run; baseline: Run }[] = []
  for (let i = 0; i < runs; i++) {
    const baseline = await run('baseline', roomOf)
    const ours = await run('ours', roomOf)
    pairs.push({ ours, baseline })
    say(
      `sala grande ${i + 1}/${runs}: entrar ${ms(ours.joinedMs)}, listar ${ms(ours.listedMs)}, revelar ${ms(ours.revealMs)}` +
        ` (nu: entrar ${ms(baseline.joinedMs)}, revelar ${ms(baseline.revealMs)})`,
    )
  }
  const row = (name: string, measure: 'listedMs' | 'revealMs', goal: number): Row => {
    const { ours, baseline } = medianBy(pairs, (pair) => pair.ours[measure])
    return {
      name,
      ours: ms(ours[measure]),
      baseline: ms(baseline[measure]),
      ratio: times(ours[measure] / baseline[measure]),
      goal: `≤ ${ms(goal)}`,
      ok: ours[measure] <= goal,
    }
  }
  const people = whole(roomOf)
  return [
    row(`${people} pessoas em uma sala: todas entraram e veem todas`, 'listedMs', listedGoalMs),
    row(`${people} pessoas em uma sala: revelar para todas`, 'revealMs', revealGoalMs),
  ]
}

async function run(kind: Kind, roomOf: number): Promise<Run> {
  const server = await Server.start(kind)
  const driver = new Driver()
  try {
    const seats = { ports: [server.port], bare: kind === 'baseline', players: roomOf, roomSize: roomOf }
    const { result: seated } = await server.during(() => driver.play('seat', seats))
    const { ms: revealMs, cards } = await driver.play('reveal', undefined)
    if (cards !== roomOf) throw new Error(`${cards} cards of ${roomOf} were revealed`)
    return { ...seated, revealMs }
  } finally {
    await driver.end()
    await server.remove()
  }
}
