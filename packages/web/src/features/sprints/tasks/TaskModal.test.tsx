import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage, loadTexts } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint, SprintColumn, SprintTask } from '../../../lib/call/sprint-words.ts'
import { boardFrame } from '../../../test/board.ts'
import { EditTaskModal } from './TaskModal.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a> }))
vi.mock('../../../lib/call/sprint-call.ts', () => ({ callSprints: vi.fn() }))
const send = vi.mocked(callSprints)
const onClose = vi.fn()

beforeEach(async () => {
  sessionStorage.clear()
  send.mockReset()
  onClose.mockReset()
  send.mockResolvedValue({ data: { title: 'Pix' } } as never)
  await loadTexts('sprints', 'work')
  // jsdom has no media queries; Mantine asks for the colour scheme and reduced motion.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await changeLanguage('pt-BR')
})

const task = {
  id: 3,
  board_id: 1,
  column_id: 1,
  title: 'Pix',
  description: '',
  priority: 'medium',
  due_date: null,
  estimated_hours: 2.5,
  estimate: 3,
  notes: '',
  assigned_user: null,
  description_cut: false,
  version: 1,
} as SprintTask
const sprint = { id: 1, board_id: 1, ends_on: '2026-12-04' } as Sprint
const columns = [
  { id: 1, name: 'A Fazer' },
  { id: 2, name: 'Feito' },
] as SprintColumn[]

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } } })
client.setQueryData(boardFrameQuery(1).queryKey, { ...boardFrame, revision: 1, lists: [], cards: [], removed: [] } as never)
const modal = (shown: SprintTask) => (
  <MantineProvider env="test">
    <QueryClientProvider client={client}>
      <EditTaskModal sprint={sprint} task={shown} columns={columns} canWrite onDelete={() => {}} onDone={() => {}} onClose={onClose} />
    </QueryClientProvider>
  </MantineProvider>
)
const open = (shown: SprintTask) => {
  cleanup()
  return render(modal(shown))
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
const sent = () => send.mock.calls.map(([, input]) => (input as { body: unknown }).body)

test('a kept draft undoes nothing that others did to the task meanwhile', async () => {
  open(task)
  await userEvent.type(screen.getByLabelText('Observações'), 'Ver')
  open({ ...task, column_id: 2, due_date: '2026-12-01', estimate: 8 })
  expect([value('Coluna'), value('Prazo'), value('Pontos'), value('Observações')]).toEqual(['2', '01/12/2026', '8', 'Ver'])
  await save()
  expect(sent()).toEqual([{ notes: 'Ver', version: 1 }])
})

test('a draft outlives that somebody else renames the task, while the window is open or later', async () => {
  const { rerender } = open(task)
  await userEvent.type(screen.getByLabelText('Observações'), 'V')
  const renamed = { ...task, title: 'Pix parcelado', version: 2 }
  rerender(modal(renamed))
  await userEvent.type(screen.getByLabelText('Observações'), 'er')
  open(renamed)
  expect([value('Título'), value('Observações')]).toEqual(['Pix parcelado', 'Ver'])
  await save()
  expect(sent()).toEqual([{ notes: 'Ver', version: 2 }])
})

test('a draft of a field that somebody else changed too shows both', async () => {
  open(task)
  await userEvent.type(screen.getByLabelText('Observações'), 'Ver')
  await userEvent.selectOptions(screen.getByLabelText('Prioridade'), 'high')
  await userEvent.selectOptions(screen.getByLabelText('Coluna'), '2')
  open({ ...task, notes: 'Falar com a Bia', priority: 'low', version: 2 })
  expect([value('Observações'), value('Prioridade'), value('Coluna')]).toEqual(['Ver', 'high', '2'])
  expect(screen.getByText('Baixa', { selector: 'q' })).toBeTruthy()
  expect(screen.getByText('Falar com a Bia', { selector: 'q' })).toBeTruthy()
  for (const use of screen.getAllByRole('button', { name: 'Usar a outra' })) await userEvent.click(use)
  await save()
  expect(sent()).toEqual([{ column_id: 2, version: 2 }])
})

test('what was written of a description that grew longer than is known here is not sent', async () => {
  open(task)
  await userEvent.type(screen.getByLabelText('Descrição'), 'Parcelas')
  await userEvent.type(screen.getByLabelText('Observações'), 'Ver')
  open({ ...task, description: 'O começo de um texto longo', description_cut: true, version: 2 })
  expect(value('Descrição')).toBe('O começo de um texto longo')
  await save()
  expect(sent()).toEqual([{ notes: 'Ver', version: 2 }])
})

test.each([
  ['Horas', '8h', 'As horas vão de 0 a 1.000, de meia em meia hora.'],
  ['Pontos', 'muitos', 'A estimativa vai de 0 a 1.000.'],
])('%s that are no number stay in the field with a word on what is wrong, and erase nothing', async (label, typed, problem) => {
  open(task)
  fireEvent.change(screen.getByLabelText(label), { target: { value: typed } })
  await save()
  expect(screen.getByText(problem)).toBeTruthy()
  expect(value(label)).toBe(typed)
  expect(sent()).toEqual([])
})

test.each([
  ['pt-BR', '2,5'],
  ['en-US', '2.5'],
] as const)('in %s hours are shown as one writes them, and are not sent when they were not changed', async (language, hours) => {
  await changeLanguage(language)
  open(task)
  expect(screen.getByDisplayValue(hours)).toBeTruthy()
  fireEvent.submit(screen.getByDisplayValue(hours))
  // The form closes once what is in it was taken.
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent()).toEqual([])
})
