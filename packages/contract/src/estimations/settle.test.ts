import { describe, expect, test } from 'vitest'
import { reminderAt } from './settings.ts'
import { byWidth, settledEstimate, spreadOf } from './settle.ts'

const deck = ['1', '2', '3', '5', '8', '13', '?', '☕']

describe('what a card takes by itself', () => {
  test.each([
    ['none', ['5', '5'], null],
    ['same', ['5', '5'], 5],
    ['same', ['5'], null],
    ['same', [], null],
    ['same', ['5', '8'], null],
    ['same', ['?', '?'], null],
    ['same', ['☕', '☕', '☕'], null],
    ['neighbours', ['5', '5', '5'], 5],
    ['neighbours', ['5', '8'], 8],
    ['neighbours', ['5', '5', '8'], 5],
    ['neighbours', ['5', '8', '8'], 8],
    ['neighbours', ['8', '5', '5', '8'], 8],
    ['neighbours', ['5', '13'], null],
    ['neighbours', ['3', '5', '8'], null],
    ['neighbours', ['13', '?'], null],
    ['neighbours', ['5', '5', '?'], null],
    ['neighbours', ['8'], null],
  ] as const)('%s of %j is %s', (rule, votes, estimate) => {
    expect(settledEstimate(votes, deck, rule)).toBe(estimate)
    expect(settledEstimate([...votes].reverse(), deck, rule)).toBe(estimate)
  })

  test('a face that is no number of points settles nothing', () => {
    expect(settledEstimate(['M', 'M'], ['P', 'M', 'G'], 'same')).toBeNull()
    expect(settledEstimate(['9999', '9999'], ['1', '9999'], 'same')).toBeNull()
    expect(settledEstimate(['0', '0'], ['0', '1'], 'same')).toBe(0)
  })

  test('the higher of two is the larger number, wherever it lies in the deck', () => {
    expect(settledEstimate(['1', '8'], ['8', '1'], 'neighbours')).toBe(8)
  })
})

test('sizes settle where the board says what they are worth', () => {
  const sizes = ['PP', 'P', 'M', 'G', 'GG', '?']
  const map = { P: 2, M: 5 }
  expect(settledEstimate(['M', 'M'], sizes, 'same')).toBeNull()
  expect(settledEstimate(['M', 'M'], sizes, 'same', map)).toBe(5)
  expect(settledEstimate(['P', 'M'], sizes, 'neighbours', map)).toBe(5)
  expect(settledEstimate(['P', 'P', 'M'], sizes, 'neighbours', map)).toBe(2)
  expect(settledEstimate(['M', 'G'], sizes, 'neighbours', map)).toBeNull()
  expect(settledEstimate(['?', '?'], sizes, 'same', map)).toBeNull()
})

test('the widest comes first: cards of the deck between the ends, then how many faces', () => {
  const cards = [['5', '5'], ['2', '8'], ['5', '8'], ['2', '5', '8'], ['13', '?'], [], ['1', '13']]
  const sorted = cards.map((votes) => ({ votes, spread: spreadOf(votes, deck) })).sort((a, b) => byWidth(a.spread, b.spread))
  expect(sorted.map(({ votes }) => votes.join(' '))).toEqual(['1 13', '2 5 8', '2 8', '5 8', '13 ?', '5 5', ''])
})

test('people are reminded with a quarter of the time left, a day before at most, and of short ones never', () => {
  const hour = 3_600_000
  expect(reminderAt(0, 4 * hour)).toBe(3 * hour)
  expect(reminderAt(0, 30 * 24 * hour)).toBe(29 * 24 * hour)
  expect(reminderAt(0, 5 * 60_000)).toBeNull()
})
