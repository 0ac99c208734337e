import { MantineProvider } from '@mantine/core'
import type { CardTemplate } from '@rodada/contract/cards/templates'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { TemplateForm } from './TemplateForm.tsx'

vi.mock('../session/use-board.ts', () => ({
  useBoard: () => ({ boardId: 1, sync: { refresh: async () => {} }, labels: [], fields: [], members: [] }),
}))

const template = {
  id: 3,
  name: 'Bug',
  title: '',
  description: 'Passos',
  priority: 'medium',
  estimate: null,
  estimated_hours: null,
  assigned_to: null,
  label_ids: [],
  participant_ids: [],
  checklists: [],
  fields: {},
  version: 1,
} as unknown as CardTemplate
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const sent = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)))

beforeEach(async () => {
  await loadTexts('cardTemplates', 'boards')
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('who saves later than somebody else keeps what they typed, is told, and may save it over the other', async () => {
  const current = { ...template, name: 'Defeito', description: 'De outra pessoa', version: 2 }
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ message: 'Mudou', error: 'stale', current }), { status: 409 }))
  fetched.mockResolvedValueOnce(new Response('{}'))
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <TemplateForm template={template} onClose={onClose} />
    </MantineProvider>,
  )
  const description = screen.getByLabelText<HTMLTextAreaElement>('Descrição')
  await userEvent.type(description, ' para ver o erro')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText(/Alguém mudou este modelo enquanto você editava/)
  expect(description.value).toBe('Passos para ver o erro')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent().map(({ description, version }) => [description, version])).toEqual([
    ['Passos para ver o erro', 1],
    ['Passos para ver o erro', 2],
  ])
})
