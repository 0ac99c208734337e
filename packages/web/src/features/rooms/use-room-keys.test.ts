import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSingleKeys } from '../../lib/single-keys.ts'
import { snapshotOf } from '../../test/room.ts'
import type { RoomSession } from './room-session.ts'
import { createRoomStore } from './room-store.ts'
import { useRoomKeys } from './use-room-keys.ts'

function enter() {
  const store = createRoomStore()
  store.dispatch({ type: 'snapshot', snapshot: snapshotOf() })
  const vote = vi.fn<RoomSession['vote']>()
  // Only what the keys use: a whole session opens a connection.
  renderHook(() => useRoomKeys({ store, vote } as unknown as RoomSession))
  return vote
}

function field<Name extends 'textarea' | 'input'>(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  document.body.append(element)
  element.focus()
  return element
}

beforeEach(() => {
  document.body.replaceChildren()
  setSingleKeys(true)
})

afterEach(cleanup)

test('a number picks a card, and in a field it is text', () => {
  const vote = enter()
  fireEvent.keyDown(field('textarea'), { key: '2' })
  expect(vote).not.toHaveBeenCalled()
  document.body.replaceChildren()
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(document.body, { key: '2' })
  expect(vote).toHaveBeenCalledExactlyOnceWith('2')
})

test('the rest of a sentence whose field went away is no vote, until the writer moves on', () => {
  const vote = enter()
  const line = field('textarea')
  fireEvent.keyDown(line, { key: 'é' })
  line.remove()
  for (const key of ['3', 'Enter', '2']) fireEvent.keyDown(document.body, { key })
  expect(vote).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  fireEvent.keyDown(document.body, { key: '3' })
  expect(vote).toHaveBeenCalledExactlyOnceWith('3')
})

test('a line that was sent with Enter is written', () => {
  const vote = enter()
  const line = field('input')
  fireEvent.keyDown(line, { key: 'a' })
  fireEvent.keyDown(line, { key: 'Enter' })
  line.remove()
  fireEvent.keyDown(document.body, { key: '3' })
  expect(vote).toHaveBeenCalledExactlyOnceWith('3')
})

test('keys pressed alone do nothing for whoever turned them off', () => {
  setSingleKeys(false)
  const vote = enter()
  fireEvent.keyDown(document.body, { key: '3' })
  expect(vote).not.toHaveBeenCalled()
})
