import { expect, test } from 'vitest'
import { forgetVote, keepVote, keptVote } from './kept-vote.ts'

test('a vote is kept for its room and its seat, and for nobody else', () => {
  keepVote('K7M2QX', 4, { card: '5', confidence: 'sure', round: 3, over: { card: '5', confidence: null } })
  expect(keptVote('K7M2QX', 4)).toEqual({ card: '5', confidence: 'sure', round: 3, over: { card: '5', confidence: null } })
  expect(keptVote('K7M2QX', 5)).toBeNull()
  expect(keptVote('AAAAAA', 4)).toBeNull()
})

test('a settled vote is forgotten, and a damaged one is none', () => {
  keepVote('K7M2QX', 4, { card: '5', confidence: null, round: 3, over: null })
  forgetVote('K7M2QX')
  expect(keptVote('K7M2QX', 4)).toBeNull()
  sessionStorage.setItem('rodada.draft.0.vote.K7M2QX', '[4,"x"')
  expect(keptVote('K7M2QX', 4)).toBeNull()
})
