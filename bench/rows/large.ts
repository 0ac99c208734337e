import { boardsApi } from '@rodada/contract/boards/board-calls'
import { listCardsApi } from '@rodada/contract/cards/card-calls'
import { type CompanySize, fillCompany, young } from '../../packages/server/test/large-company.ts'
import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { callServer, openAccount } from '../open-board.ts'
import { Server } from '../server.ts'
import { postgresAndRedis, type Store, sqlite } from '../stores.ts'
import { type Asked, voteRows } from './large-votes.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

const readsEach = 20
/** How many times as long as in a young installation a read may take in the middle, and how long at most one in a hundred. */
const [goalRatio, goalMs] = [2, 100]
const writeRatio = 1.5
const goalStartMs = 2000
/** A person looks at something between two calls, and no call is in another's turn. */
const pauseMs = 20

/** What a person of some boards opens, and what only who administers the instance does. */
const ownReads = {
  painel: '/dashboard/stats',
  'lista de quadros': '/boards',
  'quadro de 333 cartões': '/boards/1',
  'minhas tarefas': '/cards/mine?limit=50',
  backlog: '/boards/1/backlog',
  planejamento: '/boards/1/planning',
  'relatório de uma sprint': '/sprints/12/report',
  velocidade: '/boards/1/velocity',
  'atividade do quadro': '/boards/1/activity',
  'busca de duas palavras': '/cards/search?q=boleto%20contrato&limit=8',
  'caixa de entrada': '/notifications',
  'desde a última visita': '/news',
  'mesas anteriores': '/rooms/history',
}
/** One card of each installation has this word, and a status that no other has. */
const rareWord = 'sanfona'
const adminReads = {
  'painel de quem administra': '/admin/dashboard',
  'todas as tarefas': '/admin/tasks',
  'as de um status raro': '/admin/tasks?status=impedimento',
  'as concluídas': '/admin/tasks?status=concluida',
  'as atrasadas': '/admin/tasks?late=true',
  'as de um texto raro': `/admin/tasks?q=${rareWord}`,
  contas: '/admin/users',
  auditoria: '/admin/audit',
  sistema: '/admin/system',
}

type Times = { p50: number; p99: number }
type Side = Asked & { startMs: number; driver: Driver }

/** An installation after three years beside a young one, in turns: what the person who is measured has is the same in both. */
export async function largeRows(plan: Plan): Promise<Row[]> {
  const rows = await rowsOn({ large: sqlite, small: sqlite }, plan)
  const large = await postgresAndRedis(plan.say)
  const small = large && (await postgresAndRedis(plan.say))
  try {
    return large && small ? [...rows, ...(await rowsOn({ large, small }, plan))] : rows
  } finally {
    await small?.drop()
    await large?.drop()
  }
}

async function rowsOn(stores: { large: Store; small: Store }, { company, turns, say }: Plan): Promise<Row[]> {
  const store = stores.large
  const began = performance.now()
  const large = await open(store, company)
  say(`empresa de ${whole(company.boards)} quadros, ${store.name}: cheia em ${decimal((performance.now() - began) / 1000)} s`)
  const small = await open(stores.small, young)
  try {
    const rows: Row[] = [
      {
        name: `iniciar até /api/health, ${store.name}`,
        ours: ms(large.startMs),
        baseline: ms(small.startMs),
        ratio: times(large.startMs / small.startMs),
        goal: `≤ ${ms(goalStartMs)}`,
        ok: large.startMs <= goalStartMs,
      },
    ]
    const measure = async (name: string, read: (side: Side) => Promise<Times>, ratio: number) => {
      const pairs: { ours: Times; baseline: Times }[] = []
      for (let turn = 0; turn <= turns; turn++) {
        const pair = { baseline: await read(small), ours: await read(large) }
        // The first turn warms up.
        if (turn > 0) pairs.push(pair)
      }
      const { ours, baseline } = medianBy(pairs, ({ ours, baseline }) => ours.p50 / baseline.p50)
      const { ours: slowest } = medianBy(pairs, ({ ours }) => ours.p99)
      const [of, p99] = [ours.p50 / baseline.p50, slowest.p99]
      say(`${name}, ${store.name}: ${ms(ours.p50)} (jovem: ${ms(baseline.p50)}), p99 ${ms(p99)}`)
      rows.push({
        name: `${name}, ${store.name}, p50 (p99: ${ms(p99)})`,
        ours: ms(ours.p50),
        baseline: ms(baseline.p50),
        ratio: times(of),
        goal: `≤ ${times(ratio)}, p99 ≤ ${ms(goalMs)}`,
        ok: of <= ratio && p99 <= goalMs,
      })
    }
    for (const [name, path] of Object.entries(ownReads)) await measure(name, (side) => read(side, path, side.token), goalRatio)
    for (const [name, path] of Object.entries(adminReads)) await measure(name, (side) => read(side, path, side.adminToken), goalRatio)
    for (const write of writes) await measure(`escrever: ${write.name}`, (side) => write.play(side), writeRatio)
    rows.push(...(await voteRows(large, store.name, say)))
    return rows
  } finally {
    for (const { server, driver } of [large, small]) {
      await driver.end()
      await server.remove()
    }
  }
}

async function open(store: Store, size: CompanySize): Promise<Side> {
  const server = await Server.start('ours', store.settings)
  const admin = await openAccount(server)
  const person = await openAccount(server)
  await server.stop()
  await fillCompany((table, rows) => store.insert(server, table, rows), { size, userId: 2 })
  await store.settle(server)
  const startMs = await server.startAgain()
  const list = await callServer(server, boardsApi.addList, { title: 'Parado', status: 'impedimento' }, person.token, '/boards/1/lists')
  await callServer(server, listCardsApi.create, { title: rareWord }, person.token, `/boards/1/lists/${String(list.id)}/cards`)
  return { server, startMs, driver: new Driver(), token: person.token, adminToken: admin.token }
}

const targetOf = ({ server, token }: Side, session = token) => ({ port: server.port, token: session, boardId: 1, listIds: [1, 2, 3, 4] })

const read = (side: Side, path: string, token: string): Promise<Times> =>
  side.driver.play('readPath', { target: targetOf(side, token), path, times: readsEach, pauseMs })

const writes: { name: string; play: (side: Side) => Promise<Times> }[] = [
  { name: 'mover um cartão', play: (side) => side.driver.play('moveCards', { target: targetOf(side), times: readsEach }) },
  {
    name: 'criar um cartão',
    play: (side) =>
      side.driver.play('write', { target: targetOf(side), path: '/boards/1/lists/1/cards', body: { title: 'Novo' }, times: readsEach }),
  },
  {
    name: 'comentar',
    play: (side) =>
      side.driver.play('write', { target: targetOf(side), path: '/cards/330/comments', body: { content: 'Conferido' }, times: readsEach }),
  },
]
