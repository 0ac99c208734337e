import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { endSprint, makeSprint, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let team: Team
let to: { first: number; doing: number; done: number }
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
  const [first = 0, doing = 0, done = 0] = team.board.lists.map(({ id }) => id)
  to = { first, doing, done }
})

const make = async (count: number, board = team.board, who = team.admin): Promise<Card[]> => {
  const cards: Card[] = []
  for (let index = 0; index < count; index++) cards.push(await makeCard(server, who, board, `C${index + 1}`))
  return cards
}
const idsOf = (cards: readonly { id: number }[]) => cards.map(({ id }) => id)
const bulk = (cards: readonly { id: number }[], change: Record<string, unknown>, who = team.member) =>
  server.call(bulkApi.change, { token: who.token, body: { card_ids: idsOf(cards), ...change } })
const undo = (sealed: string | null, who = team.member) => server.call(bulkApi.undo, { token: who.token, body: { undo: sealed ?? '' } })
const read = async ({ id }: { id: number }) => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: id } }))
const revision = async (board: Pick<Board, 'id'> = team.board, who: Account = team.admin) =>
  ok(await server.call(boardsApi.get, { token: who.token, params: { boardId: board.id } })).revision
const titles = async () =>
  ok(await server.call(boardsApi.lists, { token: team.admin.token, params: { boardId: team.board.id } })).map(({ cards }) =>
    (cards ?? []).map(({ title }) => title).join(' '),
  )
const label = async (board: Pick<Board, 'id'> = team.board, who = team.admin) =>
  ok(
    await server.call(boardsApi.addLabel, {
      token: who.token,
      params: { boardId: board.id },
      body: { name: 'Urgente', color: '#c33438' },
    }),
  )

describe('many cards at once', () => {
  test('move to the end of a list in the given order, as one change of the board, and back to their places', async () => {
    const [a, b, c, d] = (await make(4)) as [Card, Card, Card, Card]
    await makeCard(server, team.admin, team.board, 'X', 1)
    const before = await revision()
    const done = ok(await bulk([d, b, c], { list_id: to.doing }))
    expect(done.changed).toBe(3)
    expect(await titles()).toEqual(['C1', 'X C4 C2 C3', ''])
    expect(await revision()).toBe(before + 1)
    expect(ok(await undo(done.undo))).toEqual({ restored: 3, left: 0 })
    expect(await titles()).toEqual(['C1 C2 C3 C4', 'X', ''])
    expect(await revision()).toBe(before + 2)
    expect((await read(a)).status).toBe((await read(d)).status)
  })

  test('that are where they are to go stay there, and when all are nothing happens', async () => {
    const [a, b] = (await make(2)) as [Card, Card]
    const before = await revision()
    expect(ok(await bulk([a, b], { list_id: to.first }))).toEqual({ changed: 0, undo: null })
    expect(ok(await bulk([a, b], { assigned_to: null }))).toEqual({ changed: 0, undo: null })
    expect(ok(await bulk([a, b], { sprint_id: null }))).toEqual({ changed: 0, undo: null })
    expect(await revision()).toBe(before)
  })

  test('get a label, and lose it again where they had it not', async () => {
    const [a, b] = (await make(2)) as [Card, Card]
    const { id } = await label()
    ok(await server.call(cardsApi.addLabel, { token: team.admin.token, params: { cardId: a.id }, body: { label_id: id } }))
    const done = ok(await bulk([a, b], { label_id: id }))
    expect(done.changed).toBe(1)
    expect((await read(b)).labels).toMatchObject([{ id }])
    expect(ok(await undo(done.undo))).toEqual({ restored: 1, left: 0 })
    expect([(await read(a)).labels.length, (await read(b)).labels.length]).toEqual([1, 0])
    const kinds = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: b.id } })).map(({ kind }) => kind)
    expect(kinds).toContain('card.labeled')
  })

  test('go into the archive and come back', async () => {
    const cards = await make(3)
    const done = ok(await bulk(cards, { archive: true }))
    expect(await titles()).toEqual(['', '', ''])
    expect(ok(await undo(done.undo))).toEqual({ restored: 3, left: 0 })
    expect(await titles()).toEqual(['C1 C2 C3', '', ''])
  })

  test('are assigned with one notification for all of them', async () => {
    const cards = await make(30)
    const done = ok(await bulk(cards, { assigned_to: team.guest.user.id }))
    expect(done.changed).toBe(30)
    const { token } = team.guest
    const told = ok(await server.call(notificationsApi.list, { token })).filter(({ kind }) => kind === 'card_assigned')
    expect(told).toMatchObject([{ count: 30 }])
    expect(ok(await undo(done.undo))).toEqual({ restored: 30, left: 0 })
    expect((await read(cards[7] as Card)).assigned_user).toBeNull()
  })

  test('are planned into a sprint, to the column of their status, and back into the backlog', async () => {
    const sprint: Sprint = await makeSprint(server, team.admin, team.board)
    const cards = await make(2)
    const doing = await makeCard(server, team.admin, team.board, 'Em curso', 1)
    const done = ok(await bulk([...cards, doing], { sprint_id: sprint.id }))
    expect(done.changed).toBe(3)
    const { tasks, columns } = await readSprint(server, team.admin, sprint)
    expect(tasks.map(({ titulo, column_id }) => [titulo, columns.findIndex(({ id }) => id === column_id)])).toEqual([
      ['C1', 0],
      ['C2', 0],
      ['Em curso', 1],
    ])
    expect(ok(await undo(done.undo))).toEqual({ restored: 3, left: 0 })
    expect((await readSprint(server, team.admin, sprint)).tasks).toEqual([])
    expect((await read(doing)).list_id).toBe(to.doing)
    ok(await bulk(cards, { sprint_id: sprint.id }))
    ok(await bulk(cards, { sprint_id: null }))
    expect((await readSprint(server, team.admin, sprint)).tasks).toEqual([])
  })

  test('take their places in the sprint with them when they are moved and come back', async () => {
    const sprint = await makeSprint(server, team.admin, team.board)
    const cards = await make(3)
    ok(await bulk(cards, { sprint_id: sprint.id }))
    const places = async () =>
      (await readSprint(server, team.admin, sprint)).tasks.map(({ titulo, column_id, status }) => [titulo, column_id, status])
    const before = await places()
    const done = ok(await bulk([cards[0], cards[2]] as Card[], { list_id: to.done }))
    expect(await places()).not.toEqual(before)
    ok(await undo(done.undo))
    expect(await places()).toEqual(before)
  })
})

