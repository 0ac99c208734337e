import { crc32, deflateSync } from 'node:zlib'
import type { CardFile, FileAddress } from '@rodada/contract/cards/files'
import { filesApi } from '@rodada/contract/cards/files'
import sharp from 'sharp'
import type { Account } from './accounts.ts'
import type { Answer, TestServer } from './harness.ts'

/** Uploads bytes to a card under a name. */
export const upload = (
  server: Pick<TestServer, 'call'>,
  { token }: Pick<Account, 'token'>,
  cardId: number,
  body: Uint8Array | string,
  name = 'ata.txt',
): Promise<Answer<CardFile & FileAddress>> =>
  server.call(filesApi.upload, { token, params: { cardId }, query: { name }, body: typeof body === 'string' ? Buffer.from(body) : body })

/** Red on the left, blue on the right. */
export const picture = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } }, left: width / 2, top: 0 },
  ])

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG that says it has this size and has next to no pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([pngSignature, pngChunk('IHDR', head), pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** A red picture that turns blue after a moment, and red again, without an end. */
export async function movingPicture(format: 'gif' | 'webp' | 'apng'): Promise<Buffer> {
  const [width, height] = [60, 40]
  const colors = ['ff0000', '0000ff'] as const
  if (format !== 'apng') {
    const frames = colors.map((color) =>
      sharp({ create: { width, height, channels: 3, background: `#${color}` } })
        .png()
        .toBuffer(),
    )
    return sharp(await Promise.all(frames), { join: { animated: true } })
      .toFormat(format, { loop: 0, delay: [100, 100] })
      .toBuffer()
  }
  // No library here writes one: its second frame stands in chunks that readers of still pictures skip.
  const numbers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer).swap32()
  const line = (color: string) => Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, color, 'hex')])
  const [red, blue] = colors.map((color) => deflateSync(Buffer.concat(Array<Buffer>(height).fill(line(color))))) as [Buffer, Buffer]
  const control = (at: number) => pngChunk('fcTL', Buffer.concat([numbers(at, width, height, 0, 0), Buffer.from('0001000a0000', 'hex')]))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('acTL', numbers(2, 0)),
    control(0),
    pngChunk('IDAT', red),
    control(1),
    pngChunk('fdAT', Buffer.concat([numbers(2), blue])),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small PNG with this many packed texts of 30 MB. */
export async function pngWithTexts(texts: number): Promise<Buffer> {
  const png = await picture(20, 20).png().toBuffer()
  const packed = deflateSync(Buffer.alloc(30_000_000, 'x'))
  const chunks = Array.from({ length: texts }, (_, at) => pngChunk('zTXt', Buffer.concat([Buffer.from(`texto ${at}\0\0`), packed])))
  // Behind the signature and the header, which has 13 bytes.
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

/** A grey JPEG, in this many scans, of which all but the first change nothing: at most 883, and an edge of 1,000 pixels. */
export function jpegOfScans(edge: number, scans: number): Buffer {
  const marker = (code: number, data: number[]) => Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])
  const tableOf = (kind: number, symbol: number) => marker(0xc4, [kind, 1, ...Array(15).fill(0), symbol])
  const [high, low] = [edge >> 8, edge & 255]
  const blocks = Math.ceil(edge / 8) ** 2
  const pieces = [
    Buffer.from([0xff, 0xd8]),
    marker(0xdb, [0, ...Array(64).fill(1)]),
    marker(0xc2, [8, high, low, high, low, 1, 1, 0x11, 0]),
    tableOf(0x00, 0x00),
    // The one word that there is: the next 16,384 blocks, and as many as 14 bits behind it add, have nothing more.
    tableOf(0x10, 0xe0),
    marker(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]
  const nothing = Buffer.alloc(2)
  for (let scan = 1; scan < scans; scan += 1) {
    // Each coefficient in its turn, from the coarsest bit to the finest.
    const [coefficient, bit] = [1 + Math.floor((scan - 1) / 14), 13 - ((scan - 1) % 14)]
    pieces.push(marker(0xda, [1, 1, 0, coefficient, coefficient, (bit === 13 ? 0 : (bit + 1) << 4) | bit]), nothing)
  }
  return Buffer.concat([...pieces, Buffer.from([0xff, 0xd9])])
}
