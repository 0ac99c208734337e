import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartRefusal } from '../http/errors.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB */
const damage = new Set<number | undefined>([11, 26])
/** SQLITE_ERROR */
const plainError = 1

const codeOf = (error: unknown) => (error as { errcode?: number }).errcode

/** Whether an error says that a SQLite file is damaged. */
export const saysDamaged = (error: unknown): boolean => damage.has(codeOf(error))

/** What to do about a damaged database. */
export const damagedText = (problem: string): string =>
  `O banco de dados está danificado (${problem}). Nada foi mudado. Restaure uma cópia de segurança: npm run restore -- <arquivo>.`

/**
 * Reads all of a SQLite file before anything is written to it; about a millisecond per megabyte. A file that is not there yet
 * is sound.
 * @throws StartRefusal when it is damaged
 */
export function requireSound(path: string): void {
  const [size, log] = [sizeOf(path), sizeOf(`${path}-wal`)]
  if (size === undefined && !log) return
  // SQLite would take such a file for a new database and delete its log.
  if (!size) throw new StartRefusal(damagedText(`${path} ${size === 0 ? 'está vazio' : 'sumiu, e sobrou o log dele'}`))
  const problem = log ? findProblem(path, {}) : (missingEnd(path, size) ?? findProblem(path, { immutable: '1' }))
  if (problem !== undefined) throw new StartRefusal(damagedText(problem))
}

/** SQLite reads such a file as zeros. With a log it may be a write that the log completes. */
function missingEnd(path: string, size: number): string | undefined {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  // 1 stands for 65,536, which needs more than two bytes.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return pageSize > 0 && size % pageSize > 0 ? 'falta o fim do arquivo' : undefined
}

/** @param query `immutable` leaves no file beside the database, and reads no log */
function findProblem(path: string, query: Record<string, string>): string | undefined {
  const url = pathToFileURL(path)
  url.search = String(new URLSearchParams(query))
  const database = new DatabaseSync(url, { readOnly: true })
  try {
    // SQLite checks early whether the file has as many pages as its header says.
    const said = database.prepare('pragma quick_check(1)').get()?.quick_check
    return said === 'ok' ? undefined : String(said)
  } catch (error) {
    // SQLite reports a senseless first page as an ordinary error.
    if (saysDamaged(error) || codeOf(error) === plainError) return (error as Error).message
    throw error
  } finally {
    database.close()
  }
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size
