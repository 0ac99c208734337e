import { githubBannerMs } from '@rodada/contract/integrations/settings'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Banner, useBanner } from './Banner.tsx'
import { Feedback, toast } from './feedback.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Page({ okMs }: { okMs?: number }) {
  const { banner, tell, complain, clear } = useBanner(okMs)
  return (
    <>
      <Banner banner={banner} onClose={clear} />
      <button type="button" onClick={() => tell('Sprint criada.')}>
        tell
      </button>
      <button type="button" onClick={() => complain('Erro ao criar sprint')}>
        complain
      </button>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('good news leave by themselves after three seconds, counted again for each', () => {
  render(<Page />)
  press('tell')
  pass(2000)
  press('tell')
  pass(2999)
  expect(screen.getByRole('status').textContent).toBe('Sprint criada.')
  pass(1)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('that GitHub is connected is said for five seconds', () => {
  render(<Page okMs={githubBannerMs} />)
  press('tell')
  pass(4999)
  expect(screen.getByRole('status').textContent).toBe('Sprint criada.')
  pass(1)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a toast of what was saved leaves after three seconds, one with a problem later', () => {
  render(<Feedback />)
  const shown = () => screen.getByRole('status').textContent
  act(() => toast('Perfil salvo.'))
  pass(2999)
  expect(shown()).toBe('Perfil salvo.')
  pass(1)
  expect(shown()).toBe('')
  act(() => toast('Erro ao salvar perfil', { kind: 'problem' }))
  pass(3999)
  expect(shown()).toBe('Erro ao salvar perfil')
})

test('problems wait to be read, and both are closed by hand', () => {
  render(<Page />)
  press('complain')
  pass(60_000)
  expect(screen.getByRole('alert').textContent).toBe('Erro ao criar sprint')
  press('Fechar')
  expect(screen.getByRole('alert').textContent).toBe('')
  press('tell')
  press('Fechar')
  expect(screen.getByRole('status').textContent).toBe('')
})
