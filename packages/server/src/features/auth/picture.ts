import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import { AppError, invalid } from '../../platform/errors.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'

type Sharp = typeof import('sharp')['default']

/** The library, loaded with the first picture: it takes a tenth of a second, which every start would wait for. */
let loaded: Promise<Sharp> | undefined
async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Of all that the library reads, only what is offered here; and nothing is kept between two pictures.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  // It would take every core, and the rest of the program needs one.
  sharp.concurrency(1)
  return sharp
}

const formats: readonly string[] = ['png', 'jpeg', 'webp']
/** One after another, so that many at once do not fill the memory; so do those that wait, which hold their files. */
const inTurn = createWorkQueue({ atOnce: 1, ofLine: 10, ofAll: 30 })

/**
 * Draws a square picture anew from a file that anybody may have made: what comes out holds pixels and nothing else of it. The
 * size it claims is looked at before it is decoded. It happens outside the event loop, when it is the turn of `whose`, a network.
 * @throws AppError 400 when it is no such picture, 413 when it is too wide, 503 when too many wait already
 */
export const drawPicture = (file: Uint8Array, whose: string): Promise<Uint8Array> => inTurn(whose, () => draw(file))

async function draw(file: Uint8Array): Promise<Uint8Array> {
  if (file.length === 0) throw refuse()
  loaded ??= load()
  const sharp = await loaded
  const settings = { limitInputPixels: limits.avatarEdgeMax ** 2, failOn: 'error', pages: 1 } as const
  const claims = await sharp(file, settings).metadata().catch(refuse)
  if (!formats.includes(claims.format)) throw refuse()
  if (Math.max(claims.width, claims.height) > limits.avatarEdgeMax) throw tooWide()
  const edge = limits.avatarEdge
  return sharp(file, settings).autoOrient().resize(edge, edge, { fit: 'cover' }).webp({ quality: 85 }).toBuffer().catch(refuse)
}

const tooWide = () => new AppError('too_large', texts.avatarTooWide)

function refuse(error?: unknown): never {
  throw error instanceof Error && error.message.includes('pixel limit') ? tooWide() : invalid({ avatar: texts.avatarType })
}
