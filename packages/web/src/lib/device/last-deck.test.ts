import { beforeEach, expect, test } from 'vitest'
import { lastDeck, rememberDeck } from './last-deck.ts'

beforeEach(() => localStorage.clear())

test('a browser remembers the last deck, and nothing that is none', () => {
  expect(lastDeck()).toBeUndefined()
  rememberDeck(['P', 'M', 'G'])
  expect(lastDeck()).toEqual(['P', 'M', 'G'])
  for (const kept of ['{', '[1,2]', '["a"]', '["a","a"]', '["a","abcde"]', '["a"," "]', 'null', '"ab"']) {
    localStorage.setItem('rodada.deck', kept)
    expect(lastDeck(), kept).toBeUndefined()
  }
})
