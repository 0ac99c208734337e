import { boardsApi } from '@rodada/contract/boards/board-calls'
import { newsApi } from '@rodada/contract/boards/news'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint } from '../../../../test/sprints.ts'
import { makeToken } from '../../../../test/tokens.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Person = Pick<Account, 'token'>
const news = async ({ token }: Person, query: { before?: number; limit?: number; board_id?: number } = {}) =>
  ok(await server.call(newsApi.list, { token, query }))
const marks = async ({ token }: Person, boardId: number) => ok(await server.call(newsApi.ofBoard, { token, params: { boardId } })).card_ids
const see = async ({ token }: Person, boards: { board_id: number; until: number; card_id?: number }[]) =>
  ok(await server.call(newsApi.see, { token, body: { boards } }))
/** 'Tudo visto', as a page that shows all of it says it. */
const seeAll = async (person: Person) => {
  const { boards } = await news(person)
  if (boards.length > 0)
    await see(
      person,
      boards.map(({ id, until }) => ({ board_id: id, until })),
    )
}
const update = async ({ token }: Person, cardId: number, body: Record<string, unknown>) =>
  ok(await server.call(cardsApi.update, { token, params: { cardId }, body }))
const move = async ({ token }: Person, cardId: number, list_id: number) =>
  ok(await server.call(cardsApi.move, { token, params: { cardId }, body: { list_id } }))
const assign = async ({ token }: Person, cardId: number, user_id: number | null) =>
  ok(await server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id } }))
const comment = async ({ token }: Person, cardId: number, content: string) =>
  ok(await server.call(commentsApi.add, { token, params: { cardId }, body: { content } }))
const remove = async ({ token }: Person, cardId: number) => ok(await server.call(cardsApi.remove, { token, params: { cardId } }))
/** What is said of each card: its field, or what was done to it, and both values. */
const said = async (person: Person) =>
  (await news(person)).cards.map(({ card, changes }) => [
    card.title,
    changes.map(({ kind, field, from, to, excerpt }) => [field ?? kind, ...[from, to, excerpt].filter((value) => value !== null)]),
  ])

/** A team with a card of the admin that everybody has seen. */
async function scene() {
  const team = await makeTeam(server)
  const card = await makeCard(server, team.admin, team.board)
  for (const person of [team.admin, team.member, team.guest]) await seeAll(person)
  return { ...team, card }
}

