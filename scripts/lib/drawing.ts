import { crc32, deflateSync } from 'node:zlib'

/** A PNG (RFC 2083) of bands from one colour to another, for files that need to look like something. Colours are red, green and blue. */
export function drawing(width: number, height: number, from: readonly number[], to: readonly number[]): Buffer<ArrayBuffer> {
  const bands = 6
  const lines = Array.from({ length: height }, (_, y) => {
    const share = Math.floor((y / height) * bands) / (bands - 1)
    const pixel = from.map((value, at) => Math.round(value + ((to[at] ?? value) - value) * share))
    // Each line begins with how it is filtered: not at all.
    return Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