describe('the undo', () => {
  test('leaves what somebody changed meanwhile, and says of how many cards', async () => {
    const [a, b, c] = (await make(3)) as [Card, Card, Card]
    const done = ok(await bulk([a, b, c], { list_id: to.doing }))
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: b.id }, body: { list_id: to.done } }))
    ok(await server.call(cardsApi.remove, { token: team.admin.token, params: { cardId: c.id } }))
    // A new title is no change of what the undo brings back.
    ok(await server.call(cardsApi.update, { token: team.admin.token, params: { cardId: a.id }, body: { title: 'Novo' } }))
    expect(ok(await undo(done.undo))).toEqual({ restored: 1, left: 2 })
    expect(await titles()).toEqual(['Novo', '', 'C2'])
    expect(ok(await undo(done.undo))).toEqual({ restored: 0, left: 3 })
  })

  test('brings no card of another board into a sprint', async () => {
    const sprint = await makeSprint(server, team.admin, team.board)
    const [card] = (await make(1)) as [Card]
    ok(await bulk([card], { sprint_id: sprint.id }, team.admin))
    const done = ok(await bulk([card], { sprint_id: null }, team.admin))
    const other = await makeBoard(server, team.admin, { title: 'Só de Ana' })
    const list_id = other.lists[0]?.id ?? 0
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: card.id }, body: { list_id } }))
    expect(ok(await undo(done.undo, team.admin))).toEqual({ restored: 0, left: 1 })
    expect((await read(card)).sprint).toBeNull()
    expect((await readSprint(server, team.member, sprint)).tasks).toEqual([])
  })

  test('puts cards beside those that took their places', async () => {
    const [a, b, c] = (await make(3)) as [Card, Card, Card]
    const done = ok(await bulk([b], { list_id: to.doing }))
    const late = await makeCard(server, team.admin, team.board, 'Novo', 2)
    const body = { list_id: to.first, after_id: a.id }
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: late.id }, body }))
    ok(await undo(done.undo))
    expect(await titles()).toEqual(['C1 Novo C2 C3', '', ''])
    const further = await makeCard(server, team.admin, team.board, 'Entre', 2)
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: further.id }, body: { ...body, after_id: late.id } }))
    expect(await titles()).toEqual(['C1 Novo Entre C2 C3', '', ''])
    expect(c.rank > b.rank).toBe(true)
  })

  test('leaves cards whose list, sprint or person is gone', async () => {
    const sprint = await makeSprint(server, team.admin, team.board)
    const cards = await make(2)
    const moved = ok(await bulk(cards, { list_id: to.doing }))
    ok(await server.call(boardsApi.archiveList, { token: team.admin.token, params: { boardId: team.board.id, listId: to.first } }))
    expect(ok(await undo(moved.undo))).toEqual({ restored: 0, left: 2 })
    ok(await bulk(cards, { assigned_to: team.guest.user.id }))
    const freed = ok(await bulk(cards, { assigned_to: null }))
    const guest = { boardId: team.board.id, userId: team.guest.user.id }
    ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params: guest }))
    expect(ok(await undo(freed.undo))).toEqual({ restored: 0, left: 2 })
    const planned = ok(await bulk(cards, { sprint_id: sprint.id }))
    await endSprint(server, team.admin, sprint)
    expect(ok(await undo(planned.undo))).toEqual({ restored: 0, left: 2 })
  })

  test('of a stranger, of a guest, forged or too old brings nothing back', async () => {
    const cards = await make(1)
    const { undo: sealed } = ok(await bulk(cards, { list_id: to.doing }))
    expect((await undo(sealed, team.stranger)).status).toBe(404)
    expect((await undo(sealed, team.guest)).status).toBe(403)
    const gone = { status: 400, body: { message: texts.bulkUndoGone } }
    const [text = '', signature = ''] = (sealed ?? '').split('.')
    const more = JSON.parse(Buffer.from(text, 'base64url').toString()) as { until: number }
    const forged = Buffer.from(JSON.stringify({ ...more, until: more.until + 1 })).toString('base64url')
    for (const wrong of ['x', `${forged}.${signature}`, text, `.${signature}`, 'x'.repeat(limits.bulkUndo + 1)])
      expect(await undo(wrong)).toMatchObject(gone)
    expect(await titles()).toEqual(['', 'C1', ''])
  })
})

