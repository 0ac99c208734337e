import { defaultRetention } from '@rodada/contract/instance/retention'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import type { Schema } from '../../platform/database.ts'
import { howLong, type Stay } from './how-long.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

type Table = keyof Schema
type Loose = Stay<Record<string, unknown>>
const answers = Object.entries(howLong as Record<Table, Loose>) as [Table, Loose][]
const db = () => server.app.deps.db
const isSqlite = () => server.app.deps.engine === 'sqlite'
/** The card index is a virtual table with tables of its own; a trigger keeps it in step with the cards. */
const foreign = /^(kysely|sqlite)_|^card_search($|_(?!queue))/
const tablesThere = async () => (await db().introspection.getTables()).filter(({ name }) => !foreign.test(name))

const all = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db())).rows

/** The tables that a table's rows belong to: each is always given, and its deletion takes them along. */
async function owners(table: string): Promise<string[]> {
  const keys = isSqlite()
    ? sql<{ owner: string }>`
        select k."table" as owner from pragma_foreign_key_list(${table}) k join pragma_table_info(${table}) c on c.name = k."from"
        where k.on_delete = 'CASCADE' and (c."notnull" = 1 or c.pk > 0)`
    : sql<{ owner: string }>`
        select c.confrelid::regclass::text as owner from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confdeltype = 'c' and a.attnotnull and c.conrelid = ${table}::regclass`
  return (await all(keys)).map(({ owner }) => owner)
}

/** The sets of columns that the database lets no two rows share. */
async function uniques(table: string): Promise<string[]> {
  const rows = isSqlite()
    ? await all(sql<{ columns: string }>`
        select group_concat(name, ' ') as columns from (select il.name as i, ii.name from pragma_index_list(${table}) il,
          pragma_index_info(il.name) ii where il."unique" = 1 and il.partial = 0 order by ii.name) group by i
        union all select name from pragma_table_info(${table}) where pk = 1 and (select max(pk) from pragma_table_info(${table})) = 1`)
    : await all(sql<{ columns: string }>`
        select string_agg(a.attname, ' ' order by a.attname) as columns from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisunique and i.indpred is null and i.indrelid = ${table}::regclass group by i.indexrelid`)
  return rows.map(({ columns }) => columns)
}

test('each table of the database says how long its rows stay', async () => {
  const there = (await tablesThere()).map(({ name }) => name)
  expect(there.filter((name) => !Object.hasOwn(howLong, name))).toEqual([])
  expect(Object.keys(howLong).filter((name) => !there.includes(name) && (isSqlite() || !name.endsWith('_search_queue')))).toEqual([])
})

test('what goes with the row of another table is bound to it in the database, up to one that ends by itself or is people’s own', async () => {
  for (const [name, answer] of answers) {
    if (!('with' in answer)) continue
    expect(await owners(name), name).toContain(answer.with)
    const chain: Table[] = [name]
    for (let next: Loose | undefined = answer; next && 'with' in next; next = howLong[next.with] as Loose) {
      expect(chain, name).not.toContain(next.with)
      chain.push(next.with)
    }
  }
})

test('where one row for each is promised, the database takes no second one', async () => {
  for (const [table, answer] of answers)
    if ('one' in answer) expect(await uniques(table), table).toContain([...answer.one].sort().join(' '))
})

const hourMs = 3_600_000
const ends = answers.flatMap(([table, answer]) => {
  if (!('since' in answer)) return []
  const days = 'days' in answer ? answer.days : defaultRetention[answer.rule]
  return days === null ? [] : [{ table, since: answer.since, endMs: days * 24 * hourMs }]
})

