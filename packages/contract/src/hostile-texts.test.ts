import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from './api.ts'
import { boardClientEvents } from './board-events.ts'
import type { Endpoint } from './endpoint.ts'
import { roomClientEvents } from './rooms.ts'

/** As large as a request may be. A pattern that goes through these more than once at each place would never end. */
const size = 250_000
const hostile = [
  'a'.repeat(size),
  `a@${'.'.repeat(size)}@`,
  `a@${'a.'.repeat(size / 2)}@`,
  '@'.repeat(size),
  `${' '.repeat(size)}x`,
  `x${'\u200B'.repeat(size)}`,
  `x${'\n'.repeat(size)}x`,
  `https://${'a.'.repeat(size / 2)}@`,
  `${'-'.repeat(size)}!`,
  `${'1'.repeat(size)}!`,
  '\u{1F468}\u200D'.repeat(size / 5),
]

const endpoints = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${feature}.${name}, ${part}`, schema]] : [],
    ),
  ),
)
const events = Object.entries({ ...roomClientEvents, ...boardClientEvents }) as [string, z.ZodType][]

describe('a text as long as a request may be is looked at in one go', () => {
  test.each([...endpoints, ...events])('%s', (_, schema) => {
    const fields = 'shape' in schema ? Object.keys(schema.shape as object) : []
    for (const text of hostile) {
      const all = Object.fromEntries(fields.map((field) => [field, text]))
      for (const wish of [all, ...fields.map((field) => ({ [field]: text })), ...fields.map((field) => ({ [field]: [text] }))]) {
        expect(() => schema.safeParse(wish)).not.toThrow()
      }
    }
  })
})
