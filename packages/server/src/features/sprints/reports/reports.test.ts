import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { type Amount, type BurndownDay, sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'
import { defaultTimeZone, startOfDay } from '../../../platform/time.ts'
import { idealShares } from './burndown-view.ts'

let server: TestServer
let ana: Account
const token = () => ana.token

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server)
})
afterAll(() => server.stop())

const burndown = async ({ id }: Pick<Sprint, 'id'>) =>
  ok(await server.call(sprintReportsApi.burndown, { token: token(), params: { sprintId: id } })).data
const report = async ({ id }: Pick<Sprint, 'id'>) =>
  ok(await server.call(sprintReportsApi.report, { token: token(), params: { sprintId: id } })).data
const velocity = async ({ id }: Pick<Board, 'id'>) =>
  ok(await server.call(sprintReportsApi.velocity, { token: token(), params: { boardId: id } })).data

/** Noon of a day, counted from today, where people are. */
const noon = (fromToday: number) => new Date(Date.parse(startOfDay(day(fromToday), defaultTimeZone)) + 12 * 3_600_000).toISOString()

/** A sprint whose days have passed: what is done after `on(n)` happened on the day n of the sprint, counted from 0. */
async function pastSprint(board: Board, length: number, daysGone: number) {
  const { db } = server.app.deps
  const sprint = await makeSprint(server, ana, board, { data_inicio: day(-daysGone), data_fim: day(-daysGone + length - 1) })
  await db
    .updateTable('sprints')
    .set({ created_at: noon(-daysGone) })
    .where('id', '=', sprint.id)
    .execute()
  const columns = (await readSprint(server, ana, sprint)).columns.map(({ id }) => id)
  let known = 0
  /** Says that what was journalled since the last call happened on a day of the sprint. */
  const on = async (dayOfSprint: number) => {
    await db
      .updateTable('activities')
      .set({ created_at: noon(dayOfSprint - daysGone) })
      .where((eb) => eb.or([eb('sprint_id', '=', sprint.id), eb('from_sprint_id', '=', sprint.id)]))
      .where('id', '>', known)
      .execute()
    const last = await db.selectFrom('activities').select(sql<number>`max(id)`.as('id')).executeTakeFirst()
    known = last?.id ?? known
  }
  return { sprint, columns, on }
}

const amount = (points: number, hours: number, tasks: number): Amount => ({ points, hours, tasks })
const many = (body: unknown) => server.call(sprintTasksApi.changeMany, { token: token(), body })

