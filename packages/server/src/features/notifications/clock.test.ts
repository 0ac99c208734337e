import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { accountApi, type Settings } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { participantsApi } from '@rodada/contract/cards/participants'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { createEnvironment, startServer, type TestServer } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts'
import { startApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { addDays, dayOf, defaultTimeZone, mondayOf } from '../../platform/time.ts'
import { hourOf, nextMorning } from './clock.ts'
import { createNotificationEmails } from './emails.ts'
import { mailNews, remind, sendDigests } from './jobs.ts'
import { createInstanceKeys } from './keys.ts'
import { createPush } from './push.ts'
import { readDigest } from './reminder-queries.ts'

let box: Mailbox
let server: TestServer
let parts: Parameters<typeof remind>[0]
let team: Team
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env, alone: true })
  const { deps } = server.app
  const keys = createInstanceKeys(deps)
  parts = { deps, emails: createNotificationEmails(deps, keys), push: createPush(deps, keys), notified: () => {} }
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})
beforeEach(async () => {
  team = await makeTeam(server)
})

const profile = ({ token }: Account, change: Record<string, string>) => server.call(authApi.updateProfile, { token, body: change })
const choose = ({ token }: Account, notifications: Partial<Settings['notifications']>) =>
  server.call(accountApi.updateSettings, { token, body: { notifications } })
/** A card that is the member's and due on a day. */
const due = async (due_date: string, title = 'Pix parcelado') => {
  const { id } = await makeCard(server, team.member, team.board, title, 0, { due_date })
  const params = { cardId: id }
  ok(await server.call(cardsApi.assign, { token: team.member.token, params, body: { user_id: team.member.user.id } }))
  return id
}
const reminders = async () =>
  (
    await server.app.deps.db
      .selectFrom('notifications')
      .select(['card_id', 'details', 'actor_id'])
      .where('kind', '=', 'card_due')
      .where('user_id', '=', team.member.user.id)
      .orderBy('id')
      .execute()
  ).map(({ card_id, details }) => [card_id, JSON.parse(details).when])

describe('the clocks of a place', () => {
  test.each([
    ['2026-01-15T11:59:00Z', 'America/Sao_Paulo', 8, '2026-01-15T12:00:00.000Z'],
    ['2026-01-15T12:00:00Z', 'America/Sao_Paulo', 9, '2026-01-16T12:00:00.000Z'],
    // In this night New York's clocks went forward.
    ['2026-03-08T05:00:00Z', 'America/New_York', 0, '2026-03-08T13:00:00.000Z'],
    ['2026-06-01T22:00:00Z', 'Asia/Tokyo', 7, '2026-06-02T00:00:00.000Z'],
    ['2026-06-01T10:00:00Z', 'Europe/London', 11, '2026-06-02T08:00:00.000Z'],
  ])('at %s in %s show %i; its next nine o’clock is %s', (now, zone, hour, morning) => {
    expect([hourOf(new Date(now), zone), nextMorning(new Date(now), zone)]).toEqual([hour, morning])
  })
})

describe('a due date', () => {
  test('is recalled the morning before and on the morning itself, once each', async () => {
    const id = await due('2031-05-20')
    const at = (instant: string) => remind(parts, new Date(instant))
    await at('2031-05-19T11:59:00Z')
    expect(await reminders()).toEqual([])
    await at('2031-05-19T12:00:00Z')
    await at('2031-05-19T12:01:00Z')
    expect(await reminders()).toEqual([[id, 'tomorrow']])
    await at('2031-05-20T12:00:00Z')
    await at('2031-05-20T14:59:00Z')
    await at('2031-05-21T12:00:00Z')
    expect(await reminders()).toEqual([
      [id, 'tomorrow'],
      [id, 'today'],
    ])
  })

  test("is recalled in the morning of the person's place", async () => {
    ok(await profile(team.member, { timezone: 'Asia/Tokyo' }))
    const id = await due('2031-06-10')
    await remind(parts, new Date('2031-06-09T12:00:00Z'))
    expect(await reminders()).toEqual([])
    await remind(parts, new Date('2031-06-10T00:05:00Z'))
    expect(await reminders()).toEqual([[id, 'today']])
  })

  test('is not recalled when the card is done or hidden, or the person does not want it', async () => {
    const [done, hidden] = [await due('2031-07-01', 'Feito'), await due('2031-07-01', 'Arquivado')]
    const list_id = team.board.lists[2]?.id ?? 0
    ok(await server.call(cardsApi.move, { token: team.member.token, params: { cardId: done }, body: { list_id, position: 0 } }))
    ok(await server.call(cardsApi.archive, { token: team.member.token, params: { cardId: hidden } }))
    await remind(parts, new Date('2031-07-01T12:00:00Z'))
    ok(await choose(team.member, { due_date_reminders: false }))
    await due('2031-07-02', 'Calado')
    await remind(parts, new Date('2031-07-02T12:00:00Z'))
    expect(await reminders()).toEqual([])
  })

  test('is recalled to who takes part in the card, once also when they answer for it', async () => {
    const id = await due('2031-09-01', 'Meu e comigo')
    const joined = (await makeCard(server, team.admin, team.board, 'Comigo', 0, { due_date: '2031-09-01' })).id
    for (const cardId of [id, joined])
      ok(await server.call(participantsApi.add, { token: team.admin.token, params: { cardId, userId: team.member.user.id } }))
    await remind(parts, new Date('2031-09-01T12:00:00Z'))
    expect(await reminders()).toEqual([
      [id, 'today'],
      [joined, 'today'],
    ])
  })

  test('that moved is recalled again', async () => {
    const id = await due('2031-08-01')
    await remind(parts, new Date('2031-08-01T12:00:00Z'))
    ok(await server.call(cardsApi.update, { token: team.member.token, params: { cardId: id }, body: { due_date: '2031-08-05' } }))
    await remind(parts, new Date('2031-08-05T12:00:00Z'))
    expect(await reminders()).toEqual([
      [id, 'today'],
      [id, 'today'],
    ])
  })
})

