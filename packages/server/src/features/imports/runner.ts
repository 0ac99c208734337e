import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { undoImportDays } from '@rodada/contract/boards/import-settings'
import { deletedKeptMs } from '@rodada/contract/boards/settings'
import { limits } from '@rodada/contract/core/limits'
import { instant } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { additionsOfPerson } from '../../platform/limits/invite-limits.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { defaultTimeZone } from '../../platform/time.ts'
import { findNames } from '../activities/queries.ts'
import { addAudit } from '../audit/queries.ts'
import { happened, memberAdded } from '../boards/events.ts'
import { type BoardRow, holdBoard } from '../boards/queries.ts'
import { tellEnd, tellFailed } from './end-notice.ts'
import { fetchFiles } from './fetch-files.ts'
import { type Line, linesOf, portionsOf } from './lines.ts'
import type { Problem } from './model.ts'
import { matchPeople, wantedPeople } from './people-queries.ts'
import { changeImport, claimImport, dropObjects, findImport, findPlace, type ImportRow, keepObject, type Lane } from './queries.ts'
import { readFile } from './reading/reading.ts'
import { holdForCards, listListsById, makeBoard, setUp, showBoard } from './set-up-queries.ts'
import { findEarlierBoard, findSources, noteChanges } from './source-queries.ts'
import { comingSprints, endedElsewhere, makeSprints } from './sprint-set-up.ts'
import { sumUpEnded } from './sprint-source-queries.ts'
import { type Context, gathered, heldBoard, holdForImporter, importerOf, Lost, Stopped } from './steps.ts'
import { createTurns } from './turns.ts'
import { undo } from './undo.ts'
import { updateKnown } from './update-cards.ts'
import { addCards, type Coming, toolName } from './write-cards.ts'
import { addFurther } from './write-comments.ts'
import { addOwn } from './write-own.ts'
import { addRelations } from './write-relations.ts'

/** For how many days a file waits for somebody to run it. */
const waitDays = 1
/** Between two notices of a board that people look at while it grows. */
const noticeMs = 2000
/** Between two portions at most. */
const longestPauseMs = 25
/** How often in a row taking back is tried. */
const mostTries = 5
/** Imports whose files a process fetches at a time. */
const fetchedAtOnce = 3
const lastByte = Number.MAX_SAFE_INTEGER
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

/** Ends an import whose file was not read. Of one that was to bring a board up to date, nothing was done there. */
async function endReading({ db, notified, processId }: Context, row: ImportRow, problem: Problem): Promise<void> {
  const told = await db.transaction().execute(async (trx) => {
    const end = { status: 'failed', step: null, phase: null, problem, finished_at: instant() } as const
    if (!(await changeImport(trx, row.id, { step: 'read', processId }, end))) return []
    await dropObjects(trx, [row.object_name, row.bundle_name])
    return tellFailed(trx, row, problem)
  })
  notified(told)
}

