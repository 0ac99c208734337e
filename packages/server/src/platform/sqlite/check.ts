import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

const damagedInUseText = (problem: string): string =>
  `O banco de dados está danificado (${problem}). O processo termina aqui, para não gravar mais nele. Restaure uma cópia de segurança: npm run restore -- <arquivo>.`

/** What to do about a damaged database. */
export const damagedText = (problem: string): string =>
  `O banco de dados está danificado (${problem}). Nada foi mudado. Restaure uma cópia de segurança: npm run restore -- <arquivo>.`

/** Files up to so many bytes are read before the first write. A larger one takes several seconds, for which nobody should be kept out at each start. */
const readFirstBytes = 200_000_000
/** Beside a database in which damage was found while it was used, so that the next start looks first, however large it is. */
const markOf = (path: string): string => `${path}-damaged`

/** Whether damage was found in a SQLite file while it was used. */
export const isKnownDamaged = (path: string): boolean => existsSync(markOf(path))

/**
 * Reads all of a SQLite file before anything is written to it, about five milliseconds per megabyte; of a large one only whether its beginning
 * and its end are there. A file that is not there yet is sound.
 * @returns whether all of it was read
 * @throws StartRefusal when it is damaged
 */
export function requireSound(path: string): boolean {
  const [size, log] = [sizeOf(path), sizeOf(`${path}-wal`)]
  if (size === undefined && !log) return true
  // SQLite would take such a file for a new database and delete its log.
  if (!size) throw new StartRefusal(damagedText(`${path} ${size === 0 ? 'está vazio' : 'sumiu, e sobrou o log dele'}`))
  const readsAll = size <= readFirstBytes || isKnownDamaged(path)
  const statement = readsAll ? check : 'select count(*) from sqlite_master'
  const problem = log ? findProblem(path, {}, statement) : (missingEnd(path, size) ?? findProblem(path, { immutable: '1' }, statement))
  if (problem !== undefined) throw new StartRefusal(damagedText(problem))
  if (readsAll) rmSync(markOf(path), { force: true })
  return readsAll
}

/**
 * Reads all of a SQLite file while it is used. Damage is noted beside it, so that the next start refuses it.
 * @throws when it is damaged
 */
export function requireSoundInUse(path: string): void {
  const problem = findProblem(path, {}, check)
  if (problem === undefined) return
  writeFileSync(markOf(path), problem)
  throw new Error(damagedInUseText(problem))
}

/** SQLite checks early whether the file has as many pages as its header says. */
const check = 'pragma quick_check(1)'

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
function findProblem(path: string, query: Record<string, string>, statement: string): string | undefined {
  const url = pathToFileURL(path)
  url.search = String(new URLSearchParams(query))
  const database = new DatabaseSync(url, { readOnly: true })
  try {
    const said = database.prepare(statement).get()?.quick_check
    return said === undefined || said === 'ok' ? undefined : String(said)
  } catch (error) {
    // SQLite reports a senseless first page as an ordinary error.
    if (saysDamaged(error) || codeOf(error) === plainError) return (error as Error).message
    throw error
  } finally {
    database.close()
  }
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size