describe('due dates of very many cards', () => {
  /** Cards of a person that are due on a day, inserted at once. */
  const many = async (userId: number, day: string, count: number) => {
    const { db } = server.app.deps
    const { id: first } = await makeCard(server, team.member, team.board, 'Um de muitos', 0, { due_date: day })
    await db.updateTable('cards').set({ assignee_id: userId }).where('id', '=', first).execute()
    const { id: _id, number: _number, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    const rows = Array.from({ length: count - 1 }, (_, i) => ({ ...card, rank: `b${i}` }))
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('cards')
        .values(rows.slice(from, from + 500))
        .execute()
  }

  test('are ten reminders of a board and one that counts the rest, and one email in an hour', async () => {
    await many(team.member.user.id, '2032-05-20', 150)
    await remind(parts, new Date('2032-05-20T12:00:00Z'))
    await mailNews(parts, new Date('2032-05-20T12:01:00Z'))
    const sent = async () => (await server.app.deps.db.selectFrom('outbox').selectAll().execute()).length === 0
    await expect.poll(sent).toBe(true)
    await due('2032-05-20', 'Ainda um')
    await remind(parts, new Date('2032-05-20T12:02:00Z'))
    await mailNews(parts, new Date('2032-05-20T12:03:00Z'))
    const seen = ok(await server.call(notificationsApi.list, { token: team.member.token, query: { limit: 200 } }))
    const reminded = seen.filter(({ kind }) => kind === 'card_due')
    expect(reminded).toHaveLength(11)
    expect(reminded[0]).toMatchObject({ card_id: null, count: 141, details: { when: 'today', due_date: '2032-05-20' } })
    await expect.poll(sent).toBe(true)
    const emails = box.take(team.member.email).filter(({ subject }) => subject.includes('prazo'))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('140 cartões seus vencem hoje em Entregas')
  })

  test('do not delay the reminders of others', async () => {
    // Their account is the older one.
    await many(team.admin.user.id, '2032-06-20', 500)
    const id = await due('2032-06-20')
    await remind(parts, new Date('2032-06-20T12:00:00Z'))
    expect(await reminders()).toEqual([[id, 'today']])
  })
})

describe('the weekly digest', () => {
  const sent = async () => {
    const { db } = server.app.deps
    await expect.poll(async () => (await db.selectFrom('outbox').selectAll().execute()).length).toBe(0)
    return box.take(team.member.email).filter(({ header }) => header('List-Unsubscribe') !== '')
  }

  test('is written once, on Monday at nine where the person is, to those who chose it', async () => {
    const { db } = server.app.deps
    const marks = async () =>
      (await db.selectFrom('notification_marks').select('name').where('user_id', '=', team.member.user.id).execute()).map(
        ({ name }) => name,
      )
    await sendDigests(parts, new Date('2031-05-19T12:00:00Z'))
    expect(await marks()).toEqual([])
    ok(await choose(team.member, { weekly_digest: true }))
    await sendDigests(parts, new Date('2031-05-19T11:59:00Z'))
    await sendDigests(parts, new Date('2031-05-20T12:00:00Z'))
    expect(await marks()).toEqual([])
    await sendDigests(parts, new Date('2031-05-19T12:00:00Z'))
    await sendDigests(parts, new Date('2031-05-19T18:00:00Z'))
    expect(await marks()).toEqual(['digest.2031-05-19'])
  })

  test('says which cards were done, are late and are due', async () => {
    ok(await choose(team.member, { weekly_digest: true }))
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    await due(day(-40), 'Muito atrasado')
    const done = await due(day(-1), 'Feito')
    const list_id = team.board.lists[2]?.id ?? 0
    ok(await server.call(cardsApi.move, { token: team.member.token, params: { cardId: done }, body: { list_id, position: 0 } }))
    const monday = mondayOf(dayOf(new Date(), defaultTimeZone))
    const lastWeek = { completed_at: `${addDays(monday, -1)}T15:00:00.000Z` }
    await server.app.deps.db.updateTable('cards').set(lastWeek).where('id', '=', done).execute()
    await sendDigests(parts, new Date(`${monday}T15:00:00Z`))
    const [message, ...more] = await sent()
    expect(more).toEqual([])
    expect(message?.subject).toBe('O resumo da sua semana')
    expect(message?.text).toContain('Você concluiu 1 cartão na semana passada.')
    expect(message?.text).toMatch(/Atrasados \(1\)\r?\n- .*: Muito atrasado/)
    expect(message?.header('List-Unsubscribe')).toContain('.weekly_digest.')
  })
})

test('a digest counts what was done in its week alone, and nothing of deleted lists', async () => {
  const { db } = server.app.deps
  const done = async (title: string, completed_at: string, list = 2) => {
    const card = await makeCard(server, team.member, team.board, title, list)
    await db
      .updateTable('cards')
      .set({ assignee_id: team.member.user.id, status: 'concluida', completed_at })
      .where('id', '=', card.id)
      .execute()
  }
  const [since, before] = ['2031-05-12T03:00:00.000Z', '2031-05-19T03:00:00.000Z']
  await done('Domingo antes', '2031-05-12T02:59:59.999Z')
  await done('Segunda', since)
  await done('Domingo', '2031-05-19T02:59:59.999Z')
  await done('Segunda de agora', before)
  await done('Sem lista', since, 1)
  await db
    .updateTable('lists')
    .set({ deleted_at: before })
    .where('id', '=', team.board.lists[1]?.id ?? 0)
    .execute()
  const viewer = { userId: team.member.user.id, role: 'collaborator' as const, token: null }
  const { completed } = await readDigest(db, viewer, { since, before, today: '2031-05-19', until: '2031-05-25', most: 10 })
  expect(completed).toBe(2)
})

test('three processes that do the same work at the same moment do it once', async () => {
  const { env, cleanUp } = await createEnvironment()
  const app = await startApp(readConfig(env))
  try {
    const { db } = app.deps
    const now = new Date().toISOString()
    const person = {
      name: 'Ana',
      email: 'ana@exemplo.com.br',
      password_hash: 'x',
      role: 'collaborator',
      session_timeout: 30,
      created_at: now,
    }
    const { id: user_id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('settings').values({ user_id, name: 'weekly_digest', value: 'true' }).execute()
    const times = { created_at: now, updated_at: now }
    const board = { title: 'Entregas', description: '', search_text: '', is_public: 0, color: '#266fb8', user_id, version: 1, revision: 1 }
    const { id: board_id } = await db
      .insertInto('boards')
      .values({ ...board, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('board_members').values({ board_id, user_id, role: 'admin', joined_at: now }).execute()
    const list = { board_id, title: 'A Fazer', rank: 'a0', status: 'pendente' as const, version: 1, created_at: now }
    const { id: list_id } = await db.insertInto('lists').values(list).returning('id').executeTakeFirstOrThrow()
    const numbers = { comment_count: 0, checklist_total: 0, checklist_done: 0, version: 1, revision: 1 }
    const cards = Array.from({ length: 40 }, (_, index) => ({
      board_id,
      list_id,
      title: `Cartão ${index}`,
      description: '',
      search_text: '',
      notes: '',
      priority: 'medium' as const,
      status: 'pendente' as const,
      due_date: '2031-05-19',
      rank: `a${String(index).padStart(3, '0')}`,
      assignee_id: user_id,
      ...numbers,
      ...times,
    }))
    await db.insertInto('cards').values(cards).execute()

    const path = join(import.meta.dirname, '../../../test/clock-process.ts')
    const processes = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path], {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')))
    // Monday, nine o'clock in São Paulo.
    for (const { stdin } of processes) stdin.end('2031-05-19T12:00:00Z\n')
    expect(await Promise.all(processes.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([0, 0, 0])

    const told = await db.selectFrom('notifications').select(['card_id', 'count']).where('kind', '=', 'card_due').execute()
    // Ten rows of their own, and one for the others.
    expect(new Set(told.map(({ card_id }) => card_id)).size).toBe(11)
    expect(told.map(({ count }) => count).sort((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 1), 30])
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'weekly_digest' }])
  } finally {
    await app.stop()
    await cleanUp()
  }
})
