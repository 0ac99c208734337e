import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, endSprint, makeSprint, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let ana: Account
let bia: Account

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
  bia = await register(server, { name: 'Bia' })
})
afterAll(() => server.stop())

const token = () => ana.token
const fields = ['list_id', 'column_id', 'sprint_id', 'status', 'estimate', 'estimated_hours', 'assignee_id'] as const
const remembered = ['list_id', 'column_id', 'sprint_id', 'status', 'estimate', 'assignee_id'] as const

/** The entries of a board's cards, in their order. */
const journalOf = (boardId: number) =>
  server.app.deps.db
    .selectFrom('activities')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('of_card_id', 'is not', null)
    .orderBy('id')
    .execute()

/** The cards of a board as they are, deleted ones too, and whether each is shown. */
async function cardsOf(boardId: number) {
  const rows = await server.app.deps.db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .selectAll('cards')
    .select(['lists.archived_at as list_archived_at', 'lists.deleted_at as list_deleted_at'])
    .where('cards.board_id', '=', boardId)
    .execute()
  return rows.map((row) => ({
    ...row,
    shown: [row.archived_at, row.deleted_at, row.list_archived_at, row.list_deleted_at].every((at) => at === null) ? 1 : 0,
  }))
}

test('the journal tells by ids what a card became and who did it, also when a change only follows from another', async () => {
  const board = await makeBoard(server, ana)
  const [todo, doing] = board.lists.map(({ id }) => id)
  const card = await makeCard(server, ana, board, 'Pix parcelado')
  ok(await server.call(cardsApi.move, { token: token(), params: { cardId: card.id }, body: { list_id: doing ?? 0 } }))
  const sprint = await makeSprint(server, ana, board)
  ok(await server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: [card.id], sprint_id: sprint.id } }))
  const columns = (await readSprint(server, ana, sprint)).columns.map(({ id }) => id)
  ok(
    await server.call(sprintColumnsApi.update, {
      token: token(),
      params: { sprintId: sprint.id, columnId: columns[1] ?? 0 },
      body: { status: 'concluida' },
    }),
  )
  const entries = await journalOf(board.id)
  expect(
    entries.map(({ kind, user_id, from_list_id, list_id, from_status, status, from_sprint_id, sprint_id }) => ({
      kind,
      user_id,
      from_list_id,
      list_id,
      from_status,
      status,
      from_sprint_id,
      sprint_id,
    })),
  ).toEqual([
    {
      kind: 'card.created',
      user_id: ana.user.id,
      from_list_id: null,
      list_id: todo,
      from_status: null,
      status: 'pendente',
      from_sprint_id: null,
      sprint_id: null,
    },
    {
      kind: 'card.moved',
      user_id: ana.user.id,
      from_list_id: todo,
      list_id: doing,
      from_status: 'pendente',
      status: 'em_andamento',
      from_sprint_id: null,
      sprint_id: null,
    },
    {
      kind: 'card.moved',
      user_id: ana.user.id,
      from_list_id: doing,
      list_id: doing,
      from_status: 'em_andamento',
      status: 'em_andamento',
      from_sprint_id: null,
      sprint_id: sprint.id,
    },
    {
      kind: 'card.state',
      user_id: ana.user.id,
      from_list_id: doing,
      list_id: board.lists[2]?.id,
      from_status: 'em_andamento',
      status: 'concluida',
      from_sprint_id: sprint.id,
      sprint_id: sprint.id,
    },
  ])
  expect(ok(await server.call(boardsApi.activity, { token: token(), params: { boardId: board.id } })).map(({ kind }) => kind)).toEqual([
    'card.moved',
    'card.moved',
    'card.created',
    'board.created',
  ])
})

// ---- any row of changes -----------------------------------------------------------------------------------------------

type Step = { what: number; which: number; amount: number }
const steps = fc.array(fc.record({ what: fc.nat(12), which: fc.nat(50), amount: fc.nat(13) }), { minLength: 4, maxLength: 14 })

