import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { maintenanceApi } from '@rodada/contract/instance/maintenance'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '../src/restore.ts'
import { type Account, login, register } from '../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../test/boards.ts'
import { startProcess } from '../test/harness.ts'
import { callsTo, failedStart, localEnvironment } from './local.ts'

const pageSize = 4096

let env: Record<string, string>
let cleanUp: () => Promise<void>
let file: string
let account: Account
/** The database and its log, as the process that was killed left them. */
let sound: Map<string, Buffer>
/** The same after an orderly end: all of it in the database. */
let closed: Map<string, Buffer>
let copy: string

const files = ['rodada.sqlite', 'rodada.sqlite-wal'] as const
const at = (name: string) => join(env.DATA_DIR ?? '', name)
const present = () => new Map(files.filter((name) => existsSync(at(name))).map((name) => [name as string, readFileSync(at(name))]))
const sums = (contents: Map<string, Buffer>) =>
  [...contents].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])

function put(contents: Map<string, Buffer>): void {
  for (const name of ['rodada.sqlite', 'rodada.sqlite-wal', 'rodada.sqlite-shm']) rmSync(at(name), { force: true })
  for (const [name, bytes] of contents) writeFileSync(at(name), bytes)
}

/** An installation with some hundred pages in its database and the last card in its log alone. */
beforeAll(async () => {
  ;({ env, cleanUp } = await localEnvironment())
  file = at('rodada.sqlite')
  const first = await startProcess(env)
  account = await register(callsTo(first.url))
  const board = await makeBoard(callsTo(first.url), account)
  for (let i = 0; i < 200; i += 1) await makeCard(callsTo(first.url), account, board, `Cartão ${i}`, 0, { description: 'x'.repeat(500) })
  ok(await callsTo(first.url).call(maintenanceApi.operate, { token: account.token, body: { kind: 'backup' } }))
  // An orderly end waits for the copy.
  await first.stop()
  copy = at(`backups/${readdirSync(at('backups')).find((name) => name.endsWith('.sqlite'))}`)

  const second = await startProcess(env)
  await makeCard(callsTo(second.url), account, board, 'Depois da cópia')
  await second.kill()
  sound = present()
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  closed = present()
})
afterAll(() => cleanUp())
beforeEach(() => put(sound))

/** Overwrites some bytes. */
function spoil(at: number, bytes: Buffer): void {
  const contents = readFileSync(file)
  bytes.copy(contents, at)
  writeFileSync(file, contents)
}

function cutOff(bytes: number): void {
  put(closed)
  truncateSync(file, pages() * pageSize - bytes)
}

function spoilClosed(at: number, bytes: Buffer): void {
  put(closed)
  spoil(at, bytes)
}

/** The page on which a table begins. */
function rootOf(table: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const page = Number(database.prepare('select rootpage from sqlite_master where name = ?').get(table)?.rootpage)
  database.close()
  return page
}

const junk = (size: number) => Buffer.alloc(size, 0xa7)

const pages = () => statSync(file).size / pageSize

test.each<[string, () => void]>([
  ['that is no database', () => writeFileSync(file, 'isto não é um banco '.repeat(1000))],
  ['that is empty', () => writeFileSync(file, '')],
  ['that is gone while its log is there', () => rmSync(file)],
  ['whose last half is missing', () => truncateSync(file, Math.floor(pages() / 2) * pageSize)],
  ['that was closed and whose last page is missing', () => cutOff(pageSize)],
  ['that was closed and ends within a page', () => cutOff(1000)],
  ['that was closed and whose first page is spoilt behind the name', () => spoilClosed(40, junk(400))],
  ['with a page in the middle that is spoilt', () => spoil(Math.floor(pages() / 2) * pageSize, junk(pageSize))],
  ['with a table that begins with zeros', () => spoil((rootOf('users') - 1) * pageSize, Buffer.alloc(pageSize))],
])('a database %s is not touched: the start ends with 1 and says what to do', async (_what, damage) => {
  damage()
  const before = sums(present())
  const { code, said } = await failedStart(env)
  expect(said).toContain('O banco de dados está danificado')
  expect(said).toContain('Nada foi mudado. Restaure uma cópia de segurança: npm run restore -- <arquivo>.')
  expect(code).toBe(1)
  expect(sums(present())).toEqual(before)
})

test('what it says to do works, and the one that is not damaged starts with all that was acknowledged', async () => {
  const titles = async () => {
    const running = await startProcess(env)
    try {
      const server = callsTo(running.url)
      const token = await login(server, account)
      const [board] = ok(await server.call(boardsApi.list, { token }))
      const { lists } = ok(await server.call(boardsApi.get, { token, params: { boardId: board?.id ?? 0 } }))
      return lists[0]?.cards.map(({ title }) => title) ?? []
    } finally {
      await running.stop()
    }
  }
  expect(await titles()).toEqual([...Array.from({ length: 200 }, (_, i) => `Cartão ${i}`), 'Depois da cópia'])
  truncateSync(file, pageSize)
  expect((await failedStart(env)).code).toBe(1)
  await restoreBackup({ file: copy, dataDir: env.DATA_DIR ?? '' })
  expect(await titles()).toEqual(Array.from({ length: 200 }, (_, i) => `Cartão ${i}`))
})

test('a large database is served at once and read meanwhile: damage ends the process, and no start touches it again until another is there', async () => {
  put(closed)
  const database = new DatabaseSync(file)
  const add = database.prepare("insert into comments (card_id, user_id, content, version, created_at) values (1, 1, ?, 1, '2026-01-01')")
  database.exec('begin')
  for (let i = 0; i < 210; i += 1) add.run('x'.repeat(1_000_000))
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
  for (const name of ['rodada.sqlite-wal', 'rodada.sqlite-shm']) rmSync(at(name), { force: true })
  const large = readFileSync(file)

  const whole = await startProcess(env)
  const server = callsTo(whole.url)
  ok(await server.call(boardsApi.list, { token: await login(server, account) }))
  await whole.stop()
  expect(existsSync(`${file}-damaged`)).toBe(false)

  writeFileSync(file, large)
  spoil(Math.floor(pages() / 2) * pageSize, junk(pageSize))
  const running = await startProcess(env)
  await once(running.child, 'exit')
  expect(running.child.exitCode).toBe(1)
  const before = sums(present())
  const { code, said } = await failedStart(env)
  expect(said).toContain('O banco de dados está danificado')
  expect(code).toBe(1)
  expect(sums(present())).toEqual(before)

  writeFileSync(file, large)
  const again = await startProcess(env)
  await again.stop()
  expect(existsSync(`${file}-damaged`)).toBe(false)
})
