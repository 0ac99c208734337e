import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextMorning } from '../src/features/notifications/clock.ts'
import { createNotificationEmails } from '../src/features/notifications/emails.ts'
import { remind, sendDigests } from '../src/features/notifications/jobs.ts'
import { createInstanceKeys } from '../src/features/notifications/keys.ts'
import { createPush } from '../src/features/notifications/push.ts'
import { sqlitePath } from '../src/platform/database.ts'
import { addDays, dayOf, defaultTimeZone, mondayOf } from '../src/platform/time.ts'
import { type Account, register } from './accounts.ts'
import { ok } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'
import { fillCompany } from './large-company.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { pastPostgres, pastSqlite } from './past-the-server.ts'
import { type Planner, plannerOfPostgres, plannerOfSchema, plannerOfSqlite, type Scan, statementsOf } from './query-plans.ts'
import { openRoom, RoomClient } from './room-client.ts'

let box: Mailbox
let server: TestServer
let admin: Account
let person: Account
let planners: Planner[]

/** A busy machine takes longer to fill so much, and to take it away, than to start and stop. No test means anything by it. */
const fillMs = 120_000

beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env, alone: true })
  await server.app.pauseJobs()
  admin = await register(server)
  person = await register(server)
  const { databaseUrl, dataDir } = server.app.deps.config
  const file = sqlitePath(dataDir)
  const past = databaseUrl ? pastPostgres(databaseUrl) : pastSqlite(file)
  await fillCompany(past.insert, { size: { boards: 24, people: 310, rooms: 400, auditEntries: 2000 }, userId: person.user.id })
  await past.settle()
  planners = databaseUrl ? [plannerOfPostgres(databaseUrl)] : [plannerOfSqlite(file), plannerOfSchema(file)]
}, fillMs)
afterAll(async () => {
  await server.stop()
  await box.stop()
}, fillMs)

/** Tables that hold what is waiting, at work, set up or soon to expire, and never what has gathered. */
const small = new Set([
  'address_resets',
  'board_copies',
  'card_recurrences',
  'card_search_queue',
  'comment_search_queue',
  'connections',
  'email_confirmations',
  'estimations',
  'field_search_queue',
  'file_search_queue',
  'github_imports',
  'github_states',
  'imports',
  'instance',
  'instance_settings',
  'item_search_queue',
  'operations',
  'outbox',
  'password_resets',
  'processes',
  'related_cards_queue',
  'room_removals',
  'sign_up_invitations',
  'slack_messages',
  'stray_objects',
  'two_factor_enrolments',
  'webhooks',
])

/** Indexes of the few rows of a table with which something is to be done: read from end to end they are short. */
const ofWhatIsToDo = /\b(?:\w+_unfolded|activities_told|rooms_open|seats_one_name|settings_of_digest)\b/

/** Read in the order in which they are kept, from one end, and no further than the limit. */
const fromOneEnd =
  /^select "id", "created_at"(?:, "status")? from "\w+"(?: where "kind" <> \S+)? order by "id" limit |order by "audit_log"\."id" desc limit /

/**
 * Upkeep looks through all accounts, lists, invitations and ended rooms, some ten thousand rows, and counts everybody's notifications where
 * reading long holds nobody up. Files that nothing needs any more are looked up together, a thousand at a time.
 */
const byUpkeep = ({ table, sql }: Scan): boolean =>
  ['users', 'lists', 'invitations'].includes(table) ||
  /^select "id" from "rooms" where "ended_at" /.test(sql) ||
  /^select "user_id" from "notifications" group by /.test(sql) ||
  /^update "blobs" set "unused_since"/.test(sql)

/** Boards that one may read are public, or one's own, or of all: asked of each, of which there are some thousands at most. */
const visible = /"boards"\."is_public"/

const known = ({ table, how, sql }: Scan): boolean =>
  small.has(table) || ofWhatIsToDo.test(how) || fromOneEnd.test(sql) || (table === 'boards' && visible.test(sql))

async function scansOf(work: () => Promise<unknown>): Promise<Scan[]> {
  const list = await statementsOf(work)
  expect(list).not.toEqual([])
  return (await Promise.all(planners.map((plan) => plan(list)))).flat().filter((scan) => !known(scan))
}

