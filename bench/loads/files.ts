import { crc32, deflateSync } from 'node:zlib'
import { type BoardTarget, send } from './boards.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const [width, height] = [320, 160]

/** A small PNG of one colour, another for each number. */
function pictureOf(index: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.alloc(1 + width * 3)
  for (let at = 1; at < line.length; at += 3) line.set([index % 256, (index * 7) % 256, (index * 31) % 256], at)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Sends one file. @throws when it is refused */
async function sendFile(
  { port, token }: BoardTarget,
  cardId: number,
  name: string,
  body: Buffer,
): Promise<{ id: number; has_preview: boolean }> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/cards/${cardId}/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { id: number; has_preview: boolean }
}

/** A file on each of the first cards of the lists: every second one a picture that the card shows as its cover, the others texts. */
export async function attach({ target, files }: { target: BoardTarget; files: number }): Promise<void> {
  const { reply } = await send(target, 'GET', `/boards/${target.boardId}`, undefined, 'identity')
  const lists = reply.lists as { cards: { id: number }[] }[]
  const first = lists.flatMap(({ cards }) => cards.slice(0, Math.ceil(files / lists.length)))
  const waiting = first.slice(0, files).entries()
  const client = async () => {
    for (const [index, { id: cardId }] of waiting) {
      const isPicture = index % 2 === 0
      const body = isPicture ? pictureOf(index) : Buffer.from(`Ata da conversa ${index}`)
      const { id, has_preview } = await sendFile(target, cardId, isPicture ? `tela-${index}.png` : `ata-${index}.txt`, body)
      // On a busy machine a picture may be kept without a preview, and then is no cover.
      if (has_preview) await send(target, 'PUT', `/cards/${cardId}`, { cover_file_id: id })
    }
  }
  await Promise.all(Array.from({ length: 4 }, client))
}

/** Contents that are sent in turn: each is stored once, so that no disk fills. All of what arrives is written and hashed before that is known. */
const contents = 4

export type Uploads = { target: BoardTarget; cardIds: number[]; bytes: number; clients: number; seconds: number; most: number }

/** Files a second of so many clients, each sending the next when the last one was stored, until the time or so many are reached. */
export async function uploadFiles({
  target,
  cardIds,
  bytes,
  clients,
  seconds,
  most,
}: Uploads): Promise<{ sent: number; perSecond: number }> {
  const bodies = Array.from({ length: contents }, (_, index) => Buffer.alloc(bytes, `arquivo ${index} `))
  const started = performance.now()
  const until = started + seconds * 1000
  let sent = 0
  const client = async () => {
    while (performance.now() < until && sent < most) {
      const index = sent++
      await sendFile(target, cardIds[index % cardIds.length] ?? 0, `gravacao-${index}.bin`, bodies[index % contents] ?? Buffer.alloc(0))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { sent, perSecond: (sent * 1000) / (performance.now() - started) }
}
