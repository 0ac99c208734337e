import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { maintenanceApi, type Operation } from '@rodada/contract/instance/maintenance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)
let server: TestServer
let admin: Account

beforeAll(async () => {
  server = await startServer({ alone: true, env: { LOG_LEVEL: 'info' } })
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

const begin = (kind: string) => server.call(maintenanceApi.operate, { token: admin.token, body: { kind } })
const operations = async () => ok(await server.call(maintenanceApi.operations, { token: admin.token }))
const backups = async () => ok(await server.call(maintenanceApi.backups, { token: admin.token }))
const told = async (kind: string) => ok(await server.call(auditApi.list, { token: admin.token, query: { kind } })).entries
const folder = () => join(server.app.deps.config.dataDir, 'backups')

/** Begins an operation and asks until it has ended. */
async function perform(kind: 'backup' | 'optimize'): Promise<Operation> {
  const { id } = ok(await begin(kind))
  return expect
    .poll(async () => (await operations()).find((one) => one.id === id))
    .toMatchObject({
      state: expect.stringMatching(/done|failed/),
    })
    .then(async () => (await operations()).find((one) => one.id === id) as Operation)
}

describe.skipIf(onPostgres)('a backup', () => {
  test('is a sound copy of one moment, made during writes, with its checksum', async () => {
    await makeBoard(server, admin, { title: 'Antes da cópia' })
    let writing = true
    const writes = (async () => {
      for (let index = 0; writing; index++) await makeBoard(server, admin, { title: `Durante ${index}` })
    })()
    const done = await perform('backup')
    writing = false
    await writes
    expect(done).toMatchObject({ state: 'done', progress: 100, user: { id: admin.user.id } })

    const {
      available,
      backups: [newest],
    } = await backups()
    expect([available, newest?.id, newest?.size]).toEqual([true, done.result.backup, done.result.size])
    const params = { backupId: newest?.id ?? '' }
    const response = await server.raw(`/api/admin/backups/${params.backupId}/file`, { headers: { authorization: `Bearer ${admin.token}` } })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${params.backupId}.sqlite"`)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(newest?.sha256)

    const file = join(folder(), 'baixada.tmp')
    writeFileSync(file, bytes)
    const copy = new DatabaseSync(file)
    expect(copy.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    expect(copy.prepare('select count(*) n from boards where title = ?').get('Antes da cópia')).toMatchObject({ n: 1 })
    copy.close()
    expect((await told('backup.made'))[0]).toMatchObject({ subject: params.backupId, user: { id: admin.user.id } })
    expect((await told('backup.downloaded'))[0]).toMatchObject({ subject: params.backupId })
  })

  test('is found by its name only, never by a path', async () => {
    writeFileSync(join(server.app.deps.config.dataDir, 'segredo.sqlite'), 'segredo')
    for (const backupId of [
      '..%2Fsegredo',
      '../segredo',
      'rodada',
      '%2e%2e%2frodada',
      'rodada-20260101-000000-manual',
      'rodada-20260101-000000-manual.sqlite',
    ]) {
      const { status } = await server.raw(`/api/admin/backups/${backupId}/file`, { headers: { authorization: `Bearer ${admin.token}` } })
      expect([backupId, status]).toEqual([backupId, 404])
      expect((await server.call(maintenanceApi.deleteBackup, { token: admin.token, params: { backupId } })).status).toBe(404)
    }
    expect(existsSync(join(server.app.deps.config.dataDir, 'segredo.sqlite'))).toBe(true)
  })

  test('removes the oldest beyond the limit, and never what a restore put aside', async () => {
    const old = ['rodada-20250101-030000-nightly', 'rodada-20250102-030000-manual', 'rodada-20250103-030000-before']
    mkdirSync(folder(), { recursive: true })
    for (const id of old) writeFileSync(join(folder(), `${id}.sqlite`), 'velha')
    ok(await server.call(maintenanceApi.updateBackupSettings, { token: admin.token, body: { keep: 1 } }))
    const { result } = await perform('backup')
    expect((await backups()).backups.map(({ id }) => id)).toEqual([result.backup, 'rodada-20250103-030000-before'])
    const { status, body } = await server.call(maintenanceApi.updateBackupSettings, { token: admin.token, body: { keep: 0 } })
    expect([status, body.fields]).toEqual([400, { keep: 'Guarde de 1 a 100 cópias.' }])
  })

  test('is made by itself each night, once', async () => {
    ok(await server.call(maintenanceApi.updateBackupSettings, { token: admin.token, body: { nightly: true, keep: 10 } }))
    const { db } = server.app.deps
    const began = async () => (await db.selectFrom('operations').selectAll().where('user_id', 'is', null).execute()).length
    await server.app.runJobs()
    const due = new Date().toLocaleString('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hour12: false })
    const expected = Number(due) % 24 >= 3 ? 1 : 0
    expect(await began()).toBe(expected)
    await expect.poll(async () => (await operations()).filter(({ state }) => state === 'running').length).toBe(0)
    await server.app.runJobs()
    expect(await began()).toBe(expected)
    expect((await backups()).backups.filter(({ kind }) => kind === 'nightly').length).toBe(expected)
    ok(await server.call(maintenanceApi.updateBackupSettings, { token: admin.token, body: { nightly: false } }))
  })

  test('is deleted with its sum', async () => {
    const { result } = await perform('backup')
    ok(await server.call(maintenanceApi.deleteBackup, { token: admin.token, params: { backupId: result.backup ?? '' } }))
    expect(readdirSync(folder()).filter((name) => name.includes(result.backup ?? ' '))).toEqual([])
    expect((await told('backup.deleted'))[0]).toMatchObject({ subject: result.backup })
  })

  test('that is not sound fails, says why, and leaves nothing', async () => {
    const config = server.app.deps.config
    const file = server.app.deps.file
    if (!file) throw new Error('SQLite has a file')
    const damaged = join(config.dataDir, 'danificado.sqlite')
    const { result } = await perform('backup')
    const bytes = readFileSync(join(folder(), `${result.backup}.sqlite`))
    writeFileSync(damaged, bytes.fill(0xff, 40_000, 80_000))
    const { path } = file
    file.path = damaged
    const failed = await perform('backup')
    file.path = path
    expect(failed).toMatchObject({ state: 'failed', result: { failure: 'damaged' } })
    expect(readdirSync(folder()).filter((name) => name.includes('partial'))).toEqual([])
    expect((await perform('backup')).state).toBe('done')
  })
})

test('where the files of cards are is told with the backups, because only those in a folder beside SQLite are in them', async () => {
  expect((await backups()).files).toBe(onPostgres ? 'folder' : 'beside')
})

test.runIf(onPostgres)('backups of PostgreSQL are made by its own tools', async () => {
  expect((await backups()).available).toBe(false)
  const { status, body } = await begin('backup')
  expect([status, body.message]).toEqual([409, 'No PostgreSQL as cópias são feitas com o pg_dump. Veja como no README.'])
})

test('optimising frees space while people work, and says how much', async () => {
  const { db } = server.app.deps
  const board = await makeBoard(server, admin)
  await db
    .insertInto('activities')
    .values(
      Array.from({ length: 2000 }, () => ({
        board_id: board.id,
        card_id: null,
        user_id: null,
        kind: 'board.updated' as const,
        subject: 'x'.repeat(1000),
        details: '{}',
        created_at: '2026-01-01T00:00:00.000Z',
      })),
    )
    .execute()
  await db.deleteFrom('activities').where('board_id', '=', board.id).execute()
  const running = perform('optimize')
  const during = await Promise.all(Array.from({ length: 10 }, (_, index) => makeBoard(server, admin, { title: `Enquanto ${index}` })))
  const { state, result } = await running
  expect(state).toBe('done')
  if (!onPostgres) expect(result.after).toBeLessThan(result.before ?? 0)
  for (const { id } of during) ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: id } }))
  expect((await told('database.optimized'))[0]?.details).toEqual({ before: result.before, after: result.after })
})