describe('the burndown', () => {
  test('goes day by day from the commitment, with what was added, and nothing for days to come', async () => {
    const board = await makeBoard(server, ana)
    const { sprint, columns, on } = await pastSprint(board, 5, 2)
    const a = await makeTask(server, ana, sprint, 'A', { estimativa_pontos: 5, estimativa_horas: 4 })
    const b = await makeTask(server, ana, sprint, 'B', { estimativa_pontos: 3 })
    await on(0)
    await changeTask(server, ana, a.id, { column_id: columns[2] })
    await makeTask(server, ana, sprint, 'C', { estimativa_pontos: 2, estimativa_horas: 1.5 })
    await on(1)
    await changeTask(server, ana, b.id, { estimativa_pontos: 8 })
    await on(2)
    const { committed, completed, days } = await burndown(sprint)
    expect(committed).toEqual(amount(8, 4, 2))
    expect(completed).toEqual(amount(5, 4, 1))
    expect(days.map((row) => row.day)).toEqual([day(-2), day(-1), day(), day(1), day(2)])
    expect(days.map((row) => row.remaining)).toEqual([amount(8, 4, 2), amount(5, 1.5, 2), amount(10, 1.5, 2), null, null])
    expect(days.map((row) => row.scope)).toEqual([amount(8, 4, 2), amount(10, 5.5, 3), amount(15, 5.5, 3), null, null])
    expect(days.map((row) => row.added)).toEqual([amount(0, 0, 0), amount(2, 1.5, 1), amount(5, 0, 0), null, null])
    expect(days[0]?.ideal).toEqual(committed)
    expect(days[4]?.ideal).toEqual(amount(0, 0, 0))
  })

  test.each([
    ['2026-11-02', '2026-11-06', [1, 0.75, 0.5, 0.25, 0]],
    ['2026-11-05', '2026-11-10', [1, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 0]],
    ['2026-11-02', '2026-11-08', [1, 0.75, 0.5, 0.25, 0, 0, 0]],
    ['2026-11-07', '2026-11-08', [1, 0]],
    ['2026-11-06', '2026-11-08', [1, 0.5, 0]],
  ])('its ideal falls from %s to %s on weekdays', (first, last, shares) => {
    expect([...idealShares(first, last).values()]).toEqual(shares)
  })

  test('of a sprint made after its first day begins where it was made', async () => {
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board, { data_inicio: day(-3), data_fim: day(3) })
    await makeTask(server, ana, sprint, 'A', { estimativa_pontos: 5 })
    const { committed, days } = await burndown(sprint)
    expect(committed.points).toBe(5)
    expect(days.map(({ remaining }) => remaining?.points)).toEqual([undefined, undefined, undefined, 5, undefined, undefined, undefined])
  })

  test('of a planned sprint has a commitment and no days yet; of a late one it lasts until today', async () => {
    const board = await makeBoard(server, ana)
    const planned = await makeSprint(server, ana, board, { data_inicio: day(2), data_fim: day(4) })
    await makeTask(server, ana, planned, 'A', { estimativa_pontos: 3 })
    const ahead = await burndown(planned)
    expect([ahead.committed.points, ahead.days.map(({ remaining }) => remaining)]).toEqual([3, [null, null, null]])
    const { sprint, on } = await pastSprint(board, 3, 5)
    await makeTask(server, ana, sprint, 'B', { estimativa_pontos: 3 })
    await on(0)
    const { days } = await burndown(sprint)
    expect(days.map((row) => row.day)).toEqual([-5, -4, -3, -2, -1, 0].map(day))
    expect(days.map(({ ideal, remaining }) => [ideal.points === 0, remaining?.points]).slice(2)).toEqual(Array(4).fill([true, 3]))
  })

  test('of a sprint that was started a thousand years before its first day has no more days than sprints may last', async () => {
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board, { data_inicio: '2998-01-01', data_fim: '2998-12-31' })
    ok(await server.call(sprintsApi.update, { token: token(), params: { sprintId: sprint.id }, body: { status: 'ativa' } }))
    const { days } = await burndown(sprint)
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2996-12-31', '2998-12-31'])
  })

  test('of a sprint that was started before its first day begins today', async () => {
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board, { data_inicio: day(2), data_fim: day(4) })
    ok(await server.call(sprintsApi.update, { token: token(), params: { sprintId: sprint.id }, body: { status: 'ativa' } }))
    const done = (await readSprint(server, ana, sprint)).columns[2]?.id
    await makeTask(server, ana, sprint, 'A', { estimativa_pontos: 5, column_id: done })
    await makeTask(server, ana, sprint, 'B', { estimativa_pontos: 3 })
    const { committed, completed, days } = await burndown(sprint)
    expect([committed, completed]).toEqual([amount(8, 0, 2), amount(5, 0, 1)])
    expect(days.map((row) => row.day)).toEqual([0, 1, 2, 3, 4].map(day))
    expect(days.map(({ remaining }) => remaining?.points)).toEqual([3, undefined, undefined, undefined, undefined])
    expect(days.map(({ ideal }) => ideal.points).slice(0, 3)).toEqual([8, 8, 8])
    const { added, done: delivered } = await report(sprint)
    expect([added.tasks, delivered.map(({ titulo }) => titulo)]).toEqual([0, ['A']])
  })
})

