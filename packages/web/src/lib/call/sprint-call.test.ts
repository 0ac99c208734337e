import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { callSprints } from './sprint-call.ts'
import { spoken, translated } from './sprint-words.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => void vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})
const answer = (status: number, body: object) => fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
const sent = (): unknown => JSON.parse(String(fetched.mock.lastCall?.[1]?.body))

test("a reply is read in the web's words, at every depth", async () => {
  const sprint = { id: 1, nome: 'Sprint 12', status: 'ativa', data_fim: '2025-11-14', progresso: 62.5 }
  const task = { id: 7, titulo: 'baixa', prioridade: 'baixa', status: 'concluida', came_from: { sprint_id: 4, nome: 'ativa' }, rank: null }
  answer(200, { data: { sprint, columns: [{ id: 3, nome: 'Fazer', ordem: 0 }], tasks: [task] } })
  await expect(callSprints(sprintTasksApi.board, { params: { sprintId: 1 } })).resolves.toEqual({
    data: {
      sprint: { id: 1, name: 'Sprint 12', status: 'active', ends_on: '2025-11-14', progress: 62.5 },
      columns: [{ id: 3, name: 'Fazer', position: 0 }],
      tasks: [{ id: 7, title: 'baixa', priority: 'low', status: 'concluida', came_from: { sprint_id: 4, name: 'ativa' }, rank: null }],
    },
  })
})

test('what is sent is what the endpoint takes', async () => {
  answer(200, { data: {} })
  await callSprints(sprintsApi.update, { params: { sprintId: 1 }, body: { name: 'planned', starts_on: '2025-11-03', status: 'ended' } })
  expect(sent()).toEqual({ nome: 'planned', data_inicio: '2025-11-03', status: 'encerrada' })
  answer(200, { data: {} })
  await callSprints(sprintTasksApi.update, { params: { taskId: 7 }, body: { title: 'Pix', priority: 'urgent', status: 'concluida' } })
  expect(sent()).toEqual({ titulo: 'Pix', prioridade: 'urgente', status: 'concluida' })
  answer(200, { data: {} })
  await callSprints(sprintColumnsApi.update, { params: { sprintId: 1, columnId: 3 }, body: { position: 2 } })
  expect(sent()).toEqual({ ordem: 2 })
})

test("a refusal names the web's fields, and brings what the other person wrote in its words", async () => {
  const refused = {
    error: 'conflict',
    message: 'Outra pessoa mudou.',
    fields: { data_fim: 'Tarde.' },
    current: { nome: 'Sprint 13', version: 4 },
  }
  answer(409, refused)
  const reason: unknown = await callSprints(sprintsApi.update, { params: { sprintId: 1 }, body: { name: 'Sprint 12' } }).catch(
    (caught: unknown) => caught,
  )
  if (!(reason instanceof CallError)) throw new Error('expected a CallError')
  expect(reason.message).toBe('Outra pessoa mudou.')
  expect(reason).toMatchObject({ status: 409, id: 'conflict', fields: { ends_on: 'Tarde.' }, current: { name: 'Sprint 13', version: 4 } })
})

test('there and back again, nothing is lost', () => {
  const sprint = { id: 1, nome: 'Sprint 12', data_fim: '2025-11-14', ended: false }
  expect(spoken(translated(sprint))).toEqual(sprint)
})