describe('of several boards', () => {
  test('cards are assigned and archived, with one revision of each', async () => {
    const other = await makeBoard(server, team.admin)
    await addToBoard(server, team.admin, other.id, team.member, 'member')
    const cards = [...(await make(2, other)), ...(await make(2))]
    const before = [await revision(), await revision(other)]
    const done = ok(await bulk(cards, { assigned_to: team.member.user.id }))
    expect(done.changed).toBe(4)
    expect([await revision(), await revision(other)]).toEqual(before.map((n) => n + 1))
    expect(ok(await undo(done.undo))).toEqual({ restored: 4, left: 0 })
    // The guest is on one of them only.
    const refused = { status: 400, body: { fields: { assigned_to: texts.assigneeElsewhere } } }
    expect(await bulk(cards, { assigned_to: team.guest.user.id })).toMatchObject(refused)
    expect((await read(cards[3] as Card)).assigned_user).toBeNull()
  })

  test('lists, labels and sprints take only cards of their board, and refuse all of them', async () => {
    const other = await makeBoard(server, team.admin)
    await addToBoard(server, team.admin, other.id, team.member, 'member')
    const cards = [...(await make(1)), ...(await make(1, other))]
    const sprint = await makeSprint(server, team.admin, other)
    for (const [change, text] of [
      [{ list_id: to.doing }, texts.listElsewhere],
      [{ label_id: (await label()).id }, texts.labelElsewhere],
      [{ sprint_id: sprint.id }, texts.sprintElsewhere],
    ] as const)
      expect(await bulk(cards, change)).toMatchObject({ status: 400, body: { message: text } })
    expect(await titles()).toEqual(['C1', '', ''])
  })

  test('one that is not seen answers 404 and one that is only read 403, and nothing changes', async () => {
    const secret = await makeBoard(server, team.admin)
    const open = await makeBoard(server, team.admin, { is_public: true })
    const own = await make(1)
    const missing = { status: 404, body: { message: texts.cardsElsewhere } }
    expect(await bulk([...own, ...(await make(1, secret))], { archive: true })).toMatchObject(missing)
    expect(await bulk([...own, { id: 2_000_000_000 }], { archive: true })).toMatchObject(missing)
    expect((await bulk([...own, ...(await make(1, open))], { archive: true })).status).toBe(403)
    expect(await titles()).toEqual(['C1', '', ''])
  })

  test('changes that meet on the same boards in another order all succeed', async () => {
    const other = await makeBoard(server, team.admin)
    const cards = [...(await make(3)), ...(await make(3, other))]
    const people = [team.admin.user.id, null]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        bulk(index % 2 ? cards : [...cards].reverse(), { assigned_to: people[index % 2] ?? null }, team.admin),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('a change of many', () => {
  test('keeps the hard limit of a list for all of them together, in both directions', async () => {
    const cards = await make(3)
    const limit = (listId: number, wip_limit: number | null) =>
      server.call(boardsApi.updateList, {
        token: team.admin.token,
        params: { boardId: team.board.id, listId },
        body: { wip_limit, wip_hard: true },
      })
    ok(await limit(to.doing, 2))
    const full = { status: 409, body: { message: texts.listFull } }
    expect(await bulk(cards, { list_id: to.doing })).toMatchObject(full)
    expect(await titles()).toEqual(['C1 C2 C3', '', ''])
    const done = ok(await bulk(cards.slice(0, 2), { list_id: to.doing }))
    ok(await limit(to.first, 2))
    expect(await undo(done.undo)).toMatchObject(full)
    ok(await limit(to.first, 3))
    ok(await undo(done.undo))
    expect(await titles()).toEqual(['C1 C2 C3', '', ''])
  })

  test('is refused for an ended sprint', async () => {
    const sprint = await makeSprint(server, team.admin, team.board)
    await endSprint(server, team.admin, sprint)
    const ended = { status: 409, body: { message: texts.sprintEnded } }
    expect(await bulk(await make(2), { sprint_id: sprint.id })).toMatchObject(ended)
  })

  test('says one thing, of 1 to 200 cards', async () => {
    const [card] = (await make(1)) as [Card]
    const send = (body: unknown) => server.call(bulkApi.change, { token: team.member.token, body })
    for (const change of [{}, { list_id: to.doing, archive: true }, { assigned_to: null, sprint_id: null }])
      expect(await send({ card_ids: [card.id], ...change })).toMatchObject({ status: 400, body: { message: texts.bulkOneChange } })
    for (const card_ids of [[], Array.from({ length: limits.cardsAtOnce + 1 }, (_, index) => index + 1), undefined, 'todos'])
      expect(await send({ card_ids, archive: true })).toMatchObject({ status: 400, body: { message: texts.bulkCount } })
    for (const wrong of [
      { archive: false },
      { list_id: null },
      { list_id: '1' },
      { label_id: -1 },
      { sprint_id: 1.5 },
      { assigned_to: {} },
    ])
      expect((await send({ card_ids: [card.id], ...wrong })).status).toBe(400)
    // Twice the same card is one card.
    expect(ok(await send({ card_ids: [card.id, card.id], list_id: to.doing })).changed).toBe(1)
  })

  test('of 200 cards is one call', async () => {
    const { token } = team.admin
    const cards = await Promise.all(
      Array.from({ length: limits.cardsAtOnce }, async (_, index) =>
        ok(
          await server.call(listCardsApi.create, {
            token,
            params: { boardId: team.board.id, listId: to.first },
            body: { title: `N${index}` },
          }),
        ),
      ),
    )
    const { id } = await label()
    for (const change of [{ list_id: to.done }, { label_id: id }, { assigned_to: team.guest.user.id }, { archive: true }]) {
      const done = ok(await bulk(cards, change))
      expect(done.changed).toBe(limits.cardsAtOnce)
      expect(ok(await undo(done.undo))).toEqual({ restored: limits.cardsAtOnce, left: 0 })
    }
  })
})
