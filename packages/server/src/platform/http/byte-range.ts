import { texts } from '@rodada/contract/texts/texts'
import type { ByteRange } from '../files/store.ts'
import { AppError } from './errors.ts'

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.2); undefined for all of it, which is also the answer to what is no
 * range of bytes, or several of them.
 * @throws AppError 416 when the part begins beyond the end
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (range.first > range.last) throw new AppError('invalid', texts.invalidInput, { status: 416 })
  return range
}
