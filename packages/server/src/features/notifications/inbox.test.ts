import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { watchingApi } from '@rodada/contract/cards/watching'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import type { InboxFilter } from '@rodada/contract/notifications/settings'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { bringBackSnoozed } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Person = Pick<Account, 'token'>
const list = async ({ token }: Person, filter?: InboxFilter): Promise<Notification[]> =>
  ok(await server.call(notificationsApi.list, { token, query: filter ? { filter } : {} }))
const counts = async ({ token }: Person) => ok(await server.call(notificationsApi.counts, { token }))
const unread = async ({ token }: Person) => ok(await server.call(notificationsApi.unread, { token })).unread
type Change = { state: 'read' | 'unread' | 'done' | 'open' | 'snoozed'; snoozed_until?: string }
const change = ({ token }: Person, notificationId: number, body: Change) =>
  server.call(notificationsApi.change, { token, params: { notificationId }, body })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const comment = async ({ token }: Person, cardId: number, content: string) =>
  ok(await server.call(commentsApi.add, { token, params: { cardId }, body: { content } }))
const assign = async ({ token }: Person, cardId: number, user_id: number) =>
  ok(await server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id } }))
/** Runs the job as at an instant; the people are told as by the job of a process. */
const bringBack = (at: string, notified: (userIds: readonly number[]) => void = () => {}) =>
  bringBackSnoozed({ deps: server.app.deps, notified }, new Date(at))

/** A team, a card of the member, and the member's one notification: a mention in it. */
async function mentioned(): Promise<Team & { cardId: number; one: Notification }> {
  const team = await makeTeam(server)
  const card = await makeCard(server, team.admin, team.board)
  ok(await server.call(notificationsApi.readAll, { token: team.member.token, body: {} }))
  for (const { id } of await list(team.member)) ok(await change(team.member, id, { state: 'done' }))
  await comment(team.admin, card.id, 'Falta decidir o texto, @Bia')
  const [one] = await list(team.member)
  if (!one) throw new Error('nobody was told')
  return { ...team, cardId: card.id, one }
}

describe('a notification', () => {
  test('says what was said, and the key of its card', async () => {
    const { one, board } = await mentioned()
    expect(one).toMatchObject({
      kind: 'card_mentioned',
      card_key: `${board.key_prefix}-1`,
      details: { excerpt: 'Falta decidir o texto, @Bia' },
      read_at: null,
      done_at: null,
      snoozed_until: null,
      returned_at: null,
    })
  })

  test('says what a watched change took away and what it put there', async () => {
    const { board, admin, member } = await makeTeam(server)
    const card = await makeCard(server, admin, board)
    ok(await server.call(watchingApi.watchCard, { token: member.token, params: { cardId: card.id } }))
    const update = async (body: Record<string, unknown>) => {
      ok(await server.call(cardsApi.update, { token: admin.token, params: { cardId: card.id }, body }))
      const [newest] = await list(member)
      ok(await change(member, newest?.id ?? 0, { state: 'read' }))
      return newest?.details
    }
    expect(await update({ due_date: '2031-11-12' })).toMatchObject({ change: 'due', to: '2031-11-12', due_date: '2031-11-12' })
    expect(await update({ due_date: '2031-11-14' })).toMatchObject({ change: 'due', from: '2031-11-12', to: '2031-11-14' })
    const [, doing] = board.lists
    ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: card.id }, body: { list_id: doing?.id ?? 0 } }))
    expect((await list(member))[0]?.details).toEqual({ change: 'moved', from: 'A Fazer', to: 'Em Andamento' })
  })

  test('is read, unread, done and open again, on every page of the person', async () => {
    const { member, one } = await mentioned()
    const page = await new LiveClient(server.url(), member.token).ready()
    const states: [Change, Partial<Record<InboxFilter, number>>][] = [
      [{ state: 'read' }, { all: 1, unread: 0, mentions: 1 }],
      [{ state: 'unread' }, { all: 1, unread: 1 }],
      [{ state: 'done' }, { all: 0, unread: 0, mentions: 0 }],
      [{ state: 'open' }, { all: 1, unread: 0, mentions: 1, assigned: 0 }],
    ]
    for (const [to, then] of states) {
      const told = page.next('notificationsChanged')
      ok(await change(member, one.id, to))
      await told
      expect([to, await counts(member)]).toEqual([to, expect.objectContaining(then)])
      expect(await unread(member)).toBe(then.unread ?? 0)
    }
    page.leave()
  })

  test('that was put aside and is unread again counts nowhere until it is back in the list', async () => {
    const { member, one } = await mentioned()
    for (const aside of [{ state: 'done' }, { state: 'snoozed', snoozed_until: inHours(1) }] satisfies Change[]) {
      for (const to of [aside, { state: 'unread' }] satisfies Change[]) ok(await change(member, one.id, to))
      expect([await unread(member), (await counts(member)).unread, (await list(member, 'unread')).length]).toEqual([0, 0, 0])
      ok(await change(member, one.id, { state: 'open' }))
      expect([await unread(member), (await counts(member)).unread, (await list(member, 'unread')).length]).toEqual([1, 1, 1])
    }
  })

  test('of further news of its card does not get in the way of being unread again', async () => {
    const { admin, member, cardId, one } = await mentioned()
    ok(await change(member, one.id, { state: 'read' }))
    await comment(admin, cardId, 'E o ícone, @Bia?')
    ok(await change(member, one.id, { state: 'unread' }))
    expect((await list(member, 'unread')).map(({ details }) => details.excerpt)).toEqual([
      'E o ícone, @Bia?',
      'Falta decidir o texto, @Bia',
    ])
  })
})

