import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { boardColors, workStatuses } from '@rodada/contract/boards/settings'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, login, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { callThrough, startServer, type TestServer } from '../../../test/harness.ts'
import { filesMs, runImport, sendImport, settled } from '../../../test/imports.ts'
import { changeTask, day, endSprint, makeSprint, makeTask } from '../../../test/sprints.ts'
import { defaultTimeZone, startOfDay } from '../../platform/time.ts'
import { createInstanceNumbers } from './instance-numbers.ts'
import { daysOf } from './view.ts'

let server: TestServer
/** The first account, which administers. */
let admin: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Primeira' })
})
afterAll(() => server.stop())

/** What the page and the list of tasks say, on every process. */
async function readNumbers() {
  const { token } = admin
  const seen = await Promise.all(
    server.urls.map(async (url) => {
      const call = callThrough((path, init) => fetch(url + path, init))
      const { current_sprint, ...numbers } = ok(await call(adminApi.dashboard, { token }))
      const { total } = ok(await call(adminApi.tasks, { token, query: { limit: 1 } }))
      const { total: late } = ok(await call(adminApi.tasks, { token, query: { limit: 1, late: 'true' } }))
      const ofStatus: Record<string, number> = {}
      for (const status of workStatuses) ofStatus[status] = ok(await call(adminApi.tasks, { token, query: { limit: 1, status } })).total
      return { ...numbers, sprint: current_sprint?.id ?? null, total, late, ofStatus }
    }),
  )
  const [first, ...others] = seen
  for (const other of others) expect(other).toEqual(first)
  return first
}

/** The same, counted row by row in what is stored. */
async function countByHand() {
  const { db } = server.app.deps
  const [users, boards, lists, allCards, sprints, labels, pairs] = [
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('boards').selectAll().where('deleted_at', 'is', null).where('is_template', '=', 0).execute(),
    await db.selectFrom('lists').selectAll().execute(),
    await db.selectFrom('cards').selectAll().execute(),
    await db.selectFrom('sprints').selectAll().execute(),
    await db.selectFrom('labels').selectAll().execute(),
    await db.selectFrom('card_labels').selectAll().execute(),
  ]
  const isThere = new Set(boards.map(({ id }) => id))
  const shown = new Set(lists.filter((list) => isThere.has(list.board_id) && !list.archived_at && !list.deleted_at).map(({ id }) => id))
  const shownCards = allCards.filter((card) => shown.has(card.list_id) && !card.archived_at && !card.deleted_at)
  const cards = shownCards.filter(({ status }) => status !== 'cancelada')
  type Cards = typeof cards
  const isDone = ({ status }: Cards[number]) => status === 'concluida'
  const isLate = (card: Cards[number]) => !isDone(card) && card.due_date !== null && card.due_date < day()
  const points = (some: Cards) => some.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0)
  const statesOf = (some: Cards) => ({
    completed: some.filter(isDone).length,
    in_progress: some.filter(({ status }) => status === 'em_andamento').length,
    overdue: some.filter(isLate).length,
  })
  const open = sprints.filter((sprint) => isThere.has(sprint.board_id) && sprint.ended_at === null)
  const rank = ({ ends_on, starts_on, status }: (typeof open)[number]) =>
    ends_on < day() ? '2' : status === 'planejada' && starts_on > day() ? '1' : '0'
  const [sprint] = open.sort((a, b) => `${rank(a)}${a.ends_on}`.localeCompare(`${rank(b)}${b.ends_on}`) || a.id - b.id)
  const [year, month] = [Number(day().slice(0, 4)), Number(day().slice(5, 7))]
  const months = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(year, month - 6 + at, 1)).toISOString().slice(0, 10))
  const isIn = (at: string | null, index: number) =>
    at !== null && at >= startOfDay(months[index] ?? '', defaultTimeZone) && at < startOfDay(months[index + 1] ?? '', defaultTimeZone)
  const labelled = (words: RegExp) => {
    const named = new Set(labels.filter(({ search_text }) => words.test(search_text)).map(({ id }) => id))
    const ids = new Set(pairs.filter(({ label_id }) => named.has(label_id)).map(({ card_id }) => card_id))
    const some = cards.filter(({ id }) => ids.has(id))
    const completed = some.filter(isDone).length
    return { open: some.length - completed, completed, opened_this_month: some.filter(({ created_at }) => isIn(created_at, 5)).length }
  }
  const byPerson = users
    .map((user) => ({ user, own: cards.filter(({ assignee_id }) => assignee_id === user.id) }))
    .filter(({ own }) => own.length > 0)
    .sort((a, b) => b.own.length - a.own.length || a.user.id - b.user.id)
  return {
    stats: {
      users: users.length,
      active_users: users.filter(({ deactivated_at }) => deactivated_at === null).length,
      boards: boards.length,
      active_sprints: open.length,
      tasks: cards.length,
      ...statesOf(cards),
    },
    performance: byPerson.slice(0, 10).map(({ user: { id, name, avatar_url }, own }) => ({
      user: { id, name, avatar_url },
      total: own.length,
      ...statesOf(own),
      points: points(own.filter(isDone)),
    })),
    monthly: months.slice(0, 6).map((first, index) => {
      const completed = cards.filter(({ completed_at }) => isIn(completed_at, index))
      return {
        month: first.slice(0, 7),
        created: cards.filter(({ created_at }) => isIn(created_at, index)).length,
        completed: completed.length,
        points: points(completed),
      }
    }),
    bugs: labelled(/\b(bugs?|defeitos?|erros?)\b/),
    improvements: labelled(/\bmelhorias?\b/),
    sprint: sprint?.id ?? null,
    total: cards.length,
    late: cards.filter(isLate).length,
    ofStatus: Object.fromEntries(workStatuses.map((each) => [each, shownCards.filter(({ status }) => status === each).length])),
  }
}

