import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createWorkQueue } from '../limits/work-queue.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'draw-picture.ts')

/** What one picture may take: milliseconds, and bytes of memory. Pictures of 40 million pixels that people make take up to 500 million. */
const bounds = { maxMs: 20_000, maxMemory: 700_000_000 }

/**
 * One at a time: a picture takes much memory and a processor. What waits holds no memory, because its file is on the disk. It waits within an
 * upload whose connection is silent meanwhile, and would be closed after a minute.
 */
const inTurn = createWorkQueue({ atOnce: 1, ofLine: 60, ofAll: 200, longestWaitMs: 30_000 })

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** A WebP that is drawn `into` a path: the whole picture within an edge, or a square from its middle. Others than these formats are not read. */
export type Drawing = { into: string; edge: number; fit: 'whole' | 'square'; formats: readonly PictureFormat[]; maxPixels: number }

/** The size of a picture as it is shown, undefined when it could not be read at all, and what became of it. */
export type Drawn = { width: number | undefined; height: number | undefined; outcome: 'drawn' | 'refused' | 'too costly' }

/** Whose turn it is to have a picture drawn: a network's, and within it a person's. */
export type Turn = { address: string; userId: number }

/**
 * Draws from a picture of unknown origin, in a program of its own, when it is the turn of `whose`. A picture that brings the
 * decoder down, or that it never ends, takes nothing with it; and its memory and its processor are not the server's.
 * @throws AppError 503 when too many wait already, or it has waited too long
 */
export const drawPicture = ({ address, userId }: Turn, picture: string, drawing: Drawing): Promise<Drawn> =>
  inTurn(address, () => drawWithin(picture, drawing, bounds), String(userId))

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
