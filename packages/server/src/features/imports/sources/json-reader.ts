import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Tokenizer, TokenParser } from '@streamparser/json'
import { Unreadable } from '../model.ts'

/** No tool nests deeper. What is deeper is made to stop programs. */
const mostDepth = 64
/** Bytes of one text, and of one thing of those that are read one by one. */
const mostTextBytes = 2_000_000
const mostThingBytes = 16_000_000

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a]
const opens = new Set([0x7b, 0x5b])
const closes = new Set([0x7d, 0x5d])

/** Looks at bytes before the parser does: how deep they go, how long a text is, and which line they are on. */
function createGuard() {
  let [line, depth, textBytes] = [1, 0, 0]
  let [inText, escaped] = [false, false]
  return {
    line: () => line,
    look: (piece: Uint8Array) => {
      for (const byte of piece) {
        if (byte === newline) line += 1
        if (inText) {
          textBytes += 1
          if (escaped) escaped = false
          else if (byte === backslash) escaped = true
          else if (byte === quote) inText = false
          if (textBytes > mostTextBytes) throw new Unreadable({ kind: 'long_text', line })
        } else if (byte === quote) [inText, textBytes] = [true, 0]
        else if (opens.has(byte)) {
          depth += 1
          if (depth > mostDepth) throw new Unreadable({ kind: 'deep', line, detail: String(mostDepth) })
        } else if (closes.has(byte)) depth -= 1
      }
    },
  }
}

/** What a value is called from the top: `['cards', 3]`. */
export type JsonPath = readonly (string | number)[]

/** What a file begins with that is none of JSON, by its first bytes; undefined when it may be JSON. */
function strangerOf(head: Uint8Array): Unreadable | undefined {
  const [first, second] = head
  if ((first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b)) return new Unreadable({ kind: 'zip' })
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return new Unreadable({ kind: 'encoding' })
  const text = new TextDecoder().decode(head.subarray(0, 200)).trimStart()
  if (text.startsWith('<')) return new Unreadable({ kind: 'html' })
  return undefined
}

/** The first letter of a file that is no space. */
export async function firstSign(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
  return new TextDecoder().decode(buffer.subarray(0, bytesRead)).trimStart().slice(0, 1)
}

/**
 * Reads JSON of any size one thing at a time: those at the `wanted` paths (`$.cards.*`), innermost first, in the order of the file. The rest of it
 * is read and forgotten. @throws Unreadable with the line
 */
export async function readJson(path: string, wanted: readonly string[], onValue: (at: JsonPath, value: unknown) => void): Promise<void> {
  const guard = createGuard()
  const tokenizer = new Tokenizer()
  const parser = new TokenParser({ paths: [...wanted], keepStack: false })
  let [sinceThing, bytes, isFirst] = [0, 0, true]
  let lineAt = (_position: number): number => 1
  /** Where the parser is, for what is told of a failure. */
  let at: JsonPath = []
  tokenizer.onToken = (token) => parser.write(token)
  // What the parser has called, it has to hear of: an error in a callback is thrown to who writes.
  parser.onValue = ({ value, key, stack }) => {
    at = [...stack.slice(1).map((entry) => entry.key ?? ''), key ?? '']
    sinceThing = 0
    onValue(at, value)
  }
  try {
    for await (const read of createReadStream(path, { highWaterMark: 64 * 1024 })) {
      let piece = read as Uint8Array
      if (isFirst) {
        const stranger = strangerOf(piece)
        if (stranger) throw stranger
        // The mark that says UTF-8.
        if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) piece = piece.subarray(3)
        isFirst = false
      }
      const [offset, startLine] = [bytes, guard.line()]
      bytes += piece.length
      lineAt = (position) => startLine + piece.subarray(0, position - offset).filter((byte) => byte === newline).length
      guard.look(piece)
      sinceThing += piece.length
      if (sinceThing > mostThingBytes && at.length > 0) throw new Unreadable({ kind: 'too_large', line: guard.line(), path: pathText(at) })
      tokenizer.write(piece)
    }
    if (isFirst) throw new Unreadable({ kind: 'empty' })
    if (!tokenizer.isEnded) tokenizer.end()
    if (!parser.isEnded) throw new Unreadable({ kind: 'json', line: guard.line(), path: pathText(at), detail: 'the file ends too early' })
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const detail = error instanceof Error ? error.message : String(error)
    const position = /position "?(\d+)/.exec(detail)?.[1]
    const line = position === undefined ? guard.line() : lineAt(Number(position))
    throw new Unreadable({ kind: 'json', line, path: pathText(at), detail: detail.slice(0, 200) })
  }
}

/** `cards[3]` */
const pathText = (at: JsonPath): string =>
  at.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`), '')