test('the numbers are those of what is stored, whatever changed since they were read', { timeout: filesMs }, async () => {
  const [ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
  const { token } = ana
  const [board, other] = [await makeBoard(server, ana), await makeBoard(server, ana, { title: 'Outro' })]
  const params = { boardId: board.id }
  const list = (at: number, of = board) => of.lists[at]?.id ?? 0
  const seen = new Set<string>()
  /** Does something by which a number changes, and compares all of them. */
  const after = async (name: string, act: () => Promise<unknown>) => {
    const before = await readNumbers()
    await act()
    const now = await readNumbers()
    expect([name, now]).toEqual([name, await countByHand()])
    // A step that changes no number would prove nothing.
    expect([name, now]).not.toEqual([name, before])
    seen.add(name)
  }
  const call = (name: string, ...[endpoint, options]: Parameters<TestServer['call']>) =>
    after(name, async () => ok(await server.call(endpoint, { token, ...options })))

  // People, and cards one by one.
  await after('an account', () => register(server, { name: 'Caio' }))
  await after('a board', () => makeBoard(server, ana))
  let card = await makeCard(server, ana, board, 'Pix')
  const of = { cardId: card.id }
  await after('a card', async () => {
    card = await makeCard(server, ana, board, 'Boleto', 0, { estimate: 0.1 })
  })
  const boleto = { cardId: card.id }
  await call('late', cardsApi.update, { params: of, body: { due_date: day(-1) } })
  await call('assigned', cardsApi.assign, { params: of, body: { user_id: ana.user.id } })
  await call('in progress', cardsApi.move, { params: of, body: { list_id: list(1) } })
  await call('done', listCardsApi.gather, { params: { ...params, listId: list(2) }, body: { card_ids: [card.id, of.cardId] } })
  await call('estimated', cardsApi.update, { params: of, body: { estimate: 0.2 } })
  await call('handed on', cardsApi.assign, { params: boleto, body: { user_id: ana.user.id } })
  await call('archived', cardsApi.archive, { params: of })
  await call('brought back', cardsApi.restore, { params: of })
  await call('to another board', cardsApi.move, { params: of, body: { list_id: list(0, other) } })
  await call('and back', cardsApi.move, { params: of, body: { list_id: list(2) } })
  await call('copied', cardsApi.copy, { params: of, body: {} })
  await call('deleted', cardsApi.remove, { params: boleto })

  // Labels.
  const label = async (name: string, on = board) =>
    ok(await server.call(boardsApi.addLabel, { token, params: { boardId: on.id }, body: { name, color: boardColors.pitanga } })).id
  const [bug, better] = [await label('Bug crítico'), await label('Visual')]
  await call('a bug', cardsApi.addLabel, { params: of, body: { label_id: bug } })
  const [plain] = (await Promise.all([makeCard(server, ana, board, 'Tela')])).map(({ id }) => id)
  ok(await server.call(cardsApi.addLabel, { token, params: { cardId: plain ?? 0 }, body: { label_id: better } }))
  await call('a label becomes an improvement', boardsApi.updateLabel, {
    params: { ...params, labelId: better },
    body: { name: 'Melhoria' },
  })
  await call('a bug no more', cardsApi.removeLabel, { params: { ...of, labelId: bug } })
  await call('a label is gone', boardsApi.removeLabel, { params: { ...params, labelId: better } })
  await call('a bug is told', adminApi.reportBug, { token: admin.token, body: { board_id: board.id, title: 'Erro ao pagar' } })

  // Lists.
  await call('a list is cancelled', boardsApi.updateList, { params: { ...params, listId: list(0) }, body: { status: 'cancelada' } })
  await call('is blocked', boardsApi.updateList, { params: { ...params, listId: list(0) }, body: { status: 'impedimento' } })
  await call('and is not', boardsApi.updateList, { params: { ...params, listId: list(0) }, body: { status: 'pendente' } })
  await call('a list is archived', boardsApi.archiveList, { params: { ...params, listId: list(2) } })
  await call('and brought back', boardsApi.restoreList, { params: { ...params, listId: list(2) } })
  await call('a list is copied', boardsApi.copyList, { params: { ...params, listId: list(2) }, body: { title: 'Feito de novo' } })
  await call('a list is emptied', boardsApi.removeList, { params: { ...params, listId: list(2) }, query: { target_list_id: list(1) } })
  await call('a list is deleted', boardsApi.removeList, { params: { ...params, listId: list(0) } })

  // Sprints.
  let sprint = await makeSprint(server, ana, board)
  const late = await makeSprint(server, ana, other, { data_inicio: day(-9), data_fim: day(-5) })
  const ofLate = { sprintId: late.id }
  await after('a task', () => makeTask(server, ana, sprint))
  await call('many at once', sprintTasksApi.changeMany, {
    body: { task_ids: [(await makeTask(server, ana, sprint)).id], assigned_to: ana.user.id },
  })
  await after('a task is cancelled', async () => {
    await changeTask(server, ana, (await makeTask(server, ana, sprint)).id, { status: 'cancelada' })
    await makeTask(server, ana, sprint)
  })
  await after('a sprint ends', () => endSprint(server, ana, sprint))
  await call('and goes on', sprintClosingApi.reopen, { params: { sprintId: sprint.id } })
  await after('a further sprint', async () => {
    sprint = await makeSprint(server, ana, other, { data_inicio: day(-1), data_fim: day(1) })
  })
  await call('is deleted', sprintsApi.remove, { params: { sprintId: sprint.id } })
  await call('one lasts for longer', sprintsApi.update, { params: ofLate, body: { data_fim: day(1) } })

  // Boards.
  await call('a board is copied', boardsApi.copy, { params, body: { title: 'Cópia', cards: true } })
  await call('a template', boardsApi.update, { params, body: { is_template: true } })
  await call('a template no more', boardsApi.update, { params, body: { is_template: false } })
  await call('a board is deleted', boardsApi.remove, { params })
  await call('a board is back', boardsApi.restore, { params })
  const file = 'Título,Lista,Etiquetas\nPagar,Feito,Bug\nCobrar,Fazendo,Melhoria'
  let importId = 0
  await after('a file is brought', async () => {
    importId = (await runImport(server, ana, (await sendImport(server, ana, 'csv', file, 'tarefas.csv')).id)).id
  })
  await after('and is brought again, with more', async () => {
    const looked = await sendImport(server, ana, 'csv', `${file}\nMais um,Feito,`, 'tarefas.csv')
    importId = (await runImport(server, ana, looked.id)).id
  })
  await after('the import is undone', async () => {
    ok(await server.call(importsApi.undo, { token, params: { importId } }))
    await settled(server, ana, importId)
  })

  // People leave.
  await addToBoard(server, ana, board.id, bia, 'member')
  const [rest] = ok(await server.call(boardsApi.get, { token, params })).lists.flatMap(({ cards }) => cards)
  await call('assigned to who leaves', cardsApi.assign, { params: { cardId: rest?.id ?? 0 }, body: { user_id: bia.user.id } })
  const change = (body: object) => ({ token: admin.token, params: { userId: bia.user.id }, body })
  await call('an account is deactivated', adminApi.updateUser, change({ is_active: false }))
  await call('and in use again', adminApi.updateUser, change({ is_active: true }))
  await call('a member is removed', boardsApi.removeMember, { params: { ...params, userId: bia.user.id } })

  // What was deleted is purged, and nobody sees a difference.
  await server.app.deps.db
    .updateTable('cards')
    .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
    .where('deleted_at', 'is not', null)
    .execute()
  await server.app.runJobs()
  expect(await readNumbers()).toEqual(await countByHand())
  expect(seen.size).toBeGreaterThan(40)
})

test('who writes while a board is counted has it counted once more', async () => {
  const board = await makeBoard(server, admin)
  const days = daysOf(day())
  for (let at = 1; at <= 4; at++) {
    let statements = 0
    const reads = server.app.deps.reads.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++
        if (statements === at) await makeCard(server, admin, board, 'Pix', 2)
        return result
      },
    })
    const count = createInstanceNumbers(reads)
    await count(days)
    expect(statements).toBeGreaterThanOrEqual(at)
    expect((await count(days)).sums).toMatchObject({ tasks: (await countByHand()).total })
  }
})

