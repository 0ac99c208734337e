import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, backupId } from '@rodada/contract/instance/maintenance'
import { notFound } from '../../platform/http/errors.ts'
import type { Download } from '../../platform/http/http.ts'
import { copySqlite, sealSqlite } from '../../platform/sqlite/sqlite.ts'
import { bringObjects, objectFolder, pruneObjects } from './backup-objects.ts'

/** A copy that is not sound. */
export class DamagedCopy extends Error {}

const fileOf = (id: string) => `${id}.sqlite`
const partial = '.partial'

/** The id of a new backup. */
export function newBackupId(kind: Backup['kind'], now = new Date()): string {
  const [day, time] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `rodada-${day}-${time}-${kind}`
}

function shaped(id: string, size: number, sha256: string | null): Backup | undefined {
  const [, day, time, kind] = backupId.exec(id) ?? []
  if (!day || !time || !kind) return undefined
  const created_at = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}.000Z`
  return { id, kind: kind as Backup['kind'], created_at, size, sha256 }
}

/**
 * The backups of a folder, newest first. The files are the truth: those copied here from another machine are listed, and a restored
 * database knows the backups made after it.
 */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.filter((name) => name.endsWith('.sqlite')).map((name) => name.slice(0, -'.sqlite'.length))
  const found = await Promise.all(
    ids.map(async (id) => {
      const { size } = await stat(join(folder, fileOf(id))).catch(() => ({ size: undefined }))
      const sum = await readFile(join(folder, `${fileOf(id)}.sha256`), 'utf8').catch(() => '')
      return size === undefined ? undefined : shaped(id, size, /^[0-9a-f]{64}/.exec(sum)?.[0] ?? null)
    }),
  )
  return found.flatMap((backup) => backup ?? []).sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** The file of a backup: only names read from the folder become paths. @throws AppError 404 */
async function findFile(folder: string, id: string): Promise<{ path: string; size: number }> {
  const known = (await listBackups(folder)).find((backup) => backup.id === id)
  if (!known) throw notFound()
  return { path: join(folder, fileOf(known.id)), size: known.size }
}

export async function openBackup(folder: string, id: string): Promise<Download> {
  const { path, size } = await findFile(folder, id)
  return { name: fileOf(id), size, content: createReadStream(path) }
}

/** @throws AppError 404 */
export async function deleteBackup(folder: string, id: string): Promise<void> {
  const { path } = await findFile(folder, id)
  await rm(path, { force: true })
  await rm(`${path}.sha256`, { force: true })
  await pruneObjects(folder)
}

/**
 * Makes a backup: a copy of one moment, checked completely before it gets its name, with its checksum beside it in the format of `sha256sum
 * -c`.
 * @throws DamagedCopy, and errors of the disk
 */
export async function makeBackup(options: {
  source: string
  folder: string
  id: string
  /** Where the files of cards are; undefined when they are not on this machine. */
  files: string | undefined
  onProgress: (percent: number) => void
}): Promise<{ size: number; missing: string[] }> {
  const { source, folder, id, files, onProgress } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, fileOf(id))
  const growing = `${path}${partial}`
  try {
    // Checking takes about as long as copying.
    await copySqlite(source, growing, (percent) => onProgress(Math.round(percent * 0.45)))
    onProgress(45)
    const { problems, sha256 } = await sealSqlite(growing)
    if (problems.length > 0) throw new DamagedCopy(problems.join('\n'))
    onProgress(90)
    // After the database, because an object stays for a day when its last file is gone.
    const { missing } = files === undefined ? { missing: [] } : await bringObjects(growing, { from: files, to: objectFolder(folder) })
    await writeFile(`${path}.sha256`, `${sha256}  ${fileOf(id)}\n`, { mode: 0o600 })
    await rename(growing, path)
    return { size: (await stat(path)).size, missing }
  } catch (error) {
    await rm(`${path}.sha256`, { force: true })
    throw error
  } finally {
    for (const rest of ['', '-journal', '-wal', '-shm']) await rm(growing + rest, { force: true })
  }
}

/** Removes unfinished backups of processes that died. Call while no backup is made. */
export async function removePartial(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.includes(partial))) await rm(join(folder, name), { force: true })
}

/** Keeps the newest; files that a restore put aside stay until somebody deletes them. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const old = (await listBackups(folder)).filter(({ kind }) => kind !== 'before').slice(keep)
  for (const { id } of old) await deleteBackup(folder, id)
  return old.map(({ id }) => id)
}
