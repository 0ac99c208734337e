import { MantineProvider, Menu } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MenuList } from './MenuList.tsx'
import { type LazyPop, lazyPop, PopButton, type PopPlace } from './PopButton.tsx'

type Props = { at: PopPlace }
beforeAll(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })))

const Entries = ({ at }: Props) => (
  <MenuList at={at}>
    <Menu.Item>Arquivar</Menu.Item>
  </MenuList>
)
let fetches: PromiseWithResolvers<ComponentType<Props>>[] = []
const drawn = (menu: LazyPop<Props>) =>
  render(
    <MantineProvider env="test">
      <PopButton fetch={menu.fetch} content={(at) => <menu.Pop at={at} />}>
        <button type="button">Ações</button>
      </PopButton>
    </MantineProvider>,
  )
const button = () => screen.getByRole('button', { name: 'Ações' })
/** A menu whose fetches are answered by hand, in their order. */
const someMenu = () =>
  lazyPop<Props>(() => {
    const fetch = Promise.withResolvers<ComponentType<Props>>()
    fetches.push(fetch)
    return fetch.promise
  })
beforeEach(() => {
  fetches = []
})
afterEach(cleanup)

test('the focus alone fetches a menu, and its button is the same element, with the focus, until it is there', async () => {
  drawn(someMenu())
  const before = button()
  before.focus()
  expect(fetches).toHaveLength(1)
  fireEvent.click(before)
  for (const { resolve } of fetches) resolve(Entries)
  expect(await screen.findByRole('menuitem', { name: 'Arquivar' })).toBeTruthy()
  expect(button()).toBe(before)
  expect(before.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('menu', { name: 'Ações' })).toBeTruthy()
})

test('Escape closes the menu at its first opening, too, and the focus is back on the button', async () => {
  drawn(someMenu())
  button().focus()
  fireEvent.click(button())
  for (const { resolve } of fetches) resolve(Entries)
  const item = await screen.findByRole('menuitem', { name: 'Arquivar' })
  await waitFor(() => expect(document.activeElement).not.toBe(button()))
  fireEvent.keyDown(item, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button()))
  expect(button().getAttribute('aria-expanded')).toBe('false')
})

test('a menu that could not be fetched leaves the button as it was, for another try', async () => {
  drawn(someMenu())
  fireEvent.click(button())
  for (const { reject } of fetches) reject(new Error('offline'))
  await waitFor(() => expect(button().getAttribute('aria-expanded')).toBe('false'))
  fetches = []
  fireEvent.click(button())
  for (const { resolve } of fetches) resolve(Entries)
  expect(await screen.findByRole('menuitem', { name: 'Arquivar' })).toBeTruthy()
})
