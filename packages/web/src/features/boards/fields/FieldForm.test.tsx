import { MantineProvider } from '@mantine/core'
import type { BoardField } from '@rodada/contract/boards/fields'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { FieldForm } from './FieldForm.tsx'

vi.mock('../session/use-board.ts', () => ({ useBoard: () => ({ boardId: 1, sync: { refresh: async () => {} } }) }))

const field: BoardField = {
  id: 5,
  name: 'Etapa',
  type: 'choice',
  on_card: true,
  version: 1,
  options: [
    { id: 1, name: 'Análise', color: '#266fb8' },
    { id: 2, name: 'Revisão', color: '#266fb8' },
  ],
} as BoardField
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const sent = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).options)

beforeEach(async () => {
  await loadTexts('fields')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response('{}', { status: 200 }))
  render(
    <MantineProvider env="test">
      <FieldForm field={field} onClose={() => undefined} />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))

test('an option that cards may have is not deleted by emptying its name: the name is asked for', async () => {
  const second = screen.getByLabelText<HTMLInputElement>('Opção 2')
  await userEvent.clear(second)
  await save()
  expect(sent()).toEqual([])
  expect(screen.getByText(/Dê um nome à opção/)).toBeTruthy()
  expect(second.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(second)
  await userEvent.type(second, 'Teste')
  expect(screen.queryByText(/Dê um nome à opção/)).toBeNull()
  await save()
  expect(sent()).toEqual([
    [
      { id: 1, name: 'Análise', color: '#266fb8' },
      { id: 2, name: 'Teste', color: '#266fb8' },
    ],
  ])
})

test('a new row that nobody named is none', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar opção' }))
  await save()
  expect(sent()).toMatchObject([[{ id: 1 }, { id: 2 }]])
})