describe('once a sprint ended', () => {
  test('burndown, report and velocity stay what they were, whatever becomes of its cards', async () => {
    const board = await makeBoard(server, ana)
    const { sprint, columns, on } = await pastSprint(board, 4, 2)
    const done = await makeTask(server, ana, sprint, 'Feita', { estimativa_pontos: 5, column_id: columns[2] })
    const open = await makeTask(server, ana, sprint, 'Aberta', { estimativa_pontos: 3 })
    const left = await makeTask(server, ana, sprint, 'Saiu', { estimativa_pontos: 1 })
    await on(0)
    const late = await makeTask(server, ana, sprint, 'Depois', { estimativa_pontos: 2, column_id: columns[2] })
    ok(await many({ task_ids: [left.id], sprint_id: null }))
    await on(1)
    await endSprint(server, ana, sprint)
    // All but where the cards are now, which is not the sprint's.
    const then = async () => {
      const { done, open, left, ...numbers } = await report(sprint)
      const asThen = (tasks: typeof done) => tasks.map(({ now_in: _, ...task }) => task)
      return { ...numbers, done: asThen(done), open: asThen(open), left: asThen(left) }
    }
    const read = async () => [await burndown(sprint), await then(), await velocity(board)] as const
    const before = await read()
    expect(before[0]).toMatchObject({ committed: amount(9, 0, 3), completed: amount(7, 0, 2) })
    expect(before[0].days[3]).toMatchObject({ remaining: null, scope: null, added: null })
    const rows = (tasks: (typeof before)[1]['done']) => tasks.map(({ card_id, added_late }) => [card_id, added_late])
    expect(before[1]).toMatchObject({
      committed: amount(9, 0, 3),
      completed: amount(7, 0, 2),
      added: amount(2, 0, 1),
      spilled: amount(3, 0, 1),
    })
    expect([rows(before[1].done), rows(before[1].open), rows(before[1].left)]).toEqual([
      [
        [done.id, false],
        [late.id, true],
      ],
      [[open.id, false]],
      [[left.id, false]],
    ])
    expect(before[2].sprints).toEqual([
      {
        ...{ sprint_id: sprint.id, nome: sprint.nome, data_fim: sprint.data_fim },
        ...{ committed: amount(9, 0, 3), completed: amount(7, 0, 2), recorded: true },
      },
    ])
    ok(await server.call(cardsApi.update, { token: token(), params: { cardId: done.id }, body: { estimate: 100, title: 'Outra' } }))
    ok(await server.call(cardsApi.move, { token: token(), params: { cardId: done.id }, body: { list_id: board.lists[0]?.id } }))
    ok(await server.call(cardsApi.archive, { token: token(), params: { cardId: open.id } }))
    expect(await read()).toEqual(before)
    ok(await server.call(cardsApi.remove, { token: token(), params: { cardId: late.id } }))
    const after = await report(sprint)
    expect(after.done.map(({ visible }) => visible)).toEqual([true, false])
    expect(after.completed).toEqual(before[1].completed)
  })

  test('says how many days each task took, from the beginning of its work, and goes on saying it', async () => {
    const board = await makeBoard(server, ana)
    const { sprint, columns, on } = await pastSprint(board, 4, 3)
    const worked = await makeTask(server, ana, sprint, 'Trabalhada', { estimativa_pontos: 5, column_id: columns[1] })
    const skipped = await makeTask(server, ana, sprint, 'Direto ao fim', { estimativa_pontos: 5, column_id: columns[2] })
    await server.app.deps.db
      .updateTable('cards')
      .set({ started_at: noon(-3) })
      .where('id', '=', worked.id)
      .execute()
    await on(0)
    await changeTask(server, ana, worked.id, { column_id: columns[2] })
    await on(2)
    await endSprint(server, ana, sprint)
    const days = async () => (await report(sprint)).done.map((task) => [task.card_id, task.days])
    const expected = [
      [worked.id, 3],
      [skipped.id, null],
    ]
    expect(await days()).toEqual(expected)
    ok(await server.call(cardsApi.move, { token: token(), params: { cardId: worked.id }, body: { list_id: board.lists[0]?.id } }))
    expect(await days()).toEqual(expected)
  })

  test('velocity shows the last eight of a board, oldest first, and the mean of the last three', async () => {
    const board = await makeBoard(server, ana)
    expect(await velocity(board)).toEqual({ sprints: [], average: amount(0, 0, 0), average_of: 0 })
    const ended: number[] = []
    for (let n = 1; n <= 9; n++) {
      const sprint = await makeSprint(server, ana, board, { nome: `Sprint ${n}` })
      const done = (await readSprint(server, ana, sprint)).columns[2]?.id
      await makeTask(server, ana, sprint, 'A', { estimativa_pontos: n, column_id: done })
      await makeTask(server, ana, sprint, 'B', { estimativa_pontos: 1 })
      await endSprint(server, ana, sprint)
      ended.push(sprint.id)
    }
    const { sprints, average, average_of } = await velocity(board)
    expect(sprints.map(({ sprint_id }) => sprint_id)).toEqual(ended.slice(1))
    expect(sprints.map(({ committed, completed }) => [committed.points, completed.points])).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n + 1, n]),
    )
    expect([average, average_of]).toEqual([amount(8, 0, 1), 3])
  })

  test('velocity leaves out what was called off before it began, not what was finished early', async () => {
    const board = await makeBoard(server, ana)
    const next = { data_inicio: day(3), data_fim: day(9) }
    const early = await makeSprint(server, ana, board, next)
    await makeTask(server, ana, early, 'A', { estimativa_pontos: 5, column_id: (await readSprint(server, ana, early)).columns[2]?.id })
    await endSprint(server, ana, early)
    const off = await makeSprint(server, ana, board, next)
    await makeTask(server, ana, off, 'B', { estimativa_pontos: 8 })
    await endSprint(server, ana, off)
    const idle = await makeSprint(server, ana, board)
    await endSprint(server, ana, idle)
    const { sprints, average } = await velocity(board)
    expect(sprints.map(({ sprint_id }) => sprint_id)).toEqual([early.id, idle.id])
    expect(average.points).toBe(2.5)
  })

  test('deleting the sprint deletes its numbers', async () => {
    const board = await makeBoard(server, ana)
    const sprint = await makeSprint(server, ana, board)
    await makeTask(server, ana, sprint)
    await endSprint(server, ana, sprint)
    ok(await server.call(sprintsApi.remove, { token: token(), params: { sprintId: sprint.id } }))
    expect((await velocity(board)).sprints).toEqual([])
    const asked = await server.call(sprintReportsApi.report, { token: token(), params: { sprintId: sprint.id } })
    expect(asked.status).toBe(404)
  })
})

