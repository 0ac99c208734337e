import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeManyCards } from '../../../../test/many-cards.ts'
import { endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'
import { ranksBehind } from '../../../platform/order/ranks.ts'

let server: TestServer
let ana: Account
let board: Board
let sprint: Sprint

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  board = await makeBoard(server, ana)
  sprint = await makeSprint(server, ana, board)
})

const make = async (...titles: string[]) => {
  const cards = []
  for (const title of titles) cards.push(await makeCard(server, ana, board, title))
  return cards
}
const backlog = async (query: Record<string, number> = {}) =>
  ok(await server.call(sprintTasksApi.backlog, { token: ana.token, params: { boardId: board.id }, query })).data
const titles = async () => (await backlog()).tasks.map(({ titulo }) => titulo)
const rank = (task_id: number, after_id: number | null) =>
  server.call(sprintTasksApi.rankBacklog, { token: ana.token, params: { boardId: board.id }, body: { task_id, after_id } })
const many = (body: unknown) => server.call(sprintTasksApi.changeMany, { token: ana.token, body })
const tasksOf = async (of: Pick<Sprint, 'id'>) => (await readSprint(server, ana, of)).tasks

describe('the backlog', () => {
  test('holds what has no sprint and is not over, as it was made until somebody ranks it', async () => {
    const [a, b, c] = await make('A', 'B', 'C')
    await makeTask(server, ana, sprint, 'Na sprint')
    await makeCard(server, ana, board, 'Feita', 2)
    const [hidden] = await make('Arquivada')
    ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: hidden?.id ?? 0 } }))
    expect(await titles()).toEqual(['A', 'B', 'C'])
    expect((await backlog()).tasks.map(({ rank: own }) => own)).toEqual([null, null, null])
    ok(await rank(c?.id ?? 0, null))
    expect(await titles()).toEqual(['C', 'A', 'B'])
    ok(await rank(c?.id ?? 0, a?.id ?? 0))
    expect(await titles()).toEqual(['A', 'C', 'B'])
    await make('D')
    expect(await titles()).toEqual(['A', 'C', 'B', 'D'])
    ok(await rank(a?.id ?? 0, b?.id ?? 0))
    expect(await titles()).toEqual(['C', 'B', 'A', 'D'])
    expect(await backlog({ limit: 2, offset: 1 })).toMatchObject({ total: 4, tasks: [{ titulo: 'B' }, { titulo: 'A' }] })
  })

  test('keeps the order that any row of moves asks for', async () => {
    const cards = await make('A', 'B', 'C', 'D', 'E', 'F')
    const order = cards.map(({ id }) => id)
    // A fixed row of moves without pattern: every card behind every other one and to the top.
    for (let step = 0; step < 20; step++) {
      const moved = order[(step * 7 + 3) % order.length] ?? 0
      const rest = order.filter((id) => id !== moved)
      const at = (step * 5) % (rest.length + 1)
      const after = rest[at - 1] ?? null
      ok(await rank(moved, after))
      order.splice(0, order.length, ...rest.slice(0, at), moved, ...rest.slice(at))
      expect((await backlog()).tasks.map(({ id }) => id)).toEqual(order)
    }
  })

  test('renews ranks that became long, in the same order', async () => {
    const [a, b, c] = (await make('A', 'B', 'C')).map(({ id }) => id)
    if (!a || !b || !c) throw new Error('no cards')
    ok(await rank(b, a))
    await server.app.deps.db
      .updateTable('cards')
      .set({ column_rank: `a1${'V'.repeat(57)}` })
      .where('id', '=', b)
      .execute()
    for (const moved of [c, b, c, b, c, b]) {
      ok(await rank(moved, a))
      expect((await backlog()).tasks[1]?.id).toBe(moved)
    }
    for (const { rank: own } of (await backlog()).tasks) expect(own?.length ?? 0).toBeLessThanOrEqual(60)
  })

  test('renews with a long rank only those of its neighbours, in the same order', async () => {
    await makeManyCards(server, ana, board, 1000)
    const { db } = server.app.deps
    const rows = await db.selectFrom('cards').select('id').where('board_id', '=', board.id).orderBy('id').execute()
    const ids = rows.map(({ id }) => id)
    // In the gap behind the one in the middle many were put before.
    const ranks = ranksBehind(null, ids.length)
    const middle = 500
    const long = `${ranks[middle]}${'0'.repeat(58)}V`
    for (const [index, id] of ids.entries())
      await db
        .updateTable('cards')
        .set({ column_rank: index === middle + 1 ? long : (ranks[index] ?? '') })
        .where('id', '=', id)
        .execute()
    const moved = ids.at(-1) ?? 0
    ok(await rank(moved, ids[middle] ?? 0))
    const held = new Map(
      (await db.selectFrom('cards').select(['id', 'column_rank']).where('board_id', '=', board.id).execute()).map((row) => [
        row.id,
        row.column_rank ?? '',
      ]),
    )
    const order = [...held.keys()].sort((a, b) => ((held.get(a) ?? '') < (held.get(b) ?? '') ? -1 : 1))
    expect(order).toEqual([...ids.slice(0, middle + 1), moved, ...ids.slice(middle + 1, -1)])
    expect(Math.max(...[...held.values()].map((text) => text.length))).toBeLessThan(10)
    const renewed = ids.filter((id, index) => id !== moved && held.get(id) !== ranks[index])
    expect(renewed.length).toBeGreaterThan(50)
    expect(renewed.length).toBeLessThan(200)
  })

  test('refuses what left it, and cards of other boards', async () => {
    const [a, b] = await make('A', 'B')
    const planned = await makeTask(server, ana, sprint)
    const foreign = await makeCard(server, ana, await makeBoard(server, ana))
    expect(await rank(planned.id, null)).toMatchObject({ status: 409, body: { message: texts.notInBacklog } })
    expect(await rank(a?.id ?? 0, planned.id)).toMatchObject({ status: 409, body: { message: texts.notInBacklog } })
    for (const id of [foreign.id, 2_000_000_000])
      expect(await rank(id, b?.id ?? 0)).toMatchObject({ status: 400, body: { fields: { task_id: texts.taskElsewhere } } })
    expect(await titles()).toEqual(['A', 'B'])
  })
})

