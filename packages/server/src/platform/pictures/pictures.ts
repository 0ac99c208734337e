import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { createMeter } from '../limits/meter.ts'
import { createWorkQueue } from '../limits/work-queue.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./draw-picture.ts', import.meta.url))

/** What one picture may take: milliseconds, and bytes of memory. Pictures of 40 million pixels that people make take up to 500 million. */
const bounds = { maxMs: 20_000, maxMemory: 700_000_000 }

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** A WebP that is drawn `into` a path: the whole picture within an edge, or a square from its middle. Others than these formats are not read. */
export type Drawing = { into: string; edge: number; fit: 'whole' | 'square'; formats: readonly PictureFormat[]; maxPixels: number }

/** The size of a picture as it is shown, undefined when it could not be read at all, and what became of it. */
export type Drawn = { width: number | undefined; height: number | undefined; outcome: 'drawn' | 'refused' | 'too costly' }

/** Whose turn it is to have a picture drawn: a network's, and within it a person's. */
export type Turn = { address: string; userId: number }

/** A network with a picture that took longer waits for an hour in one line with all others of that kind, of which it is remembered of so many. */
const [slowForMs, slowRemembered] = [60 * 60_000, 10_000]
const slowLine = 'slow'
/** What the pictures of somebody took lately fades by this share of the time that passes. */
const share = 0.005

/**
 * Turns in which pictures are drawn, one at a time: a picture takes much memory and a processor. What waits holds no memory, because its file is on the
 * disk. It waits within an upload whose connection is silent meanwhile, and would be closed after a minute. Some pictures take all the time that
 * one may: two networks with such would have everybody else wait in vain, so these take turns among themselves first. Within a network,
 * whose pictures took little lately come first.
 * @param slowMs from when on a picture is slow
 */
export function createPictureTurns(slowMs: number): <T>(whose: Turn, draw: () => Promise<T>) => Promise<T> {
  const inTurn = createWorkQueue({ atOnce: 1, ofLine: 60, ofAll: 200, longestWaitMs: 30_000 })
  const tookLong = new LRUCache<string, true>({ max: slowRemembered, ttl: slowForMs })
  const taken = createMeter(share)
  return ({ address, userId }, draw) => {
    const who = String(userId)
    const work = async () => {
      const began = performance.now()
      try {
        return await draw()
      } finally {
        const ms = performance.now() - began
        taken.add(who, ms)
        if (ms >= slowMs) tookLong.set(address, true)
      }
    }
    return inTurn(tookLong.has(address) ? slowLine : address, work, who, 1 + taken.now(who))
  }
}

/** An ordinary picture takes a second, and on a busy machine some. */
const inTurn = createPictureTurns(5_000)

/**
 * Draws from a picture of unknown origin, in a program of its own, when it is the turn of `whose`. A picture that brings the
 * decoder down, or that it never ends, takes nothing with it; and its memory and its processor are not the server's.
 * @throws AppError 503 when too many wait already, or it has waited too long
 */
export const drawPicture = (whose: Turn, picture: string, drawing: Drawing): Promise<Drawn> =>
  inTurn(whose, () => drawWithin(picture, drawing, bounds))

/** As `drawPicture`, at once. */
export async function drawWithin(picture: string, drawing: Drawing, { maxMs, maxMemory }: typeof bounds): Promise<Drawn> {
  try {
    const asked = JSON.stringify({ ...drawing, maxMemory })
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program, picture, asked], {
      timeout: maxMs,
      killSignal: 'SIGKILL',
      maxBuffer: 10_000,
      // None of the server's secrets.
      env: {},
    })
    return JSON.parse(stdout) as Drawn
  } catch (error) {
    const wasKilled = error instanceof Error && 'signal' in error && error.signal === 'SIGKILL'
    return { width: undefined, height: undefined, outcome: wasKilled ? 'too costly' : 'refused' }
  }
}
