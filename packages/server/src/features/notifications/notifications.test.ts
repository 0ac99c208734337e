import { accountApi } from '@rodada/contract/auth/account'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { watchingApi } from '@rodada/contract/cards/watching'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { endSprint, makeSprint, makeTask } from '../../../test/sprints.ts'
import { findLastActivityId, gatherUpdates } from './gather-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Person = Pick<Account, 'token'>
const list = async ({ token }: Person, query = {}): Promise<Notification[]> =>
  ok(await server.call(notificationsApi.list, { token, query }))
const unread = async ({ token }: Person) => ok(await server.call(notificationsApi.unread, { token })).unread
const readAll = async ({ token }: Person, body = {}) => ok(await server.call(notificationsApi.readAll, { token, body }))
const assign = async ({ token }: Person, cardId: number, user_id: number | null) =>
  ok(await server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id } }))
const comment = async ({ token }: Person, cardId: number, content: string) =>
  ok(await server.call(commentsApi.add, { token, params: { cardId }, body: { content } }))
const choose = async ({ token }: Person, notifications: Record<string, boolean>) =>
  ok(await server.call(accountApi.updateSettings, { token, body: { notifications } }))
/** Runs the job: nobody writes any more. */
const gather = async () => {
  const { db, engine } = server.app.deps
  const upTo = await findLastActivityId(db)
  return db.transaction().execute((trx) => gatherUpdates(trx, engine, upTo, new Date(Date.now() + 10_000)))
}
/** A team whose people have read the notifications of its making. */
const quietTeam = async (): Promise<Team> => {
  const team = await makeTeam(server)
  await gather()
  for (const person of [team.admin, team.member, team.guest]) await readAll(person)
  return team
}
const newest = async (person: Person) => (await list(person))[0]
const unreadOf = async (person: Person) => (await list(person)).filter(({ read_at }) => read_at === null)