/** Reads the file, and says what would come. */
async function read(context: Context, row: ImportRow, readings: Map<number, AbortController>): Promise<void> {
  const { db, files, processId, outbox } = context
  const [into, scratch] = [files.arrivals.newPath(), files.arrivals.newPath()]
  let path = ''
  const reading = new AbortController()
  readings.set(row.id, reading)
  const at = { step: 'read' as const, processId }
  try {
    const arrived = await files.arrivals.receive(await files.store.open(row.object_name ?? ''), limits.importBytes)
    path = arrived.path
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

/** Writes a board from what was read, from where it was when it stopped. */
async function write(context: Context, begun: ImportRow, isStopped: () => boolean): Promise<void> {
  const { db, files, publish } = context
  const row = begun.phase === 'board' ? await begin(context, begun) : begun
  const { head, board_id: boardId } = row
  if (!head || boardId === null) throw new Stopped({ kind: 'board_gone' })
  const stream = await files.store.open(row.bundle_name ?? '', { first: row.byte, last: lastByte })
  const lists = await listListsById(db, boardId)
  const coming: Coming = { row, head, maps: row.maps, lists, now: begun.created_at, tool: toolName(row.source) }
  let noticed = performance.now()
  try {
    for await (const portion of portionsOf(linesOf(stream))) {
      if (isStopped()) throw new Lost()
      const from = performance.now()
      const revision = await writePortion(context, portion, coming, boardId)
      const took = performance.now() - from
      if (row.is_new === 0 && performance.now() - noticed > noticeMs) {
        publish(boardId, revision)
        noticed = performance.now()
      }
      // As much time is everybody else's. Where the machine itself is busy, longer pauses would help nobody.
      await pause(Math.min(took, longestPauseMs))
    }
  } finally {
    stream.destroy()
  }
  const files_total = row.secret === null ? 0 : (head.totals.files ?? 0)
  if (files_total === 0) return finish(context, row, boardId)
  const { left_out = [] } = (await findPlace(db, row.id)) ?? {}
  const isOurs = await changeImport(
    db,
    row.id,
    { step: 'write', processId: context.processId },
    { step: 'write', phase: 'files', files_total, left_out: withoutFiles(left_out, files_total) },
  )
  if (!isOurs) throw new Lost()
}

/** What is left out when so many files do not stay links. */
const withoutFiles = (left: ImportRow['left_out'], files: number): ImportRow['left_out'] =>
  left.flatMap((each) => {
    if (each.kind !== 'files_as_links') return [each]
    return each.count > files ? [{ ...each, count: each.count - files }] : []
  })

/** Makes links files, and ends the import. */
async function bringFiles(context: Context, row: ImportRow, readings: Map<number, AbortController>): Promise<void> {
  const ending = new AbortController()
  readings.set(row.id, ending)
  try {
    await fetchFiles(context, row, ending.signal)
  } finally {
    if (readings.get(row.id) === ending) readings.delete(row.id)
  }
  await finish(context, row, row.board_id ?? 0)
}

/** Makes the board, or takes the one that is there, with its lists, labels, fields and people. */
async function begin({ db, limits: counted, outbox, processId }: Context, row: ImportRow): Promise<ImportRow> {
  const { head } = row
  if (!head) throw new Stopped({ kind: 'unexpected' })
  const additions = personLimit(counted, 'additions-of-person', additionsOfPerson)
  const mayAdd = async (account: number) => (await additions.about(account).take({ userId: row.user_id, token: null })) === undefined
  await db.transaction().execute(async (trx) => {
    const boardId = row.is_new === 1 ? await makeBoard(trx, row.user_id, head.board) : await heldBoard(trx, row)
    const { maps, added, left_out } = await setUp(
      trx,
      {
        boardId,
        userId: row.user_id,
        source: row.source,
        head,
        choices: row.choices,
        wanted: await wantedPeople(trx, await importerOf(trx, row), row, head),
      },
      { trust: { mailed: outbox.enabled }, mayAdd },
    )
    const of = { board_id: boardId, source: row.source }
    const sprints = await makeSprints(trx, of, comingSprints(head, row), row.choices.language)
    const addedSprints = sprints.added.map((sprint) => ({ ...sprint, kind: 'sprint' as const }))
    if (row.is_new === 0)
      await noteChanges(
        trx,
        row.id,
        [...added, ...addedSprints].map(({ id, kind, source_id }) => ({ kind, local_id: id, source_id, earlier: null })),
      )
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        board_id: boardId,
        phase: 'cards',
        maps: { ...maps, ...sprints.maps },
        left_out: gathered([...row.left_out, ...left_out, ...sprints.left_out]),
      },
    )
    if (!isOurs) throw new Lost()
  })
  const begun = await findImport(db, row.id)
  if (!begun) throw new Lost()
  return begun
}

