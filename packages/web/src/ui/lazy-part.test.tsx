import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

/** A part whose fetches are answered by hand, in their order. */
function somePart() {
  const fetches: PromiseWithResolvers<ComponentType>[] = []
  const load = () => {
    const fetch = Promise.withResolvers<ComponentType>()
    fetches.push(fetch)
    return fetch.promise
  }
  return { Part: lazyPart(load, { otherwise: () => <p>não veio</p> }), fetches }
}
const There = () => <p>veio</p>

test('a part that is fetched is drawn, and at once the next time', async () => {
  const { Part, fetches } = somePart()
  const { unmount } = render(<Part />)
  fetches[0]?.resolve(There)
  expect(await screen.findByText('veio')).toBeTruthy()
  unmount()
  render(<Part />)
  expect(screen.getByText('veio')).toBeTruthy()
  expect(fetches).toHaveLength(1)
})

test('a part that could not be fetched is asked for again when it is drawn again', async () => {
  const { Part, fetches } = somePart()
  const { unmount } = render(<Part />)
  fetches[0]?.reject(new Error('offline'))
  expect(await screen.findByText('não veio')).toBeTruthy()
  unmount()
  render(<Part />)
  expect(screen.queryByText('não veio')).toBeNull()
  fetches[1]?.resolve(There)
  expect(await screen.findByText('veio')).toBeTruthy()
})

test('a fetch that fails when nobody waits for it any more is forgotten', async () => {
  const { Part, fetches } = somePart()
  render(<Part />).unmount()
  fetches[0]?.reject(new Error('offline'))
  // Whatever follows the refusal has happened when the next timer comes.
  await new Promise((resolve) => setTimeout(resolve))
  render(<Part />)
  expect(screen.queryByText('não veio')).toBeNull()
  fetches[1]?.resolve(There)
  expect(await screen.findByText('veio')).toBeTruthy()
})