describe('many tasks at once', () => {
  test('go into a sprint in their order, each to the column that says what it is, and back on top of the backlog', async () => {
    const cards = await make('A', 'B', 'C')
    const doing = await makeCard(server, ana, board, 'D', 1)
    const ids = [cards[2], cards[0], doing].map((card) => card?.id ?? 0)
    const planned = ok(await many({ task_ids: ids, sprint_id: sprint.id })).data
    expect(planned.map(({ id }) => id)).toEqual(ids)
    expect((await tasksOf(sprint)).map(({ titulo, status }) => [titulo, status])).toEqual([
      ['C', 'pendente'],
      ['A', 'pendente'],
      ['D', 'em_andamento'],
    ])
    expect(await titles()).toEqual(['B'])
    const other = await makeSprint(server, ana, board)
    ok(await many({ task_ids: ids.slice(0, 2), sprint_id: other.id }))
    expect((await tasksOf(other)).map(({ titulo }) => titulo)).toEqual(['C', 'A'])
    ok(await many({ task_ids: ids, sprint_id: null }))
    expect(await titles()).toEqual(['C', 'A', 'D', 'B'])
    expect(await tasksOf(other)).toEqual([])
  })

  test('are given to a person, or to nobody', async () => {
    const bia = await register(server, { name: 'Bia' })
    await addToBoard(server, ana, board.id, bia, 'member')
    const ids = (await make('A', 'B')).map(({ id }) => id)
    const given = ok(await many({ task_ids: ids, assigned_to: bia.user.id })).data
    expect(given.map(({ assigned_user }) => assigned_user?.name)).toEqual(['Bia', 'Bia'])
    expect(ok(await many({ task_ids: ids, assigned_to: null })).data.map(({ assigned_user }) => assigned_user)).toEqual([null, null])
  })

  test('change all or none', async () => {
    const [a] = await make('A')
    const stranger = await register(server)
    const theirs = await makeBoard(server, stranger)
    const foreign = await makeCard(server, stranger, theirs)
    const elsewhere = await makeBoard(server, ana)
    const own = await makeCard(server, ana, elsewhere)
    const ended = await makeSprint(server, ana, board)
    const closed = await makeTask(server, ana, ended, 'Feita', { column_id: (await readSprint(server, ana, ended)).columns[2]?.id })
    await endSprint(server, ana, ended)
    const outside = await makeSprint(server, ana, elsewhere)
    const unseen = await makeSprint(server, stranger, theirs)
    const id = a?.id ?? 0
    const refusals: [object, number, string][] = [
      [{ task_ids: [id, own.id], sprint_id: sprint.id }, 400, texts.taskElsewhere],
      [{ task_ids: [id, foreign.id], sprint_id: sprint.id }, 400, texts.taskElsewhere],
      [{ task_ids: [id, 2_000_000_000], sprint_id: sprint.id }, 400, texts.taskElsewhere],
      [{ task_ids: [foreign.id], sprint_id: null }, 404, texts.notFound],
      [{ task_ids: [id], sprint_id: outside.id }, 400, texts.sprintElsewhere],
      [{ task_ids: [id], sprint_id: unseen.id }, 400, texts.sprintElsewhere],
      [{ task_ids: [id], sprint_id: 2_000_000_000 }, 400, texts.sprintElsewhere],
      [{ task_ids: [id], sprint_id: ended.id }, 409, texts.sprintEnded],
      [{ task_ids: [id, closed.id], sprint_id: sprint.id }, 409, texts.sprintEnded],
      [{ task_ids: [id], sprint_id: sprint.id, assigned_to: stranger.user.id }, 400, texts.assigneeElsewhere],
    ]
    const before = await backlog()
    for (const [body, status, text] of refusals) {
      const answer = await many(body)
      expect([body, answer.status, answer.body.message]).toEqual([body, status, text])
      expect(await backlog()).toEqual(before)
    }
    expect(await tasksOf(sprint)).toEqual([])
  })
})
