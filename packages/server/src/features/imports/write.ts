import { setTimeout as pause } from 'node:timers/promises'
import { undoImportDays } from '@rodada/contract/boards/import-settings'
import { limits } from '@rodada/contract/core/limits'
import { instant } from '../../platform/deps.ts'
import type { Work } from '../../platform/work.ts'
import { findNames } from '../activities/queries.ts'
import { addAudit } from '../audit/queries.ts'
import { happened, memberAdded } from '../boards/events.ts'
import { type BoardRow, holdBoard } from '../boards/queries.ts'
import { begin } from './begin.ts'
import { tellEnd } from './end-notice.ts'
import { fetchFiles } from './fetch-files.ts'
import { checklistsOf, type Line, linesOf, portionsOf, turnsOf, upToItems } from './lines.ts'
import { presentMaps } from './present.ts'
import { changeImport, dropObjects, findImport, findPlace, type ImportRow } from './queries.ts'
import { holdForCards, listListsById, showBoard } from './set-up-queries.ts'
import { findSources, type Known } from './source-queries.ts'
import { sumUpEnded } from './sprint-source-queries.ts'
import { type Context, doerOf, gathered, holdForImporter, importerOf, inTurns, Lost, longestPauseMs, Stopped } from './steps.ts'
import { updateKnown } from './update-cards.ts'
import { countItems } from './update-queries.ts'
import { withValuesHere } from './values-here.ts'
import { addCards, type Coming, toolName } from './write-cards.ts'
import { addFurtherChecklists } from './write-checklists.ts'
import { addFurther } from './write-comments.ts'
import { addFurtherEstimates } from './write-estimates.ts'
import { addOwn } from './write-own.ts'
import { addRelations } from './write-relations.ts'

/** Between two notices of a board that people look at while it grows. */
const noticeMs = 2000
const lastByte = Number.MAX_SAFE_INTEGER