describe('the filters', () => {
  test('hold what they say, and what is put aside is in its own alone', async () => {
    const { board, admin, member, one } = await mentioned()
    const [first, second] = [await makeCard(server, admin, board, 'Um'), await makeCard(server, admin, board, 'Dois')]
    for (const { id } of [first, second]) await assign(admin, id, member.user.id)
    const subjects = async (filter: InboxFilter) => (await list(member, filter)).map(({ subject }) => subject)
    expect([await subjects('all'), await subjects('mentions'), await subjects('assigned')]).toEqual([
      ['Dois', 'Um', 'Pix parcelado'],
      ['Pix parcelado'],
      ['Dois', 'Um'],
    ])
    const [two, another] = await list(member, 'assigned')
    ok(await change(member, two?.id ?? 0, { state: 'snoozed', snoozed_until: inHours(1) }))
    ok(await change(member, another?.id ?? 0, { state: 'done' }))
    ok(await change(member, one.id, { state: 'read' }))
    expect([await subjects('all'), await subjects('unread'), await subjects('assigned')]).toEqual([['Pix parcelado'], [], []])
    expect(await subjects('snoozed')).toEqual(['Dois'])
    expect(await subjects('done')).toContain('Um')
    expect(await counts(member)).toMatchObject({ all: 1, unread: 0, mentions: 1, assigned: 0, snoozed: 1 })
  })
})

describe('a snoozed notification', () => {
  test('comes back by itself, once, unread and on top, and its open pages hear of it', async () => {
    const { board, admin, member, one } = await mentioned()
    const until = inHours(1)
    ok(await change(member, one.id, { state: 'snoozed', snoozed_until: until }))
    expect([await list(member), await unread(member)]).toEqual([[], 0])
    const other = await makeCard(server, admin, board, 'Outro')
    await assign(admin, other.id, member.user.id)
    const told: number[] = []
    await bringBack(inHours(0.9), (ids) => told.push(...ids))
    expect([told, (await list(member, 'snoozed')).length]).toEqual([[], 1])
    const later = inHours(1.1)
    await Promise.all([1, 2, 3].map(() => bringBack(later, (ids) => told.push(...ids))))
    expect(told.filter((id) => id === member.user.id)).toHaveLength(1)
    expect(await list(member)).toMatchObject([
      { subject: 'Pix parcelado', created_at: one.created_at, returned_at: later, read_at: null, snoozed_until: null },
      { subject: 'Outro' },
    ])
    expect(await unread(member)).toBe(2)
    await bringBack(later, (ids) => expect(ids).toEqual([]))
  })

  test('comes back beside news of the same card that arrived meanwhile', async () => {
    const { admin, member, cardId, one } = await mentioned()
    ok(await change(member, one.id, { state: 'snoozed', snoozed_until: inHours(1) }))
    await comment(admin, cardId, 'De novo, @Bia')
    await bringBack(inHours(2))
    expect((await list(member, 'unread')).map(({ details }) => details.excerpt)).toEqual(['Falta decidir o texto, @Bia', 'De novo, @Bia'])
  })

  test.each([
    ['in the past', inHours(-1)],
    ['in more than 30 days', inHours(24 * 31)],
    ['at no time', undefined],
  ])('is refused %s', async (_, snoozed_until) => {
    const { member, one } = await mentioned()
    const refused = await change(member, one.id, { state: 'snoozed', ...(snoozed_until && { snoozed_until }) })
    expect([refused.status, refused.body]).toMatchObject([400, { message: texts.snoozeTime }])
    expect(await list(member)).toHaveLength(1)
  })
})

describe('only the person themselves', () => {
  test('changes a notification; for everybody else it does not exist', async () => {
    const { member, admin, guest, stranger, one } = await mentioned()
    for (const who of [admin, guest, stranger]) {
      const { status } = await change(who, one.id, { state: 'done' })
      expect(status).toBe(404)
    }
    expect((await change({ token: 'x'.repeat(43) }, one.id, { state: 'done' })).status).toBe(401)
    expect(await list(member)).toHaveLength(1)
  })

  test('and nothing of a board that they no longer see, wherever it was put', async () => {
    const { board, admin, member, one } = await mentioned()
    ok(await change(member, one.id, { state: 'snoozed', snoozed_until: inHours(1) }))
    ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: member.user.id } }))
    await bringBack(inHours(2))
    for (const filter of ['all', 'unread', 'mentions', 'snoozed', 'done'] as const) expect(await list(member, filter)).toEqual([])
    expect(await counts(member)).toEqual({ all: 0, unread: 0, mentions: 0, assigned: 0, snoozed: 0, done: 0 })
    expect((await change(member, one.id, { state: 'read' })).status).toBe(404)
  })
})