// ---- any row of changes against a model that keeps every state -------------------------------------------------------

type Known = { id: number; inside: boolean; archived: boolean; status: 'open' | 'done' | 'cancelled'; points: number; hours: number }
type Step = { what: number; which: number; points: number; hours: number }
const steps = fc.array(
  fc.record({ what: fc.nat(7), which: fc.nat(100), points: fc.nat(13), hours: fc.nat(8).map((halves) => halves / 2) }),
  { minLength: 1, maxLength: 8 },
)

/** How a status counts. */
const stateOf = (status: WorkStatus): Known['status'] => (status === 'cancelada' ? 'cancelled' : status === 'concluida' ? 'done' : 'open')

/** Does one change through the API and in the model, which takes a card's status from the answer and counts for itself. */
async function take(step: Step, world: { sprint: Sprint; columns: number[]; board: Board; cards: Known[] }): Promise<void> {
  const { sprint, columns, board, cards } = world
  const estimates = { estimativa_pontos: step.points, estimativa_horas: step.hours }
  const shown = cards.filter(({ archived }) => !archived)
  const card = shown[step.which % Math.max(shown.length, 1)]
  if (step.what === 0 || !card) {
    const { id } = await makeTask(server, ana, sprint, 'Nova', estimates)
    cards.push({ id, inside: true, archived: false, status: 'open', points: step.points, hours: step.hours })
  } else if (step.what === 1) {
    await changeTask(server, ana, card.id, estimates)
    Object.assign(card, { points: step.points, hours: step.hours })
  } else if (step.what === 2 || step.what === 3) {
    const body = { list_id: board.lists[step.what === 2 ? 0 : 2]?.id }
    card.status = stateOf(ok(await server.call(cardsApi.move, { token: token(), params: { cardId: card.id }, body })).status)
  } else if (step.what === 4) {
    const place = card.inside ? { column_id: columns[step.which % 3], after_id: null } : { status: 'em_andamento' }
    card.status = stateOf((await changeTask(server, ana, card.id, place)).status)
  } else if (step.what === 5) {
    card.status = stateOf((await changeTask(server, ana, card.id, { status: 'cancelada' })).status)
  } else if (step.what === 6) {
    const [moved] = ok(await many({ task_ids: [card.id], sprint_id: card.inside ? null : sprint.id })).data
    Object.assign(card, { inside: !card.inside, status: stateOf(moved?.status ?? 'pendente') })
  } else {
    ok(await server.call(cardsApi.archive, { token: token(), params: { cardId: card.id } }))
    card.archived = true
  }
}

