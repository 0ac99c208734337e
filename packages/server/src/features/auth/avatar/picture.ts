import { readFile } from 'node:fs/promises'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalid } from '../../../platform/http/errors.ts'
import { drawPicture, type Turn } from '../../../platform/pictures/pictures.ts'

/**
 * Draws a square picture from a file of unknown origin: the result holds its pixels and nothing else. The file waits on the disk for the turn of
 * `whose`. @throws AppError 400 when it is not such a picture or takes too long, 413 when it is too wide, 503 when too many wait
 */
export async function drawAvatar({ arrivals }: Deps['files'], file: Uint8Array, whose: Turn): Promise<Uint8Array> {
  if (file.length === 0) throw invalid({ avatar: texts.avatarType })
  const { path } = await arrivals.receive([file], limits.avatarBytes)
  const into = arrivals.newPath()
  try {
    const { width, height, outcome } = await drawPicture(whose, path, {
      into,
      edge: limits.avatarEdge,
      fit: 'square',
      formats: ['png', 'jpeg', 'webp'],
      maxPixels: limits.avatarEdgeMax ** 2,
    })
    if (Math.max(width ?? 0, height ?? 0) > limits.avatarEdgeMax) throw new AppError('too_large', texts.avatarTooWide)
    if (outcome !== 'drawn') throw invalid({ avatar: outcome === 'refused' ? texts.avatarType : texts.avatarTooCostly })
    return await readFile(into)
  } finally {
    await arrivals.discard(path)
    await arrivals.discard(into)
  }
}
