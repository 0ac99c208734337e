import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let ana: Account
let board: Board
let sprint: Sprint

beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  board = await makeBoard(server, ana)
  sprint = await makeSprint(server, ana, board)
})

const addColumn = async (nome: string, status?: string) =>
  ok(await server.call(sprintColumnsApi.create, { token: ana.token, params: { sprintId: sprint.id }, body: { nome, status } })).data
const editColumn = async (columnId: number, body: object) =>
  ok(await server.call(sprintColumnsApi.update, { token: ana.token, params: { sprintId: sprint.id, columnId }, body })).data
const addList = async (title: string, status?: string) =>
  ok(await server.call(boardsApi.addList, { token: ana.token, params: { boardId: board.id }, body: { title, status } }))
const editList = async (listId: number, body: object) =>
  ok(await server.call(boardsApi.updateList, { token: ana.token, params: { boardId: board.id, listId }, body }))
const removeColumn = (columnId: number | undefined, target?: unknown, token = ana.token) =>
  server.call(sprintColumnsApi.remove, {
    token,
    params: { sprintId: sprint.id, columnId: columnId ?? 0 },
    query: target === undefined ? {} : { target_column_id: String(target) },
  })

test.each(['A concluir', 'Não concluído', 'Pronto para desenvolvimento', 'Entregar'])("'%s' is no name for what is done", async (name) => {
  expect((await addColumn(name)).status).toBe('pendente')
  expect((await addList(name)).status).toBe('pendente')
})

describe('another name', () => {
  test('guesses the status again, and the tasks get it', async () => {
    const column = await addColumn('Fila')
    const task = await makeTask(server, ana, sprint, 'Pix', { column_id: column.id })
    expect((await editColumn(column.id, { nome: 'Feito' })).status).toBe('concluida')
    const { tasks, sprint: counted } = await readSprint(server, ana, sprint)
    expect([tasks.find(({ id }) => id === task.id)?.status, counted.tasks_concluidas]).toEqual(['concluida', 1])
    expect((await editColumn(column.id, { nome: 'Não feito' })).status).toBe('pendente')
    expect((await readSprint(server, ana, sprint)).sprint.tasks_concluidas).toBe(0)

    const list = await addList('Fila')
    const { lists } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } }))
    const at = lists.findIndex(({ id }) => id === list.id)
    const card = await makeCard(server, ana, { ...board, lists }, 'Cartão', at)
    expect((await editList(list.id, { title: 'Feito' })).status).toBe('concluida')
    const after = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } }))
    expect(after.lists.flatMap(({ cards }) => cards).find(({ id }) => id === card.id)?.status).toBe('concluida')
    expect((await editList(list.id, { title: 'A concluir' })).status).toBe('pendente')
  })

  test('leaves a status that somebody chose, at its creation, later, or with a name', async () => {
    const made = await addColumn('Fila', 'em_andamento')
    const later = await addColumn('Fila')
    await editColumn(later.id, { status: 'impedimento' })
    const same = await addColumn('Fila')
    await editColumn(same.id, { nome: 'Espera', status: 'pendente' })
    for (const [{ id }, status] of [
      [made, 'em_andamento'],
      [later, 'impedimento'],
      [same, 'pendente'],
    ] as const)
      expect((await editColumn(id, { nome: 'Feito' })).status).toBe(status)

    const list = await addList('Fila', 'em_andamento')
    expect((await editList(list.id, { title: 'Feito' })).status).toBe('em_andamento')
    const other = await addList('Fila')
    await editList(other.id, { title: 'Espera', status: 'pendente' })
    expect((await editList(other.id, { title: 'Feito' })).status).toBe('pendente')
  })

  test('together with a status gets that status', async () => {
    const column = await addColumn('Fila')
    expect((await editColumn(column.id, { nome: 'Feito', status: 'impedimento' })).status).toBe('impedimento')
  })
})

describe('deleting a column', () => {
  test('moves its tasks to the first column, or to the one that is named, with the status of that', async () => {
    const { columns } = await readSprint(server, ana, sprint)
    const [first, second, third] = columns
    const [one, two] = [await addColumn('Um'), await addColumn('Dois')]
    const a = await makeTask(server, ana, sprint, 'A', { column_id: one.id })
    const b = await makeTask(server, ana, sprint, 'B', { column_id: two.id })
    ok(await removeColumn(one.id))
    ok(await removeColumn(two.id, third?.id))
    const { tasks } = await readSprint(server, ana, sprint)
    const place = (id: number) => tasks.flatMap((task) => (task.id === id ? [[task.column_id, task.status]] : []))
    expect([place(a.id), place(b.id)]).toEqual([[[first?.id, 'pendente']], [[third?.id, 'concluida']]])
    ok(await removeColumn(first?.id))
    expect((await readSprint(server, ana, sprint)).tasks.find(({ id }) => id === a.id)?.column_id).toBe(second?.id)
  })

  test('refuses a column of another sprint, itself and what is no id, and changes nothing', async () => {
    const other = await makeSprint(server, ana, board)
    const foreign = (await readSprint(server, ana, other)).columns[0]?.id
    const before = await readSprint(server, ana, sprint)
    const own = before.columns[1]?.id
    for (const target of [foreign, own, 2 ** 30]) {
      const { status, body } = await removeColumn(own, target)
      expect([target, status, body]).toMatchObject([target, 400, { fields: { target_column_id: texts.columnElsewhere } }])
    }
    for (const target of ['0', '-1', 'x', '1.5']) expect([target, (await removeColumn(own, target)).status]).toEqual([target, 400])
    expect(await readSprint(server, ana, sprint)).toEqual(before)
  })

  test('is for members and admins of the board, and the last one stays', async () => {
    const [member, guest, stranger] = [await register(server), await register(server), await register(server)]
    await addToBoard(server, ana, board.id, member, 'member')
    await addToBoard(server, ana, board.id, guest, 'guest')
    const [a, b, c] = (await readSprint(server, ana, sprint)).columns
    expect((await removeColumn(a?.id, b?.id, guest.token)).status).toBe(403)
    expect((await removeColumn(a?.id, b?.id, stranger.token)).status).toBe(404)
    ok(await removeColumn(a?.id, b?.id, member.token))
    ok(await removeColumn(b?.id, c?.id))
    expect(await removeColumn(c?.id)).toMatchObject({ status: 409, body: { message: texts.lastColumn } })
  })
})
