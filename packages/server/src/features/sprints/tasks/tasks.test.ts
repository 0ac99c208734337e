import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let ana: Account
let bia: Account
let board: Board
let sprint: Sprint
/** The ids of the sprint's three columns. */
let columns: [number, number, number]

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
  bia = await register(server, { name: 'Bia' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  board = await makeBoard(server, ana)
  sprint = await makeSprint(server, ana, board)
  columns = (await readSprint(server, ana, sprint)).columns.map(({ id }) => id) as typeof columns
})

const token = () => ana.token
const put = (taskId: number, body: unknown) => server.call(sprintTasksApi.update, { token: token(), params: { taskId }, body })
const read = () => readSprint(server, ana, sprint)
/** The titles of each column from top to bottom. */
const shown = async () => {
  const { columns: all, tasks } = await read()
  return all.map(({ id }) => tasks.flatMap((task) => (task.column_id === id ? [task.titulo] : [])))
}
const lists = async () => ok(await server.call(boardsApi.get, { token: token(), params: { boardId: board.id } })).lists
const listId = (index: number) => board.lists[index]?.id ?? 0
const cardsOf = async (index: number) => (await lists())[index]?.cards.map(({ title }) => title)
const moveCard = async (cardId: number, list: number) =>
  ok(await server.call(cardsApi.move, { token: token(), params: { cardId }, body: { list_id: listId(list) } }))

