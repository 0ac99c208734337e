import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { changeLanguage } from '../../../../i18n/index.ts'
import { CardContext, type CardContextValue } from '../card-context.ts'
import { NumberFact } from './NumberFact.tsx'

afterEach(async () => {
  cleanup()
  await changeLanguage('pt-BR')
})

const onSave = vi.fn<(value: number | null) => void>()
function show(value: number, canWrite: boolean) {
  render(
    <CardContext value={{ canWrite } as CardContextValue}>
      <NumberFact label="Horas" none="Sem horas" field="Horas" unit="h" problem="Não é um número" value={value} onSave={onSave} />
    </CardContext>,
  )
}
const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name: 'Horas' })

test.each([
  ['pt-BR', 2.5, '2,5'],
  ['en-US', 2.5, '2.5'],
  ['es-ES', 2.5, '2,5'],
  ['pt-BR', 1000, '1000'],
  ['en-US', 1000, '1000'],
  ['es-ES', 1000, '1000'],
] as const)('in %s %d is shown as %s, and is read as the same number', async (language, value, shown) => {
  onSave.mockClear()
  await changeLanguage(language)
  show(value, false)
  expect(screen.getByText(shown)).toBeTruthy()
  cleanup()
  show(value, true)
  expect(field().value).toBe(shown)
  fireEvent.change(field(), { target: { value: '7' } })
  fireEvent.change(field(), { target: { value: shown } })
  fireEvent.blur(field())
  expect(onSave, 'the same number is nothing to save').not.toHaveBeenCalled()
})
