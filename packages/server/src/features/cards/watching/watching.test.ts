import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { watchingApi } from '@rodada/contract/cards/watching'
import { limits } from '@rodada/contract/core/limits'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { findLastActivityId, gatherUpdates } from '../../notifications/gather-queries.ts'

let server: TestServer
let team: Team
let card: Card
beforeAll(async () => {
  server = await startServer()
  // The first account of a server is its admin.
  await register(server)
})
afterAll(() => server.stop())

type Person = Pick<Account, 'token' | 'user'>
const gather = async () => {
  const { db, engine } = server.app.deps
  const upTo = await findLastActivityId(db)
  return db.transaction().execute((trx) => gatherUpdates(trx, engine, upTo, new Date(Date.now() + 10_000)))
}
const start = async (is_public = false) => {
  team = await makeTeam(server, { is_public })
  card = await makeCard(server, team.admin, team.board)
  await gather()
  for (const { token } of [team.admin, team.member, team.guest, team.stranger])
    await server.call(notificationsApi.readAll, { token, body: {} })
}
beforeEach(() => start())

const watch = ({ token }: Person, cardId = card.id) => server.call(watchingApi.watchCard, { token, params: { cardId } })
const leave = ({ token }: Person) => server.call(watchingApi.leaveCard, { token, params: { cardId: card.id } })
const watchBoard = ({ token }: Person) => server.call(watchingApi.watchBoard, { token, params: { boardId: team.board.id } })
const leaveBoard = ({ token }: Person) => server.call(watchingApi.leaveBoard, { token, params: { boardId: team.board.id } })
const update = (body: object, cardId = card.id) => server.call(cardsApi.update, { token: team.admin.token, params: { cardId }, body })
const move = async (list: number, cardId = card.id) =>
  ok(
    await server.call(cardsApi.move, {
      token: team.admin.token,
      params: { cardId },
      body: { list_id: team.board.lists[list]?.id ?? 0, position: 0 },
    }),
  )
const comment = async (content: string) =>
  ok(await server.call(commentsApi.add, { token: team.admin.token, params: { cardId: card.id }, body: { content } }))
const news = async ({ token }: Person) =>
  ok(await server.call(notificationsApi.list, { token }))
    .filter(({ read_at }) => read_at === null)
    .map(({ kind, count, details }) => [kind, details.change ?? count])
const removeMember = async ({ user }: Person) =>
  ok(
    await server.call(boardsApi.removeMember, {
      token: team.admin.token,
      params: { boardId: team.board.id, userId: user.id },
    }),
  )
const rows = async (table: 'card_watchers' | 'board_watchers', { user }: Person) =>
  (
    await server.app.deps.db
      .selectFrom(table as 'card_watchers')
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
  ).length