describe('a task', () => {
  test('is a card in the first list of its board and in the first column, in both spellings of the payload', async () => {
    const portuguese = await makeTask(server, ana, sprint, 'Pix', {
      descricao: 'Com recibo',
      prioridade: 'urgente',
      data_limite: day(3),
      estimativa_horas: 4.5,
      estimativa_pontos: 8,
      observacoes: 'Falar com o banco',
      assigned_to: ana.user.id,
    })
    const body = {
      title: 'Pix',
      description: 'Com recibo',
      priority: 'critical',
      due_date: day(3),
      estimated_hours: 4.5,
      estimate: 8,
      notes: 'Falar com o banco',
      assigned_to: ana.user.id,
      sprint_id: sprint.id,
    }
    const english = ok(await server.call(sprintTasksApi.create, { token: token(), body })).data
    expect(portuguese).toMatchObject({
      titulo: 'Pix',
      descricao: 'Com recibo',
      prioridade: 'urgente',
      data_limite: day(3),
      estimativa_horas: 4.5,
      estimativa_pontos: 8,
      observacoes: 'Falar com o banco',
      status: 'pendente',
      sprint_id: sprint.id,
      column_id: columns[0],
      board_id: board.id,
      list_id: listId(0),
      assigned_user: { id: ana.user.id, name: 'Ana' },
      card: { title: 'Pix', description: 'Com recibo' },
      description_cut: false,
      came_from: null,
      version: 1,
    })
    const same = ({ id: _id, key: _key, rank: _rank, ...task }: typeof english) => task
    expect(same(english)).toEqual(same(portuguese))
    const card = ok(await server.call(cardsApi.get, { token: token(), params: { cardId: portuguese.id } }))
    expect(card).toMatchObject({ title: 'Pix', priority: 'urgent', estimate: 8, due_date: day(3), list_id: listId(0) })
    expect(await cardsOf(0)).toEqual(['Pix', 'Pix'])
  })

  test('may be made in another column, and stands in the list that says the same', async () => {
    const done = await makeTask(server, ana, sprint, 'Já feita', { column_id: columns[2] })
    expect(done).toMatchObject({ status: 'concluida', column_id: columns[2], list_id: listId(2) })
    expect(await cardsOf(2)).toEqual(['Já feita'])
  })

  test('needs a list to stand in', async () => {
    for (const { id } of board.lists)
      ok(await server.call(boardsApi.removeList, { token: token(), params: { boardId: board.id, listId: id } }))
    const { status, body } = await server.call(sprintTasksApi.create, { token: token(), body: { titulo: 'X', sprint_id: sprint.id } })
    expect([status, body.message]).toEqual([409, texts.boardWithoutLists])
  })

  test('changes field by field; new texts on an older version get the fresh task and change nothing', async () => {
    const task = await makeTask(server, ana, sprint)
    expect(await changeTask(server, ana, task.id, { estimativa_horas: 2.5, prioridade: 'baixa' })).toMatchObject({
      titulo: 'Pix parcelado',
      estimativa_horas: 2.5,
      prioridade: 'baixa',
      version: 1,
    })
    expect(await changeTask(server, ana, task.id, { prioridade: 'nenhuma' })).toMatchObject({ prioridade: 'nenhuma' })
    const fresh = await changeTask(server, ana, task.id, { observacoes: 'Depois do almoço', version: 1 })
    expect(fresh).toMatchObject({ observacoes: 'Depois do almoço', version: 2 })
    expect(await put(task.id, { titulo: 'Tarde', version: 1 })).toMatchObject({ status: 409, body: { current: fresh } })
    expect(await changeTask(server, ana, task.id, { data_limite: null, estimativa_horas: null, version: 1 })).toMatchObject({
      estimativa_horas: null,
      version: 2,
    })
  })

  test('changes alike in both spellings of the payload', async () => {
    const [one, two] = [await makeTask(server, ana, sprint), await makeTask(server, ana, sprint)]
    const portuguese = await changeTask(server, ana, one.id, {
      titulo: 'Boleto',
      descricao: 'Vencido',
      prioridade: 'urgente',
      data_limite: day(2),
      estimativa_horas: 1.5,
      estimativa_pontos: 3,
      observacoes: 'Ligar antes',
    })
    const english = await changeTask(server, ana, two.id, {
      title: 'Boleto',
      description: 'Vencido',
      priority: 'critical',
      due_date: day(2),
      estimated_hours: 1.5,
      estimate: 3,
      notes: 'Ligar antes',
    })
    const same = ({ id: _id, key: _key, rank: _rank, ...task }: typeof english) => task
    expect(same(english)).toEqual(same(portuguese))
    expect(english).toMatchObject({ titulo: 'Boleto', prioridade: 'urgente', data_limite: day(2), observacoes: 'Ligar antes' })
    const none = { due_date: null, estimated_hours: null, estimate: null, description: '', notes: '' }
    expect(await changeTask(server, ana, two.id, none)).toMatchObject({
      data_limite: null,
      estimativa_horas: null,
      estimativa_pontos: null,
      descricao: '',
      observacoes: '',
    })
  })

  test('a change that changes nothing counts no revision', async () => {
    const task = await makeTask(server, ana, sprint)
    const { revision } = await read()
    expect(await changeTask(server, ana, task.id, { titulo: task.titulo, column_id: task.column_id, status: 'pendente' })).toEqual(task)
    expect((await read()).revision).toBe(revision)
  })

  test('goes to another column with its status, behind the task that is named', async () => {
    const [a, b, c] = [
      await makeTask(server, ana, sprint, 'A'),
      await makeTask(server, ana, sprint, 'B'),
      await makeTask(server, ana, sprint, 'C'),
    ]
    expect(await changeTask(server, ana, b.id, { column_id: columns[1] })).toMatchObject({ status: 'em_andamento', list_id: listId(1) })
    await changeTask(server, ana, c.id, { column_id: columns[1], after_id: null })
    await changeTask(server, ana, a.id, { column_id: columns[1], after_id: c.id })
    expect(await shown()).toEqual([[], ['C', 'A', 'B'], []])
    await changeTask(server, ana, c.id, { after_id: b.id })
    expect(await shown()).toEqual([[], ['A', 'B', 'C'], []])
    await changeTask(server, ana, a.id, { status: 'concluida' })
    expect(await shown()).toEqual([[], ['B', 'C'], ['A']])
    expect(await cardsOf(2)).toEqual(['A'])
    expect((await changeTask(server, ana, a.id, { status: 'impedimento' })).status).toBe('impedimento')
    expect(await changeTask(server, ana, a.id, { status: 'concluida' })).toMatchObject({ status: 'concluida', column_id: columns[2] })
  })

  test('stays where moves put it, however long its rank would become', async () => {
    const [a, b] = [await makeTask(server, ana, sprint, 'A'), await makeTask(server, ana, sprint, 'B')]
    const long = `a0${'V'.repeat(57)}`
    await server.app.deps.db.updateTable('cards').set({ column_rank: long }).where('id', '=', b.id).execute()
    const c = await makeTask(server, ana, sprint, 'C')
    for (const [moved, behind] of [
      [c, a],
      [b, a],
      [c, a],
      [b, a],
      [c, a],
      [b, a],
    ] as const) {
      await changeTask(server, ana, moved.id, { after_id: behind.id })
      expect((await read()).tasks[1]?.id).toBe(moved.id)
    }
    for (const { rank } of (await read()).tasks) expect(rank?.length).toBeLessThanOrEqual(60)
  })

  test('of another sprint, board or person is refused by name, and nothing changes', async () => {
    const other = await makeSprint(server, ana, board)
    const foreign = (await readSprint(server, ana, other)).columns[0]?.id
    const task = await makeTask(server, ana, sprint)
    const loose = await makeCard(server, ana, board, 'Solto')
    const wrong: [unknown, string, string][] = [
      [await put(task.id, { column_id: foreign, titulo: 'X' }), 'column_id', texts.columnElsewhere],
      [await put(task.id, { column_id: 2_000_000_000 }), 'column_id', texts.columnElsewhere],
      [await put(loose.id, { column_id: columns[0] }), 'column_id', texts.columnElsewhere],
      [await put(task.id, { assigned_to: bia.user.id, titulo: 'X' }), 'assigned_to', texts.assigneeElsewhere],
    ]
    for (const [answer, field, text] of wrong)
      expect(answer).toMatchObject({ status: 400, body: { message: text, fields: { [field]: text } } })
    const create = { titulo: 'X', sprint_id: sprint.id, column_id: foreign }
    expect((await server.call(sprintTasksApi.create, { token: token(), body: create })).status).toBe(400)
    expect((await read()).tasks).toEqual([task])
    expect(await cardsOf(0)).toEqual(['Pix parcelado', 'Solto'])
  })

  test('does not follow a task of another sprint there', async () => {
    const other = await makeSprint(server, ana, board)
    const foreign = await makeTask(server, ana, other, 'De outra sprint')
    const [a, b] = [await makeTask(server, ana, sprint, 'A'), await makeTask(server, ana, sprint, 'B')]
    for (const move of [{ after_id: foreign.id }, { column_id: columns[1], after_id: foreign.id }])
      expect(await changeTask(server, ana, a.id, move)).toMatchObject({ sprint_id: sprint.id })
    expect(await shown()).toEqual([['B'], ['A'], []])
    expect((await readSprint(server, ana, other)).tasks).toEqual([foreign])
    expect(b.sprint_id).toBe(sprint.id)
  })
})

