import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { middleOf, rangeOf } from './middle.ts'
import { agreedEstimate, agreementOf, averageOf, distributionOf, medianOf, suggestedEstimate } from './results.ts'

const deck = ['1', '2', '3', '5', '8', '13', '?', 'café']
const sizes = ['PP', 'P', 'M', 'G', 'GG', '?']
const votes = (...cards: string[]) => cards.map((vote, i) => ({ userName: `P${i}`, participantId: i, vote }))

test.each([
  [[], '0.0'],
  [['?', '☕'], '0.0'],
  [['1', '2'], '1.5'],
  [['5', '5', '8', '?'], '6.0'],
  [['1', '2', '2', '2', '2', '2', '2', '2', '2', '2', '2', '1', '1', '1', '1', '1', '1', '1', '1', '1'], '1.5'],
  [['1', '2', '1', '1'], '1.3'],
  [['½', '1½', '?'], '1.0'],
  [['0,5', '0.5', '2'], '1.0'],
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

describe('the middle', () => {
  test.each([
    [['8', '1', '3', '5'], deck, 4],
    [['1', '2'], deck, 1.5],
    [['½', '1'], ['½', '1', '2'], 0.75],
    [['?'], deck, null],
    [[], deck, null],
    [['M'], sizes, 'M'],
    [['P', 'M', 'G'], sizes, 'M'],
    // Of an even number the lower one of the two in the middle.
    [['M', 'G'], sizes, 'M'],
    [['GG', 'G', 'PP', 'M'], sizes, 'M'],
    [['PP', 'GG', '?', '?', '?'], sizes, 'PP'],
    [['?', '?'], sizes, null],
    [['P', 'M'], ['G', 'M', 'P'], 'M'],
  ] as const)('of %j in %j is %s', (cards, of, middle) => expect(middleOf(cards, of)).toBe(middle))

  test('of sizes is a size that somebody chose, with as many below it as above it or one more above', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('PP', 'P', 'M', 'G', 'GG'), { minLength: 1 }), (cards) => {
        const middle = String(middleOf(cards, sizes))
        expect(cards).toContain(middle)
        const place = sizes.indexOf(middle)
        expect(cards.filter((card) => sizes.indexOf(card) < place).length).toBeLessThan(cards.length / 2)
        expect(cards.filter((card) => sizes.indexOf(card) > place).length).toBeLessThanOrEqual(cards.length / 2)
      }),
    )
  })
})

test('the range of sizes is in the order of the deck; numbers have none', () => {
  expect(rangeOf(['M', 'PP', '?', 'G'], sizes)).toEqual({ low: 'PP', high: 'G' })
  expect(rangeOf(['?'], sizes)).toBeNull()
  expect(rangeOf(['1', '5'], deck)).toBeNull()
})

test('sizes agree when all are one, and nearly when they are neighbours', () => {
  expect(agreementOf(votes('M', 'M'), sizes)).toMatchObject({ kind: 'consensus', edges: null })
  expect(agreementOf(votes('M', 'G'), sizes)).toMatchObject({ kind: 'close' })
  expect(agreementOf(votes('P', 'G'), sizes)).toMatchObject({ kind: 'talk', edges: { low: [{ vote: 'P' }], high: [{ vote: 'G' }] } })
  expect(agreementOf(votes('M', '?'), sizes)).toMatchObject({ kind: 'talk' })
})

test('what a table of sizes agrees on is worth what the board says', () => {
  expect(agreedEstimate(['M', 'M', 'G'], { M: 5 })).toBe(5)
  expect(agreedEstimate(['M', 'M', 'G'], { G: 8 })).toBeNull()
  expect(agreedEstimate(['M', 'G'], { M: 5, G: 8 })).toBeNull()
  expect(agreedEstimate(['½', '½'])).toBe(0.5)
})

test('agreement: all equal, nearly, or worth a talk between the lowest and the highest', () => {
  expect(agreementOf([], deck)).toBeNull()
  expect(agreementOf(votes('5', '5'), deck)).toMatchObject({ kind: 'consensus', share: 1, edges: null })
  expect(agreementOf(votes('?', '?'), deck)).toMatchObject({ kind: 'consensus' })
  expect(agreementOf(votes('3', '5'), deck)).toMatchObject({ kind: 'close' })
  expect(agreementOf(votes('5', '5', '5', '8', '3'), deck)).toMatchObject({ kind: 'close', largest: 3, share: 0.6 })
  const talk = agreementOf(votes('1', '8', '5'), deck)
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
