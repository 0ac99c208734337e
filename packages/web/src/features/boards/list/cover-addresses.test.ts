import { expect, test, vi } from 'vitest'
import { createCoverAddresses } from './cover-addresses.ts'

const address = (id: number, expires_at = '2026-11-25T12:05:00.000Z') => ({ id, url: `/f/${id}`, preview_url: `/p/${id}`, expires_at })
const noon = Date.parse('2026-11-25T12:00:00.000Z')

function stage(gone: readonly number[] = []) {
  const clock = { at: noon }
  const ask = vi.fn(async (ids: readonly number[]) => ids.filter((id) => !gone.includes(id)).map((id) => address(id)))
  const addresses = createCoverAddresses(ask, { atOnce: 3, now: () => clock.at })
  const told = vi.fn()
  addresses.subscribe(told)
  return { addresses, ask, clock, told }
}

test('cards that are drawn together are asked for together, once, and as many at a time as the server takes', async () => {
  const { addresses, ask, told } = stage()
  for (const id of [1, 2, 3, 4, 1]) expect(addresses.find(id)).toBeNull()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2))
  expect(ask.mock.calls).toEqual([[[1, 2, 3]], [[4]]])
  expect([1, 4].map(addresses.find)).toEqual(['/p/1', '/p/4'])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('an address is asked for again once it has ended, and shown until then', async () => {
  const { addresses, ask, clock, told } = stage()
  addresses.find(1)
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  clock.at += 6 * 60_000
  expect(addresses.find(1)).toBe('/p/1')
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2))
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a file that is gone has no address and is not asked for again and again', async () => {
  const { addresses, ask, told } = stage([9])
  addresses.find(9)
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect([addresses.find(9), addresses.find(9)]).toEqual([null, null])
  expect(ask).toHaveBeenCalledTimes(1)
})
