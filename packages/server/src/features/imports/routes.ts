import { randomUUID } from 'node:crypto'
import { importsApi } from '@rodada/contract/boards/imports'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { TooManyBytes } from '../../platform/files/arrivals.ts'
import { AppError, allow, conflict, invalid, isStorageFull } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { createAtOnce } from '../../platform/limits/at-once.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { boardPolicy } from '../boards/policy.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { listReachable, listSummaries } from './people-queries.ts'
import {
  addImport,
  cancelImports,
  changeImport,
  countOpenImports,
  dropObjects,
  findOldestReady,
  getImportOf,
  type ImportRow,
  keepObject,
  listImportsOf,
} from './queries.ts'
import { diskBytes } from './reading/reading.ts'
import type { Runner } from './runner.ts'
import { sealAccess } from './secrets.ts'
import { importView, wholeImportView } from './view.ts'

/** For how long a file is kept at most that nobody ends. */
const keptDays = 8

/** Boards of other tools: each import is there for who sent it, and for nobody else. */
export function importRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'files' | 'limits' | 'config' | 'log' | 'processId'>,
  runner: Runner,
): void {
  const { db, files, config, log, processId } = deps
  const uploads = createAtOnce({ ofPerson: 1, ofNetwork: 20, refusal: texts.tooManyUploads })
  // Each file may take a processor for a minute.
  const begun = personLimit(deps.limits, 'imports', { points: 20, seconds: 3600, shared: true })
  const runs = personLimit(deps.limits, 'import-runs', { points: 10, seconds: 3600, shared: true })

  const whole = async (viewer: Viewer, id: number) => {
    const row = await getImportOf(db, viewer, id)
    const ids = [...Object.values(row.maps.people), ...Object.values(row.choices.people ?? {})].filter((person) => person !== null)
    return wholeImportView(row, await listSummaries(db, viewer, ids), viewer.language)
  }
  const goOn = (): void => {
    runner.work().catch((error: unknown) => log.error({ err: error }, 'imports'))
  }

  route(importsApi.create, async ({ viewer, query: { source, name }, body, header, again }) => {
    const leave = uploads(viewer)
    try {
      allow(boardPolicy.create(viewer), texts.guestsCannotCreate)
      await begun.require(viewer)
      const announced = Number(header('content-length') ?? 0)
      if (announced > limits.importBytes) throw new AppError('too_large', texts.importTooLarge)
      await makeRoom(viewer)
      await files.disk.requireRoom(diskBytes(announced))
      const arrived = await files.arrivals.receive(files.disk.whileRoom(body), limits.importBytes).catch((error: unknown) => {
        if (error instanceof TooManyBytes) throw new AppError('too_large', texts.importTooLarge)
        if (error instanceof AppError || isStorageFull(error)) throw error
        log.error({ err: error }, 'a file to import could not be kept')
        throw new AppError('unavailable', texts.fileStoreAway, { retryAfter: 5 })
      })
      try {
        if (arrived.size === 0) throw invalid({ file: texts.fileEmpty })
        const person = await again()
        const object_name = `import-${randomUUID()}`
        await keepObject(db, object_name, keptDays)
        await files.store.put(object_name, arrived.path)
        const choices = { language: person.language }
        const id = await addImport(db, {
          user_id: person.userId,
          token_id: person.token?.id ?? null,
          source,
          file_name: name,
          object_name,
          choices,
        })
        goOn()
        return { id, status: 'reading' as const }
      } finally {
        await files.arrivals.discard(arrived.path)
      }
    } finally {
      leave()
    }
  })

  /** The oldest of those that wait to be run goes, when there are many. @throws AppError 409 when as many are under way */
  const makeRoom = async ({ userId }: Viewer): Promise<void> => {
    if ((await countOpenImports(db, userId)) < limits.importsOfPerson) return
    const oldest = await findOldestReady(db, userId)
    if (!oldest) throw conflict(texts.importsUnderWay)
    await giveUp(oldest)
  }
  const giveUp = async (row: ImportRow): Promise<void> => {
    const isOurs = await changeImport(db, row.id, { status: 'ready' }, { status: 'cancelled', finished_at: new Date().toISOString() })
    if (isOurs) await dropObjects(db, [row.object_name, row.bundle_name])
  }

  route(importsApi.list, async ({ viewer }) => (await listImportsOf(db, viewer)).map((row) => importView(row, viewer.language)))
  route(importsApi.get, ({ viewer, params }) => whole(viewer, params.importId))

  route(importsApi.run, async ({ viewer, params: { importId }, body }) => {
    const row = await getImportOf(db, viewer, importId)
    allow(boardPolicy.create(viewer), texts.guestsCannotCreate)
    if (row.status !== 'ready' || !row.head) throw conflict(texts.importNotReady)
    await runs.require(viewer)
    const { people = {}, lists, fields, trello } = body
    if (trello && row.source !== 'trello') throw invalid({ trello: texts.invalidInput })
    const chosen = [...new Set(Object.values(people).filter((user) => user !== null))]
    const reachable = await listReachable(db, viewer, chosen)
    if (chosen.some((id) => !reachable.has(id))) throw invalid({ people: texts.importPersonElsewhere })
    const choices = { ...row.choices, language: viewer.language, people, lists, fields }
    // What its columns are decides what a table is read to.
    const again = row.source === 'csv' && Object.keys(fields ?? {}).length > 0
    const next = again ? ({ step: 'read', phase: 'reading' } as const) : ({ step: 'write', phase: 'board' } as const)
    if (
      !(await changeImport(
        db,
        importId,
        { status: 'ready' },
        // Who runs it acts: a program for as long as its token lives.
        {
          status: 'running',
          ...next,
          choices,
          token_id: viewer.token?.id ?? null,
          ...(trello && { secret: sealAccess(config.secret, importId, trello) }),
        },
      ))
    )
      throw conflict(texts.importNotReady)
    goOn()
    return whole(viewer, importId)
  })

  route(importsApi.cancel, async ({ viewer, params: { importId } }) => {
    const row = await getImportOf(db, viewer, importId)
    if (!['reading', 'ready', 'running', 'cancelled'].includes(row.status)) throw conflict(texts.importOver)
    await db.transaction().execute((trx) => cancelImports(trx, viewer.userId, importId))
    runner.forget(importId)
    goOn()
    return whole(viewer, importId)
  })

  route(importsApi.undo, async ({ viewer, params: { importId } }) => {
    const row = await getImportOf(db, viewer, importId)
    if (row.status === 'undone') return whole(viewer, importId)
    if (row.status !== 'done' || row.undo_until === null || row.undo_until < new Date().toISOString()) throw conflict(texts.importNotUndone)
    // Who left the board, or lost it, left it to others with all that they made of it.
    const { role } = await getBoardAccess(db, viewer, row.board_id ?? 0)
    allow(boardPolicy.administer(role))
    const isNew = row.is_new === 1
    const mine = isNew ? { process_id: processId } : {}
    if (
      !(await changeImport(db, importId, { status: 'done' }, { status: 'running', step: 'undo', phase: 'undoing', problem: null, ...mine }))
    )
      throw conflict(texts.importNotUndone)
    // A board that it made goes in one step; on one that was there, change after change.
    if (isNew) await runner.undoNow(importId)
    else goOn()
    return whole(viewer, importId)
  })
}
