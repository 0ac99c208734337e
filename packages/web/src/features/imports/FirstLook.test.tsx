import { MantineProvider } from '@mantine/core'
import type { Import } from '@rodada/contract/boards/imports'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { FirstLook } from './FirstLook.tsx'

const navigate = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))

const caio = { id: 8, name: 'Caio', email: 'caio@aroeira.com.br', avatar_url: null }
const data = {
  id: 4,
  source: 'csv',
  file_name: 'quadro.csv',
  status: 'ready',
  warnings: [],
  plan: {
    board: { title: 'Checkout', exists: null },
    totals: { cards: 3, archived: 0, comments: 0, checklists: 0, attachments: 1, files: 1, moves: 0, relations: 0 },
    lists: [{ id: 'l1', title: 'Fazendo', status: 'pendente', archived: false, cards: 3 }],
    people: [{ id: 'p1', name: 'caio.s', email: null, cards: 1, user_id: null, user: null }],
    sprints: [],
    labels: [],
    fields: [],
    columns: [{ id: 'c1', name: 'Etapa', target: 'none', samples: [] }],
  },
} as unknown as Import
const busy = () => new Response(JSON.stringify({ message: 'O servidor está reiniciando.', error: 'busy' }), { status: 503 })
const acts = vi.fn<(url: string, init: RequestInit) => Response>()

beforeEach(async () => {
  await loadTexts('imports')
  vi.clearAllMocks()
  sessionStorage.clear()
  acts.mockImplementation(() => new Response(JSON.stringify({ ...data, status: 'running' }), { status: 200 }))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.startsWith('/api/people') ? new Response(JSON.stringify([caio]), { status: 200 }) : acts(url, init),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(importId = 4) {
  cleanup()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <FirstLook data={{ ...data, id: importId }} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const status = () => screen.getByLabelText<HTMLSelectElement>('Status da lista Fazendo')
const account = () => screen.getByLabelText<HTMLSelectElement>('Quem é caio.s')
const column = () => screen.getByLabelText<HTMLSelectElement>('O que é a coluna Etapa')
const chosen = () => [status().value, account().value, column().value]
async function choose() {
  await screen.findByRole('option', { name: 'Caio' })
  await userEvent.selectOptions(status(), 'em_andamento')
  await userEvent.selectOptions(account(), 'Caio')
  await userEvent.selectOptions(column(), 'list')
}

test('what was matched is there again after a reload, for its own import, and goes when it runs', async () => {
  open()
  await choose()
  open()
  await screen.findByRole('option', { name: 'Caio' })
  expect(chosen()).toEqual(['em_andamento', '8', 'list'])
  open(5)
  expect(chosen()).toEqual(['pendente', '', 'none'])
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Trazer 3 cartões' }))
  await waitFor(() => expect(acts).toHaveBeenCalled())
  const [, { body }] = acts.mock.calls[0] ?? ['', {}]
  expect(JSON.parse(String(body))).toEqual({ lists: { l1: 'em_andamento' }, people: { p1: 8 }, fields: { c1: 'list' } })
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('a person who stays a text is kept as one', async () => {
  open()
  await choose()
  await userEvent.selectOptions(account(), 'Fica como texto')
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Trazer 3 cartões' }))
  await waitFor(() => expect(acts).toHaveBeenCalled())
  expect(JSON.parse(String(acts.mock.calls[0]?.[1].body)).people).toEqual({ p1: null })
})

test('the key and the token of Trello are kept nowhere', async () => {
  open()
  await choose()
  await userEvent.type(screen.getByLabelText('Chave de API'), 'chaveQueNinguemGuarda')
  await userEvent.type(screen.getByLabelText('Token'), 'tokenQueNinguemGuarda')
  const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(kept).toContain('em_andamento')
  expect(kept).not.toMatch(/QueNinguemGuarda/)
})

test('a run that was refused keeps what was matched', async () => {
  acts.mockImplementation(busy)
  open()
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Trazer 3 cartões' }))
  await screen.findByText('O servidor está reiniciando.')
  open()
  await screen.findByRole('option', { name: 'Caio' })
  expect(chosen()).toEqual(['em_andamento', '8', 'list'])
})

test('cancelling leaves the page, and forgets what was matched, only when it was accepted', async () => {
  acts.mockImplementationOnce(busy)
  open()
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await screen.findByText('O servidor está reiniciando.')
  expect(navigate).not.toHaveBeenCalled()
  expect(chosen()).toEqual(['em_andamento', '8', 'list'])
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/trazer', search: {} }))
  expect(sessionStorage).toHaveLength(0)
})

test('a damaged draft counts as none', () => {
  sessionStorage.setItem('rodada.draft.0.import.4', JSON.stringify({ lists: '{"l1":"nada"}', people: '[', columns: '{"c1":7}' }))
  open()
  expect(chosen()).toEqual(['pendente', '', 'none'])
})
