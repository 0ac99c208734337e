import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadJob } from './read-import.ts'

const program = join(import.meta.dirname, 'read-import.ts')
const rows = 20_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rodada-reading-'))
  const table = Array.from({ length: rows }, (_, index) => `Cartão ${index},Ideias,${'palavra '.repeat(20)}`)
  await writeFile(join(folder, 'cartões.csv'), `Título,Lista,Descrição\n${table.join('\n')}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

/** How the program that reads a sound table ends, and what it says, within these bounds. */
async function read(bounds: Pick<ReadJob, 'maxCpuMs' | 'maxMemory'>): Promise<{ signal: unknown; said: string }> {
  const at = await mkdtemp(join(folder, 'leitura-'))
  const job: ReadJob = {
    ...{ source: 'csv', path: join(folder, 'cartões.csv'), into: join(at, 'pacote'), scratch: join(at, 'rascunho') },
    ...{ maxScratch: 100_000_000, options: { fileName: 'cartões.csv', timeZone: 'America/Sao_Paulo' }, ...bounds },
  }
  const reading = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [, signal]] = await Promise.all([text(reading.stdout), once(reading, 'exit')])
  return { signal, said }
}

test('the program that reads ends itself once it had its share of the processor or of the memory', async () => {
  const enough = { maxCpuMs: 60_000, maxMemory: 600_000_000 }
  const whole = await read(enough)
  expect([whole.signal, JSON.parse(whole.said)]).toMatchObject([null, { head: { totals: { cards: rows } } }])
  // A program that has begun has had this much of both.
  expect(await read({ ...enough, maxCpuMs: 1 })).toEqual({ signal: 'SIGKILL', said: '' })
  expect(await read({ ...enough, maxMemory: 1_000_000 })).toEqual({ signal: 'SIGKILL', said: '' })
})
