import { MantineProvider } from '@mantine/core'
import type { Notification } from '@rodada/contract/notifications/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { InboxScreen } from './InboxScreen.tsx'

vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => async () => undefined,
  useSearch: () => ({ filtro: 'nao-lidas', item: '7' }),
}))
vi.mock('../../ui/page/LinkButton.tsx', () => ({ LinkButton: () => null }))
vi.mock('./NotificationRow.tsx', () => ({ NotificationContent: () => null, NotificationMark: () => null }))
vi.mock('./InboxList.tsx', () => ({ InboxList: ({ shown }: { shown: unknown[] }) => <output>{shown.length}</output> }))

/** The only notification there is, as the server has it. */
let one: Notification
let isBusy = false
const states = vi.fn<(state: string) => void>()

async function answer(url: string, { method, body }: RequestInit = {}): Promise<Response> {
  if (method === 'PUT') {
    const state: string = url.endsWith('/read') ? 'read' : JSON.parse(String(body)).state
    states(state)
    if (isBusy) return new Response('{"error":"busy"}', { status: 503 })
    one = { ...one, read_at: state === 'read' ? '2026-11-21T12:00:00.000Z' : null }
    return new Response('{}')
  }
  return new Response(JSON.stringify(one.read_at === null ? [one] : []))
}

beforeEach(async () => {
  await loadTexts('notifications')
  one = {
    ...{ id: 7, kind: 'comment', actor: null, board: { id: 1, title: 'Checkout', color: '#266fb8' }, card_id: 3, card_key: 'CHE-3' },
    ...{ sprint_id: null, estimation_id: null, subject: 'Login', count: 1, details: {}, created_at: '2026-11-21T11:00:00.000Z' },
    ...{ read_at: null, done_at: null, snoozed_until: null, returned_at: null },
  } as unknown as Notification
  isBusy = false
  states.mockReset()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', answer)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <InboxScreen renderCard={() => null} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  // Opened it is read, and the list of unread ones shows it no more.
  await waitFor(() => expect(states).toHaveBeenLastCalledWith('read'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('among the unread ones what is open can be marked as unread, and as read again', async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como não lida' }))
  await waitFor(() => expect(states.mock.calls.flat()).toEqual(['read', 'unread']))
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como lida' }))
  await waitFor(() => expect(states.mock.calls.flat()).toEqual(['read', 'unread', 'read']))
  await screen.findByRole('button', { name: 'Marcar como não lida' })
})

test('the key does the same', async () => {
  await screen.findByRole('button', { name: 'Marcar como não lida' })
  await userEvent.keyboard('u')
  await waitFor(() => expect(states.mock.calls.flat()).toEqual(['read', 'unread']))
})

test('a mark that was refused is not shown as made', async () => {
  await screen.findByRole('button', { name: 'Marcar como não lida' })
  isBusy = true
  await userEvent.keyboard('u')
  await waitFor(() => expect(states.mock.calls.flat()).toEqual(['read', 'unread']))
  isBusy = false
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como não lida' }))
  await waitFor(() => expect(states.mock.calls.flat()).toEqual(['read', 'unread', 'unread']))
})
