import { expect, test } from 'vitest'
import { countNumbers, readVotes } from './vote-reading.ts'

const deck = ['1', '2', '3', '5', '8', '13', '?', '☕']
const sizes = ['PP', 'P', 'M', 'G', 'GG', '?']
const votes = (...cards: string[]) => cards.map((vote, id) => ({ userName: `P${id}`, participantId: id, vote }))
const talkers = (...cards: string[]) => readVotes(votes(...cards), deck)?.talk?.people.map(({ participantId }) => participantId)

test('the lowest and the highest talk, not the majority', () => {
  expect(talkers('5', '5', '8', '5', '3', '5')).toEqual([4, 2])
  expect(talkers('5', '5', '5', '8')).toEqual([3])
})

test('two opposed halves all talk', () => {
  expect(talkers('3', '3', '8', '8')).toEqual([0, 1, 2, 3])
  expect(talkers('3', '8')).toEqual([0, 1])
  expect(talkers('1', '5', '8', '1', '5')).toEqual([0, 3, 2])
})

test('nobody needs to talk when all agree, and cards that are not of the deck have no edge', () => {
  expect(readVotes(votes('5', '5'), deck)).toMatchObject({ kind: 'consensus', talk: null })
  expect(readVotes(votes('M', 'G'), deck)).toMatchObject({ talk: null })
  expect(readVotes([], deck)).toBeNull()
})

test('of sizes the smallest and the largest talk, in the order of the deck', () => {
  const reading = readVotes(votes('M', 'G', 'M', 'PP', '?'), sizes)
  expect(reading).toMatchObject({ kind: 'talk', talk: { low: 'PP', high: 'G' } })
  expect(reading?.talk?.people.map(({ participantId }) => participantId)).toEqual([3, 1])
})

test('an average is of the votes that are numbers', () => {
  expect(countNumbers(votes('5', '?', '8', '☕'))).toBe(2)
  expect(countNumbers(votes('M', 'G'))).toBe(0)
})

test('a card that six in ten chose is what the table agrees on, whatever is on it', () => {
  const agreed = (...cards: string[]) => readVotes(votes(...cards), deck)?.agreedCard
  expect(agreed('5', '5', '5', '8', '3')).toBe('5')
  expect(agreed('M', 'M')).toBe('M')
  expect(agreed('3', '5')).toBeNull()
  expect(agreed('5', '5', '8', '8')).toBeNull()
})