describe('watching a card', () => {
  test('may be asked for and ended as often as one likes, and says how many do', async () => {
    expect(ok(await watch(team.guest))).toMatchObject({ watching: true, watcher_count: 1 })
    expect(ok(await watch(team.guest))).toMatchObject({ watching: true, watcher_count: 1 })
    expect(ok(await watch(team.member))).toMatchObject({ watching: true, watcher_count: 2 })
    const seen = ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: card.id } }))
    expect(seen).toMatchObject({ watching: false, watcher_count: 2 })
    expect(ok(await leave(team.guest))).toMatchObject({ watching: false, watcher_count: 1 })
    expect(ok(await leave(team.guest))).toMatchObject({ watching: false, watcher_count: 1 })
  })

  test('is no change of the card', async () => {
    const revision = async () =>
      ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: team.board.id } })).revision
    const before = await revision()
    ok(await watch(team.member))
    expect(await revision()).toBe(before)
    expect(ok(await server.call(cardsApi.activity, { token: team.admin.token, params: { cardId: card.id } }))).toHaveLength(1)
  })

  test('tells comments and what became of the card, and none of one’s own acts', async () => {
    ok(await watch(team.member))
    ok(await watch(team.admin))
    await comment('Falta o critério')
    await move(2)
    expect(await news(team.member)).toEqual([
      ['card_changed', 'done'],
      ['card_commented', 1],
    ])
    expect(await news(team.admin)).toEqual([])
    expect(await news(team.guest)).toEqual([])
  })

  test.each([
    ['a new due date', () => update({ due_date: '2031-05-20' }), { change: 'due', due_date: '2031-05-20' }],
    ['another title', () => update({ title: 'Pix' }), { change: 'edited' }],
    ['another list', () => move(1), { change: 'moved' }],
    ['the archive', () => server.call(cardsApi.archive, { token: team.admin.token, params: { cardId: card.id } }), { change: 'archived' }],
    ['the end', () => server.call(cardsApi.remove, { token: team.admin.token, params: { cardId: card.id } }), { change: 'deleted' }],
  ])('tells %s', async (_, change, details) => {
    ok(await watch(team.member))
    await change()
    const [first] = ok(await server.call(notificationsApi.list, { token: team.member.token }))
    expect(first).toMatchObject({ kind: 'card_changed', details, actor: { name: 'Ana' }, count: 1, read_at: null })
  })

  test('gathers what one person does on it into one unread row', async () => {
    ok(await watch(team.member))
    ok(await update({ due_date: '2031-05-20' }))
    ok(await update({ priority: 'high' }))
    const unread = ok(await server.call(notificationsApi.list, { token: team.member.token })).filter(({ read_at }) => read_at === null)
    expect(unread).toMatchObject([{ kind: 'card_changed', count: 2, card_id: card.id }])
  })

  test('is refused beyond so many cards, with a text', async () => {
    const { db } = server.app.deps
    const { board_id, list_id } = card
    const fields = { board_id, list_id, title: 'X', description: '', search_text: 'x', priority: 'low', status: 'pendente' } as const
    const counts = { comment_count: 0, checklist_total: 0, checklist_done: 0, version: 1, revision: 1 }
    const none = { due_date: null, estimate: null, estimated_hours: null, assignee_id: null, sprint_id: null, column_id: null }
    const never = { column_rank: null, completed_at: null, archived_at: null, deleted_at: null, created_by: null }
    const now = new Date().toISOString()
    for (let from = 0; from < limits.watchedCards; from += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({
        ...{ ...fields, ...counts, ...none, ...never, notes: '', rank: `z${from + n}` },
        ...{ created_at: now, updated_at: now },
      }))
      const made = await db.insertInto('cards').values(rows).returning('id').execute()
      const watched = made.map(({ id }) => ({ card_id: id, user_id: team.guest.user.id }))
      await db.insertInto('card_watchers').values(watched).execute()
    }
    expect(await watch(team.guest)).toMatchObject({ status: 409, body: { message: texts.tooManyWatchedCards } })
  })
})

describe('watching a board', () => {
  test('tells what happens on all its cards, new ones too, and shows that one does', async () => {
    const read = async () => ok(await server.call(boardsApi.get, { token: team.member.token, params: { boardId: team.board.id } }))
    expect((await read()).watching).toBe(false)
    expect(ok(await watchBoard(team.member))).toEqual({ watching: true })
    expect((await read()).watching).toBe(true)
    await makeCard(server, team.admin, team.board, 'Boleto')
    await comment('Feito')
    expect(await news(team.member)).toEqual([
      ['card_commented', 1],
      ['card_changed', 'created'],
    ])
    expect(ok(await leaveBoard(team.member))).toEqual({ watching: false })
    await move(2)
    expect(await news(team.member)).toHaveLength(2)
  })

  test('tells many cards of one change as one row', async () => {
    ok(await watchBoard(team.member))
    const more = [await makeCard(server, team.admin, team.board, 'Um'), await makeCard(server, team.admin, team.board, 'Dois')]
    await server.call(notificationsApi.readAll, { token: team.member.token, body: {} })
    const list = team.board.lists[2]?.id ?? 0
    ok(
      await server.call(listCardsApi.gather, {
        token: team.admin.token,
        params: { boardId: team.board.id, listId: list },
        body: { card_ids: more.map(({ id }) => id) },
      }),
    )
    const [first] = ok(await server.call(notificationsApi.list, { token: team.member.token }))
    expect(first).toMatchObject({ kind: 'card_changed', card_id: null, count: 2, details: { cards: ['Um', 'Dois'] } })
  })
})

