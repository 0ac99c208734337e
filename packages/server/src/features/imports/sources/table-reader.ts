import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse'
import { Unreadable } from '../model.ts'

/*
 * A table as any program saves it: commas, semicolons or tabs; UTF-8, or what Windows wrote before.
 */

/** How a file is written: UTF-8 unless bytes say otherwise. */
async function encodingOf(path: string): Promise<'utf-8' | 'windows-1252'> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(path)) decoder.decode(piece as Uint8Array, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The sign between cells: the one that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((sign) => [sign, 0]))
  let quoted = false
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && sign === '\n' && [...counts.values()].some((count) => count > 0)) break
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const headBytes = 64 * 1024
async function readHead(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/**
 * Reads a table row by row, its header first. @param onRow what a row says, and the line it ends on
 * @throws Unreadable for what is no table, with the line
 */
export async function readTable(path: string, onRow: (record: string[], line: number) => void): Promise<void> {
  const head = await readHead(path)
  if (head.length === 0) throw new Unreadable({ kind: 'empty' })
  if ((head[0] === 0x50 && head[1] === 0x4b) || (head[0] === 0x1f && head[1] === 0x8b)) throw new Unreadable({ kind: 'zip' })
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.includes(0))
    throw new Unreadable({ kind: 'encoding' })
  const encoding = await encodingOf(path)
  const text = new TextDecoder(encoding).decode(head)
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) throw new Unreadable({ kind: 'html' })
  const decoder = new TextDecoder(encoding)
  const parser = parse({
    ...{ bom: true, delimiter: delimiterOf(text.replace(/^\uFEFF/, '')), relax_column_count: true, skip_empty_lines: true, trim: true },
    ...{ relax_quotes: true, info: true, max_record_size: 2_000_000 },
  })
  const feed = async () => {
    for await (const piece of createReadStream(path)) {
      if (!parser.write(decoder.decode(piece as Uint8Array, { stream: true })))
        await new Promise((resolve) => parser.once('drain', resolve))
    }
    parser.end(decoder.decode())
  }
  const feeding = feed().catch((error: unknown) => parser.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) onRow(record, info.lines)
    await feeding
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { lines } = error as { lines?: number }
    throw new Unreadable({ kind: 'csv', line: lines, detail: error instanceof Error ? error.message.slice(0, 200) : undefined })
  }
}
