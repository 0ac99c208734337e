import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverEntry } from '../../scripts/lib/build-server.ts'
import { root } from '../../scripts/lib/paths.ts'
import { ended, freePort, healthy } from '../../scripts/lib/processes.ts'
import { medianBy } from '../numbers.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times } from './table.ts'

const goalMs = 700

/** As bare as it gets: this Node, Fastify, one answer. */
const bare = [
  process.execPath,
  '--input-type=module',
  '--eval',
  `import Fastify from 'fastify'
  const http = Fastify()
  http.get('/api/health', async () => ({ status: 'ok' }))
  await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })`,
]

/** From the command to the first healthy answer, on a built tree and an empty data folder, beside a bare Fastify. */
export async function startRows({ opens, say }: Plan): Promise<Row[]> {
  const commands = {
    'iniciar até /api/health: npm start': ['npm', 'start'],
    'iniciar até /api/health: só o servidor': [process.execPath, serverEntry],
  }
  const rows: Row[] = []
  for (const [name, command] of Object.entries(commands)) {
    const taken: { ours: number; baseline: number }[] = []
    for (let i = 0; i < opens; i++) taken.push({ baseline: await start(bare), ours: await start(command) })
    const { ours, baseline } = medianBy(taken, (pair) => pair.ours)
    say(`${name}: ${taken.map((pair) => `${ms(pair.ours)} (nu: ${ms(pair.baseline)})`).join(', ')}`)
    rows.push({
      name,
      ours: ms(ours),
      baseline: ms(baseline),
      ratio: times(ours / baseline),
      goal: `≤ ${ms(goalMs)}`,
      ok: ours <= goalMs,
    })
  }
  return rows
}

async function start([program = '', ...args]: string[]): Promise<number> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'rodada-bench-'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const started = performance.now()
  // A group of its own: npm starts a shell that starts the server, and all of them must end.
  const child = spawn(program, args, { cwd: root, env, stdio: 'ignore', detached: true })
  try {
    await healthy(`http://127.0.0.1:${port}`, { alive: () => child.exitCode === null })
    return performance.now() - started
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
