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

test('two networks that call without end leave a place to a third', async () => {
  const take = createCallTurns(4, 60_000)
  const begun: string[] = []
  const call = async (network: string) => {
    const leave = await take(network, 'ana')
    begun.push(network)
    return leave
  }
  const [first, ...others] = ['a', 'a', 'a', 'b', 'b', 'c'].map(call)
  await Promise.all([others[0], others[2], others[4]])
  expect(begun).toEqual(['a', 'a', 'b', 'c'])
  // What ends makes room for those that wait, but for the last place.
  for (const ended of [others[4], first]) (await ended)?.()
  await Promise.race([others[1], others[3]])
  expect(begun).toHaveLength(5)
})
