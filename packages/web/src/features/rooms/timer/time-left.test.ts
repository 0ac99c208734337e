import { expect, test } from 'vitest'
import { clockText } from './time-left.ts'

test.each([
  [192_000, '3:12'],
  [191_001, '3:12'],
  [60_000, '1:00'],
  [9_400, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [3_600_000, '60:00'],
])('%d ms are %s', (left, text) => expect(clockText(left)).toBe(text))
