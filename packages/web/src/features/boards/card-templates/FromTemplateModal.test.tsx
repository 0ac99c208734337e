import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { makeList } from '../../../test/board.ts'
import { FromTemplateModal } from './FromTemplateModal.tsx'

const board = { boardId: 1, sync: { refresh: async () => {} }, lists: [makeList(10, 'a0')] }
vi.mock('../session/use-board.ts', () => ({ useBoard: () => board }))
vi.mock('../session/board-session.ts', () => ({ useSession: () => board }))
vi.mock('../session/board-ui.ts', () => ({ useBoardUi: () => ({ kanban: {}, open: () => {} }) }))
vi.mock('../session/use-refetch-on-change.ts', () => ({ useRefetchOnChange: () => {} }))
vi.mock('./TemplateFacts.tsx', () => ({ TemplateFacts: () => null }))

let isBusy = false
beforeEach(async () => {
  await loadTexts('cardTemplates')
  isBusy = false
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', async () =>
    isBusy ? new Response('{"error":"busy"}', { status: 503 }) : new Response(JSON.stringify([{ id: 1, name: 'Bug', title: '' }])),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what is asked again in the background and fails does not take the form away', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <FromTemplateModal listId={10} written="" draft="" onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.type(await screen.findByRole('textbox'), 'Erro no login')
  isBusy = true
  await act(async () => {
    await client.invalidateQueries()
    // The page is told in the next turn.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Erro no login')
})
