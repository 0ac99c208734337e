import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import type { Planning, Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { CloseSprint } from './CloseSprint.tsx'

const navigate = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))

const sprint = {
  id: 7,
  board_id: 1,
  name: 'Sprint 12',
  starts_on: '2026-11-16',
  ends_on: '2026-11-29',
  total_tasks: 2,
  done_tasks: 1,
} as Sprint
const own = { sprint, points: 5, done_points: 2 }
const planning = {
  sprints: [own, { sprint: { ...sprint, id: 8, name: 'Sprint 13' }, points: 0, done_points: 0 }],
  velocity: { average: { points: 0, tasks: 0 }, average_of: 0 },
  next: { name: 'Sprint 14', starts_on: '2026-11-30', ends_on: '2026-12-13' },
  automatic: false,
} as unknown as Planning
const task = { id: 3, key: 'CHE-3', title: 'Login', status: 'pendente', estimate: 3 } as SprintTask

type Answer = { status: number; body: object }
const ok = (data: object): Answer => ({ status: 200, body: { data } })
const busy: Answer = { status: 503, body: { message: 'O servidor está reiniciando.', error: 'busy' } }
const answers = { planning: ok({}), board: ok({}), close: ok({}) }
const onClose = vi.fn()
const onProblem = vi.fn()

beforeEach(async () => {
  await loadTexts('sprints', 'planning', 'work')
  Object.assign(answers, { planning: ok(planning), board: ok({ tasks: [task] }), close: busy })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', async (url: string) => {
    const { status, body } = url.endsWith('/close') ? answers.close : url.includes('/planning') ? answers.planning : answers.board
    return new Response(JSON.stringify(body), { status })
  })
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <CloseSprint sprint={sprint} onProblem={onProblem} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}
const goesTo = () => screen.getByLabelText<HTMLSelectElement>('Destino de Login')
const submit = () => screen.getByRole('button', { name: 'Encerrar sprint' })

test('a refused closing is told in the form, which keeps what was chosen and can be sent again', async () => {
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Destino de Login'), 'Sprint 13')
  await userEvent.click(submit())
  await screen.findByText('Erro ao encerrar sprint: O servidor está reiniciando.')
  expect(goesTo().value).toBe('8')
  expect([onClose, onProblem].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  answers.close = ok({})
  await waitFor(() => expect(submit()).toHaveProperty('disabled', false))
  await userEvent.click(submit())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/sprint/$sprintId/report', params: { sprintId: '7' } }))
})

test('a sprint that somebody else has closed meanwhile leaves nothing to choose: the dialog closes and says why', async () => {
  open()
  await screen.findByLabelText('Destino de Login')
  answers.close = { status: 409, body: { message: 'A sprint já foi encerrada.', error: 'conflict' } }
  answers.planning = ok({ ...planning, sprints: planning.sprints.slice(1) })
  await userEvent.click(submit())
  await waitFor(() => expect(onProblem).toHaveBeenCalledWith('Erro ao encerrar sprint: A sprint já foi encerrada.'))
  expect(onClose).toHaveBeenCalled()
})

test('what is asked again in the background and fails does not take the form away', async () => {
  const client = open()
  await userEvent.selectOptions(await screen.findByLabelText('Destino de Login'), 'Sprint 13')
  answers.planning = busy
  answers.board = busy
  await act(async () => {
    await client.invalidateQueries()
    // The page is told in the next turn.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(goesTo().value).toBe('8')
  expect(screen.queryByText('Não deu para saber para onde as tarefas podem ir.')).toBeNull()
})

test('without an answer the dialog says so and asks again', async () => {
  answers.board = busy
  open()
  await screen.findByText('Não deu para saber para onde as tarefas podem ir.')
  answers.board = ok({ tasks: [task] })
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await screen.findByLabelText('Destino de Login')
})
