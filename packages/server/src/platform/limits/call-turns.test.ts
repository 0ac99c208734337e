import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCallTurns } from './call-turns.ts'

test('a place that is not given back goes on to the next, and one that is given back twice is one', async () => {
  const take = createCallTurns(4, 50)
  const first = await take('a', 'ana')
  await take('a', 'ana')
  const begun: string[] = []
  const others = ['third', 'fourth'].map(async (name) => {
    await take('a', 'ana')
    begun.push(name)
  })
  first()
  first()
  await nextLoop()
  await nextLoop()
  expect(begun).toEqual(['third'])
  await Promise.all(others)
})
