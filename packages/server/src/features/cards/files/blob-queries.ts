import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import type { BlobRow } from './queries.ts'

/*
 * Which bytes are in the store. A blob's object has a name that is given once: what is removed under it cannot be what somebody stores at the
 * same moment. Whatever is in the store without a blob is among the stray objects, so that a process that dies leaves nothing forgotten.
 */

/** Rows of one statement. */
const rowsAtOnce = 500

/** As long as an upload and its preview may take, and more. */
const arrivingMs = 2 * 60 * 60_000

export type KeptBlob = Pick<BlobRow, 'object_name' | 'type' | 'width' | 'preview_name'>

/** These bytes, if they are stored. Then they stay for a day at least, whatever is deleted meanwhile. */
export const keepBlob = (db: Db, sha256: string): Promise<KeptBlob | undefined> =>
  db
    .updateTable('blobs')
    .set({ unused_since: null })
    .where('sha256', '=', sha256)
    .returning(['object_name', 'type', 'width', 'preview_name'])
    .executeTakeFirst()

/**
 * Notes what was seen of a stored picture of which nothing was known, and makes an announced preview its own.
 * @returns whether it is; when somebody was faster, or the blob is gone, it stays stray
 */
export async function addSight(
  trx: Db,
  sha256: string,
  { object_name, ...seen }: Pick<BlobRow, 'object_name' | 'width' | 'height' | 'preview_name'>,
): Promise<boolean> {
  const added = await trx
    .updateTable('blobs')
    .set(seen)
    .where('sha256', '=', sha256)
    .where('object_name', '=', object_name)
    .where('preview_name', 'is', null)
    .returning('sha256')
    .executeTakeFirst()
  if (added && seen.preview_name !== null) await forgetObjects(trx, [seen.preview_name])
  return added !== undefined
}

/** Notes the objects that are about to be put into the store. */
export async function announceObjects(db: Db, names: readonly string[]): Promise<void> {
  const remove_after = instant(arrivingMs)
  await db
    .insertInto('stray_objects')
    .values(names.map((object_name) => ({ object_name, remove_after })))
    .execute()
}

/**
 * Makes announced objects those of a blob. When somebody stored the same bytes meanwhile theirs are used, and ours stay stray.
 * @returns whether ours are used
 */
export async function addBlob(trx: Db, blob: Omit<BlobRow, 'created_at' | 'unused_since'>): Promise<boolean> {
  const { object_name } = await trx
    .insertInto('blobs')
    .values({ ...blob, created_at: instant(), unused_since: null })
    .onConflict((oc) => oc.column('sha256').doUpdateSet({ unused_since: null }))
    .returning('object_name')
    .executeTakeFirstOrThrow()
  const isOurs = object_name === blob.object_name
  if (isOurs) await forgetObjects(trx, namesOf(blob))
  return isOurs
}

export const namesOf = ({ object_name, preview_name }: Pick<BlobRow, 'object_name' | 'preview_name'>): string[] =>
  preview_name === null ? [object_name] : [object_name, preview_name]

export async function forgetObjects(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('stray_objects').where('object_name', 'in', names).execute()
}

/** How long an object waits that could not be removed. */
const postponedMs = 60 * 60_000

/** Has an object wait behind all others. */
export async function postponeObject(db: Db, name: string): Promise<void> {
  await db
    .updateTable('stray_objects')
    .set({ remove_after: instant(postponedMs) })
    .where('object_name', '=', name)
    .execute()
}

/** Objects to be removed from the store. */
export async function listStrayObjects(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('stray_objects')
    .select('object_name')
    .where('remove_after', '<=', instant())
    .orderBy('remove_after')
    .limit(rowsAtOnce)
    .execute()
  return rows.map(({ object_name }) => object_name)
}

/** Removes files for good that were deleted before an instant. @returns how many */
export async function purgeFiles(db: Db, before: string): Promise<number> {
  const old = db.selectFrom('files').select('id').where('deleted_at', '<', before).limit(rowsAtOnce)
  const gone = await db.deleteFrom('files').where('id', 'in', old).returning('id').execute()
  return gone.length
}

/** Marks the blobs that no file refers to, in small statements. */
export async function markUnusedBlobs(db: Db): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: { sha256: string }[] = await db
      .selectFrom('blobs')
      .select('sha256')
      .where('sha256', '>', last)
      .orderBy('sha256')
      .limit(rowsAtOnce)
      .execute()
    last = page.length === rowsAtOnce ? page.at(-1)?.sha256 : undefined
    if (page.length === 0) return
    await db
      .updateTable('blobs')
      .set({ unused_since: instant() })
      .where(
        'sha256',
        'in',
        page.map(({ sha256 }) => sha256),
      )
      .where('unused_since', 'is', null)
      .where(isUnused)
      .execute()
  }
}

const isUnused = sql<boolean>`not exists (select 1 from files where files.sha256 = blobs.sha256)`

/** Blobs that were unused since before an instant. */
export const listUnusedBlobs = (db: Db, before: string): Promise<{ sha256: string }[]> =>
  db.selectFrom('blobs').select('sha256').where('unused_since', '<', before).limit(rowsAtOnce).execute()

/** Gives up a blob, unless somebody uses it again, and leaves its objects to be removed. */
export async function deleteBlob(trx: Db, sha256: string, before: string): Promise<void> {
  const gone = await trx
    .deleteFrom('blobs')
    .where('sha256', '=', sha256)
    .where('unused_since', '<', before)
    .where(isUnused)
    .returning(['object_name', 'preview_name'])
    .executeTakeFirst()
  if (!gone) return
  await trx
    .insertInto('stray_objects')
    .values(namesOf(gone).map((object_name) => ({ object_name, remove_after: instant() })))
    .execute()
}

/**
 * How many files there are and how many bytes are stored for them, equal ones once. SQLite counts the rows of a table without looking at them, so the
 * few deleted ones are taken off. PostgreSQL looks at all of either, so it does both at once.
 */
export async function measureFiles(db: Db): Promise<{ count: number; size: number }> {
  const counts = db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('files')
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('all'),
      eb
        .selectFrom('files')
        .select((of) => of.fn.countAll<number>().as('n'))
        .where('deleted_at', 'is not', null)
        .as('deleted'),
    ])
    .executeTakeFirstOrThrow()
  const sizes = db
    .selectFrom('blobs')
    .select((eb) => eb.fn.sum<number | null>('size').as('size'))
    .executeTakeFirstOrThrow()
  const [{ all, deleted }, { size }] = await Promise.all([counts, sizes])
  return { count: (all ?? 0) - (deleted ?? 0), size: Number(size ?? 0) }
}