describe('what others changed', () => {
  test('says that a program of theirs did it, as the activity of the board does', async () => {
    const { admin, member, card } = await scene()
    const program = await makeToken(server, admin)
    await update(admin, card.id, { title: 'Por ela' })
    await update(program, card.id, { due_date: '2031-11-12' })
    const [first] = (await news(member)).cards
    expect(first?.changes).toMatchObject([
      { field: 'title', user: { id: admin.user.id }, by_program: false },
      { field: 'due_date', user: { id: admin.user.id }, by_program: true },
    ])
    await update(admin, card.id, { due_date: '2031-11-13' })
    expect((await news(member)).cards[0]?.changes.find(({ field }) => field === 'due_date')).toMatchObject({ by_program: false })
  })

  test('is told by card, with what was there and what is there now, the last change first', async () => {
    const { board, admin, member, card } = await scene()
    const [, doing] = board.lists
    const other = await makeCard(server, admin, board, 'Outro')
    await update(admin, card.id, { due_date: '2031-11-12', priority: 'high', title: 'Pix em parcelas' })
    await move(admin, card.id, doing?.id ?? 0)
    await assign(admin, card.id, member.user.id)
    await comment(admin, card.id, 'Falta o texto')
    expect(await said(member)).toEqual([
      [
        'Pix em parcelas',
        [
          ['title', 'Pix parcelado', 'Pix em parcelas'],
          ['due_date', '2031-11-12'],
          ['priority', 'medium', 'high'],
          ['list', 'A Fazer', 'Em Andamento'],
          ['assignee', 'Bia'],
          ['card.commented', 'Falta o texto'],
        ],
      ],
      ['Outro', [['card.created', 'A Fazer']]],
    ])
    expect(await marks(member, board.id)).toEqual([card.id, other.id])
  })

  test('is one line for several changes of one thing, from the first to the last; what is as it was is none', async () => {
    const { board, admin, guest, member, card } = await scene()
    const [todo, doing, done] = board.lists.map(({ id }) => id)
    await addToBoard(server, admin, board.id, guest, 'member').catch(() => undefined)
    for (const day of ['2031-11-12', '2031-11-13', '2031-11-14']) await update(admin, card.id, { due_date: day })
    await update(admin, card.id, { estimate: 5 })
    await update(admin, card.id, { estimate: null })
    await move(admin, card.id, doing ?? 0)
    await move(admin, card.id, done ?? 0)
    await move(admin, card.id, todo ?? 0)
    expect(await said(member)).toEqual([['Pix parcelado', [['due_date', '2031-11-14']]]])
    await seeAll(member)
    await update(admin, card.id, { due_date: '2031-11-20' })
    expect(await said(member)).toEqual([['Pix parcelado', [['due_date', '2031-11-14', '2031-11-20']]]])
  })

  test('tells the sprint that a card went to', async () => {
    const { board, admin, member, card } = await scene()
    const sprint = await makeSprint(server, admin, board)
    ok(await server.call(sprintTasksApi.changeMany, { token: admin.token, body: { task_ids: [card.id], sprint_id: sprint.id } }))
    expect(await said(member)).toEqual([['Pix parcelado', [['sprint', 'Backlog', expect.any(String)]]]])
  })

  test('leaves out what one did oneself', async () => {
    const { board, admin, member, card } = await scene()
    await update(member, card.id, { due_date: '2031-11-12' })
    expect([await said(member), await marks(member, board.id)]).toEqual([[], []])
    expect((await said(admin)).length).toBe(1)
  })

  test('shows comments as they are now, and none that was deleted', async () => {
    const { admin, member, card } = await scene()
    const { id, version } = await comment(admin, card.id, 'Rascunho')
    const params = { cardId: card.id, commentId: id }
    ok(await server.call(commentsApi.update, { token: admin.token, params, body: { content: 'Texto final', version } }))
    expect(await said(member)).toEqual([['Pix parcelado', [['card.commented', 'Texto final']]]])
    ok(await server.call(commentsApi.remove, { token: admin.token, params }))
    expect(JSON.stringify(await news(member))).not.toContain('Texto final')
  })

  test('says who deleted a card, and nothing of it when it is back or was deleted by oneself', async () => {
    const { board, admin, member, card } = await scene()
    const own = await makeCard(server, admin, board, 'Do próprio')
    await update(admin, card.id, { due_date: '2031-11-12' })
    await remove(admin, card.id)
    await remove(member, own.id)
    const { boards, cards } = await news(member)
    expect(cards).toMatchObject([
      {
        card: { id: card.id, key: card.key, title: 'Pix parcelado', deleted: true },
        changes: [{ kind: 'card.deleted', user: { name: 'Ana' } }],
      },
    ])
    expect([cards[0]?.changes.length, boards[0]?.cards, await marks(member, board.id)]).toEqual([1, 1, [card.id]])
    ok(await server.call(cardsApi.restore, { token: admin.token, params: { cardId: card.id } }))
    expect(await said(member)).toEqual([['Pix parcelado', [['due_date', '2031-11-12'], ['card.restored']]]])
  })

  test('still says the title of a deleted card that was purged', async () => {
    const { board, admin, member, stranger, card } = await scene()
    await remove(admin, card.id)
    const old = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await server.app.deps.db.updateTable('cards').set({ deleted_at: old }).where('id', '=', card.id).execute()
    await server.app.runJobs()
    expect((await news(member)).cards).toMatchObject([
      { card: { id: card.id, key: '', title: 'Pix parcelado', deleted: true }, changes: [{ kind: 'card.deleted' }] },
    ])
    expect([await said(stranger), await said(admin)]).toEqual([[], []])
    await seeAll(member)
    expect([await said(member), await marks(member, board.id)]).toEqual([[], []])
  })

  test('says of the cards of a list that was archived or deleted what became of them, and nothing when it is back or was done by oneself', async () => {
    const { board, admin, member, card } = await scene()
    const listId = board.lists[0]?.id ?? 0
    const at = { token: admin.token, params: { boardId: board.id, listId } }
    ok(await server.call(boardsApi.archiveList, at))
    expect(await said(member)).toEqual([['Pix parcelado', [['card.archived']]]])
    expect((await news(member)).cards).toMatchObject([{ card: { id: card.id, deleted: false }, changes: [{ user: { name: 'Ana' } }] }])
    expect(await marks(member, board.id)).toEqual([card.id])
    ok(await server.call(boardsApi.restoreList, at))
    expect(await said(member)).toEqual([])
    await update(admin, card.id, { due_date: '2031-11-12' })
    ok(await server.call(boardsApi.removeList, at))
    expect((await news(member)).cards, 'of what is gone, that it is gone').toMatchObject([
      { card: { id: card.id, deleted: true }, changes: [{ kind: 'card.deleted', user: { name: 'Ana' } }] },
    ])
    expect(await said(admin)).toEqual([])
    await seeAll(member)
    expect(await said(member)).toEqual([])
  })

  test('of an archived list tells what happened to its cards before, too; a card that had been archived itself did not go with it', async () => {
    const { board, admin, member, card } = await scene()
    const [first] = board.lists
    const old = await makeCard(server, admin, board, 'Guardado antes')
    ok(await server.call(cardsApi.archive, { token: admin.token, params: { cardId: old.id } }))
    await seeAll(member)
    await update(admin, card.id, { due_date: '2031-11-12' })
    const at = { token: admin.token, params: { boardId: board.id, listId: first?.id ?? 0 } }
    ok(await server.call(boardsApi.updateList, { ...at, body: { status: 'concluida' } }))
    ok(await server.call(boardsApi.archiveList, at))
    expect(await said(member)).toEqual([['Pix parcelado', [['due_date', '2031-11-12'], ['card.archived']]]])
  })

  test('comes in pages, and counts the cards of each board', async () => {
    const { board, admin, member } = await scene()
    for (const title of ['Um', 'Dois', 'Três']) await makeCard(server, admin, board, title)
    const first = await news(member, { limit: 2 })
    expect(first.boards).toMatchObject([{ id: board.id, title: board.title, cards: 3 }])
    expect(first.cards.map(({ card }) => card.title)).toEqual(['Três', 'Dois'])
    const second = await news(member, { limit: 2, before: first.next ?? 0 })
    expect([second.cards.map(({ card }) => card.title), second.next]).toEqual([['Um'], null])
  })
})

