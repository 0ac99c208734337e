import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { type Notification, notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
/** The default limits. */
let strict: TestServer
beforeAll(async () => {
  server = await startServer()
  strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(async () => {
  await server.stop()
  await strict.stop()
})

const list = async ({ token }: Account, on = server): Promise<Notification[]> =>
  ok(await on.call(notificationsApi.list, { token, query: { limit: 100 } }))
const comment = ({ token }: Account, cardId: number, content: string, on = server) =>
  on.call(commentsApi.add, { token, params: { cardId }, body: { content } })
const assign = async ({ token }: Account, cardId: number, user_id: number | null) =>
  ok(await server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id } }))
const of = (notifications: Notification[], kind: Notification['kind']) => notifications.filter((one) => one.kind === kind)

test('mentions on one card are one notification that counts them, until it was read', async () => {
  const { board, admin, member } = await makeTeam(server)
  const card = await makeCard(server, admin, board)
  for (const word of ['um', 'dois', 'três']) ok(await comment(admin, card.id, `@Bia ${word}`))
  expect(of(await list(member), 'card_mentioned')).toMatchObject([{ count: 3, card_id: card.id, details: { excerpt: '@Bia três' } }])
  ok(await server.call(notificationsApi.readAll, { token: member.token, body: {} }))
  ok(await comment(admin, card.id, '@Bia quatro'))
  expect(of(await list(member), 'card_mentioned').map(({ count }) => count)).toEqual([1, 3])
})

test('a person who mentions or assigns on card after card fills ten rows, and the rest is one row of the board', async () => {
  const { board, admin, member, guest } = await makeTeam(server)
  for (let number = 1; number <= 14; number++) {
    const card = await makeCard(server, admin, board, `Cartão ${number}`)
    ok(await comment(admin, card.id, '@Bia'))
    for (const to of [member.user.id, null, member.user.id]) await assign(admin, card.id, to)
  }
  const seen = await list(member)
  for (const kind of ['card_mentioned', 'card_assigned'] as const) {
    const rows = of(seen, kind)
    expect(rows.length, kind).toBe(11)
    expect(rows.find(({ card_id }) => card_id === null)).toMatchObject({ board: { id: board.id }, actor: { id: admin.user.id } })
  }
  // News of another person has its own row.
  const card = await makeCard(server, admin, board, 'Do Caio')
  ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: card.id }, body: { user_id: guest.user.id } }))
  ok(await comment(member, card.id, '@Caio'))
  expect(of(await list(guest), 'card_mentioned')).toMatchObject([{ card_id: card.id, count: 1 }])
})

test('what is said on a card that left for a board that one does not see is told to nobody here', async () => {
  const { board, admin, member } = await makeTeam(server)
  const hidden = await makeBoard(server, admin)
  const cards = []
  // Beyond the tenth card the news is of the board, and stays with it when a card goes.
  for (let number = 1; number <= 11; number++) cards.push(await makeCard(server, admin, board, `Cartão ${number}`))
  let last = { id: 0 }
  for (const card of cards) last = ok(await comment(admin, card.id, '@Bia aqui'))
  const gathered = async () => of(await list(member), 'card_mentioned').find(({ card_id }) => card_id === null)
  expect((await gathered())?.details.excerpt).toBe('@Bia aqui')
  const params = { cardId: cards.at(-1)?.id ?? 0 }
  ok(await server.call(cardsApi.move, { token: admin.token, params, body: { list_id: hidden.lists[0]?.id ?? 0 } }))
  const path = { ...params, commentId: last.id }
  ok(await server.call(commentsApi.update, { token: admin.token, params: path, body: { content: 'só entre nós' } }))
  expect((await gathered())?.details).toEqual({ cards: ['Cartão 11'] })
})

test('a program that comments without end is refused for a while, and so is a text that mentions a crowd', async () => {
  const admin = await register(strict)
  const board = await makeBoard(strict, admin)
  const card = await makeCard(strict, admin, board)
  const people = []
  for (let number = 0; number <= limits.mentions; number++) {
    const person = await register(strict, { name: `Pessoa${number}` })
    await addToBoard(strict, admin, board.id, person, 'member')
    people.push(person)
  }
  const everybody = people.map((_, number) => `@Pessoa${number}`).join(' ')
  const crowd = await comment(admin, card.id, everybody, strict)
  expect([crowd.status, crowd.body.fields]).toEqual([400, { content: texts.tooManyMentions }])
  const statuses: number[] = []
  for (let turn = 0; turn < 40; turn++) statuses.push((await comment(admin, card.id, '@Pessoa1', strict)).status)
  expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 200))
  expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
  const [victim] = people.slice(1)
  if (!victim) throw new Error('nobody')
  expect(of(await list(victim, strict), 'card_mentioned').length).toBe(1)
})

test('a person who causes many loses the oldest of their own, on one board or on many, and never those of others', async () => {
  const { board, admin, member, guest } = await makeTeam(server)
  const boards = await Promise.all([1, 2, 3].map(() => makeBoard(server, admin)))
  for (const { id } of boards) await addToBoard(server, admin, id, guest, 'member')
  const { db } = server.app.deps
  await db.deleteFrom('notifications').where('user_id', '=', guest.user.id).execute()
  const row = (actor_id: number | null, board_id: number) => ({
    ...{ user_id: guest.user.id, kind: 'card_mentioned' as const, gather_key: null, actor_id, board_id, card_id: null, sprint_id: null },
    ...{ subject: 'x', count: 1, details: '{}', created_at: new Date().toISOString(), read_at: null, mail_at: null, push_at: null },
  })
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
  // The news of others is older, so by age alone it would be deleted first.
  await db
    .insertInto('notifications')
    .values(many(20, () => row(member.user.id, board.id)))
    .execute()
  await db
    .insertInto('notifications')
    .values(many(10, () => row(null, board.id)))
    .execute()
  await db
    .insertInto('notifications')
    .values(many(600, (index) => row(admin.user.id, [board, ...boards][index % 4]?.id ?? board.id)))
    .execute()
  await server.app.runJobs()
  const kept = await db.selectFrom('notifications').select('actor_id').where('user_id', '=', guest.user.id).execute()
  const countOf = (actor: number | null) => kept.filter(({ actor_id }) => actor_id === actor).length
  expect([kept.length, countOf(member.user.id), countOf(null), countOf(admin.user.id)]).toEqual([limits.notifications, 20, 10, 470])
})
