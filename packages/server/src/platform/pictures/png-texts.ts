/**
 * Chunks that say how a picture looks (PNG, third edition, 11). The decoder unpacks all others, too, and texts of a megabyte in the file are
 * six gigabytes in memory.
 */
const looks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'sBIT', 'eXIf'])
/** Of a packed profile of colours; it unpacks to a thousand times as many at most. */
const mostProfileBytes = 64 * 1024

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const isPng = (head: Uint8Array): boolean => Buffer.compare(head.subarray(0, signature.length), signature) === 0

/** A PNG without its texts and whatever else no pixel follows from. */
export function withoutTexts(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const pieces = [bytes.subarray(0, signature.length)]
  let hasProfile = false
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    const isProfile = name === 'iCCP'
    if (looks.has(name) && !(isProfile && (hasProfile || length > mostProfileBytes))) pieces.push(bytes.subarray(at, end))
    hasProfile ||= isProfile
    if (name === 'IEND') break
    at = end
  }
  return Buffer.concat(pieces)
}
