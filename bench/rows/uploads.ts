import { boardsApi } from '@rodada/contract/boards/board-calls'
import { Driver } from '../driver.ts'
import type { BoardTarget } from '../loads/boards.ts'
import { medianBy } from '../numbers.ts'
import { callServer, openBoard } from '../open-board.ts'
import { type Kind, Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

const largeBytes = 25_000_000
const smallBytes = 1000
/** As many as a browser sends at a time. */
const clients = 3
const cards = 60
const players = 200
const votesPerSecond = 200
/** What large files may add, in MB. */
const growthGoal = 10

type Side = { server: Server; votes: Driver; files: Driver; target: BoardTarget; cardIds: number[] }
type Load = { p50: number; p99: number; grownMb: number; sent: number; perSecond: number; lost: number }
/** `quiet`: votes and as many requests with next to nothing in them. */
type Measured = { large: Load; quiet: Load }
type Turn = { ours: Measured; baseline: Measured }

/** Files of 25 MB arrive while people vote: neither the memory of the process nor the votes may notice. */
export async function uploadRows({ turns, seconds, say }: Plan): Promise<Row[]> {
  const baseline = await open('baseline')
  const ours = await open('ours')
  try {
    const measured: Turn[] = []
    for (let turn = 0; turn <= turns; turn++) {
      const pair = { baseline: await measure(baseline, seconds), ours: await measure(ours, seconds) }
      // The first turn warms up.
      if (turn > 0) measured.push(pair)
      if (turn > 0) say(`arquivos ${turn}/${turns}: ${line(pair.ours)} (nu: ${line(pair.baseline)})`)
    }
    const added = ({ large, quiet }: Measured) => large.grownMb - quiet.grownMb
    const grown = medianBy(measured, (pair) => added(pair.ours))
    const slowed = ({ large, quiet }: Measured) => large.p99 / quiet.p99
    const votes = medianBy(measured, (pair) => slowed(pair.ours) / slowed(pair.baseline))
    const speed = medianBy(measured, (pair) => pair.ours.large.perSecond / pair.baseline.large.perSecond)
    const lost = measured.reduce((sum, { ours }) => sum + ours.large.lost + ours.quiet.lost, 0)
    return [
      {
        name: `arquivos de 25 MB recebidos por segundo, ${clients} de uma vez`,
        ours: decimal(speed.ours.large.perSecond),
        baseline: decimal(speed.baseline.large.perSecond),
        ratio: times(speed.ours.large.perSecond / speed.baseline.large.perSecond),
        goal: '',
        ok: undefined,
      },
      {
        name: `… quanto o processo cresce além do que crescem tantos envios de 1 KB, em MB (eles: ${decimal(grown.ours.quiet.grownMb)})`,
        ours: decimal(added(grown.ours)),
        baseline: decimal(added(grown.baseline)),
        ratio: '',
        goal: `≤ ${decimal(growthGoal)}`,
        ok: added(grown.ours) <= growthGoal,
      },
      {
        name: `… voto até cada tela enquanto isso, p99 (com os de 1 KB: ${ms(votes.ours.quiet.p99)}; nu: ${ms(votes.baseline.quiet.p99)})`,
        ours: ms(votes.ours.large.p99),
        baseline: ms(votes.baseline.large.p99),
        ratio: times(votes.ours.large.p99 / votes.baseline.large.p99),
        goal: '≤ 1,00',
        ok: votes.ours.large.p99 <= votes.baseline.large.p99,
      },
      { name: '… votos perdidos enquanto isso', ours: whole(lost), baseline: '', ratio: '', goal: '0', ok: lost === 0 },
    ]
  } finally {
    for (const { votes, files, server } of [baseline, ours]) {
      await votes.end()
      await files.end()
      await server.remove()
    }
  }
}

const line = ({ large, quiet }: Measured) =>
  `${decimal(large.perSecond)}/s, cresce ${decimal(large.grownMb)} MB (de 1 KB: ${decimal(quiet.grownMb)}), voto p50 ${ms(large.p50)} e p99 ${ms(large.p99)} (${ms(quiet.p50)} e ${ms(quiet.p99)})`

async function open(kind: Kind): Promise<Side> {
  const server = await Server.start(kind, { BOARD_FILES_MAX_BYTES: '1000000000000' })
  const bare = kind === 'baseline'
  const [votes, files] = [new Driver(), new Driver()]
  await votes.play('seat', { ports: [server.port], bare, players, roomSize: 8 })
  if (bare) return { server, votes, files, target: { port: server.port, token: '', boardId: 1, listIds: [1] }, cardIds: [1] }
  const target = await openBoard(server)
  await files.play('fill', { target, cards })
  const { lists } = await callServer(server, boardsApi.get, {}, target.token, `/boards/${target.boardId}`)
  return {
    server,
    votes,
    files,
    target,
    cardIds: (lists as { cards: { id: number }[] }[]).flatMap((list) => list.cards.map(({ id }) => id)),
  }
}

async function measure(side: Side, seconds: number): Promise<Measured> {
  const large = await load(side, seconds, largeBytes, Number.MAX_SAFE_INTEGER)
  return { large, quiet: await load(side, seconds, smallBytes, large.sent) }
}

async function load({ server, votes, files, target, cardIds }: Side, seconds: number, bytes: number, most: number): Promise<Load> {
  // Collected, so that each begins with the same.
  await server.memory()
  const { result, grown } = await server.during(() =>
    Promise.all([
      votes.play('steady', { votesPerSecond, seconds }),
      files.play('uploadFiles', { target, cardIds, bytes, clients, seconds: seconds + 0.5, most }),
    ]),
  )
  const [{ p50, p99, lost }, { sent, perSecond }] = result
  return { p50, p99, lost, sent, perSecond, grownMb: grown / 1e6 }
}
