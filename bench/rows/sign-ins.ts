import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { openAccount } from '../open-board.ts'
import { type Kind, Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

const clients = 20
const players = 200
const votesPerSecond = 200

type Side = { kind: Kind; server: Server; votes: Driver; signIns: Driver; accounts: { email: string; password: string }[] }
type Storm = { perSecond: number; quiet: number; during: number; lost: number }

/** Everybody signs in at once, each with a hash that is made to be slow, while others vote: neither may stop the other. */
export async function signInRows({ turns, seconds, say }: Plan): Promise<Row[]> {
  const baseline = await open('baseline')
  const ours = await open('ours')
  try {
    const measured: { ours: Storm; baseline: Storm }[] = []
    for (let turn = 0; turn <= turns; turn++) {
      const pair = { baseline: await storm(baseline, seconds), ours: await storm(ours, seconds) }
      // The first turn warms up.
      if (turn > 0) measured.push(pair)
      if (turn > 0) say(`logins ${turn}/${turns}: ${line(pair.ours)} (nu: ${line(pair.baseline)})`)
    }
    const speed = medianBy(measured, (pair) => pair.ours.perSecond / pair.baseline.perSecond)
    const votes = medianBy(measured, (pair) => pair.ours.during / pair.baseline.during)
    const lost = measured.reduce((sum, pair) => sum + pair.ours.lost, 0)
    return [
      {
        name: `logins por segundo, ${clients} de uma vez, argon2id`,
        ours: decimal(speed.ours.perSecond),
        baseline: decimal(speed.baseline.perSecond),
        ratio: times(speed.ours.perSecond / speed.baseline.perSecond),
        goal: '',
        ok: undefined,
      },
      {
        name: `voto até cada tela enquanto isso, p50 (sem os logins: ${ms(votes.ours.quiet)}; nu: ${ms(votes.baseline.quiet)})`,
        ours: ms(votes.ours.during),
        baseline: ms(votes.baseline.during),
        ratio: times(votes.ours.during / votes.baseline.during),
        goal: '≤ 1,00',
        ok: votes.ours.during <= votes.baseline.during,
      },
      { name: 'votos perdidos enquanto isso', ours: whole(lost), baseline: '', ratio: '', goal: '0', ok: lost === 0 },
    ]
  } finally {
    for (const { votes, signIns, server } of [baseline, ours]) {
      await votes.end()
      await signIns.end()
      await server.remove()
    }
  }
}

const line = ({ perSecond, quiet, during }: Storm) => `${decimal(perSecond)} logins/s, voto em ${ms(during)}, sem eles em ${ms(quiet)}`

async function open(kind: Kind): Promise<Side> {
  const server = await Server.start(kind)
  const bare = kind === 'baseline'
  const accounts = bare ? [{ email: '', password: '' }] : await Promise.all(Array.from({ length: clients }, () => openAccount(server)))
  const votes = new Driver()
  await votes.play('seat', { ports: [server.port], bare, players, roomSize: 8 })
  return { kind, server, votes, signIns: new Driver(), accounts }
}

async function storm({ server, votes, signIns, accounts }: Side, seconds: number): Promise<Storm> {
  const target = { port: server.port, token: '', boardId: 0, listIds: [] }
  const quiet = await votes.play('steady', { votesPerSecond, seconds })
  const [{ perSecond }, during] = await Promise.all([
    signIns.play('signIn', { target, accounts, clients, seconds: seconds + 1 }),
    votes.play('steady', { votesPerSecond, seconds }),
  ])
  return { perSecond, quiet: quiet.p50, during: during.p50, lost: quiet.lost + during.lost }
}