/** Some cards, some relations, or some of what else the board has. @returns the board's revision */
async function writePortion(
  { db, events, processId, engine }: Context,
  portion: readonly Line[],
  coming: Coming,
  boardId: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { row } = coming
    await holdForImporter(trx, { ...row, board_id: boardId })
    const cards = portion.flatMap(({ line }) => ('card' in line ? [line.card] : []))
    const relations = portion.flatMap(({ line }) => ('relation' in line ? [line.relation] : []))
    const further = portion.flatMap(({ line }) => ('of' in line ? [line] : []))
    const held = await holdForCards(trx, boardId, cards.length, row.is_new === 1)
    if (!held) throw new Stopped({ kind: 'board_gone' })
    const board: BoardRow = { ...held, role: 'admin' }
    // What people are limited in: this one is bounded by the size of its file.
    const work = events.begin(trx, null)
    const known =
      row.is_new === 1
        ? new Map()
        : await findSources(
            trx,
            { board_id: boardId, source: row.source },
            'card',
            cards.map(({ id }) => id),
          )
    const lost = await addCards(
      work,
      board,
      cards.filter(({ id }) => !known.has(id)),
      coming,
    )
    await updateKnown(
      work,
      board,
      cards.flatMap((card) => (known.has(card.id) ? [{ card, known: known.get(card.id) }] : [])),
      coming,
    )
    await addFurther(work, board, further, coming)
    if (relations.length > 0) lost.push(...(await addRelations(work, board, relations, coming, engine)))
    const own = portion.flatMap(({ line }) => ('template' in line || 'filter' in line || 'entries' in line ? [line] : []))
    lost.push(...(await addOwn(work, board, own, coming)))
    const now = await findPlace(trx, row.id)
    if (!now) throw new Lost()
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        phase: relations.length + own.length > 0 ? 'relations' : 'cards',
        line: now.line + portion.length,
        byte: now.byte + portion.reduce((sum, { bytes }) => sum + bytes, 0),
        done: now.done + cards.length,
        made: now.made + cards.filter(({ id }) => !known.has(id)).length,
        ...(lost.length > 0 && { left_out: gathered([...now.left_out, ...lost]) }),
      },
    )
    if (!isOurs) throw new Lost()
    return board.revision
  })
}

/** Shows the board, and tells of it once. */
async function finish(context: Context, { id }: ImportRow, boardId: number): Promise<void> {
  const { db, events, processId, publish, notified } = context
  const told = await db.transaction().execute(async (trx) => {
    const row = await findImport(trx, id)
    if (!row) throw new Lost()
    await importerOf(trx, row)
    if (row.is_new === 1) {
      await sumUpEnded(trx, endedSprints(row))
      await showBoard(trx, boardId)
    }
    const board = await holdBoard(trx, boardId)
    const who = { userId: row.user_id, token: null }
    const work = events.begin(trx, who)
    const tool = toolName(row.source)
    await work.emit(happened, {
      board_id: boardId,
      kind: 'board.imported',
      subject: tool,
      details: { to: String(row.total) },
    })
    const { members } = row.maps
    const names = await findNames(trx, 'users', members)
    for (const userId of members) await work.emit(memberAdded, { board, userId, name: names.get(userId) ?? '' })
    const actor = { viewer: { userId: row.user_id }, address: '', userAgent: '' }
    await addAudit(trx, actor, { kind: 'board.imported', subject: board.title, details: { board: boardId, from: tool, cards: row.total } })
    const end = {
      status: 'done' as const,
      step: null,
      phase: null,
      finished_at: instant(),
      undo_until: instant(undoImportDays * 86_400_000),
    }
    if (!(await changeImport(trx, id, { step: 'write', processId }, end))) throw new Lost()
    await dropObjects(trx, [row.object_name, row.bundle_name])
    const importer = await tellEnd(trx, 'import_done', row, board)
    return { revision: board.revision, notified: [...work.notified, ...importer] }
  })
  publish(boardId, told.revision, told.notified)
  notified(told.notified)
}

/** The sprints that came after they had ended, where nobody counted what they held. */
const endedSprints = ({ head, maps }: ImportRow): { id: number; left: number }[] =>
  (head?.sprints ?? []).flatMap(({ id, ended }) => {
    const made = maps.sprints[id]
    return made !== undefined && ended && 'left' in ended ? [{ id: made, left: ended.left }] : []
  })

/** When what waits to be run is given up, and what was taken back cannot be any more. */
export const waitsMs = waitDays * deletedKeptMs
