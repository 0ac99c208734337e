import { expect, it } from 'vitest'
import { readNumber, writtenNumber } from './read-number.ts'

it.each([
  ['', null],
  ['  ', null],
  ['5', 5],
  ['-2,5', -2.5],
  ['−2.5', -2.5],
  ['1 234,5678', 1234.5678],
  ['1000000000000', 1e12],
  ['1000000000001', undefined],
  ['1,23456', undefined],
  ['1.234,5', undefined],
  ['muito', undefined],
  ['1e3', undefined],
])('%s is read as %s', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

it('what a field shows to be changed is read as the same number', () => {
  for (const value of [0, -0.5, 48_000.25, 999_999_999_999.9999]) expect(readNumber(writtenNumber(value))).toBe(value)
})
