import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createDiskSpace } from './disk-space.ts'

const piece = Buffer.alloc(1024 * 1024)
async function* megabytes(count: number) {
  for (let i = 0; i < count; i += 1) yield piece
}
const taken = async (...bodies: AsyncIterable<Uint8Array>[]) => {
  const readers = bodies.map((body) => body[Symbol.asyncIterator]())
  let pieces = 0
  try {
    for (;;) for (const reader of readers) if (!(await reader.next()).done) pieces += 1
  } catch (error) {
    return [pieces, error]
  }
}

test('bytes that arrive on a disk with too little left stop, no matter who sends them', async () => {
  const full = createDiskSpace({ dir: tmpdir(), keptFree: Number.MAX_SAFE_INTEGER })
  const refused = expect.objectContaining({ status: 507 })
  expect(await taken(full.whileRoom(megabytes(9)))).toEqual([3, refused])
  expect(await taken(full.whileRoom(megabytes(9)), full.whileRoom(megabytes(9)))).toEqual([3, refused])
  const wide = createDiskSpace({ dir: tmpdir(), keptFree: 0 })
  let came = 0
  for await (const { length } of wide.whileRoom(megabytes(9))) came += length
  expect(came).toBe(9 * piece.length)
})
