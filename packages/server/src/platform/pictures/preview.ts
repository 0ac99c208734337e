import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createWorkQueue } from '../limits/work-queue.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'draw-preview.ts')

/** A picture that takes longer is left without a preview. Milliseconds. */
const longestMs = 20_000

/**
 * One at a time: a picture takes much memory and a processor. What waits holds no memory, because its file is on the disk. It waits within an
 * upload whose connection is silent meanwhile, and would be closed after a minute.
 */
const inTurn = createWorkQueue({ atOnce: 1, ofLine: 60, ofAll: 200, longestWaitMs: 30_000 })

/** The size of a picture as it is shown, and whether a preview was drawn. Sizes are undefined when it could not be read at all. */
export type Drawn = { width: number | undefined; height: number | undefined; drawn: boolean }

/**
 * Draws a small WebP of a picture of unknown origin, in a program of its own, when it is the turn of `whose`, a network. A picture that brings the
 * decoder down, or that it never ends, takes nothing with it; and its memory and its processor are not the server's.
 */
export async function drawPreview(
  whose: string,
  picture: string,
  { into, edge, maxPixels }: { into: string; edge: number; maxPixels: number },
): Promise<Drawn> {
  try {
    const { stdout } = await inTurn(whose, () =>
      run(process.execPath, ['--disable-warning=ExperimentalWarning', program, picture, into, String(edge), String(maxPixels)], {
        timeout: longestMs,
        killSignal: 'SIGKILL',
        maxBuffer: 10_000,
        // None of the server's secrets.
        env: {},
      }),
    )
    return JSON.parse(stdout) as Drawn
  } catch {
    // Damaged, too slow, or too many wait or wait too long: the file is kept without a preview.
    return { width: undefined, height: undefined, drawn: false }
  }
}
