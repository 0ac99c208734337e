import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, averageOf, distributionOf, medianOf, suggestedEstimate } from './results.ts'

const votes = (...cards: string[]) => cards.map((vote, i) => ({ userName: `P${i}`, participantId: i, vote }))

test.each([
  [[], '0.0'],
  [['?', '☕'], '0.0'],
  [['1', '2'], '1.5'],
  [['5', '5', '8', '?'], '6.0'],
  [['1', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '1', '1', '1', '1', '1', '1', '1', '1', '1'], '1.5'],
  [['1', '2', '1', '1'], '1.3'],
])('the average of %j is %s', (cards, average) => expect(averageOf(cards)).toBe(average))

test('the average lies between the lowest and the highest vote and has one decimal', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (numbers) => {
      const average = averageOf(numbers.map(String))
      expect(average).toMatch(/^\d+\.\d$/)
      expect(Number(average)).toBeGreaterThanOrEqual(Math.min(...numbers))
      expect(Number(average)).toBeLessThanOrEqual(Math.max(...numbers))
    }),
  )
})

test('the median is the middle vote, or the mean of the two in the middle', () => {
  expect(medianOf([])).toBeNull()
  expect(medianOf(['?'])).toBeNull()
  expect(medianOf(['8', '1', '3'])).toBe(3)
  expect(medianOf(['8', '1', '3', '5'])).toBe(4)
  expect(medianOf(['13', '2', '1'])).toBe(2)
})

test('agreement: all equal, nearly, or worth a talk between the lowest and the highest', () => {
  expect(agreementOf([])).toBeNull()
  expect(agreementOf(votes('5', '5'))).toMatchObject({ kind: 'consensus', share: 1, edges: null })
  expect(agreementOf(votes('?', '?'))).toMatchObject({ kind: 'consensus' })
  expect(agreementOf(votes('3', '5'))).toMatchObject({ kind: 'close' })
  expect(agreementOf(votes('5', '5', '5', '8', '3'))).toMatchObject({ kind: 'close', largest: 3, share: 0.6 })
  const talk = agreementOf(votes('1', '8', '5'))
  expect(talk?.kind).toBe('talk')
  expect(talk?.edges?.low.map((vote) => vote.userName)).toEqual(['P0'])
  expect(talk?.edges?.high.map((vote) => vote.userName)).toEqual(['P1'])
})

test('the distribution shows every card of the deck, in its order', () => {
  expect(distributionOf(votes('2', '1', '2'), ['1', '2', '3']).map(({ card, votes }) => [card, votes.length])).toEqual([
    ['1', 1],
    ['2', 2],
    ['3', 0],
  ])
})

describe('the suggested estimate', () => {
  const deck = ['1', '2', '3', '5', '8', '13', '?', 'café']
  test.each([
    [['5', '5', '8'], 5],
    [['3', '8', '?'], 5],
    [['2', '5'], 3],
    [['1', '2'], 2],
    [['?', 'café'], null],
    [[], null],
  ] as const)('of %j is %j', (votes, estimate) => {
    expect(suggestedEstimate(votes, deck)).toBe(estimate)
  })

  test('needs a deck with numbers', () => {
    expect(suggestedEstimate(['M'], ['P', 'M', 'G'])).toBeNull()
  })
})
