import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { login } from '../../test/accounts.ts'
import { makeBoard, makeCard } from '../../test/boards.ts'
import { startServer, type TestServer } from '../../test/harness.ts'
import { insertOld, oldBoard, oldInstallation } from '../../test/old-installation.ts'
import { day } from '../../test/sprints.ts'
import { readConfig } from '../platform/config.ts'
import { migrate, openDatabase } from '../platform/database.ts'
import { defaultTimeZone, startOfDay } from '../platform/time.ts'
import { lockOrder, migrations } from './all.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const old = async (upTo: string) => {
  const { cleanUp, ...installation } = await oldInstallation(upTo)
  cleanUps.push(cleanUp)
  return installation
}

/** All of them on SQLite. On PostgreSQL, where each takes seconds, every third: each migration runs in all cases that begin before it. */
const versions = Object.keys(migrations).filter((_, index) => !process.env.TEST_DATABASE_URL || index % 3 === 0)

test.each(versions)('what the version of %s wrote opens today', async (name) => {
  const { env, account } = await old(name)
  // Everything of the old installation, and nothing of a new one.
  const server: TestServer = await startServer({ env, alone: true })
  cleanUps.push(() => server.stop())
  const token = await login(server, account)
  const board = await makeBoard(server, { token })
  await makeCard(server, { token }, board, 'Depois da mudança')
  const { body } = await server.call(boardsApi.get, { token, params: { boardId: board.id } })
  expect(body.lists[0]?.cards.map(({ title }) => title)).toEqual(['Depois da mudança'])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a migration waits for tables that others use, lets them through meanwhile, and says so when it gives up',
  async () => {
    const { env } = await old('0013-card-search')
    const { db } = await openDatabase(readConfig(env))
    cleanUps.push(() => db.destroy())
    const held = await db.startTransaction().execute()
    await held.selectFrom('users').selectAll().execute()

    await expect(migrate(db, migrations, lockOrder, 1000)).rejects.toThrow(
      /esperou por tabelas em uso e desistiu\. Nada foi mudado: .* inicie de novo\./,
    )
    const migrated = migrate(db, migrations, lockOrder)
    let waiting = 0
    while (waiting === 0) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`.execute(db)
      waiting = rows[0]?.n ?? 0
    }
    // Now the migration has every other table in its hands, and must not keep them from whom it waits for.
    await held.selectFrom('invitations').selectAll().execute()
    await held.commit().execute()
    await migrated
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  },
)

test('the journals of sprints and the activity of before 0021 become one journal, and every figure and line stays', async () => {
  const { env, account } = await old('0020-chosen-status')
  const { db } = await openDatabase(readConfig(env))
  // Noon where people are, so that the day is the same wherever it is counted.
  const at = (n: number) => new Date(Date.parse(startOfDay(day(n), defaultTimeZone)) + 12 * 3_600_000).toISOString()
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const insert = (table: string, row: Record<string, unknown>) => insertOld(db, table, row)
  const board_id = await insert('boards', oldBoard(user_id, at(-9)))
  await insert('board_members', { board_id, user_id, role: 'admin', joined_at: at(-9) })
  const list = (title: string, rank: string, status: string) =>
    insert('lists', { board_id, title, rank, status, version: 1, created_at: at(-9) })
  const [todo, done] = [await list('A Fazer', 'a', 'pendente'), await list('Concluído', 'b', 'concluida')]
  const sprint_id = await insert('sprints', {
    board_id,
    name: 'Sprint 1',
    description: '',
    starts_on: day(-3),
    ends_on: day(3),
    status: 'ativa',
    version: 1,
    created_at: at(-4),
  })
  const column_id = await insert('sprint_columns', { sprint_id, name: 'Concluído', rank: 'a', status: 'concluida' })
  const card_id = await insert('cards', {
    board_id,
    list_id: done,
    title: 'Pix',
    description: '',
    search_text: 'pix',
    priority: 'medium',
    rank: 'a',
    status: 'concluida',
    estimate: 5,
    notes: '',
    sprint_id,
    column_id,
    column_rank: 'a',
    comment_count: 0,
    checklist_total: 0,
    checklist_done: 0,
    version: 1,
    revision: 1,
    created_at: at(-4),
    updated_at: at(-1),
    completed_at: at(-1),
  })
  const told = (kind: string, details: object, n: number) =>
    insert('activities', { board_id, card_id, user_id, kind, subject: 'Pix', details: JSON.stringify(details), created_at: at(n) })
  await told('card.created', { to: 'A Fazer' }, -4)
  await told('card.moved', { from: 'A Fazer', to: 'Concluído' }, -1)
  const was = (id: number, status: string, n: number, in_sprint = 1) =>
    insert('sprint_events', { sprint_id, card_id: id, title: 'Pix', in_sprint, status, points: 5, happened_at: at(n) })
  await was(card_id, 'pendente', -3)
  await was(card_id, 'concluida', -1)
  // Of a card that was deleted for good.
  await was(card_id + 1000, 'pendente', -2)
  await was(card_id + 1000, 'pendente', -1, 0)
  await db.destroy()

  const server = await startServer({ env, alone: true })
  cleanUps.push(() => server.stop())
  const token = await login(server, account)
  const params = { sprintId: sprint_id }
  expect((await server.call(sprintsApi.get, { token, params })).body.data).toMatchObject({ total_tasks: 1, tasks_concluidas: 1 })
  const { days } = (await server.call(sprintReportsApi.burndown, { token, params })).body.data
  expect(days.flatMap(({ remaining }) => remaining?.points ?? [])).toEqual([5, 10, 0, 0])
  const lines = (await server.call(boardsApi.activity, { token, params: { boardId: board_id } })).body
  expect(lines.map(({ kind, details }) => [kind, details])).toEqual([
    ['card.moved', { from: 'A Fazer', to: 'Concluído' }],
    ['card.created', { to: 'A Fazer' }],
  ])
  const journal = await server.app.deps.db.selectFrom('activities').selectAll().where('card_id', '=', card_id).orderBy('id').execute()
  expect(journal.map(({ kind, from_list_id, list_id, status }) => [kind, from_list_id, list_id, status])).toEqual([
    ['card.created', null, todo, null],
    ['card.moved', todo, done, null],
    ['card.state', null, null, 'pendente'],
    ['card.state', null, null, 'concluida'],
    ['card.state', null, done, 'concluida'],
  ])
})

test('of a large journal of before 0027 the figures read a few entries for each card and day, and stay what they were', async () => {
  const { env, account } = await old('0026-estimations')
  const { db } = await openDatabase(readConfig(env))
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const begin = Date.parse(startOfDay(day(-3), defaultTimeZone))
  const created_at = new Date(begin).toISOString()
  const board_id = await insertOld(db, 'boards', oldBoard(user_id, created_at))
  const sprint = { board_id, name: 'Sprint 1', description: '', status: 'ativa', version: 1, created_at }
  const sprint_id = await insertOld(db, 'sprints', { ...sprint, starts_on: day(-3), ends_on: day(3) })
  const [count, cards] = [6000, 50]
  const statuses = ['pendente', 'concluida', 'cancelada', 'em_andamento'] as const
  const entries = Array.from({ length: count }, (_, n) => ({
    board_id,
    kind: 'card.state' as const,
    subject: 'Pix',
    details: '{}',
    // Over three days, and near to both ends of each.
    created_at: new Date(begin + (n / count) * 3 * 86_400_000).toISOString(),
    of_card_id: 1 + ((n * 7) % cards),
    sprint_id,
    status: statuses[(n >> 2) % 4] ?? 'pendente',
    estimate: n % 8,
    estimated_hours: (n % 5) / 2,
    shown: n % 11 === 0 ? 0 : 1,
  }))
  for (let from = 0; from < count; from += 1000) {
    const rows = entries.slice(from, from + 1000).map(Object.values)
    const names = sql.join(Object.keys(entries[0] ?? {}).map((name) => sql.ref(name)))
    const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
    await sql`insert into activities (${names}) values ${values}`.execute(db)
  }
  await db.destroy()

  const server = await startServer({ env, alone: true })
  cleanUps.push(() => server.stop())
  const token = await login(server, account)
  await server.app.deps.db.insertInto('board_members').values({ board_id, user_id, role: 'admin', joined_at: created_at }).execute()
  const figures = async () => {
    const params = { sprintId: sprint_id }
    const burndown = await server.call(sprintReportsApi.burndown, { token, params })
    const report = await server.call(sprintReportsApi.report, { token, params })
    expect([burndown.status, report.status]).toEqual([200, 200])
    return [burndown.body.data, report.body.data]
  }
  const marked = server.app.deps.db.selectFrom('activities').where('replaced', '=', 1)
  const { n } = await marked.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  expect(count - n).toBeLessThanOrEqual(2 * 4 * cards)
  const quickly = await figures()
  await server.app.deps.db.updateTable('activities').set({ replaced: 0 }).execute()
  expect(await figures()).toEqual(quickly)
})
