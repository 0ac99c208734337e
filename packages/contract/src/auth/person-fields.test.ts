import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { test } from 'vitest'
import { addressText } from './person-fields.ts'

/** Letters, accents and signs that cannot be seen, which become others beside each other. */
const parts = constantFrom(
  'a',
  'E',
  'ß',
  'ﬁ',
  'İ',
  'ﾊ',
  '\u1100',
  '\u0301',
  '\u0307',
  '\u0345',
  '\u3099',
  '\u1161',
  '\u034f',
  '\u200d',
  '。',
  '.',
  ' ',
)
const local = array(oneof(parts, string({ unit: 'binary', maxLength: 2 })), { maxLength: 12 }).map((some) => some.join(''))

test('an address that is written as it is stored is written so again', () => {
  assert(
    property(local, constantFrom('', '@exemplo.com', '@bücher.example'), (name, domain) => {
      const address = addressText(name + domain)
      return addressText(address) === address
    }),
    { numRuns: 2000, examples: [['e\u200d\u0301', '@exemplo.com']] },
  )
})
