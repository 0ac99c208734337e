import { expect, test } from 'vitest'
import { manyLinesText, oneLineText } from './plain-text.ts'

test.each([
  ['  Ana \n Lima\u0000 ', 'Ana   Lima'],
  ['Zé\u2028', 'Zé'],
  // Half a pair, which PostgreSQL refuses inside JSON.
  ['\ud800', '\ufffd'],
  // A direction that would mirror everything after it on the screens of others.
  ['\u202eanA\u2066', 'anA'],
  // Nothing to see.
  ['\u200b\u2060', ''],
  ['\u3164\u2800', ''],
  // Emoji are made with joiners and stay whole.
  ['👩\u200d💻', '👩\u200d💻'],
  ['☕\ufe0f', '☕\ufe0f'],
])('one line: %j', (typed, kept) => {
  expect(oneLineText(typed)).toBe(kept)
})

test.each([
  [' um\n\tdois\u0000\r ', 'um\n\tdois'],
  ['\u200b \n', ''],
  ['\u202eoi', 'oi'],
])('several lines: %j', (typed, kept) => {
  expect(manyLinesText(typed)).toBe(kept)
})
