import { describe, expect, test } from 'vitest'
import { DeckPointsChange } from '../boards/deck-points.ts'
import { deckProblem } from './deck-problem.ts'
import { deckPresets, readDeck } from './deck-texts.ts'
import { Deck } from './decks.ts'
import { numberOf, pointsOf, sizesOf } from './faces.ts'

test.each([
  ['5', 5],
  ['0', 0],
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['½', 0.5],
  ['1½', 1.5],
  ['2¾', 2.75],
  ['¼', 0.25],
  ['?', undefined],
  ['☕', undefined],
  ['M', undefined],
  ['1h', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  ['½1', undefined],
  ['', undefined],
])('%s counts as %s', (face, number) => expect(numberOf(face)).toBe(number))

test('a size is worth what the map says; nothing is inherited', () => {
  expect(pointsOf('M', { M: 5 })).toBe(5)
  expect(pointsOf('8', { M: 5 })).toBe(8)
  expect(pointsOf('G', { M: 5 })).toBeUndefined()
  expect(pointsOf('toString')).toBeUndefined()
  expect(pointsOf('9999')).toBeUndefined()
})

test('only a deck without numbers has sizes', () => {
  expect(sizesOf(deckPresets.camisetas)).toEqual(['PP', 'P', 'M', 'G', 'GG'])
  expect(sizesOf(['1', '2', 'GG'])).toEqual([])
})

describe('a deck', () => {
  const faces = (count: number) => Array.from({ length: count }, (_, index) => String(index))

  test.each([...Object.values(deckPresets), faces(2), faces(20), ['👍🏽', '👎'], ['1', 'abcd']].map((deck) => ({ deck })))(
    '$deck is one',
    ({ deck }) => {
      expect(Deck.parse(deck)).toEqual(deck)
      expect(deckProblem(deck)).toBeNull()
    },
  )

  test.each([
    [faces(1), 'few'],
    [[], 'few'],
    [faces(21), 'many'],
    [['1', '1'], 'twice'],
    [['1', 'abcde'], 'long'],
  ] as const)('%j is none: %s', (deck, problem) => {
    expect(deckProblem(deck)).toBe(problem)
    expect(Deck.safeParse(deck).success).toBe(false)
  })

  test('faces that look the same are the same', () => {
    expect(Deck.safeParse(['1', ' 1 ']).success).toBe(false)
    expect(Deck.safeParse(['e\u0301', 'é']).success).toBe(false)
    expect(Deck.safeParse(['1', '']).success).toBe(false)
    expect(Deck.safeParse(['1', '\u200b']).success).toBe(false)
  })
})

test.each([
  ['1 2 3', ['1', '2', '3']],
  ['1,2,3', ['1', '2', '3']],
  ['1, 2, 3', ['1', '2', '3']],
  ['0,5 1 2,5', ['0,5', '1', '2,5']],
  ['0,5; 1; 2', ['0,5', '1', '2']],
  ['0,5', ['0', '5']],
  ['P,M,G GG', ['P', 'M', 'G', 'GG']],
  [' ½  1½\n☕ ', ['½', '1½', '☕']],
  ['', []],
  [' ,; ', []],
])('%j is read as %j', (text, faces) => expect(readDeck(text)).toEqual(faces))

test('points are of sizes, and within the limits', () => {
  const right = [
    { face: 'M', points: 5 },
    { face: 'G', points: null },
  ]
  expect(DeckPointsChange.parse(right)).toEqual(right)
  const faces: [unknown, unknown][] = [
    ['5', 5],
    ['?', 1],
    ['☕', 1],
    ['M', -1],
    ['M', 1001],
    ['M', '5'],
    ['grande', 5],
    ['', 5],
    [null, 5],
  ]
  for (const [face, points] of faces) expect(DeckPointsChange.safeParse([{ face, points }]).success, String(face)).toBe(false)
  for (const wrong of [[], null, 'M', { M: 5 }]) expect(DeckPointsChange.safeParse(wrong).success).toBe(false)
})