test('one operation runs at a time, and one whose process died has failed', async () => {
  const { db } = server.app.deps
  await db
    .insertInto('operations')
    .values({
      kind: 'optimize',
      slot: 'only',
      state: 'running',
      process_id: server.app.deps.processId,
      user_id: null,
      started_at: new Date().toISOString(),
    })
    .execute()
  const { status, body } = await begin('optimize')
  expect([status, body.message]).toEqual([409, 'Outra ação está em curso. Espere ela terminar.'])
  await db.updateTable('operations').set({ process_id: 'gone' }).where('state', '=', 'running').execute()
  expect((await perform('optimize')).state).toBe('done')
  expect((await operations())[1]).toMatchObject({ state: 'failed', result: { failure: 'interrupted' } })
})

test('clearing caches works, and so does everything afterwards', async () => {
  const cleared = ok(await server.call(maintenanceApi.clearCache, { token: admin.token }))
  expect(cleared.processes).toBeGreaterThan(0)
  if (!onPostgres) expect(cleared.statements).toBeGreaterThan(10)
  await makeBoard(server, admin)
  expect((await told('cache.cleared')).length).toBe(1)
})

test('the status measures every part', async () => {
  const status = ok(await server.call(maintenanceApi.status, { token: admin.token }))
  expect(status).toMatchObject({
    version: '0.1.0',
    node: process.version,
    database: { engine: onPostgres ? 'postgres' : 'sqlite' },
    mail: { enabled: false, waiting: 0 },
  })
  expect(status.database.size).toBeGreaterThan(100_000)
  expect(status.processes.filter(({ current }) => current)).toHaveLength(1)
  expect(status.redis === null).toBe(!process.env.TEST_REDIS_URL)
})

test('the log is read by level and text, and exported line by line', async () => {
  server.app.deps.log.error({ job: 'limpeza', token: 'nao-pode-aparecer' }, 'Falha na Limpeza')
  const read = async (query: object) => ok(await server.call(maintenanceApi.logs, { token: admin.token, query: query as never }))
  const { process: name, entries } = await read({ level: 'error', q: 'LIMPEZA' })
  expect(name).toBe(server.app.deps.processName)
  expect(entries.map(({ message, level, facts }) => [message, level, JSON.parse(facts)])).toEqual([
    ['Falha na Limpeza', 'error', { job: 'limpeza', token: '[removido]' }],
  ])
  expect((await read({ limit: 200 })).entries.map(({ message }) => message)).toContain('ready')
  expect((await read({ until: '2020-01-01T00:00:00.000Z' })).entries).toEqual([])
  const { body } = await server.call(maintenanceApi.exportLogs, { token: admin.token, query: { q: 'limpeza' } })
  const lines = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ message: 'Falha na Limpeza', process: name }])
  expect((await told('logs.exported')).length).toBe(1)
})