describe('who is told', () => {
  test('the new assignee of a card, and nobody else', async () => {
    const { board, admin, member, guest, stranger } = await quietTeam()
    const card = await makeCard(server, admin, board)
    await assign(admin, card.id, member.user.id)
    expect(await newest(member)).toMatchObject({
      kind: 'card_assigned',
      actor: { id: admin.user.id, name: 'Ana' },
      board: { id: board.id, title: 'Entregas' },
      card_id: card.id,
      subject: 'Pix parcelado',
      count: 1,
      read_at: null,
    })
    for (const other of [admin, guest, stranger]) expect(await unread(other)).toBe(0)
  })

  test('nobody of their own acts', async () => {
    const { board, member } = await quietTeam()
    const card = await makeCard(server, member, board)
    await assign(member, card.id, member.user.id)
    await comment(member, card.id, 'Feito, @Bia')
    await gather()
    expect(await unread(member)).toBe(0)
  })

  test('the assignee of a new task, and of one that is given to them', async () => {
    const { board, admin, member } = await quietTeam()
    const sprint = await makeSprint(server, admin, board)
    const task = await makeTask(server, admin, sprint, 'Boleto', { assigned_to: member.user.id })
    const other = await makeTask(server, admin, sprint, 'Cartão')
    ok(
      await server.call(sprintTasksApi.update, { token: admin.token, params: { taskId: other.id }, body: { assigned_to: member.user.id } }),
    )
    expect((await unreadOf(member)).map(({ kind, card_id }) => [kind, card_id])).toEqual([
      ['card_assigned', other.id],
      ['card_assigned', task.id],
    ])
  })

  test('once of many cards at a time', async () => {
    const { board, admin, member } = await quietTeam()
    const cards = [await makeCard(server, admin, board, 'Um'), await makeCard(server, admin, board, 'Dois')]
    const body = { task_ids: cards.map(({ id }) => id), assigned_to: member.user.id }
    ok(await server.call(sprintTasksApi.changeMany, { token: admin.token, body }))
    expect(await unreadOf(member)).toMatchObject([{ kind: 'card_assigned', card_id: null, count: 2, details: { cards: ['Um', 'Dois'] } }])
  })

  test('the assignee of comments, which are gathered until they are read', async () => {
    const { board, admin, member, guest } = await quietTeam()
    const card = await makeCard(server, member, board)
    await assign(member, card.id, guest.user.id)
    await readAll(guest)
    await comment(admin, card.id, 'Primeiro')
    await comment(admin, card.id, 'Segundo')
    for (const owner of [member, guest])
      expect(await unreadOf(owner)).toMatchObject([{ kind: 'card_commented', count: 2, details: { excerpt: 'Segundo' } }])
    await readAll(member)
    await comment(admin, card.id, 'Terceiro')
    expect(await unreadOf(member)).toMatchObject([{ kind: 'card_commented', count: 1, details: { excerpt: 'Terceiro' } }])
    expect(await unreadOf(guest)).toMatchObject([{ count: 3 }])
  })

  test('the people whom a comment mentions, and again only by a new mention', async () => {
    const { board, admin, member, guest, stranger } = await quietTeam()
    const card = await makeCard(server, admin, board)
    const { id, version } = await comment(admin, card.id, 'Olha isto, @bia, com a @Duda (fulano@caio.com)')
    expect(await unreadOf(member)).toMatchObject([{ kind: 'card_mentioned', count: 1, card_id: card.id }])
    expect([await unread(guest), await unread(stranger)]).toEqual([0, 0])
    await readAll(member)
    const change = { content: 'Olha isto, @Bia e @Caio', version }
    ok(await server.call(commentsApi.update, { token: admin.token, params: { cardId: card.id, commentId: id }, body: change }))
    expect(await unread(member)).toBe(0)
    expect(await unreadOf(guest)).toMatchObject([{ kind: 'card_mentioned', details: { excerpt: 'Olha isto, @Bia e @Caio' } }])
  })

  test('of a comment what it says now, and nothing of one that was deleted', async () => {
    const { board, admin, member, guest } = await quietTeam()
    const card = await makeCard(server, member, board)
    const { id, version } = await comment(admin, card.id, 'A senha é girassol, @Caio')
    const params = { cardId: card.id, commentId: id }
    const said = async () => [member, guest].map(async (person) => (await newest(person))?.details)
    ok(await server.call(commentsApi.update, { token: admin.token, params, body: { content: 'Veja o cofre, @Caio', version } }))
    expect(await Promise.all(await said())).toEqual([{ excerpt: 'Veja o cofre, @Caio' }, { excerpt: 'Veja o cofre, @Caio' }])
    ok(await server.call(commentsApi.remove, { token: admin.token, params }))
    expect(await Promise.all(await said())).toEqual([{}, {}])
  })

  test('everybody on the board of an ended sprint; a new member of their membership', async () => {
    const { board, admin, member, guest } = await quietTeam()
    const sprint = await makeSprint(server, admin, board)
    await endSprint(server, admin, sprint)
    for (const person of [member, guest])
      expect(await newest(person)).toMatchObject({ kind: 'sprint_ended', sprint_id: sprint.id, subject: 'Sprint 12' })
    const other = await makeBoard(server, admin, { title: 'Outro' })
    await addToBoard(server, admin, other.id, guest, 'member')
    expect(await newest(guest)).toMatchObject({ kind: 'board_added', board: { title: 'Outro' } })
  })

  test('members of changes of a board: one for each acting person, however many changes there are', async () => {
    const { board, admin, member, guest } = await quietTeam()
    for (let number = 1; number <= 30; number++) await makeCard(server, admin, board, `Cartão ${number}`)
    await makeCard(server, member, board, 'Da Bia')
    await gather()
    expect((await unreadOf(guest)).map(({ kind, actor, count }) => [kind, actor?.name, count])).toEqual([
      ['board_updated', 'Bia', 1],
      ['board_updated', 'Ana', 30],
    ])
    expect((await unreadOf(admin)).map(({ actor }) => actor?.name)).toEqual(['Bia'])
    await makeCard(server, admin, board, 'Mais um')
    await gather()
    expect(await newest(guest)).toMatchObject({ actor: { name: 'Ana' }, count: 31 })
    expect(await unread(guest)).toBe(2)
  })
})

describe('who watches a card', () => {
  const kinds = async (person: Person) => (await unreadOf(person)).map(({ kind, count }) => [kind, count])

  test('hears of a field of its board once, and of its coming from another board', async () => {
    const { board, admin, member } = await quietTeam()
    const card = await makeCard(server, admin, board)
    const { token } = admin
    const field = ok(
      await server.call(boardFieldsApi.add, { token, params: { boardId: board.id }, body: { name: 'Valor', type: 'number' } }),
    )
    const other = await makeBoard(server, admin, { title: 'Outro' })
    await addToBoard(server, admin, other.id, member, 'member')
    await gather()
    await readAll(member)
    ok(await server.call(watchingApi.watchCard, { token: member.token, params: { cardId: card.id } }))
    const params = { cardId: card.id }
    ok(await server.call(cardsApi.update, { token, params, body: { fields: { [field.id]: 3 } } }))
    await gather()
    expect(await kinds(member)).toEqual([['card_changed', 1]])
    await readAll(member)
    ok(await server.call(cardsApi.move, { token, params, body: { list_id: other.lists[0]?.id ?? 0, after_id: null } }))
    await gather()
    expect((await unreadOf(member)).map(({ kind, board: of }) => [kind, of?.title])).toEqual([
      ['board_updated', 'Entregas'],
      ['card_changed', 'Outro'],
    ])
  })

  test('hears that it repeats with the other changes of its board, as it is told by nothing else', async () => {
    const { board, admin, member } = await quietTeam()
    const card = await makeCard(server, admin, board)
    await gather()
    await readAll(member)
    const params = { cardId: card.id }
    ok(await server.call(watchingApi.watchCard, { token: member.token, params }))
    ok(await server.call(recurrenceApi.set, { token: admin.token, params, body: { every: 'week', mode: 'copy' } }))
    await gather()
    expect(await kinds(member)).toEqual([['board_updated', 1]])
  })
})

