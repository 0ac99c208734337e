/** Draws one preview and ends: `draw-preview.ts <picture> <preview> <edge> <most pixels>`. Prints what it found as JSON. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { hasTooManyScans } from './jpeg-scans.ts'
import { isPng, withoutTexts } from './png-texts.ts'

/** A PNG is read whole, for what is left out of it. Bytes. */
const mostPngBytes = 200_000_000

const [path = '', preview = '', edge = '', maxPixels = ''] = process.argv.slice(2)

try {
  // People who vote come first.
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Where the system lets no program change it, the picture takes its share.
}
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const picture = await readPicture()
const { autoOrient, format } = await sharp(picture, { limitInputPixels: false, pages: 1 }).metadata()
const { width, height } = autoOrient
// By what the header says, before anything is unpacked. The decoder is told the same.
const isSmallEnough = width * height <= Number(maxPixels)
const isQuick = isSmallEnough && !(format === 'jpeg' && (await hasTooManyScans(createReadStream(path))))
const drawn = isQuick && (await draw())
process.stdout.write(JSON.stringify({ width, height, drawn }))

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
  try {
    await sharp(picture, { limitInputPixels: Number(maxPixels), failOn: 'error', pages: 1 })
      .autoOrient()
      // Strips of text are higher than they are wide, and a preview of them too.
      .resize(Number(edge), Number(edge) * 4, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(preview)
    return true
  } catch {
    return false
  }
}
