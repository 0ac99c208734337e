import { expect, test } from 'vitest'
import { byLikeness } from './alike.ts'
import { intervalOf } from './interval.ts'

test('below eight cards nothing is said', () => {
  expect(intervalOf([1, 2, 3, 4, 5, 6, 7])).toBeNull()
  expect(intervalOf([1, 2, 3, 4, 5, 6, 7, 8])).not.toBeNull()
})

test('of many different days a tenth stays out on each side', () => {
  const days = Array.from({ length: 30 }, (_, index) => index + 1)
  expect(intervalOf(days)).toEqual({ from: 3, to: 28 })
  expect(intervalOf([...days].reverse())).toEqual({ from: 3, to: 28 })
})

test('where the quickest cannot stay out, the slowest may be a fifth', () => {
  expect(intervalOf([1, 1, 1, 1, 1, 1, 2, 2, 9, 30])).toEqual({ from: 1, to: 9 })
  expect(intervalOf(Array.from({ length: 12 }, () => 3))).toEqual({ from: 3, to: 3 })
})

test('texts are alike by their rare words; what every text has and short words count little', () => {
  const texts = ['o cartao de frete', 'o cartao de boleto e juros', 'o cartao', 'menu novo']
  expect(byLikeness('cartao: juros do boleto', texts, (text) => text)).toEqual([texts[1], texts[2], texts[0], texts[3]])
  expect(
    byLikeness('xilofone', texts, (text) => text),
    'as they came, where none is',
  ).toEqual(texts)
})
