import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { openBoard, sameBytes } from '../open-board.ts'
import { Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const boardCards = 5000
const people = 500
const players = 200
const votesPerSecond = 200
const seconds = 6
const goals = { allMs: 10_000, voteMs: 100 }

type Opening = { all: number; slowestVote: number }

/** A team of hundreds opens a large board at the same moment, which changed just before, while others vote; beside a server that sends the same bytes. */
export async function openingRows({ turns, say }: Plan): Promise<Row[]> {
  const bare = await Server.start('bare-http')
  const ours = await Server.start('ours')
  const [votes, boards] = [new Driver(), new Driver()]
  try {
    const target = await openBoard(ours)
    await boards.play('fill', { target, cards: boardCards })
    const path = `/boards/${target.boardId}`
    await sameBytes(target, path, bare)
    const bareTarget: BoardTarget = { port: bare.port, token: '', boardId: 1, listIds: [1, 2, 3] }
    await votes.play('seat', { ports: [ours.port], bare: false, players, roomSize: 8 })
    const steady = () => votes.play('steady', { votesPerSecond, seconds })
    const opened = async (): Promise<Opening> => {
      await boards.play('moveCards', { target, times: 1 })
      const voted = steady()
      const { ms: all } = await boards.play('openAtOnce', { target, path, people })
      return { all, slowestVote: (await voted).slowest }
    }
    // What runs for the first time is slower, and so are the votes.
    await steady()
    const alone = await steady()
    await opened()
    const measured: { ours: Opening; baseline: number }[] = []
    for (let turn = 1; turn <= turns; turn++) {
      const { ms: baseline } = await boards.play('openAtOnce', { target: bareTarget, path: '/boards/1', people })
      const pair = { baseline, ours: await opened() }
      measured.push(pair)
      say(`${people} abrem ${turn}/${turns}: ${ms(pair.ours.all)} (nu: ${ms(baseline)}), voto mais lento ${ms(pair.ours.slowestVote)}`)
    }
    const all = medianBy(measured, (pair) => pair.ours.all)
    const slowest = medianBy(measured, (pair) => pair.ours.slowestVote).ours.slowestVote
    return [
      {
        name: `${people} pessoas abrem um quadro de ${whole(boardCards)} cartões que acaba de mudar, até a última`,
        ours: ms(all.ours.all),
        baseline: ms(all.baseline),
        ratio: times(all.ours.all / all.baseline),
        goal: `≤ ${ms(goals.allMs)}`,
        ok: all.ours.all <= goals.allMs,
      },
      {
        name: '… o voto mais lento enquanto isso',
        ours: ms(slowest),
        baseline: ms(alone.slowest),
        ratio: times(slowest / alone.slowest),
        goal: `≤ ${ms(goals.voteMs)}`,
        ok: slowest <= goals.voteMs,
      },
    ]
  } finally {
    await votes.end()
    await boards.end()
    await bare.remove()
    await ours.remove()
  }
}
