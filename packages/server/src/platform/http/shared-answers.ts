import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import { compression } from './compression.ts'

/** Kept in memory, compressed. A board of 5,000 cards takes some 50 KB. */
const keptBytes = 16_000_000
/**
 * What an answer is made of is told by its key, and a change that a crash kept from being told would be missed for longer. Milliseconds.
 */
const keptMs = 60_000

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)
const packers = {
  br: (text: string) => inBrotli(text, compression.brotliOptions),
  gzip: (text: string) => inGzip(text, compression.zlibOptions),
  identity: async (text: string) => Buffer.from(text),
}
type Encoding = keyof typeof packers
const encodings: Encoding[] = ['br', 'gzip', 'identity']

/** An answer that is the same for all whose `key` is the same, so that it is made once. */
export class SharedAnswer<Entity> {
  readonly key: string
  readonly make: () => Promise<Entity>

  /** @param key tells everything by which answers differ: what it shows, in which state, and to whom as far as that matters */
  constructor(key: string, make: () => Promise<Entity>) {
    this.key = key
    this.make = make
  }
}

/** An answer as it is sent. */
export class PackedAnswer {
  readonly bytes: Buffer
  readonly encoding: Encoding
  /** What it cost: the characters of its text when it was made for this call, else the bytes that are sent. */
  readonly cost: number

  constructor(bytes: Buffer, encoding: Encoding, cost: number) {
    this.bytes = bytes
    this.encoding = encoding
    this.cost = cost
  }
}

/**
 * Finds an answer as a client accepts it, made and compressed once for all that ask for it.
 * @param ask `route` is whose answer it is, `accepts` the client's header, `write` makes the text
 */
export type PackAnswer = (ask: {
  route: string
  key: string
  accepts: string | undefined
  write: () => Promise<string>
}) => Promise<PackedAnswer>

/** Answers of one process; those that were asked for longest ago give way. */
export function createPackAnswer(): PackAnswer {
  const kept = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: keptBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
    ttl: keptMs,
    // Most are of a state that nobody asks for again, and would stay until there is no more room.
    ttlAutopurge: true,
    fetchMethod: (_key, _stale, { context: pack }) => pack(),
    // Who waits for one that gives way meanwhile gets it nevertheless.
    ignoreFetchAbort: true,
  })
  return async ({ route, key, accepts, write }) => {
    const encoding = (accepts && negotiate(accepts, encodings)) || 'identity'
    let made = 0
    const pack = async () => {
      const text = await write()
      made = text.length
      return packers[encoding](text)
    }
    const bytes = await kept.forceFetch(hash('sha256', `${encoding} ${route} ${key}`), { context: pack })
    return new PackedAnswer(bytes, encoding, made || bytes.length)
  }
}