test('boards that are too many to remember are counted each time', async () => {
  const board = await makeBoard(server, admin)
  const days = daysOf(day())
  const { reads } = server.app.deps
  const count = createInstanceNumbers(reads, 2)
  for (let times = 0; times < 3; times++) {
    await makeCard(server, admin, board, 'Pix', 2)
    expect(await count(days)).toEqual(await createInstanceNumbers(reads)(days))
  }
})

test('a day later more is late, though nobody changed anything', async () => {
  const alone = await startServer({ alone: true })
  try {
    const ana = await register(alone)
    const board = await makeBoard(alone, ana)
    for (const days of [-1, 0, 1]) await makeCard(alone, ana, board, 'Pix', 0, { due_date: day(days) })
    const lateNow = async () => {
      const token = await login(alone, ana)
      const { stats, monthly } = ok(await alone.call(adminApi.dashboard, { token }))
      const { total } = ok(await alone.call(adminApi.tasks, { token, query: { late: 'true' } }))
      expect(total).toBe(stats.overdue)
      return [stats.overdue, monthly.at(-1)?.month]
    }
    expect(await lateNow()).toEqual([1, day().slice(0, 7)])
    for (const [days, late] of [
      [1, 2],
      [40, 3],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60_000 })
      expect(await lateNow()).toEqual([late, day().slice(0, 7)])
      vi.useRealTimers()
    }
  } finally {
    vi.useRealTimers()
    await alone.stop()
  }
})
