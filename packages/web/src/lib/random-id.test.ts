import { expect, test, vi } from 'vitest'
import { randomId } from './random-id.ts'

test('an id is there on a page without TLS too, where browsers have no randomUUID', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/)
  expect(randomId()).not.toBe(randomId())
})
