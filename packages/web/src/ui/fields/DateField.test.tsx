import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage } from '../../i18n/index.ts'
import { DateField } from './DateField.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T15:00:00Z'), toFake: ['Date'] })
  localStorage.setItem('rodada.timeZone', 'America/Sao_Paulo')
})
afterEach(async () => {
  cleanup()
  localStorage.removeItem('rodada.timeZone')
  await changeLanguage('pt-BR')
  vi.useRealTimers()
})

const told = vi.fn<(day: string) => void>()
function Form({ first = '' }: { first?: string }) {
  const [day, setDay] = useState(first)
  return (
    <DateField
      label="Prazo"
      value={day}
      sprintEnd="2026-12-04"
      onChange={(next) => {
        told(next)
        setDay(next)
      }}
    />
  )
}
const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name: 'Prazo' })
const type = (text: string) => {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.blur(field())
}

test('what is typed becomes a date when the field is left, on the wire as YYYY-MM-DD', () => {
  told.mockClear()
  render(<Form />)
  fireEvent.change(field(), { target: { value: '5/12' } })
  expect(told, 'nothing is said of a date that is still being typed').not.toHaveBeenCalled()
  fireEvent.blur(field())
  expect(told).toHaveBeenLastCalledWith('2026-12-05')
  expect(field().value).toBe('05/12/2026')
  type('fim da sprint')
  expect(told).toHaveBeenLastCalledWith('2026-12-04')
  fireEvent.click(screen.getByRole('button', { name: 'Limpar a data' }))
  expect(told).toHaveBeenLastCalledWith('')
  expect(field().value).toBe('')
})

test('today is the day of the person’s time zone', () => {
  localStorage.setItem('rodada.timeZone', 'Asia/Tokyo')
  render(<Form />)
  type('hoje')
  expect(field().value).toBe('25/11/2026')
})

test('a text that is no date stays, is explained, and keeps the form from being sent', () => {
  told.mockClear()
  render(<Form first="2026-12-05" />)
  type('31/02')
  expect(screen.getByRole('alert').textContent).toMatch(/Não entendemos esta data/)
  expect(field().value).toBe('31/02')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().validity.customError).toBe(true)
  expect(told).not.toHaveBeenCalled()
  type('05/12/2026')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field().validity.customError).toBe(false)
})

test('the account’s language decides how a date is written', async () => {
  await changeLanguage('en-US')
  render(<Form first="2026-12-05" />)
  expect(field().value).toBe('12/05/2026')
  expect(field().placeholder).toBe('mm/dd/yyyy')
  type('1/31/2027')
  expect(told).toHaveBeenLastCalledWith('2027-01-31')
})