/** Writes a board from what was read, from where it was when it stopped. */
export async function write(context: Context, begun: ImportRow, isStopped: () => boolean): Promise<void> {
  const { db, files, publish } = context
  const row = begun.phase === 'board' ? await begin(context, begun, isStopped) : begun
  const { head, board_id: boardId } = row
  if (!head || boardId === null) throw new Stopped({ kind: 'board_gone' })
  const stream = await files.store.open(row.bundle_name ?? '', { first: row.byte, last: lastByte })
  const lists = await listListsById(db, boardId)
  const coming: Coming = {
    row,
    head,
    maps: row.maps,
    lists,
    now: begun.created_at,
    tool: toolName(row.source),
    looks: { cards: limits.importLooks },
  }
  let noticed = performance.now()
  try {
    for await (const portion of portionsOf(linesOf(stream))) {
      for (let rest = portion; rest.length > 0; ) {
        if (isStopped()) throw new Lost()
        // What is written may be many times as large as the file, and taking it back needs room, too.
        if (!(await files.disk.hasRoom(0))) throw new Stopped({ kind: 'no_room' })
        const from = performance.now()
        const { revision, settled } = await writePortion(context, rest, coming, boardId)
        const took = performance.now() - from
        if (row.is_new === 0 && performance.now() - noticed > noticeMs) {
          publish(boardId, revision)
          noticed = performance.now()
        }
        // As much time is everybody else's. Where the machine itself is busy, longer pauses would help nobody.
        await pause(Math.min(took, longestPauseMs * turnsOf(rest)))
        rest = rest.slice(settled)
      }
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
export async function bringFiles(context: Context, row: ImportRow, readings: Map<number, AbortController>): Promise<void> {
  const ending = new AbortController()
  readings.set(row.id, ending)
  try {
    await fetchFiles(context, row, ending.signal)
  } finally {
    if (readings.get(row.id) === ending) readings.delete(row.id)
  }
  await finish(context, row, row.board_id ?? 0)
}

const idsOf = (lines: readonly Line[]) => lines.flatMap(({ line }) => checklistsOf(line).map(({ id }) => id))
const cardsOf = (lines: readonly Line[]) => lines.flatMap(({ line }) => ('card' in line ? [line.card] : []))

/** Some cards, some relations, or some of what else the board has. @returns the board's revision, and how many lines were settled */
async function writePortion(
  { db, events, processId, engine }: Context,
  all: readonly Line[],
  begun: Coming,
  boardId: number,
): Promise<{ revision: number; settled: number }> {
  return db.transaction().execute(async (trx) => {
    const { row } = begun
    await holdForImporter(trx, { ...row, board_id: boardId })
    // A board that is new nobody else sees.
    const present = row.is_new === 1 ? undefined : await presentMaps(trx, boardId, begun.maps)
    const coming = present ? { ...begun, maps: present.maps, lists: present.lists } : begun
    const of = { board_id: boardId, source: row.source }
    const known =
      row.is_new === 1
        ? new Map<string, Known>()
        : await findSources(
            trx,
            of,
            'card',
            cardsOf(all).map(({ id }) => id),
          )
    const portion = row.is_new === 1 ? all : upToItems(all, await countItems(trx, await findSources(trx, of, 'checklist', idsOf(all))))
    const { cards, lost } = withValuesHere(cardsOf(portion), coming)
    const relations = portion.flatMap(({ line }) => ('relation' in line ? [line.relation] : []))
    const checklists = portion.flatMap(({ line }) => ('checklists' in line ? [line] : []))
    const further = portion.flatMap(({ line }) => ('of' in line && 'comments' in line ? [line] : []))
    const estimated = portion.flatMap(({ line }) => ('of' in line && 'estimates' in line ? [line] : []))
    const held = await holdForCards(trx, boardId, cards.length, row.is_new === 1)
    if (!held) throw new Stopped({ kind: 'board_gone' })
    const board: BoardRow = { ...held, role: 'admin' }
    // What people are limited in: this one is bounded by the size of its file.
    const work = events.begin(trx, null)
    lost.push(
      ...(await addCards(
        work,
        board,
        cards.filter(({ id }) => !known.has(id)),
        present ? { ...coming, maps: present.forNew } : coming,
      )),
    )
    const before = cards.flatMap((card) => {
      const there = known.get(card.id)
      return there ? [{ card, known: there }] : []
    })
    lost.push(...(await updateKnown(work, board, before, coming)))
    lost.push(...(await addFurtherChecklists(work, board, checklists, coming)))
    lost.push(...(await addFurther(work, board, further, coming)))
    await addFurtherEstimates(work, board, estimated, coming)
    const related = relations.length > 0 ? await addRelations(work, board, relations, coming, engine) : undefined
    lost.push(...(related?.lost ?? []))
    const own = portion.flatMap(({ line }) => ('template' in line || 'filter' in line || 'entries' in line ? [line] : []))
    lost.push(...(await addOwn(work, board, own, coming)))
    const now = await findPlace(trx, row.id)
    if (!now) throw new Lost()
    // Relations come alone.
    const settled = portion.slice(0, related?.settled)
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        phase: relations.length + own.length > 0 ? 'relations' : 'cards',
        line: now.line + settled.length,
        byte: now.byte + settled.reduce((sum, { bytes }) => sum + bytes, 0),
        done: now.done + cards.length,
        made: now.made + cards.filter(({ id }) => !known.has(id)).length,
        ...(lost.length > 0 && { left_out: gathered([...now.left_out, ...lost]) }),
      },
    )
    if (!isOurs) throw new Lost()
    return { revision: board.revision, settled: settled.length }
  })
}

/** Shows the board, and tells of it once. */
async function finish(context: Context, begun: ImportRow, boardId: number): Promise<void> {
  const { db, events, processId, publish, notified } = context
  const { id } = begun
  // Nobody sees the board yet, and what is summed up once more comes out the same.
  if (begun.is_new === 1) await inTurns(endedSprints(begun), (some) => sumUpEnded(context, some))
  const added = await tellMembers(context, id, boardId)
  const told = await db.transaction().execute(async (trx) => {
    const row = await findImport(trx, id)
    if (!row) throw new Lost()
    await importerOf(trx, row)
    if (row.is_new === 1) await showBoard(trx, boardId)
    const board = await holdBoard(trx, boardId)
    const doer = await doerOf(trx, row)
    const work = events.begin(trx, doer)
    const tool = toolName(row.source)
    // Where people are told at the end, this is said before.
    if (row.is_new === 0 || row.maps.members.length === 0) await sayImported(work, row, boardId)
    const actor = { viewer: doer, address: '', userAgent: '' }
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
    return { revision: board.revision, notified: [...added, ...work.notified, ...importer] }
  })
  publish(boardId, told.revision, told.notified)
  notified(told.notified)
}

const sayImported = (work: Work, { source, total }: ImportRow, boardId: number): Promise<void> =>
  work.emit(happened, { board_id: boardId, kind: 'board.imported', subject: toolName(source), details: { to: String(total) } })

/**
 * Tells who was put on a new board, a few at a time. As nobody sees it yet, nobody sees a notice either. On one that was there before they were told as
 * they came.
 * @returns whose pages are told when the board is whole
 */
async function tellMembers({ db, events, processId }: Context, id: number, boardId: number): Promise<number[]> {
  const notified: number[] = []
  const { maps } = (await findImport(db, id)) ?? {}
  let told = maps?.told ?? 0
  await inTurns(maps?.members.slice(told) ?? [], async (some) => {
    await db.transaction().execute(async (trx) => {
      const row = await findImport(trx, id)
      if (!row) throw new Lost()
      await holdForImporter(trx, row)
      const held = await holdForCards(trx, boardId, 1, row.is_new === 1)
      if (!held) throw new Stopped({ kind: 'board_gone' })
      const board: BoardRow = { ...held, role: 'admin' }
      const work = events.begin(trx, await doerOf(trx, row))
      if (told === 0 && row.is_new === 1) await sayImported(work, row, boardId)
      const names = await findNames(trx, 'users', some)
      for (const userId of some) await work.emit(memberAdded, { board, userId, name: names.get(userId) ?? '' })
      if (!(await changeImport(trx, id, { step: 'write', processId }, { maps: { ...row.maps, told: told + some.length } })))
        throw new Lost()
      notified.push(...work.notified)
    })
    told += some.length
  })
  return notified
}

/** The sprints that came after they had ended, where nobody counted what they held. */
const endedSprints = ({ head, maps }: ImportRow): { id: number; left: number }[] =>
  (head?.sprints ?? []).flatMap(({ id, ended }) => {
    const made = maps.sprints[id]
    return made !== undefined && ended && 'left' in ended ? [{ id: made, left: ended.left }] : []
  })
