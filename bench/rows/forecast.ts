import { intervalOf, lastCards } from '../../packages/server/src/features/cards/references/interval.ts'
import { type Finished, publicTasks, readPublic, simulate, teams } from '../forecast/histories.ts'
import { medianBy } from '../numbers.ts'
import type { Plan } from './plan.ts'
import { decimal, type Row } from './table.ts'

const seeds = 12
const goal = { from: 0.75, to: 0.85 }

/** Cards whose days were foretold: how many fell inside the interval, and how many were done within the median of the same cards. */
type Replay = { cards: number; inside: number; withinMedian: number; width: number }

/**
 * How often the board is right: at the start of each card it says from how many days to how many four in five take, from the cards that had
 * ended by then. Beside it, what is usually said: the median.
 */
export async function forecastRows({ say }: Plan): Promise<Row[]> {
  const simulated = Object.entries(teams).map(
    ([name, team]) => [name, sum(Array.from({ length: seeds }, (_, seed) => replay(simulate(team, seed + 1))))] as const,
  )
  const ofProjects = readPublic()
  if (!ofProjects) say(`previsão: sem as tarefas de projetos públicos, que não estão em ${publicTasks} (docs/previsoes.md)`)
  const rows = [
    ...simulated.map(([name, result]) => rowOf(`simulada, ${name}`, result)),
    rowOf('simuladas, juntas', sum(simulated.map(([, result]) => result)), goal),
    ...(ofProjects ? [rowOf('tarefas de dois projetos públicos', replay(ofProjects), goal)] : []),
  ]
  for (const { name, ours } of rows) say(`${name}: ${ours}`)
  return rows
}

function replay(history: readonly Finished[]): Replay {
  const groups = Map.groupBy(history, ({ group }) => group)
  return sum([...groups.values()].flatMap((cards) => replayOne(cards)))
}

function replayOne(cards: readonly Finished[]): Replay[] {
  const byEnd = [...cards].sort((a, b) => a.end - b.end)
  return cards.flatMap((card) => {
    const past = byEnd.filter(({ end }) => end < card.start).slice(-lastCards)
    const days = past.map((earlier) => earlier.days)
    const interval = intervalOf(days)
    if (!interval) return []
    const inside = card.days >= interval.from && card.days <= interval.to
    return [
      {
        cards: 1,
        inside: Number(inside),
        withinMedian: Number(card.days <= medianBy(days, (value) => value)),
        width: interval.to - interval.from,
      },
    ]
  })
}

const sum = (replays: readonly Replay[]): Replay =>
  replays.reduce(
    (total, one) => ({
      cards: total.cards + one.cards,
      inside: total.inside + one.inside,
      withinMedian: total.withinMedian + one.withinMedian,
      width: total.width + one.width,
    }),
    { cards: 0, inside: 0, withinMedian: 0, width: 0 },
  )

function rowOf(name: string, { cards, inside, withinMedian, width }: Replay, wanted?: typeof goal): Row {
  const covered = inside / cards
  const percent = (share: number) => `${decimal(share * 100)} %`
  return {
    name: `previsão, ${name}: dentro do intervalo (ao lado, até a mediana)`,
    ours: `${percent(covered)}, ${decimal(width / cards)} dias de largura`,
    baseline: percent(withinMedian / cards),
    ratio: '',
    goal: wanted ? `${percent(wanted.from)} a ${percent(wanted.to)}` : '',
    ok: wanted && covered >= wanted.from && covered <= wanted.to,
  }
}