describe('the board and the sprint say the same', () => {
  test('a card moved to a list of another status goes to the end of the column with that status', async () => {
    const a = await makeTask(server, ana, sprint, 'A')
    await makeTask(server, ana, sprint, 'B', { column_id: columns[1] })
    expect(await moveCard(a.id, 1)).toMatchObject({ status: 'em_andamento' })
    expect(await shown()).toEqual([[], ['B', 'A'], []])
  })

  test('a list that gets another status takes its planned cards along, and a column its tasks', async () => {
    await makeTask(server, ana, sprint, 'A')
    await makeTask(server, ana, sprint, 'B')
    const status: WorkStatus = 'concluida'
    ok(await server.call(boardsApi.updateList, { token: token(), params: { boardId: board.id, listId: listId(0) }, body: { status } }))
    expect(await shown()).toEqual([[], [], ['A', 'B']])
    expect((await read()).tasks.every((task) => task.status === 'concluida' && task.list_id === listId(0))).toBe(true)
    const params = { sprintId: sprint.id, columnId: columns[2] }
    ok(await server.call(sprintColumnsApi.update, { token: token(), params, body: { status: 'em_andamento' } }))
    expect((await read()).tasks.map((task) => [task.titulo, task.status, task.list_id])).toEqual([
      ['A', 'em_andamento', listId(1)],
      ['B', 'em_andamento', listId(1)],
    ])
  })

  test('a card of an ended sprint that is taken up again goes to the backlog, and the sprint stays what it was', async () => {
    const [a, b] = [
      await makeTask(server, ana, sprint, 'A', { column_id: columns[2] }),
      await makeTask(server, ana, sprint, 'B', { column_id: columns[2] }),
    ]
    const ended = await endSprint(server, ana, sprint)
    await moveCard(a.id, 0)
    const body = { status: 'em_andamento' as const }
    ok(await server.call(boardsApi.updateList, { token: token(), params: { boardId: board.id, listId: listId(2) }, body }))
    const { tasks } = ok(await server.call(sprintTasksApi.backlog, { token: token(), params: { boardId: board.id } })).data
    expect(tasks.map(({ id, came_from }) => [id, came_from?.sprint_id])).toEqual([
      [a.id, sprint.id],
      [b.id, sprint.id],
    ])
    expect(ok(await server.call(sprintsApi.get, { token: token(), params: { sprintId: sprint.id } })).data).toEqual(ended)
  })
})

