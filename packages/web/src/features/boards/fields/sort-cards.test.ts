import type { BoardField } from '@rodada/contract/boards/fields'
import { expect, it } from 'vitest'
import { makeCard } from '../../../test/board.ts'
import { sortedCards } from './sort-cards.ts'

const field = (more: Partial<BoardField>): BoardField => ({
  id: 1,
  name: 'Valor',
  type: 'number',
  position: 0,
  on_card: true,
  options: [],
  version: 1,
  ...more,
})
const cards = [
  makeCard(1, 1, 'a', { fields: { 1: 10 }, priority: 'low' }),
  makeCard(2, 1, 'b', { priority: 'none' }),
  makeCard(3, 1, 'c', { fields: { 1: 2 }, priority: 'urgent' }),
  makeCard(4, 1, 'd', { fields: { 1: 10 }, priority: 'medium' }),
]
const order = (by: Parameters<typeof sortedCards>[1], descending = false) =>
  sortedCards(cards, by, { descending, members: [] }).map(({ id }) => id)

it('sorts by numbers, leaves equal cards as they stood, and puts those without one at the end either way', () => {
  expect(order(field({}))).toEqual([3, 1, 4, 2])
  expect(order(field({}), true)).toEqual([1, 4, 3, 2])
})

it('sorts a choice in the order of its options', () => {
  const options = [10, 2].map((id) => ({ id, name: String(id), color: '#266fb8' }))
  expect(order(field({ type: 'choice', options }))).toEqual([1, 4, 3, 2])
})

it('sorts by what every card has', () => {
  expect(order('priority', true)).toEqual([3, 4, 1, 2])
  expect(order('title', true)).toEqual([4, 3, 2, 1])
})
