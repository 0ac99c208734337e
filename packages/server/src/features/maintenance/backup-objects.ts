import { access, copyFile, link, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { placeOf } from '../../platform/files/disk-store.ts'
import { hashOf } from '../../platform/files/hash.ts'

/*
 * The files of cards in backups. An object is written once and never changed, so the backups of a folder share one of each, beside them in
 * `files`: a name for the same bytes where the file system can do that, and otherwise a copy.
 */

/** Where the objects of the backups of a folder are. */
export const objectFolder = (backups: string): string => join(backups, 'files')

type Object = { name: string; sha256: string | null }

/** The objects that the files in a database need. A database of before there were files needs none. */
function* objectsOf(database: string): Generator<Object> {
  const opened = new DatabaseSync(database, { readOnly: true })
  try {
    const known = opened.prepare("select 1 from sqlite_master where type = 'table' and name = 'blobs'").get()
    if (!known) return
    const rows = opened.prepare('select object_name, preview_name, sha256 from blobs where sha256 in (select sha256 from files)')
    for (const { object_name, preview_name, sha256 } of rows.iterate()) {
      yield { name: String(object_name), sha256: String(sha256) }
      if (preview_name !== null) yield { name: String(preview_name), sha256: null }
    }
  } finally {
    opened.close()
  }
}

/**
 * Brings the objects that a database needs from one folder to another, where they are not there yet.
 * @param options.check compares the bytes with their hash
 * @returns how many were brought, and the names of those that are in neither folder or damaged
 */
export async function bringObjects(
  database: string,
  { from, to, check = false }: { from: string; to: string; check?: boolean },
): Promise<{ brought: number; missing: string[] }> {
  let brought = 0
  const missing: string[] = []
  for (const { name, sha256 } of objectsOf(database)) {
    const [source, place] = [placeOf(from, name), placeOf(to, name)]
    if (await isThere(place)) continue
    const isSound = (await isThere(source)) && !(check && sha256 !== null && (await hashOf(source)) !== sha256)
    if (isSound) {
      await bring(source, place)
      brought += 1
    } else missing.push(name)
  }
  return { brought, missing }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function bring(source: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  try {
    await link(source, place)
  } catch {
    // Another file system, or one without links.
    const growing = `${place}.partial`
    await copyFile(source, growing)
    await rename(growing, place)
  }
}

/** Removes the objects that no backup of the folder needs any more. */
export async function pruneObjects(backups: string): Promise<void> {
  const folder = objectFolder(backups)
  const shelves = await readdir(folder).catch(() => [])
  if (shelves.length === 0) return
  const needed = new Set<string>()
  for (const name of await readdir(backups)) if (name.endsWith('.sqlite')) addNeeded(join(backups, name), needed)
  for (const shelf of shelves) {
    for (const name of await readdir(join(folder, shelf))) if (!needed.has(name)) await rm(join(folder, shelf, name), { force: true })
    // One that still holds something stays.
    await rmdir(join(folder, shelf)).catch(() => {})
  }
}

function addNeeded(database: string, needed: Set<string>): void {
  try {
    for (const { name } of objectsOf(database)) needed.add(name)
  } catch {
    // A damaged one that a restore put aside: nobody knows what it needs.
  }
}
