import { expect, test } from 'vitest'
import { countNumbers, readVotes } from './vote-reading.ts'

const votes = (...cards: string[]) => cards.map((vote, id) => ({ userName: `P${id}`, participantId: id, vote }))
const talkers = (...cards: string[]) => readVotes(votes(...cards))?.talk?.people.map(({ participantId }) => participantId)

test('the lowest and the highest talk, not the majority', () => {
  expect(talkers('5', '5', '8', '5', '3', '5')).toEqual([4, 2])
  expect(talkers('5', '5', '5', '8')).toEqual([3])
})

test('two opposed halves all talk', () => {
  expect(talkers('3', '3', '8', '8')).toEqual([0, 1, 2, 3])
  expect(talkers('3', '8')).toEqual([0, 1])
  expect(talkers('1', '5', '8', '1', '5')).toEqual([0, 3, 2])
})

test('nobody needs to talk when all agree, and cards without a number have no edge', () => {
  expect(readVotes(votes('5', '5'))).toMatchObject({ kind: 'consensus', talk: null })
  expect(readVotes(votes('M', 'G'))).toMatchObject({ talk: null })
  expect(readVotes([])).toBeNull()
})

test('an average is of the votes that are numbers', () => {
  expect(countNumbers(votes('5', '?', '8', '☕'))).toBe(2)
  expect(countNumbers(votes('M', 'G'))).toBe(0)
})