describe('a kind that is switched off', () => {
  test('is not told at all', async () => {
    const { board, admin, member, guest } = await quietTeam()
    await choose(member, { card_assignments: false })
    await choose(guest, { board_updates: false })
    const card = await makeCard(server, admin, board)
    await assign(admin, card.id, member.user.id)
    await comment(admin, card.id, '@Bia')
    await gather()
    await endSprint(server, admin, await makeSprint(server, admin, board))
    expect((await unreadOf(member)).map(({ kind }) => kind)).toEqual(['sprint_ended', 'board_updated'])
    expect(await unread(guest)).toBe(0)
  })
})

describe('what a person may see', () => {
  test('ends with their membership', async () => {
    const { board, admin, member } = await quietTeam()
    const card = await makeCard(server, admin, board)
    await assign(admin, card.id, member.user.id)
    expect(await unread(member)).toBe(1)
    ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: member.user.id } }))
    expect(await unread(member)).toBe(0)
    expect((await list(member)).filter((one) => one.board?.id === board.id)).toEqual([])
  })

  test('leads nowhere when the card is gone', async () => {
    const { board, admin, member } = await quietTeam()
    const card = await makeCard(server, admin, board)
    await assign(admin, card.id, member.user.id)
    ok(await server.call(cardsApi.remove, { token: admin.token, params: { cardId: card.id } }))
    expect(await newest(member)).toMatchObject({ card_id: null, subject: 'Pix parcelado' })
  })

  test('is theirs alone: nobody reads or marks those of others', async () => {
    const { board, admin, member } = await quietTeam()
    const card = await makeCard(server, admin, board)
    await assign(admin, card.id, member.user.id)
    const { id } = (await newest(member)) ?? { id: 0 }
    ok(await server.call(notificationsApi.read, { token: admin.token, params: { notificationId: id } }))
    expect((await list(admin)).map((one) => one.id)).not.toContain(id)
    expect(await unread(member)).toBe(1)
  })
})

describe('reading', () => {
  test('marks one, or all that were shown, and tells the person’s other pages', async () => {
    const { board, admin, member } = await quietTeam()
    const page = await new LiveClient(server.urls.at(-1) ?? '', member.token).ready()
    await page.settle()
    const cards = [await makeCard(server, admin, board, 'Um'), await makeCard(server, admin, board, 'Dois')]
    for (const { id } of cards) {
      const news = page.next('notificationsChanged')
      await assign(admin, id, member.user.id)
      await news
    }
    const [dois, um] = await unreadOf(member)
    const read = page.next('notificationsChanged')
    ok(await server.call(notificationsApi.read, { token: member.token, params: { notificationId: um?.id ?? 0 } }))
    await read
    expect(await unread(member)).toBe(1)
    await makeCard(server, admin, board, 'Três').then(({ id }) => assign(admin, id, member.user.id))
    await readAll(member, { up_to: dois?.id })
    expect((await unreadOf(member)).map(({ subject }) => subject)).toEqual(['Três'])
    page.leave()
  })

  test('goes page by page', async () => {
    const { board, admin, member } = await quietTeam()
    for (const title of ['Um', 'Dois', 'Três']) {
      const { id } = await makeCard(server, admin, board, title)
      await assign(admin, id, member.user.id)
    }
    const first = await list(member, { limit: 2 })
    const second = await list(member, { limit: 2, before: first.at(-1)?.id ?? 0 })
    expect([...first, ...second].map(({ subject }) => subject)).toEqual(['Três', 'Dois', 'Um', 'Entregas'])
  })
})

test("notifications beyond a person's newest five hundred are deleted", async () => {
  const { board, member } = await makeTeam(server)
  const { db } = server.app.deps
  await db.deleteFrom('notifications').execute()
  const row = (created_at: string) => ({
    user_id: member.user.id,
    kind: 'board_updated' as const,
    gather_key: null,
    actor_id: null,
    board_id: board.id,
    card_id: null,
    sprint_id: null,
    estimation_id: null,
    subject: 'Entregas',
    count: 1,
    details: '{}',
    created_at,
    read_at: null,
    mail_at: null,
    push_at: null,
  })
  await db
    .insertInto('notifications')
    .values(Array.from({ length: 505 }, () => row(new Date().toISOString())))
    .execute()
  await server.app.runJobs()
  expect(await unread(member)).toBe(500)
})

test('a new account has none', async () => {
  const person = await register(server)
  expect([await list(person), await unread(person)]).toEqual([[], 0])
})
