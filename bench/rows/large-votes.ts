import { maintenanceApi } from '@rodada/contract/instance/maintenance'
import { Driver } from '../driver.ts'
import { callServer } from '../open-board.ts'
import type { Server } from '../server.ts'
import { sqlite } from '../stores.ts'
import { ms, type Row, times } from './table.ts'

const players = 200
const votesPerSecond = 200
const seconds = 8
/** How long a vote may wait at most, whatever else is asked, in milliseconds. */
const goalMs = 50

/** What is asked meanwhile: by whom, by how many at once, and where. */
const askedFor: { name: string; people: number; as: 'token' | 'adminToken'; paths: string[] }[] = [
  { name: 'quem administra recarrega o painel, duas vezes de cada vez', people: 2, as: 'adminToken', paths: ['/admin/dashboard'] },
  { name: 'quem administra lê todas as tarefas', people: 2, as: 'adminToken', paths: ['/admin/tasks'] },
  {
    name: 'buscas em toda a empresa',
    people: 4,
    as: 'adminToken',
    paths: ['/cards/search?q=boleto%20contrato&limit=8', '/cards/search?q=xilofone&limit=8'],
  },
  { name: 'um quadro é exportado', people: 1, as: 'token', paths: ['/boards/1/export.json'] },
  {
    name: 'abrem quadros, 32 de cada vez',
    people: 32,
    as: 'adminToken',
    paths: Array.from({ length: 100 }, (_, at) => `/boards/${at + 1}`),
  },
]

/** A server, and the sessions of somebody with a few boards and of who administers it. */
export type Asked = { server: Server; token: string; adminToken: string }

/** What the slowest vote of others waits while something is asked of a large installation without a pause. */
export async function voteRows({ server, token, adminToken }: Asked, store: string, say: (line: string) => void): Promise<Row[]> {
  const [votes, asking] = [new Driver(), new Driver()]
  const tokens = { token, adminToken }
  const vote = () => votes.play('steady', { votesPerSecond, seconds })
  try {
    await votes.play('seat', { ports: [server.port], bare: false, players, roomSize: 8 })
    await vote()
    const alone = await vote()
    const rows: Row[] = []
    const besides = async (name: string, ask: () => Promise<unknown>) => {
      const asked = ask()
      const beside = await vote()
      await asked
      say(`voto enquanto ${name}, ${store}: p50 ${ms(beside.p50)}, p99 ${ms(beside.p99)}, o mais lento ${ms(beside.slowest)}`)
      rows.push({
        name: `o voto mais lento enquanto ${name}, ${store}`,
        ours: ms(beside.slowest),
        baseline: ms(alone.slowest),
        ratio: times(beside.slowest / alone.slowest),
        goal: `≤ ${ms(goalMs)}`,
        ok: beside.slowest <= goalMs,
      })
    }
    for (const { name, people, as, paths } of askedFor) {
      const target = { port: server.port, token: tokens[as], boardId: 1, listIds: [] }
      await besides(name, () => asking.play('readAtOnce', { target, paths, people, seconds }))
    }
    // PostgreSQL is copied by its own tool, past the server.
    if (store === sqlite.name)
      await besides('se faz uma cópia de segurança', () => callServer(server, maintenanceApi.operate, { kind: 'backup' }, adminToken))
    return rows
  } finally {
    await votes.end()
    await asking.end()
  }
}