async function get(path: string, { token }: Account): Promise<void> {
  const response = await server.raw(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  expect([path, response.status]).toEqual([path, 200])
}

describe('no table that grows is read whole', () => {
  test.each([
    '/dashboard/stats',
    '/boards',
    '/boards/1',
    '/cards/330',
    '/cards/mine?limit=50',
    '/cards/mine?due=undated&limit=50&offset=50',
    '/boards/1/backlog',
    '/boards/1/planning',
    '/sprints/12/report',
    '/boards/1/velocity',
    '/boards/1/activity',
    '/cards/search?q=boleto%20contrato&limit=8',
    '/cards/search?q=etiqueta%3A%22Etiqueta%201%22&limit=8',
    '/notifications',
    '/news',
    '/rooms/history',
  ])('to open %s', async (path) => {
    expect(await scansOf(() => get(path, person))).toEqual([])
  })

  test('to write on a board', async () => {
    const { token } = person
    const scans = await scansOf(async () => {
      const card = ok(await server.call(listCardsApi.create, { token, params: { boardId: 1, listId: 1 }, body: { title: 'Novo' } }))
      const params = { cardId: card.id }
      ok(await server.call(cardsApi.move, { token, params, body: { list_id: 2 } }))
      ok(await server.call(cardsApi.update, { token, params, body: { title: 'Outro', version: card.version } }))
      ok(await server.call(commentsApi.add, { token, params, body: { content: 'Conferido' } }))
      ok(await server.call(cardsApi.archive, { token, params }))
      ok(await server.call(cardsApi.remove, { token, params: { cardId: 329 } }))
      ok(await server.call(boardsApi.addList, { token, params: { boardId: 1 }, body: { title: 'Revisão' } }))
    })
    expect(scans).toEqual([])
  })

  test('to vote at a table', async () => {
    const clients = [new RoomClient(server.url()), new RoomClient(server.url(), { token: person.token })]
    try {
      const [ana, bia] = await Promise.all(clients.map((client) => client.ready()))
      if (!ana || !bia) throw new Error('two sat down')
      const scans = await scansOf(async () => {
        const { roomId } = await openRoom(ana)
        await ana.join(roomId, 'Ana')
        await bia.join(roomId, 'Bia')
        await bia.send('vote', { roomId, vote: '5' })
        await ana.send('chatMessage', { roomId, text: 'Contem com os testes' })
        await ana.send('revealVotes', { roomId })
        await ana.send('resetVoting', { roomId })
        await bia.send('leaveRoom', { roomId })
      })
      expect(scans).toEqual([])
    } finally {
      for (const client of clients) client.leave()
    }
  })

  test('by the periodic work', async () => {
    const scans = await scansOf(() => server.app.runJobs())
    expect(scans.filter((scan) => !byUpkeep(scan))).toEqual([])
  })

  test('on a Monday morning, when people are reminded and digests are sent', async () => {
    const { deps } = server.app
    const keys = createInstanceKeys(deps)
    const parts = { deps, emails: createNotificationEmails(deps, keys), push: createPush(deps, keys), notified: () => {} }
    const morning = new Date(
      nextMorning(new Date(`${addDays(mondayOf(dayOf(new Date(), defaultTimeZone)), 7)}T00:00:00Z`), defaultTimeZone),
    )
    const scans = await scansOf(async () => {
      await remind(parts, morning)
      await sendDigests(parts, morning)
    })
    expect(scans).toEqual([])
  })
})

test.each([
  '/admin/tasks?status=impedimento',
  '/admin/tasks?status=concluida',
  '/admin/tasks?late=true',
  '/admin/tasks?q=xilofone',
  '/admin/tasks?q=ENT-12',
])('who administers finds tasks of all boards without reading all cards: %s', async (path) => {
  // The first look of a process and a day counts all boards.
  await get('/admin/dashboard', admin)
  const scans = await scansOf(() => get(path, admin))
  expect(scans.filter(({ table }) => table !== 'boards')).toEqual([])
})

test('who administers reads accounts by name, as many as are shown', async () => {
  const scans = await scansOf(() => get('/admin/users', admin))
  expect(scans.filter(({ sql, how }) => / limit /.test(sql) && !/\busers_by_name\b/.test(how))).toEqual([])
  expect(scans.map(({ sql }) => sql)).toContainEqual(expect.stringMatching(/^select count/))
})

test('who administers reads whole what is counted whole, and the cards of boards that changed since', async () => {
  const paths = ['/admin/dashboard', '/admin/tasks', '/admin/users', '/admin/audit', '/admin/system']
  const open = async () => {
    for (const path of paths) await get(path, admin)
  }
  // The first look of a process and a day counts all boards.
  await open()
  const params = { boardId: 1, listId: 1 }
  ok(await server.call(listCardsApi.create, { token: person.token, params, body: { title: 'Mais um' } }))
  const scans = await scansOf(open)
  const counted = ['blobs', 'boards', 'files', 'users']
  const latest = /order by "cards"\."updated_at" desc, "cards"\."id" desc limit /
  expect(scans.filter(({ table, sql }) => !counted.includes(table) && !latest.test(sql))).toEqual([])
  // The planner is asked what is true: a look that finds no scan here would find none anywhere.
  expect(scans.map(({ table }) => table)).toContain('users')
})