describe('a column', () => {
  const column = (call: 'update' | 'remove', columnId: number, body?: unknown) =>
    server.call(sprintColumnsApi[call], { token: token(), params: { sprintId: sprint.id, columnId }, body })
  const names = async () => (await read()).columns.map(({ nome }) => nome)

  test('is added at the end with the status of its name, renamed and moved', async () => {
    const body = { nome: 'Em teste' }
    const added = ok(await server.call(sprintColumnsApi.create, { token: token(), params: { sprintId: sprint.id }, body })).data
    expect(added).toMatchObject({ nome: 'Em teste', ordem: 3, status: 'em_andamento', sprint_id: sprint.id })
    expect(ok(await column('update', added.id, { nome: 'Homologação', ordem: 1 }))).toMatchObject({
      data: { nome: 'Homologação', ordem: 1 },
    })
    expect(await names()).toEqual(['A Fazer', 'Homologação', 'Em Andamento', 'Concluído'])
    const listed = ok(await server.call(sprintColumnsApi.list, { token: token(), params: { sprintId: sprint.id } })).data
    expect(listed).toEqual((await read()).columns)
  })

  test('that is deleted leaves its tasks at the end of the first other one, with its status', async () => {
    await makeTask(server, ana, sprint, 'A')
    await makeTask(server, ana, sprint, 'B', { column_id: columns[2] })
    await makeTask(server, ana, sprint, 'C', { column_id: columns[2] })
    ok(await column('remove', columns[2]))
    expect(await shown()).toEqual([['A', 'B', 'C'], []])
    expect(await cardsOf(0)).toEqual(['A', 'B', 'C'])
    ok(await column('remove', columns[0]))
    expect((await read()).tasks.map(({ titulo, status }) => [titulo, status])).toEqual([
      ['A', 'em_andamento'],
      ['B', 'em_andamento'],
      ['C', 'em_andamento'],
    ])
    expect(await column('remove', columns[1])).toMatchObject({ status: 409, body: { message: texts.lastColumn } })
    expect(await names()).toEqual(['Em Andamento'])
  })

  test('of another sprint is not found under this one', async () => {
    const foreign = (await readSprint(server, ana, await makeSprint(server, ana, board))).columns[0]?.id ?? 0
    for (const call of ['update', 'remove'] as const) expect((await column(call, foreign, { nome: 'X' })).status).toBe(404)
  })

  test('is one of fifty at most', async () => {
    const create = () => server.call(sprintColumnsApi.create, { token: token(), params: { sprintId: sprint.id }, body: { nome: 'X' } })
    for (let n = 3; n < 50; n++) ok(await create())
    expect(await create()).toMatchObject({ status: 409, body: { message: texts.tooManyColumns } })
  })
})

describe('a page that shows the sprint', () => {
  const changes = async (since: number) =>
    ok(await server.call(sprintTasksApi.changes, { token: token(), params: { sprintId: sprint.id }, query: { since } })).data

  test('learns that it changed, and asks for the difference', async () => {
    await addToBoard(server, ana, board.id, bia, 'member')
    const page = await new LiveClient(server.url(), bia.token).ready()
    const { revision } = await page.watch(board.id)
    const kept = await makeTask(server, ana, sprint, 'A')
    const gone = await makeTask(server, ana, sprint, 'B')
    const since = (await read()).revision
    await page.changed(board.id, since)
    expect((await changes(revision)).tasks.map(({ id }) => id).sort()).toEqual([kept.id, gone.id].sort())
    await changeTask(server, ana, kept.id, { column_id: columns[1] })
    ok(await server.call(cardsApi.archive, { token: token(), params: { cardId: gone.id } }))
    const now = await read()
    await page.changed(board.id, now.revision)
    const news = await changes(since)
    expect(news).toEqual({ sprint: now.sprint, columns: now.columns, revision: now.revision, tasks: now.tasks, removed: [gone.id] })
    expect(await changes(now.revision)).toMatchObject({ tasks: [], removed: [] })
    page.leave()
  })

  test('loses the cards of a list that is hidden, and gets them back with it', async () => {
    const task = await makeTask(server, ana, sprint)
    const act = async (call: 'archiveList' | 'removeList' | 'restoreList') => {
      const since = (await read()).revision
      ok(
        await server.call(boardsApi[call] as typeof boardsApi.restoreList, {
          token: token(),
          params: { boardId: board.id, listId: listId(0) },
        }),
      )
      return changes(since)
    }
    for (const call of ['archiveList', 'removeList'] as const) {
      expect(await act(call)).toMatchObject({ tasks: [], removed: [task.id] })
      expect((await read()).tasks).toEqual([])
      expect((await act('restoreList')).tasks.map(({ id }) => id)).toEqual([task.id])
    }
  })

  test('sees what a label is called now', async () => {
    const [params, colour] = [{ boardId: board.id }, { color: '#c33438' }]
    const label = ok(await server.call(boardsApi.addLabel, { token: token(), params, body: { name: 'Urgente', ...colour } }))
    const task = await makeTask(server, ana, sprint)
    ok(await server.call(cardsApi.addLabel, { token: token(), params: { cardId: task.id }, body: { label_id: label.id } }))
    const since = (await read()).revision
    const named = { params: { ...params, labelId: label.id }, body: { name: 'Para já' } }
    ok(await server.call(boardsApi.updateLabel, { token: token(), ...named }))
    expect((await changes(since)).tasks.map(({ labels }) => labels)).toEqual([[{ id: label.id, name: 'Para já', ...colour }]])
  })

  test('loses the tasks of an ended sprint that are not done', async () => {
    const task = await makeTask(server, ana, sprint)
    const since = (await read()).revision
    await endSprint(server, ana, sprint)
    expect(await changes(since)).toMatchObject({ sprint: { status: 'encerrada' }, tasks: [], removed: [task.id] })
  })
})
