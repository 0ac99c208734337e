import { numberOf } from '@rodada/contract/rooms/faces'
import { expect, test } from 'vitest'
import { examplesOf } from './examples.ts'

const votes = (...cards: string[]) => cards.map((vote, id) => ({ userName: `P${id}`, participantId: id, vote }))
const references = [2, 5, 8].map((estimate) => ({
  estimate,
  days: [1],
  interval: null,
  cards: [0, 1, 2].map((index) => ({ id: estimate * 10 + index, title: `${estimate}`, days: 1 })),
}))
const ids = (...cards: string[]) =>
  examplesOf(votes(...cards), references, ['2', '5', '8', '13', '?'], numberOf).examples.map(({ card }) => card.id)

test('a table that agrees sees three of its value', () => {
  expect(ids('5', '5', '5')).toEqual([50, 51, 52])
  expect(examplesOf(votes('5', '5'), references, ['2', '5', '8', '13', '?'], numberOf).value).toBe(5)
})

test('one that does not sees the lowest, the commonest and the highest, one each', () => {
  expect(ids('2', '5', '5', '8')).toEqual([20, 50, 80])
  expect(ids('2', '2', '2', '8', '8')).toEqual([20, 21, 22])
  expect(ids('2', '8')).toEqual([20, 80])
})

test('values that the board never finished, and cards without points, have none', () => {
  expect(ids('13', '13')).toEqual([])
  expect(ids('?', '?')).toEqual([])
  expect(ids()).toEqual([])
})

test('of sizes it is what the board says that they are worth', () => {
  const worth = (face: string) => ({ P: 2, M: 5, G: 8 })[face]
  const of = (...cards: string[]) => examplesOf(votes(...cards), references, ['P', 'M', 'G'], worth).examples.map(({ card }) => card.id)
  expect(of('P', 'M', 'M', 'G')).toEqual([20, 50, 80])
  expect(of('M', 'M')).toEqual([50, 51, 52])
})
