/**
 * Draws one picture from another one and ends: `draw-picture.ts <picture> <drawing as JSON>`. Prints what it found as JSON. The decoder is loaded here
 * and in no other program.
 */
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { hasTooManyScans } from './jpeg-scans.ts'
import type { Drawing, Drawn, PictureFormat } from './pictures.ts'
import { isPng, withoutTexts } from './png-texts.ts'

/** A PNG is read whole, for what is left out of it. Bytes. */
const mostPngBytes = 200_000_000
/** AVIF takes three times the memory and the time of the others, whose limit is the caller's. A camera's picture has 12 million. */
const mostAvifPixels = 16_000_000
/** How often the memory is looked at. Within it a decoder fills some ten megabytes. Milliseconds. */
const lookMs = 10

const loaders: Record<PictureFormat, string> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegFile',
  webp: 'VipsForeignLoadWebpFile',
  gif: 'VipsForeignLoadNsgifFile',
  avif: 'VipsForeignLoadHeifFile',
}

const [path = '', drawing = ''] = process.argv.slice(2)
const { into, edge, fit, formats, maxPixels, maxMemory }: Drawing & { maxMemory: number } = JSON.parse(drawing)

// No system bounds the memory of one program in a way that others have, too. The decoder works beside this thread, which can end all of it.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, lookMs).unref()
await giveWay()
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((format) => loaders[format]) })
sharp.cache(false)
sharp.concurrency(1)

const picture = await readPicture()
const { autoOrient, format } = await sharp(picture, { limitInputPixels: false, pages: 1 }).metadata()
const { width, height } = autoOrient
const mostPixels = format === 'heif' ? Math.min(maxPixels, mostAvifPixels) : maxPixels
// By what the header says, before anything is unpacked. The decoder is told the same.
const isSmallEnough = width * height <= mostPixels
const isQuick = isSmallEnough && !(format === 'jpeg' && (await hasTooManyScans(createReadStream(path))))
const found: Drawn = { width, height, outcome: isQuick && (await draw()) ? 'drawn' : 'refused' }
process.stdout.write(JSON.stringify(found))

/** People who vote come first; and where memory ends, this program does before any other. */
async function giveWay(): Promise<void> {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
    await writeFile('/proc/self/oom_score_adj', '1000')
  } catch {
    // Where the system lets no program change it, the picture takes its share.
  }
}

/** What sharp reads: the file by its path, or the part of a PNG that it may unpack. */
async function readPicture(): Promise<string | Uint8Array> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
  if (!isPng(buffer)) return path
  const { size } = await file.stat()
  if (size > mostPngBytes) throw new Error('a larger PNG than is drawn')
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  return withoutTexts(bytes)
}

async function draw(): Promise<boolean> {
  const upright = sharp(picture, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).autoOrient()
  try {
    await (fit === 'square'
      ? upright.resize(edge, edge, { fit: 'cover' }).webp({ quality: 85 })
      : // Strips of text are higher than they are wide, and a preview of them too.
        upright.resize(edge, edge * 4, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })
    ).toFile(into)
    return true
  } catch {
    return false
  }
}
