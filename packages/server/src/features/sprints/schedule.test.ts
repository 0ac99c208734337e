import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { relationsApi } from '@rodada/contract/cards/relations'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, makeSprint } from '../../../test/sprints.ts'
import { clockStepMs, longestTurn } from '../../../test/turns.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

test('a board says which of its cards are in which sprint and which wait for which, and nothing of those that it does not show', async () => {
  const { token } = ana
  const board = await makeBoard(server, ana)
  const beyond = await makeBoard(server, ana)
  const make = (title: string, on = board) => makeCard(server, ana, on, title)
  const schedule = async () => ok(await server.call(sprintsApi.schedule, { token, params: { boardId: board.id } })).data
  expect(await schedule()).toEqual({ sprints: [], blocks: [] })

  const now = await makeSprint(server, ana, board, { nome: 'Agora' })
  const next = await makeSprint(server, ana, board, { nome: 'Depois', data_inicio: day(20), data_fim: day(30) })
  const [a, b, c, gone] = [await make('A'), await make('B'), await make('C'), await make('Arquivado')]
  const far = await make('Longe', beyond)
  const block = async (cardId: number, card_id: number) =>
    ok(await server.call(relationsApi.add, { token, params: { cardId }, body: { kind: 'blocks', card_id } }))
  await block(a.id, b.id)
  await block(far.id, a.id)
  await block(gone.id, c.id)
  const plan = async (sprint_id: number, ...task_ids: number[]) =>
    ok(await server.call(sprintTasksApi.changeMany, { token, body: { task_ids, sprint_id } }))
  await plan(now.id, a.id, gone.id)
  await plan(next.id, c.id)
  ok(await server.call(cardsApi.archive, { token, params: { cardId: gone.id } }))
  const days = ({ id, nome, data_inicio, data_fim, status }: typeof now) => ({ id, nome, data_inicio, data_fim, status })
  expect(await schedule()).toEqual({
    sprints: [
      { ...days(now), card_ids: [a.id] },
      { ...days(next), card_ids: [c.id] },
    ],
    blocks: [{ card_id: a.id, blocked_id: b.id }],
  })

  ok(await server.call(boardsApi.archiveList, { token, params: { boardId: board.id, listId: a.list_id } }))
  expect((await schedule()).blocks).toEqual([])
})

test('a board of thousands of cards that wait for others keeps nobody waiting', async () => {
  const { db } = server.app.deps
  /** A board of so many cards; each of the first half blocks one of the others. */
  const fill = async (cards: number) => {
    const board = await makeBoard(server, ana)
    const { id, ...card } = await db
      .selectFrom('cards')
      .selectAll()
      .where('id', '=', (await makeCard(server, ana, board, 'Primeiro')).id)
      .executeTakeFirstOrThrow()
    const ids = [id]
    for (let from = 0; from < cards; from += 500) {
      const rows = Array.from({ length: Math.min(500, cards) }, (_, index) => ({
        ...card,
        number: 10 + from + index,
        rank: `b${10_000 + from + index}z`,
      }))
      const made = await db.insertInto('cards').values(rows).returning('id').execute()
      ids.push(...made.map((each) => each.id))
    }
    const relations = Array.from({ length: cards / 2 }, (_, index) => ({
      ...{ kind: 'blocks' as const, from_card_id: ids[index] ?? 0, to_card_id: ids[index + cards / 2] ?? 0 },
    }))
    await db.insertInto('card_relations').values(relations).execute()
    return board.id
  }
  const schedule = async (boardId: number) => ok(await server.call(sprintsApi.schedule, { token: ana.token, params: { boardId } })).data
  const longest = (boardId: number) => longestTurn(() => schedule(boardId))
  const [many, few] = [await fill(2000), await fill(20)]
  expect([(await schedule(many)).blocks.length, (await schedule(few)).blocks.length]).toEqual([1000, 10])
  const [most, least] = [await longest(many), await longest(few)]
  expect(most).toBeLessThan(5 * Math.max(least, clockStepMs))
})