describe('what happens once is told once', () => {
  test('to who answers for the card, takes part in it, watches it and its board, and is called by name', async () => {
    const { token, user } = team.member
    ok(await server.call(cardsApi.assign, { token: team.admin.token, params: { cardId: card.id }, body: { user_id: user.id } }))
    ok(await server.call(participantsApi.add, { token: team.admin.token, params: { cardId: card.id, userId: user.id } }))
    ok(await watch(team.member))
    ok(await watchBoard(team.member))
    await server.call(notificationsApi.readAll, { token, body: {} })
    await comment('Confere, @Bia?')
    expect(await news(team.member)).toEqual([['card_mentioned', 1]])
    await server.call(notificationsApi.readAll, { token, body: {} })
    await comment('Feito')
    expect(await news(team.member)).toEqual([['card_commented', 1]])
  })

  test('and a card that one is given is told as that', async () => {
    ok(await watch(team.member))
    ok(await watch(team.guest))
    const body = { user_id: team.member.user.id }
    ok(await server.call(cardsApi.assign, { token: team.admin.token, params: { cardId: card.id }, body }))
    expect(await news(team.member)).toEqual([['card_assigned', 1]])
    expect(await news(team.guest)).toEqual([['card_changed', 'assigned']])
  })

  test('and is not told again with the news of the board, which has what is left', async () => {
    ok(await watch(team.member))
    await move(1)
    ok(await server.call(boardsApi.addList, { token: team.admin.token, params: { boardId: team.board.id }, body: { title: 'Revisão' } }))
    await gather()
    expect(await news(team.member)).toEqual([
      ['board_updated', 1],
      ['card_changed', 'moved'],
    ])
    expect(await news(team.guest)).toEqual([['board_updated', 2]])
    await server.call(notificationsApi.readAll, { token: team.member.token, body: {} })
    await move(2)
    await gather()
    expect(await news(team.member)).toEqual([['card_changed', 'done']])
  })
})

describe('watching ends with the right to see', () => {
  test('for who leaves the board', async () => {
    ok(await watch(team.member))
    ok(await watchBoard(team.member))
    await removeMember(team.member)
    expect([await rows('card_watchers', team.member), await rows('board_watchers', team.member)]).toEqual([0, 0])
    await comment('Só nós')
    await move(2)
    expect(await news(team.member)).toEqual([])
  })

  test('for everybody from outside once a public board is private', async () => {
    await start(true)
    ok(await watch(team.stranger))
    ok(await watchBoard(team.stranger))
    ok(await watch(team.member))
    await comment('À vista de todos')
    expect(await news(team.stranger)).toEqual([['card_commented', 1]])
    const params = { boardId: team.board.id }
    ok(await server.call(boardsApi.update, { token: team.admin.token, params, body: { is_public: false } }))
    expect([await rows('card_watchers', team.stranger), await rows('board_watchers', team.stranger)]).toEqual([0, 0])
    expect(await rows('card_watchers', team.member)).toBe(1)
  })

  test('for who does not see the board that the card went to', async () => {
    ok(await watch(team.guest))
    ok(await watch(team.admin))
    const elsewhere = await makeBoard(server, team.admin)
    const body = { list_id: elsewhere.lists[0]?.id ?? 0 }
    const moved = ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: card.id }, body }))
    expect(moved).toMatchObject({ board_id: elsewhere.id, watching: true, watcher_count: 1 })
    expect(await rows('card_watchers', team.guest)).toBe(0)
  })

  test('also where nothing ended it: the question who sees the card is asked when something happens', async () => {
    ok(await watch(team.member))
    ok(await watchBoard(team.member))
    await server.app.deps.db.deleteFrom('board_members').where('user_id', '=', team.member.user.id).execute()
    await comment('Só nós')
    await move(2)
    const written = await server.app.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', team.member.user.id)
      .where('read_at', 'is', null)
      .execute()
    expect(written).toEqual([])
    const seen = ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: card.id } }))
    expect(seen.watcher_count).toBe(0)
  })
})
