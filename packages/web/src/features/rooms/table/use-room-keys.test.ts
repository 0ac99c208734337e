import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setSingleKeys } from '../../../lib/device/single-keys.ts'
import { room, snapshotOf } from '../../../test/room.ts'
import type { RoomSession } from '../session/room-session.ts'
import { createRoomStore } from '../session/room-store.ts'
import { useRoomKeys } from './use-room-keys.ts'

function enter(deck?: string[]) {
  const store = createRoomStore()
  store.dispatch({ type: 'snapshot', snapshot: snapshotOf(deck && { room: { ...snapshotOf().room, deck } }) })
  const vote = vi.fn<RoomSession['vote']>()
  // Only what the keys use: a whole session opens a connection.
  renderHook(() => useRoomKeys({ store, vote } as unknown as RoomSession, (go) => go()))
  return vote
}

function enterWithKeys(deck: string[]) {
  const store = createRoomStore()
  store.dispatch({ type: 'snapshot', snapshot: snapshotOf({ room: { ...snapshotOf().room, deck } }) })
  const [vote, rate] = [vi.fn<RoomSession['vote']>(), vi.fn<RoomSession['rate']>()]
  renderHook(() => useRoomKeys({ store, vote, rate } as unknown as RoomSession, (go) => go()))
  return { store, vote, rate }
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

test('keys pressed alone do nothing when they are turned off', () => {
  setSingleKeys(false)
  const vote = enter()
  fireEvent.keyDown(document.body, { key: '3' })
  expect(vote).not.toHaveBeenCalled()
})

describe('a card is picked by what its face shows', () => {
  const fibonacci = ['0', '1', '2', '3', '5', '8', '13', '21', '?', '☕']
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key })
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    [['8'], '8'],
    [['0'], '0'],
    [['?'], '?'],
    [['C'], '☕'],
    [['1', '3'], '13'],
    [['2', '1'], '21'],
  ])('at once where no other card begins alike: %j', (keys, card) => {
    const vote = enter(fibonacci)
    press(...keys)
    expect(vote).toHaveBeenCalledExactlyOnceWith(card)
  })

  test('after a moment where another card begins alike, or before the next thing that is done', () => {
    const vote = enter(fibonacci)
    press('1')
    expect(vote).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600)
    expect(vote).toHaveBeenCalledExactlyOnceWith('1')
    press('2', 'x')
    expect(vote).toHaveBeenLastCalledWith('2')
  })

  test('the later of two that make no card together', () => {
    const vote = enter(fibonacci)
    press('1', '8')
    vi.advanceTimersByTime(600)
    expect(vote).toHaveBeenCalledExactlyOnceWith('8')
  })

  test('a half-typed card never counts over one that was clicked after it, nor in the next round', () => {
    const store = createRoomStore()
    store.dispatch({ type: 'snapshot', snapshot: snapshotOf({ room: { ...room, deck: fibonacci } }) })
    const vote = vi.fn<RoomSession['vote']>()
    renderHook(() => useRoomKeys({ store, vote } as unknown as RoomSession, (go) => go()))
    press('1')
    fireEvent.pointerDown(document.body)
    expect(vote).toHaveBeenCalledExactlyOnceWith('1')
    press('2')
    store.dispatch({ type: 'reset', round: room.round + 1 })
    vi.advanceTimersByTime(600)
    expect(vote).toHaveBeenCalledOnce()
  })

  test('T-shirts by their letters, a half by 0, and nothing by what no card shows', () => {
    const vote = enter(['½', 'PP', 'P', 'M', 'RUIM'])
    press('9', 'e')
    vi.advanceTimersByTime(600)
    expect(vote).not.toHaveBeenCalled()
    press('p', 'p')
    press('m')
    press('0')
    expect(vote.mock.calls.flat()).toEqual(['PP', 'M', '½'])
  })
})

test('S and D say how sure one is, unless a card of the deck begins with them', () => {
  const numbers = enterWithKeys(['1', '13'])
  // What was typed before counts before it.
  for (const key of ['1', 's', 'd']) fireEvent.keyDown(document.body, { key })
  expect(numbers.vote).toHaveBeenCalledExactlyOnceWith('1')
  expect(numbers.rate.mock.calls).toEqual([['sure'], ['unsure']])
  cleanup()
  const sizes = enterWithKeys(['S', 'M'])
  fireEvent.keyDown(document.body, { key: 's' })
  expect(sizes.vote).toHaveBeenCalledExactlyOnceWith('S')
  expect(sizes.rate).not.toHaveBeenCalled()
})

test('Enter does what the result leads to, but not where it means something else, nor in the moment in which the cards turn', () => {
  vi.useFakeTimers()
  const { store } = enterWithKeys(['1'])
  const [lead, other, closed] = ['', '', 'aria-disabled'].map((name) => {
    const button = document.createElement('button')
    if (name) button.setAttribute(name, 'true')
    document.body.append(button)
    return button
  }) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement]
  lead.dataset.leads = ''
  const led = vi.fn()
  lead.addEventListener('click', led)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  store.dispatch({ type: 'revealed', votes: [], average: '0.0', revealedBy: 1, past: [] })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  vi.advanceTimersByTime(1600)
  fireEvent.keyDown(other, { key: 'Enter' })
  fireEvent.keyDown(field('textarea'), { key: 'Enter' })
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(led).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1600)
  fireEvent.keyDown(closed, { key: 'Enter' })
  expect(led).toHaveBeenCalledTimes(1)
  lead.disabled = true
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(led).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
