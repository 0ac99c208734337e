import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { AppError, invalid } from '../../../platform/http/errors.ts'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'
import { hasTooManyScans } from '../../../platform/pictures/jpeg-scans.ts'
import { isPng, withoutTexts } from '../../../platform/pictures/png-texts.ts'

type Sharp = typeof import('sharp')['default']

/** The library takes a tenth of a second to load, so it is loaded with the first picture instead of at the start. */
let loaded: Promise<Sharp> | undefined
async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Only the formats that are offered may be read, and nothing is cached between two pictures.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  // By default it would use every core.
  sharp.concurrency(1)
  return sharp
}

const formats: readonly string[] = ['png', 'jpeg', 'webp']
/** One at a time, because a picture takes much memory. Those that wait hold their files in memory. */
const inTurn = createWorkQueue({ atOnce: 1, ofLine: 10, ofAll: 30 })

/**
 * Draws a square picture from a file of unknown origin: the result holds its pixels and nothing else. The claimed size is checked before
 * decoding. It happens outside the event loop, when it is the turn of `whose`, a network.
 * @throws AppError 400 when it is not such a picture, 413 when it is too wide, 503 when too many wait already
 */
export const drawPicture = (file: Uint8Array, whose: string): Promise<Uint8Array> =>
  inTurn(whose, () => draw(isPng(file) ? withoutTexts(file) : file))

async function draw(file: Uint8Array): Promise<Uint8Array> {
  if (file.length === 0) throw refuse()
  loaded ??= load()
  const sharp = await loaded
  const settings = { limitInputPixels: limits.avatarEdgeMax ** 2, failOn: 'error', pages: 1 } as const
  const claims = await sharp(file, settings).metadata().catch(refuse)
  if (!formats.includes(claims.format)) throw refuse()
  if (Math.max(claims.width, claims.height) > limits.avatarEdgeMax) throw tooWide()
  if (claims.format === 'jpeg' && (await hasTooManyScans([file]))) throw refuse()
  const edge = limits.avatarEdge
  return sharp(file, settings).autoOrient().resize(edge, edge, { fit: 'cover' }).webp({ quality: 85 }).toBuffer().catch(refuse)
}

const tooWide = () => new AppError('too_large', texts.avatarTooWide)

function refuse(error?: unknown): never {
  throw error instanceof Error && error.message.includes('pixel limit') ? tooWide() : invalid({ avatar: texts.avatarType })
}
