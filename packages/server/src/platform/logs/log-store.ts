import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { normalize } from '../normalize.ts'
import { redacted } from './redacted.ts'

/** Lines that are kept to be read, and how long one may be. */
const mostLines = 5000
const longestLine = 8000
/** The file grows to this size, and then becomes the one before: twice this is what a process leaves on the disk. */
const fileBytes = 4 * 1024 * 1024

/** pino's levels. */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
export type LogLevel = keyof typeof levels

/** A line of the log: `facts` is what it says beside the message, as JSON. `id` counts up in this process. */
export type LogLine = { id: number; time: string; level: LogLevel; message: string; facts: string; folded: string }
export type LogFilter = { level?: LogLevel; q?: string; from?: string; until?: string }

export type LogStore = {
  /** A stream for pino: takes secrets out, prints, and keeps. */
  write: (line: string) => void
  /** What passes the filter, newest first, below the id `before`. `level` is the lowest. */
  read: (filter: LogFilter & { before?: number; limit: number }) => LogLine[]
  /** Where the lines are kept over a restart; undefined when they are in memory only. */
  file: string | undefined
  close: () => void
}

/**
 * The last lines of this process's log, for administrators without a shell. They survive a restart in a file of the data folder; where that
 * cannot be written, as in a read-only container, they are in memory only.
 */
export function createLogStore(options: { folder: string; name: string; print: (line: string) => void }): LogStore {
  const lines: LogLine[] = []
  let nextId = 1
  const keep = (text: string) => {
    const line = parse(text, nextId)
    if (!line) return
    nextId += 1
    lines.push(line)
    if (lines.length > mostLines * 1.1) lines.splice(0, lines.length - mostLines)
  }
  const file = openFile(join(options.folder, `${options.name.replace(/[^\w.-]/g, '-')}.log`))
  for (const text of file?.before ?? []) keep(text)

  return {
    file: file?.path,
    write: (raw) => {
      const line = redacted(raw)
      options.print(line)
      const short = line.length > longestLine ? shortened(line) : line
      keep(short)
      file?.append(short)
    },
    read: ({ level, q, from, until, before, limit }) => {
      const found: LogLine[] = []
      const wanted = normalize(q ?? '')
      for (let index = lines.length - 1; index >= 0 && found.length < limit; index--) {
        const line = lines[index]
        if (!line || (before !== undefined && line.id >= before)) continue
        if (level && levels[line.level] < levels[level]) continue
        if ((from && line.time < from) || (until && line.time > until)) continue
        if (wanted === '' || line.folded.includes(wanted)) found.push(line)
      }
      return found
    },
    close: () => file?.close(),
  }
}

const nameOf = (level: unknown): LogLevel =>
  (Object.keys(levels) as LogLevel[]).find((name) => levels[name] === level) ?? (Number(level) > levels.fatal ? 'fatal' : 'info')

/** undefined for what is not a whole line of ours, such as one that was cut when the process died. */
function parse(text: string, id: number): LogLine | undefined {
  try {
    const { level, time, msg, pid, hostname, ...facts } = JSON.parse(text) as Record<string, unknown>
    if (typeof time !== 'number') return undefined
    const line = { id, time: new Date(time).toISOString(), level: nameOf(level), message: String(msg ?? '') }
    const told = Object.keys(facts).length === 0 ? '' : JSON.stringify(facts)
    return { ...line, facts: told, folded: normalize(line.message, told) }
  } catch {
    return undefined
  }
}

/** A line that would be too long keeps its head: time, level, message. */
function shortened(text: string): string {
  const line = parse(text, 0)
  if (!line) return ''
  const facts = { cut: line.facts.slice(0, longestLine / 4) }
  return `${JSON.stringify({ level: levels[line.level], time: Date.parse(line.time), ...facts, msg: line.message.slice(0, longestLine / 4) })}\n`
}

type LogFile = { path: string; before: string[]; append: (line: string) => void; close: () => void }

function openFile(path: string): LogFile | undefined {
  const older = `${path}.1`
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    const before = [older, path].flatMap((name) => (existsSync(name) ? readFileSync(name, 'utf8').split('\n') : [])).slice(-mostLines)
    let handle: number | undefined = openSync(path, 'a', 0o600)
    let size = fstatSync(handle).size
    let closed = false
    const append = (line: string) => {
      if (closed) return
      try {
        // The last rotation failed, and there may be room again.
        if (handle === undefined) {
          handle = openSync(path, 'a', 0o600)
          size = fstatSync(handle).size
        }
        // Written synchronously, because the lines before a crash matter most.
        writeSync(handle, line)
        size += Buffer.byteLength(line)
        if (size < fileBytes) return
        closeSync(handle)
        handle = undefined
        renameSync(path, older)
      } catch {
        // A full disk must not stop the program because of its log, which is printed as well.
      }
    }
    const close = () => {
      closed = true
      if (handle !== undefined) closeSync(handle)
      handle = undefined
    }
    return { path, before, append, close }
  } catch {
    return undefined
  }
}
