import { deckPresets } from '@rodada/contract/rooms/deck-texts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardKeys, createCardTyping, isKeyFree } from './card-keys.ts'

const keysOf = (...deck: string[]) => deck.map((face) => cardKeys(deck).get(face))

describe('what is typed for a card is what it shows', () => {
  test.each([
    [
      ['0', '1', '13', '?', '☕'],
      ['0', '1', '13', '?', 'c'],
    ],
    // A word by as many of its letters as no other card begins with.
    [
      ['Alto', 'Médi', 'Baix'],
      ['a', 'm', 'b'],
    ],
    [
      ['PP', 'P', 'M', 'G', 'GG'],
      ['pp', 'p', 'm', 'g', 'gg'],
    ],
    [
      ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
      ['xs', 's', 'm', 'l', 'xl', 'xx'],
    ],
    // Of a number with letters all digits.
    [
      ['1h', '2h', '16h'],
      ['1h', '2', '16'],
    ],
    // A half is 0 where no card is; otherwise the comma tells.
    [
      ['½', '1', '2'],
      ['0', '1', '2'],
    ],
    [
      ['0', '½', '1', '1½', '2,5', '2.75'],
      ['0', '0,', '1', '1,', '2,5', '2,7'],
    ],
    [
      ['A+', 'A-', 'A'],
      ['a+', 'a-', 'a'],
    ],
    // R reveals; of two alike the first has the key; what is on no keyboard has none.
    [
      ['R', 'Re'],
      [undefined, undefined],
    ],
    [
      ['a', 'A', '∞', '👍'],
      ['a', undefined, undefined, undefined],
    ],
    [
      ['☕', 'c', 'ca'],
      ['c', undefined, 'ca'],
    ],
  ])('%j: %j', (deck, keys) => expect(keysOf(...deck)).toEqual(keys))
})

const face = fc.oneof(
  fc.stringMatching(/^[0-9a-zA-Z?½¼,.+-]{1,4}$/),
  fc.constantFrom('½', '1½', '☕', '?', '0', '0,5', 'PP', 'P', 'Ótim', '∞'),
)

test('no two cards of any deck have the same keys, and every key votes for its own card', () => {
  fc.assert(
    fc.property(fc.uniqueArray(face, { minLength: 2, maxLength: 20 }), (deck) => {
      const keys = cardKeys(deck)
      expect(new Set(keys.values()).size).toBe(keys.size)
      for (const [card, typed] of keys) {
        const voted: string[] = []
        const typing = createCardTyping({ deck: () => deck, vote: (chosen) => voted.push(chosen) })
        for (const key of typed) expect(typing.type(key)).toBe(true)
        typing.flush()
        expect(voted).toEqual([card])
      }
      expect([...keys.values()].some((typed) => typed.startsWith('r'))).toBe(false)
    }),
  )
})

test('S and D are free where no card begins with them', () => {
  expect(isKeyFree('s', [...deckPresets.camisetas])).toBe(true)
  expect(isKeyFree('s', ['S', 'M'])).toBe(false)
})

test('a dot is typed where a comma is meant', () => {
  const voted: string[] = []
  const typing = createCardTyping({ deck: () => ['1', '1½'], vote: (chosen) => voted.push(chosen) })
  for (const key of '1.') typing.type(key)
  expect(voted).toEqual(['1½'])
})
