import { instant } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { tellFailed } from './end-notice.ts'
import type { Problem } from './model.ts'
import { changeImport, claimImport, findImport, type ImportRow, type Lane } from './queries.ts'
import { endReading, read } from './read.ts'
import { type Context, Lost, Stopped } from './steps.ts'
import { createTurns } from './turns.ts'
import { undo } from './undo.ts'
import { bringFiles, write } from './write.ts'

/** How often in a row taking back is tried. */
const mostTries = 5
/** Imports whose files a process fetches at a time. */
const fetchedAtOnce = 3
const nobody: ReadonlySet<number> = new Set()

export type Runner = {
  /** Takes back at once what is claimed by this process, where the import made the board: that is one short transaction. */
  undoNow: (id: number) => Promise<void>
  /** Does what there is to do, one import after another. It resolves when nothing is left. */
  work: () => Promise<void>
  /** Begins to fetch the files of imports whose cards are there; each of a few goes on beside everything else. */
  fetch: () => Promise<void>
  /** Ends the reading or fetching of files that nobody waits for any more. */
  forget: (id: number) => void
  stop: () => Promise<void>
}

/** Reads files and writes boards, one import at a time on a process, so that everybody else has most of it. */
export function createRunner(context: Context): Runner {
  const { db, log, processId, engine } = context
  const readings = new Map<number, AbortController>()
  /** How often in a row taking one back failed, and those that wait for the next run of the job. */
  const [failed, waiting] = [new Map<number, number>(), new Set<number>()]
  /** Files that are fetched now, with whose they are: nobody's files take all places. */
  const fetching = new Map<Promise<void>, number>()
  const turns = { files: createTurns(), others: createTurns() }
  let [working, stopped]: [Promise<void> | undefined, boolean] = [undefined, false]

  const one = async (id: number): Promise<void> => {
    const row = await findImport(db, id)
    if (!row?.step) return
    const at = { step: row.step, processId }
    try {
      if (row.step === 'read') await read(context, row, readings)
      else if (row.phase === 'files') await bringFiles(context, row, readings)
      else if (row.step === 'write') await write(context, row, () => stopped)
      else await undo(context, row, () => stopped)
    } catch (error) {
      // At the stop of the process the next one goes on where this one was.
      if (stopped || error instanceof Lost) return
      const problem = problemOf(error)
      if (problem.kind === 'unexpected') log.error({ err: error, import: id }, 'an import failed')
      if (row.step === 'read') {
        await endReading(context, row, problem)
      } else if (row.step === 'write') await changeImport(db, id, at, { step: 'undo', phase: 'undoing', problem })
      else await tryAgain(row, { step: 'undo', processId })
    }
  }
  /** What was not taken back is tried a few times, each by another run of the job; those of other people come in between. */
  const tryAgain = async (row: ImportRow, at: { step: 'undo'; processId: string }): Promise<void> => {
    const tries = (failed.get(row.id) ?? 0) + 1
    failed.set(row.id, tries)
    waiting.add(row.id)
    if (tries < mostTries) return void (await changeImport(db, row.id, at, { process_id: null }))
    failed.delete(row.id)
    // What was done stays, and can be taken back once more; what never came to its end is told as that.
    const end = row.finished_at === null ? ({ status: 'failed', finished_at: instant() } as const) : ({ status: 'done' } as const)
    const problem: Problem = { kind: 'unexpected' }
    const told = await db.transaction().execute(async (trx) => {
      const isOurs = await changeImport(trx, row.id, at, { ...end, step: null, phase: null, problem })
      return isOurs && end.status === 'failed' && row.is_new === 1 ? tellFailed(trx, row, problem) : []
    })
    context.notified(told)
  }
  const all = async (): Promise<void> => {
    waiting.clear()
    for (let begun = await next('others'); begun; begun = await next('others')) {
      await one(begun.id)
      await fetchNext()
    }
  }
  const next = async (lane: Lane) => {
    if (stopped) return undefined
    const busy = lane === 'files' ? new Set(fetching.values()) : nobody
    return claimImport(db, processId, { alone: engine === 'sqlite', except: waiting, lane, busy, turns: turns[lane] })
  }
  const fetchNext = async (): Promise<void> => {
    while (fetching.size < fetchedAtOnce) {
      const begun = await next('files')
      if (!begun) return
      const { id, userId } = begun
      const turn = one(id)
        .catch((error: unknown) => log.error({ err: error, import: id }, 'the files of an import'))
        .finally(() => fetching.delete(turn))
      fetching.set(turn, userId)
    }
  }
  return {
    work: () => {
      working ??= all().finally(() => {
        working = undefined
      })
      return working
    },
    undoNow: one,
    fetch: fetchNext,
    forget: (id) => readings.get(id)?.abort(),
    stop: async () => {
      stopped = true
      for (const reading of readings.values()) reading.abort()
      await Promise.all(fetching.keys())
    },
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Stopped) return error.problem
  if (error instanceof AppError && error.id === 'conflict') return { kind: 'full', detail: error.message }
  return { kind: 'unexpected' }
}
