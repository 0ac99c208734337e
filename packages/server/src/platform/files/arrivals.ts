import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that arrived, on the disk of this machine and in no store yet. `head` are its first bytes. */
export type Arrived = { path: string; size: number; sha256: string; head: Buffer }

/** What arrived is larger than it may be. */
export class TooManyBytes extends Error {}

export type Arrivals = {
  /** Writes bytes to the disk while they arrive, and lets go of their memory. Nothing stays when it fails. @throws TooManyBytes, and what reading or writing throws */
  receive: (body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) => Promise<Arrived>
  /** A path for a file that is made from one that arrived. */
  newPath: () => string
  discard: (path: string) => Promise<void>
  /** Removes what processes that died left behind. */
  tidy: (olderThanMs: number) => Promise<void>
}

/** Bytes by which the kind of a file is known. */
const headBytes = 4100

/** @param folder on the same file system as a store on the disk, which then takes what arrived without copying it */
export function createArrivals(folder: string): Arrivals {
  const newPath = () => join(folder, randomUUID())
  const discard = (path: string) => rm(path, { force: true })
  return {
    newPath,
    discard,
    receive: async (body, maxBytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = newPath()
      const file = await open(path, 'wx', 0o600)
      try {
        const hash = createHash('sha256')
        let [size, head] = [0, Buffer.alloc(0)]
        for await (const piece of body) {
          size += piece.length
          if (size > maxBytes) throw new TooManyBytes()
          if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)])
          hash.update(piece)
          // One piece after another: what is not written yet is not read from the network.
          await file.writeFile(piece)
          release(piece)
        }
        await file.sync()
        await file.close()
        return { path, size, sha256: hash.digest('hex'), head }
      } catch (error) {
        await file.close().catch(() => {})
        await discard(path)
        throw error
      }
    },
    tidy: async (olderThanMs) => {
      const before = Date.now() - olderThanMs
      for (const name of await readdir(folder).catch(() => [])) {
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < before) await discard(join(folder, name))
      }
    },
  }
}

/**
 * Gives the memory of a piece back at once. Left to the garbage collector, which counts objects and hardly their bytes, a whole file of them
 * would be in memory before it looks.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
