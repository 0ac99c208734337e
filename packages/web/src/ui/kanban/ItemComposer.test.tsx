import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { ItemComposer } from './ItemComposer.tsx'
import type { NewItem } from './new-item.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  return loadTexts('kanban')
})
afterEach(cleanup)

test('lines that are pasted behind what was typed keep it, as many cards and as one', async () => {
  const added: string[] = []
  const onAdd = (item: NewItem) => {
    added.push(item.title)
    return Promise.resolve(true)
  }
  const { container } = render(
    <MantineProvider env="test">
      <ItemComposer column="A Fazer" draft="teste" isOpen onOpen={() => undefined} onClose={() => undefined} onAdd={onAdd} />
    </MantineProvider>,
  )
  const composer = within(container)
  const field = composer.getByRole<HTMLTextAreaElement>('textbox')
  const paste = () => {
    fireEvent.change(field, { target: { value: 'Pix: ' } })
    field.setSelectionRange(5, 5)
    fireEvent.paste(field, { clipboardData: { getData: () => 'pagar\ndevolver' } })
  }
  paste()
  fireEvent.click(composer.getByRole('button', { name: 'Um cartão só' }))
  expect(field.value).toBe('Pix: pagar devolver')
  paste()
  fireEvent.click(composer.getByRole('button', { name: /2 cartões/ }))
  await expect.poll(() => added).toEqual(['Pix: pagar', 'devolver'])
})