describe('what was seen', () => {
  test('is no news any more; what happens afterwards is', async () => {
    const { board, admin, member, card } = await scene()
    await update(admin, card.id, { due_date: '2031-11-12' })
    const before = await news(member)
    await comment(admin, card.id, 'Chegou depois')
    await see(member, [{ board_id: board.id, until: before.boards[0]?.until ?? 0 }])
    expect(await said(member)).toEqual([['Pix parcelado', [['card.commented', 'Chegou depois']]]])
    await seeAll(member)
    expect(await news(member)).toEqual({ boards: [], cards: [], next: null })
    expect(await marks(member, board.id)).toEqual([])
    expect((await news(admin)).boards).toEqual([])
  })

  test('is so for one card alone, until something happens to it again', async () => {
    const { board, admin, member, card } = await scene()
    const other = await makeCard(server, admin, board, 'Outro')
    await update(admin, card.id, { due_date: '2031-11-12' })
    const { until } = ok(await server.call(newsApi.ofBoard, { token: member.token, params: { boardId: board.id } }))
    await see(member, [{ board_id: board.id, until, card_id: card.id }])
    expect(await marks(member, board.id)).toEqual([other.id])
    await update(admin, card.id, { priority: 'high' })
    expect((await said(member))[0]).toEqual(['Pix parcelado', [['priority', 'medium', 'high']]])
    expect(await marks(member, board.id)).toEqual([card.id, other.id])
  })

  test('only grows: an older page takes nothing back, and nobody sees what is still to happen', async () => {
    const { board, admin, member, card } = await scene()
    await update(admin, card.id, { due_date: '2031-11-12' })
    await seeAll(member)
    await see(member, [{ board_id: board.id, until: 1 }])
    expect(await marks(member, board.id)).toEqual([])
    await see(member, [{ board_id: board.id, until: 2_000_000_000 }])
    await update(admin, card.id, { due_date: '2031-11-13' })
    expect(await marks(member, board.id)).toEqual([card.id])
  })

  test('is noted by several pages at once', async () => {
    const { board, admin, member } = await scene()
    const cards = [
      await makeCard(server, admin, board, 'Um'),
      await makeCard(server, admin, board, 'Dois'),
      await makeCard(server, admin, board),
    ]
    const { until } = ok(await server.call(newsApi.ofBoard, { token: member.token, params: { boardId: board.id } }))
    await Promise.all(cards.map(({ id }) => see(member, [{ board_id: board.id, until, card_id: id }])))
    expect(await marks(member, board.id)).toEqual([])
    const rows = await server.app.deps.db.selectFrom('board_visits').selectAll().where('user_id', '=', member.user.id).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('who sees it', () => {
  test('every member, guests too, each with their own; nobody else, on a public board neither', async () => {
    const { board, admin, member, guest, stranger, card } = await scene()
    ok(await server.call(boardsApi.update, { token: admin.token, params: { boardId: board.id }, body: { is_public: true } }))
    await update(admin, card.id, { due_date: '2031-11-12' })
    await seeAll(member)
    expect([(await said(member)).length, (await said(guest)).length]).toEqual([0, 1])
    expect([await said(stranger), await marks(stranger, board.id)]).toEqual([[], []])
    await see(stranger, [{ board_id: board.id, until: 1 }])
    const rows = await server.app.deps.db.selectFrom('board_visits').select('user_id').where('board_id', '=', board.id).execute()
    expect(rows.map(({ user_id }) => user_id)).not.toContain(stranger.user.id)
  })

  test('a new member hears of nothing from before, and who left of nothing at all', async () => {
    const { board, admin, member, stranger, card } = await scene()
    await update(admin, card.id, { due_date: '2031-11-12' })
    await addToBoard(server, admin, board.id, stranger, 'member')
    expect(await said(stranger)).toEqual([])
    await update(admin, card.id, { due_date: '2031-11-14' })
    expect(await said(stranger)).toEqual([['Pix parcelado', [['due_date', '2031-11-12', '2031-11-14']]]])
    ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: member.user.id } }))
    expect(await said(member)).toEqual([])
    expect((await server.call(newsApi.ofBoard, { token: member.token, params: { boardId: board.id } })).status).toBe(404)
  })

  test('a card that went to a board that they do not see takes its news along', async () => {
    const { admin, member, card } = await scene()
    const elsewhere = await makeBoard(server, admin)
    await update(admin, card.id, { due_date: '2031-11-12' })
    await move(admin, card.id, elsewhere.lists[0]?.id ?? 0)
    expect(await said(member)).toEqual([])
  })
})
