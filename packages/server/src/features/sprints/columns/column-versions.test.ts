import { type SprintColumn, sprintColumnsApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let ana: Account
let column: SprintColumn

beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
  const sprint = await makeSprint(server, ana, await makeBoard(server, ana))
  const [first] = (await readSprint(server, ana, sprint)).columns
  if (!first) throw new Error('a sprint without columns')
  column = first
})
afterAll(() => server.stop())

const put = (body: Record<string, unknown>) =>
  server.call(sprintColumnsApi.update, { token: ana.token, params: { sprintId: column.sprint_id, columnId: column.id }, body })

test('a column name written on an older version gets the fresh column and changes nothing', async () => {
  expect(column.version).toBe(1)
  expect(ok(await put({ nome: 'Por fazer', version: 1 })).data).toMatchObject({ nome: 'Por fazer', version: 2 })
  expect(await put({ nome: 'A caminho', version: 1 })).toMatchObject({
    status: 409,
    body: { current: { id: column.id, nome: 'Por fazer', version: 2 } },
  })
  expect(ok(await put({ nome: 'Sem versão' })).data).toMatchObject({ nome: 'Sem versão', version: 3 })
})

test('only another name counts a version, and what changes nothing wakes nobody', async () => {
  const named = ok(await put({ nome: 'Fila' })).data
  expect(ok(await put({ status: 'impedimento', version: 1 })).data).toMatchObject({ status: 'impedimento', version: named.version })
  const before = (await readSprint(server, ana, { id: column.sprint_id })).revision
  expect(ok(await put({ nome: 'Fila', status: 'impedimento', ordem: 0 })).data.version).toBe(named.version)
  expect((await readSprint(server, ana, { id: column.sprint_id })).revision).toBe(before)
})