test('after any row of changes the last entry of each card is its present state, and each entry holds the state before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const board = await makeBoard(server, ana)
      await addToBoard(server, ana, board.id, bia, 'member')
      const sprint = await makeSprint(server, ana, board, { data_inicio: day(-1) })
      const planned = [await makeCard(server, ana, board, 'A'), await makeCard(server, ana, board, 'B')].map(({ id }) => id)
      ok(await server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: planned, sprint_id: sprint.id } }))
      for (const change of changes) await apply(board.id, sprint.id, change)
      const entries = await journalOf(board.id)
      const { ended_at, ...figures } = ok(await server.call(sprintsApi.get, { token: token(), params: { sprintId: sprint.id } })).data
      const last = [...new Map(entries.map((entry) => [entry.of_card_id, entry])).values()]
      const inside = last.filter((entry) => entry.sprint_id === sprint.id && entry.shown === 1 && entry.status !== 'cancelada')
      if (ended_at === null)
        expect([figures.total_tasks, figures.tasks_concluidas]).toEqual([
          inside.length,
          inside.filter(({ status }) => status === 'concluida').length,
        ])
      for (const card of await cardsOf(board.id)) {
        const own = entries.filter(({ of_card_id }) => of_card_id === card.id)
        expect(own.at(-1)).toMatchObject(Object.fromEntries([...fields, 'shown' as const].map((field) => [field, card[field]])))
        expect(own[0]).toMatchObject({ kind: 'card.created', from_status: null })
        for (const [index, entry] of own.entries()) {
          if (entry.from_status === null) continue
          const before = own[index - 1]
          expect(Object.fromEntries(remembered.map((field) => [field, entry[`from_${field}`]]))).toEqual(
            Object.fromEntries(remembered.map((field) => [field, before?.[field]])),
          )
        }
      }
    }),
    // Every call is several times slower there, and the program is the same.
    { numRuns: process.env.TEST_DATABASE_URL ? 6 : 15 },
  )
})

/** Does one thing, if it can be done now; a refusal changes nothing. */
async function apply(boardId: number, sprintId: number, { what, which, amount }: Step): Promise<void> {
  const cards = await cardsOf(boardId)
  const pick = <T>(of: readonly T[]): T | undefined => of[which % Math.max(1, of.length)]
  const board = ok(await server.call(boardsApi.get, { token: token(), params: { boardId } }))
  if (board.lists.length === 0) return
  const card = pick(cards)
  const cardId = card?.id ?? 0
  const listId = pick(board.lists)?.id ?? 0
  const call = server.call
  if (what <= 1 || !card) await makeCard(server, ana, { ...board, lists: board.lists.filter(({ id }) => id === listId) }, `Cartão ${which}`)
  else if (what <= 3) await call(cardsApi.move, { token: token(), params: { cardId }, body: { list_id: listId } })
  else if (what === 4)
    await call(cardsApi.update, { token: token(), params: { cardId }, body: { estimate: amount, title: `Título ${amount}` } })
  else if (what === 5)
    await call(cardsApi.assign, { token: token(), params: { cardId }, body: { user_id: amount % 2 === 0 ? bia.user.id : null } })
  else if (what === 6)
    await call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: [cardId], sprint_id: amount % 4 === 0 ? null : sprintId } })
  else if (what === 7) await call(cardsApi.archive, { token: token(), params: { cardId } })
  else if (what === 8) await call(cardsApi.remove, { token: token(), params: { cardId } })
  else if (what === 9) await call(cardsApi.restore, { token: token(), params: { cardId } })
  else if (what === 10)
    await call(boardsApi.updateList, {
      token: token(),
      params: { boardId, listId },
      body: { status: amount % 2 === 0 ? 'concluida' : 'pendente' },
    })
  else if (what === 11) await call(boardsApi.archiveList, { token: token(), params: { boardId, listId } })
  else {
    const columns = (await readSprint(server, ana, { id: sprintId })).columns
    const columnId = pick(columns)?.id ?? 0
    await call(sprintTasksApi.update, { token: token(), params: { taskId: cardId }, body: { column_id: columnId } })
    if (amount > 11) await call(sprintColumnsApi.remove, { token: token(), params: { sprintId, columnId }, query: {} })
    if (amount > 12) await call(sprintsApi.update, { token: token(), params: { sprintId }, body: { status: 'encerrada' } })
  }
}

test('nothing that happens to the cards of an ended sprint, then or later, changes the sprint', async () => {
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board)
  const card = await makeCard(server, ana, board, 'Fica aberta')
  ok(await server.call(sprintTasksApi.changeMany, { token: token(), body: { task_ids: [card.id], sprint_id: sprint.id } }))
  await endSprint(server, ana, sprint)
  const [closed] = await server.app.deps.db.selectFrom('sprints').select('journal_end').where('id', '=', sprint.id).execute()
  const leaving = (await journalOf(board.id)).filter(({ from_sprint_id }) => from_sprint_id === sprint.id)
  expect(leaving).toHaveLength(1)
  expect(leaving[0]?.id).toBeGreaterThan(closed?.journal_end ?? Number.POSITIVE_INFINITY)
})