/** How a row of each table is made whose age is counted from `at`. A table that ends by itself needs one. */
const makers: Partial<Record<Table, (at: string, turn: number) => Promise<unknown>>> = (() => {
  const made: { people: Account[]; boards: Awaited<ReturnType<typeof makeBoard>>[] } = { people: [], boards: [] }
  beforeAll(async () => {
    for (const name of ['Ana', 'Bia']) {
      const person = await register(server, { name })
      made.people.push(person)
      made.boards.push(await makeBoard(server, person))
    }
  })
  const now = new Date().toISOString()
  const person = (turn: number) => made.people[turn]?.user.id ?? 0
  const board = (turn: number) => made.boards[turn]?.id ?? 0
  const list = (turn: number) => made.boards[turn]?.lists[0]?.id ?? 0
  const secret = (turn: number) => `segredo-${turn}`
  const token = (turn: number) => ({ user_id: person(turn), token_hash: secret(turn) })
  const put = <T extends Table>(table: T, row: object) =>
    db()
      .insertInto(table)
      .values(row as never)
      .execute()
  const room = async (row: { ended_at: string | null }) => {
    const code = row.ended_at === null ? String(Math.random()).slice(2, 8) : null
    const facts = { code, name: 'Sala', deck: '["1","2"]', listed: 0, moderators_only: 0, host_token_hash: 'x', round: 1 }
    const { id } = await db()
      .insertInto('rooms')
      .values({ ...facts, created_at: now, empty_since: now, ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seat = { room_id: id, user_id: null, token_hash: null, name: 'Ana', name_key: 'ana', avatar: null, role: 'participant' }
    await put('seats', { ...seat, joined_at: now })
    return id
  }
  const blob = async (turn: number, unused_since: string | null) => {
    const sha256 = `${unused_since === null ? 'usado' : 'sem uso'} ${turn}`
    await put('blobs', { sha256, object_name: `objeto-${turn}`, size: 1, type: 'text/plain', created_at: now, unused_since })
    return sha256
  }
  const activity = { kind: 'board.updated', subject: '', details: '{}' }
  return {
    two_factor_enrolments: (at, turn) => put('two_factor_enrolments', { user_id: person(turn), secret: secret(turn), expires_at: at }),
    login_challenges: (at, turn) => put('login_challenges', { ...token(turn), password_mark: '', tries: 0, expires_at: at }),
    oidc_flows: (at, turn) => {
      const way = { browser_hash: '', purpose: 'sign_in', secrets: '', origin: '', return_to: '' }
      return put('oidc_flows', { state_hash: secret(turn), ...way, expires_at: at })
    },
    oidc_handovers: async (at, turn) => {
      const who = { user_id: person(turn), issuer: 'https://empresa.example', subject: secret(turn), email: '', linked_at: now }
      const { id } = await db().insertInto('identities').values(who).returning('id').executeTakeFirstOrThrow()
      await put('oidc_handovers', { code_hash: secret(turn), browser_hash: '', identity_id: id, expires_at: at })
    },
    oidc_logouts: (at, turn) => put('oidc_logouts', { jti_hash: secret(turn), expires_at: at }),
    password_resets: (at, turn) => put('password_resets', { ...token(turn), expires_at: at }),
    address_resets: (at, turn) => put('address_resets', { token_hash: `endereço ${turn}`, email: 'a@exemplo.com.br', expires_at: at }),
    email_confirmations: (at, turn) => put('email_confirmations', { ...token(turn), email: 'a@exemplo.com.br', expires_at: at }),
    sign_up_invitations: (at, turn) =>
      put('sign_up_invitations', { email: `a${turn}@exemplo.com.br`, token_hash: secret(turn), created_at: now, expires_at: at }),
    known_devices: (at, turn) =>
      put('known_devices', { user_id: person(turn), device: 'Firefox', address_hash: secret(turn), seen_at: at }),
    login_devices: (at, turn) => put('login_devices', { user_id: person(turn), secret_hash: secret(turn), seen_at: at }),
    personal_tokens: (at, turn) => {
      const text = { name: 'Painel', hint: 'abcd', scope: 'read', all_boards: 1 }
      return put('personal_tokens', { ...token(turn), ...text, created_at: now, expires_at: at })
    },
    sessions: (at, turn) => put('sessions', { ...token(turn), created_at: now, last_used_at: now, expires_at: at }),
    audit_log: (at) =>
      put('audit_log', { kind: 'session.opened', subject: '', search_text: '', details: '{}', address: '', device: '', created_at: at }),
    outbox: (at) => put('outbox', { kind: 'notifications', data: '{}', created_at: at, next_try_at: at }),
    rooms: (at) => room({ ended_at: at }),
    room_removals: async (at) => put('room_removals', { room_id: await room({ ended_at: null }), created_at: at }),
    rounds: async (at) =>
      put('rounds', { room_id: await room({ ended_at: null }), number: 1, average: '3', vote_count: 1, revealed_at: at }),
    boards: async (at) => {
      const { id } = await makeBoard(server, made.people[0] ?? { token: '' })
      await db().updateTable('boards').set({ deleted_at: at }).where('id', '=', id).execute()
    },
    lists: (at, turn) =>
      db()
        .updateTable('lists')
        .set({ deleted_at: at })
        .where('id', '=', made.boards[turn]?.lists[2]?.id ?? 0)
        .execute(),
    cards: async (at, turn) => {
      const whole = made.boards[turn]
      if (!whole) throw new Error('no board')
      const { id } = await makeCard(server, made.people[turn] ?? { token: '' }, whole)
      await db().updateTable('cards').set({ deleted_at: at }).where('id', '=', id).execute()
    },
    files: async (at, turn) => {
      const whole = made.boards[turn]
      if (!whole) throw new Error('no board')
      const { id } = await makeCard(server, made.people[turn] ?? { token: '' }, whole)
      const row = { board_id: board(turn), card_id: id, sha256: await blob(turn, null), name: 'ata.txt', created_at: now }
      await put('files', { ...row, deleted_at: at })
    },
    blobs: (at, turn) => blob(turn, at),
    stray_objects: (at, turn) => put('stray_objects', { object_name: `sobra-${turn}`, remove_after: at }),
    activities: (at, turn) => put('activities', { ...activity, board_id: board(turn), created_at: at }),
    notifications: (at, turn) =>
      put('notifications', { ...activity, kind: 'card_assigned', user_id: person(turn), board_id: board(turn), count: 1, created_at: at }),
    notification_marks: (at, turn) => put('notification_marks', { user_id: person(turn), name: `prazo-${turn}`, made_at: at }),
    github_states: async (at, turn) => {
      const { id } = await db()
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', person(turn))
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      const state = { state_hash: secret(turn), browser_hash: '', user_id: person(turn), session_id: id, verifier: '', return_to: '/' }
      await put('github_states', { ...state, expires_at: at })
    },
    // One that is never taken up again, because the installation left GitHub meanwhile.
    github_imports: (at, turn) => {
      const input = { board_id: board(turn), list_id: list(turn), user_id: person(turn), repository: 'time/app', state: 'open' }
      const begun = { status: 'running', imported: 0, skipped: 0, pages: 0, limited: 0, tries: 0, next_step_at: at, created_at: at }
      return put('github_imports', { ...input, ...begun })
    },
    imports: (at, turn) =>
      put('imports', { user_id: person(turn), source: 'trello', file_name: '', status: 'cancelled', token_id: null, created_at: at }),
    github_deliveries: (at, turn) =>
      put('github_deliveries', { board_id: board(turn), delivery_id: secret(turn), body_hash: secret(turn), received_at: at }),
    webhook_deliveries: async (at, turn) => {
      const sealed = { url: 'plain:', masked_url: '', secret: 'plain:' }
      const hook = { board_id: board(turn), name: '', form: 'rodada' as const, ...sealed, events: '[]', created_at: now, updated_at: now }
      const { id } = await db()
        .insertInto('webhooks')
        .values({ ...hook, next_try_at: '9999-12-31T23:59:59.999Z' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = { webhook_id: id, message_id: secret(turn), type: 'card.done', body: '{}', status: 'delivered', next_try_at: at }
      await put('webhook_deliveries', { ...row, created_at: at })
    },
  }
})()

test('what has an end is deleted an hour after it and kept an hour before it', async () => {
  expect(ends.map(({ table }) => table).filter((table) => !makers[table])).toEqual([])
  const now = Date.now()
  const ages = [1, -1].map((hours) => (endMs: number) => new Date(now - endMs - hours * hourMs).toISOString())
  for (const { table, endMs } of ends) for (const [turn, at] of ages.entries()) await makers[table]?.(at(endMs), turn)
  await server.app.runJobs()
  const left: Record<string, number[]> = {}
  for (const { table, since, endMs } of ends) {
    left[table] = []
    for (const at of ages) {
      const rows = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(since)} = ${at(endMs)}`
      left[table].push((await rows.execute(db())).rows[0]?.n ?? -1)
    }
  }
  expect(left).toEqual(Object.fromEntries(ends.map(({ table }) => [table, [0, 1]])))
})
