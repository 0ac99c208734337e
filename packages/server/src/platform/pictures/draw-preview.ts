/** Draws one preview and ends: `draw-preview.ts <picture> <preview> <edge> <most pixels>`. Prints what it found as JSON. */
import { createReadStream } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { hasTooManyScans } from './jpeg-scans.ts'

const [picture = '', preview = '', edge = '', maxPixels = ''] = process.argv.slice(2)

try {
  // People who vote come first.
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Where the system lets no program change it, the picture takes its share.
}
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const { autoOrient, format } = await sharp(picture, { limitInputPixels: false, pages: 1 }).metadata()
const { width, height } = autoOrient
// By what the header says, before anything is unpacked. The decoder is told the same.
const isSmallEnough = width * height <= Number(maxPixels)
const isQuick = isSmallEnough && !(format === 'jpeg' && (await hasTooManyScans(createReadStream(picture))))
const drawn = isQuick && (await draw())
process.stdout.write(JSON.stringify({ width, height, drawn }))

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
