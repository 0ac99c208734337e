import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { expiryOf } from './expiry.ts'

beforeAll(() => loadTexts('programs'))

const now = Date.parse('2026-11-20T12:00:00.000Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

test.each([
  [24 * 90, '18/02/2027', undefined],
  [24 * 8, '28/11/2026', undefined],
  [24 * 7, 'em 7 dias', 'soon'],
  // Three days of a token that was made a moment ago.
  [71.9, 'em 3 dias', 'soon'],
  [24, 'em 1 dia', 'soon'],
  [3, 'hoje', 'soon'],
  [0, 'venceu em 20/11/2026', 'ended'],
  [-24 * 20, 'venceu em 31/10/2026', 'ended'],
])('%s hours before its end a token says %s', (hours, text, tone) => {
  expect(expiryOf(inHours(hours), now)).toEqual({ text, tone })
})