const added = (cards: readonly Known[]): Amount =>
  cards.reduce((sum, card) => amount(sum.points + card.points, sum.hours + card.hours, sum.tasks + 1), amount(0, 0, 0))
const less = (a: Amount, b: Amount): Amount => amount(a.points - b.points, a.hours - b.hours, a.tasks - b.tasks)

/** From now on every entry of a sprint's journal is read, also those that later ones replaced. */
const readAll = async ({ id }: Pick<Sprint, 'id'>) =>
  server.app.deps.db.updateTable('activities').set({ replaced: 0 }).where('sprint_id', '=', id).execute()

test('however often a card changes in a day, its figures read two of the entries', async () => {
  const board = await makeBoard(server, ana)
  const { sprint, columns } = await pastSprint(board, 5, 2)
  const card = await makeTask(server, ana, sprint, 'Vai e volta')
  for (let n = 0; n < 9; n += 1) await changeTask(server, ana, card.id, { column_id: columns[n % 3], estimativa_pontos: n })
  for (let n = 0; n < 4; n += 1) await changeTask(server, ana, card.id, { status: n % 2 === 0 ? 'cancelada' : 'pendente' })
  await changeTask(server, ana, card.id, { status: 'cancelada' })
  const entries = await server.app.deps.db.selectFrom('activities').select('replaced').where('sprint_id', '=', sprint.id).execute()
  expect([entries.length, entries.filter(({ replaced }) => replaced === 0).length]).toEqual([expect.any(Number), 2])
  expect(entries.length).toBeGreaterThan(10)
  // It counted that day, and was cancelled.
  expect(await report(sprint)).toMatchObject({ left: [{ card_id: card.id, status: 'cancelada' }], done: [], open: [] })
})

test('any row of changes over some days gives the burndown that adding up every evening gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 3 }), async (days) => {
      const board = await makeBoard(server, ana)
      const { sprint, columns, on } = await pastSprint(board, 4, 2)
      const cards: Known[] = []
      const evenings: { scope: Amount; remaining: Amount }[] = []
      for (const [index, ofDay] of days.entries()) {
        for (const step of ofDay) await take(step, { sprint, columns, board, cards })
        await on(index)
        const counting = cards.filter((card) => card.inside && !card.archived && card.status !== 'cancelled')
        evenings.push({ scope: added(counting), remaining: added(counting.filter(({ status }) => status === 'open')) })
      }
      const last = evenings.at(-1) ?? { scope: amount(0, 0, 0), remaining: amount(0, 0, 0) }
      const expected = evenings.map(({ scope, remaining }, index) => ({
        remaining,
        scope,
        added: index === 0 ? amount(0, 0, 0) : less(scope, evenings[index - 1]?.scope ?? scope),
      }))
      const numbers = async () => {
        const read = await burndown(sprint)
        const kept = ({ remaining, scope, added: more }: BurndownDay) => ({ remaining, scope, added: more })
        return { committed: read.committed, completed: read.completed, days: read.days.map(kept) }
      }
      const truth = {
        committed: evenings[0]?.scope,
        completed: less(last.scope, last.remaining),
        days: [...expected, { remaining: null, scope: null, added: null }],
      }
      expect(await numbers()).toEqual(truth)
      await endSprint(server, ana, sprint)
      for (const card of cards.filter(({ archived }) => !archived).slice(0, 2))
        ok(await server.call(cardsApi.update, { token: token(), params: { cardId: card.id }, body: { estimate: 99 } }))
      expect(await numbers()).toEqual(truth)
      const { sprints } = await velocity(board)
      expect(sprints[0]).toMatchObject({ committed: truth.committed, completed: truth.completed })
      const told = await report(sprint)
      expect([told.completed, told.spilled]).toEqual([truth.completed, last.remaining])
      // As if every entry counted: what was passed over says nothing more.
      await readAll(sprint)
      expect(await numbers()).toEqual(truth)
      expect(await report(sprint)).toEqual(told)
    }),
    { numRuns: 10 },
  )
})
