import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { JoinRoomModal } from './JoinRoomModal.tsx'
import { checkRoom } from './landing-socket.ts'

const navigate = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))
vi.mock('./landing-socket.ts', () => ({ checkRoom: vi.fn(), watchActiveRooms: () => () => undefined }))
const check = vi.mocked(checkRoom)
const inactive = 'A sala não está ativa. Por favor, verifique o ID.'

beforeEach(async () => {
  await loadTexts('landing')
  // jsdom has no media queries; Mantine asks for the colour scheme and reduced motion.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

function open(initialId = '') {
  render(
    <MantineProvider env="test">
      <JoinRoomModal initialId={initialId} onClose={() => undefined} />
    </MantineProvider>,
  )
  return { field: screen.getByLabelText('ID da sala'), enter: screen.getByRole('button', { name: 'Entrar na Sala' }) }
}

test('an empty id is asked for', async () => {
  const { enter } = open()
  await userEvent.click(enter)
  expect(screen.getByText('Por favor, insira o ID da sala')).toBeTruthy()
  expect(navigate).not.toHaveBeenCalled()
})

test('a refused id cannot be entered, and its text is shown', async () => {
  check.mockResolvedValue(inactive)
  const { field, enter } = open()
  await userEvent.type(field, 'zzzzzz')
  await screen.findByText(inactive)
  await userEvent.click(enter)
  expect(navigate).not.toHaveBeenCalled()
})

test('the last answer wins, whatever order they come in', async () => {
  const answers = new Map<string, (problem: string | null) => void>()
  check.mockImplementation((roomId) => new Promise((resolve) => answers.set(roomId, resolve)))
  const { field, enter } = open('ZZZZZZ')
  await expect.poll(() => answers.has('ZZZZZZ')).toBe(true)
  await userEvent.clear(field)
  await userEvent.type(field, 'K7M2QX')
  await expect.poll(() => answers.has('K7M2QX')).toBe(true)
  answers.get('K7M2QX')?.(null)
  await screen.findByText('Sala encontrada')
  answers.get('ZZZZZZ')?.(inactive)
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByText(inactive)).toBeNull()
  await userEvent.click(enter)
  expect(navigate).toHaveBeenCalledWith({ to: '/login', search: { roomId: 'K7M2QX' } })
})

test('Enter before the answer enters as soon as it comes', async () => {
  check.mockResolvedValue(null)
  const { field } = open()
  await userEvent.type(field, 'K7M2QX{Enter}')
  await expect.poll(() => navigate.mock.calls.length).toBe(1)
})

test('a whole invitation link may be pasted', async () => {
  check.mockResolvedValue(null)
  const { field } = open()
  await userEvent.click(field)
  await userEvent.paste('http://rodada.local/login?roomId=k7m2qx')
  expect(field).toHaveProperty('value', 'K7M2QX')
})
