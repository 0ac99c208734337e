import { randomUUID } from 'node:crypto'
import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { instant } from '../../platform/deps.ts'
import { defaultTimeZone } from '../../platform/time.ts'
import { tellFailed } from './end-notice.ts'
import type { Problem } from './model.ts'
import { matchPeople } from './people-queries.ts'
import { changeImport, dropObjects, type ImportRow, keepObject } from './queries.ts'
import { diskBytes, readFile } from './reading/reading.ts'
import { findEarlierBoard } from './source-queries.ts'
import { endedElsewhere } from './sprint-set-up.ts'
import { type Context, gathered, importerOf, Lost, Stopped } from './steps.ts'

/** For how many days a file waits for somebody to run it. */
const waitDays = 1
/** When what waits to be run is given up, and what was taken back cannot be any more. */
export const waitsMs = waitDays * deletedKeptMs

/** Reads the file, and says what would come. */
export async function read(context: Context, row: ImportRow, readings: Map<number, AbortController>): Promise<void> {
  const { db, files, processId, outbox } = context
  const [into, scratch] = [files.arrivals.newPath(), files.arrivals.newPath()]
  let path = ''
  const reading = new AbortController()
  readings.set(row.id, reading)
  const at = { step: 'read' as const, processId }
  try {
    const arrived = await files.arrivals.receive(await files.store.open(row.object_name ?? ''), limits.importBytes)
    path = arrived.path
    // Files that were sent while there was room may be read much later.
    if (!(await files.disk.hasRoom(diskBytes(arrived.size)))) throw new Stopped({ kind: 'no_room' })
    const options = { fileName: row.file_name, timeZone: defaultTimeZone, ...(row.choices.fields && { columns: row.choices.fields }) }
    const result = await readFile({ source: row.source, path, bytes: arrived.size, into, scratch, options }, reading.signal)
    if ('problem' in result) throw new Stopped(result.problem)
    const { head } = result
    const actor = await importerOf(db, row)
    const bundle_name = `import-${randomUUID()}`
    await keepObject(db, bundle_name, waitDays + 1)
    await files.store.put(bundle_name, into)
    const people = await matchPeople(db, actor, head.people, outbox.enabled)
    const origin = head.board.id || row.file_name
    const earlier = await findEarlierBoard(db, row.user_id, row.source, origin)
    const left_out =
      earlier === undefined
        ? head.left_out
        : [...head.left_out, ...(await endedElsewhere(db, { board_id: earlier, source: row.source }, head))]
    const known = {
      ...{ head, bundle_name, origin, total: head.totals.cards, left_out: gathered(left_out), maps: { ...row.maps, people } },
      ...{ board_id: earlier ?? null, is_new: earlier === undefined ? 1 : 0, line: 0, byte: 0, done: 0 },
    }
    // With its columns said anew, a table is read again on its way to the board.
    const goesOn = row.status === 'running'
    const isOurs = await changeImport(
      db,
      row.id,
      at,
      goesOn ? { ...known, step: 'write', phase: 'board' } : { ...known, status: 'ready', step: null, phase: null },
    )
    await dropObjects(db, isOurs ? [row.bundle_name] : [row.object_name, bundle_name])
  } catch (error) {
    if (reading.signal.aborted) throw new Lost()
    throw error
  } finally {
    readings.delete(row.id)
    for (const leftover of [path, into, scratch]) if (leftover !== '') await files.arrivals.discard(leftover)
  }
}

/** Ends an import whose file was not read. Of one that was to bring a board up to date, nothing was done there. */
export async function endReading({ db, notified, processId }: Context, row: ImportRow, problem: Problem): Promise<void> {
  const told = await db.transaction().execute(async (trx) => {
    const end = { status: 'failed', step: null, phase: null, problem, finished_at: instant() } as const
    if (!(await changeImport(trx, row.id, { step: 'read', processId }, end))) return []
    await dropObjects(trx, [row.object_name, row.bundle_name])
    return tellFailed(trx, row, problem)
  })
  notified(told)
}
