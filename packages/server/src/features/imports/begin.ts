import type { BoardMember } from '@rodada/contract/boards/boards'
import { additionsOfPerson } from '../../platform/limits/invite-limits.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import type { Work } from '../../platform/work.ts'
import { memberAdded } from '../boards/events.ts'
import type { BoardRow } from '../boards/queries.ts'
import { wantedPeople } from './people-queries.ts'
import { changeImport, findImport, type ImportRow } from './queries.ts'
import { makeBoard, settlePeople, setUp } from './set-up-queries.ts'
import { memberKind, noteChanges } from './source-queries.ts'
import { comingSprints, makeSprints } from './sprint-set-up.ts'
import { type Context, doerOf, gathered, heldBoard, holdForImporter, importerOf, inTurns, Lost, Stopped } from './steps.ts'

/**
 * Makes the board, or takes the one that is there, with its lists, labels and fields; then its people and its sprints, a few at a time.
 * @returns the import as it is then
 */
export async function begin(context: Context, row: ImportRow, isStopped: () => boolean): Promise<ImportRow> {
  const { head } = row
  if (!head) throw new Stopped({ kind: 'unexpected' })
  const coming = comingSprints(head, row)
  const hasBoard = row.maps.sprintsMade !== undefined
  const set = hasBoard ? row : await makeFirst(context, row, head, coming.length > 0)
  let now = set
  await inTurns(set.maps.waiting ?? [], async (some) => {
    if (isStopped()) throw new Lost()
    now = await addPeople(context, now, head, some, coming.length > 0)
  })
  // The last of a file is the first that was made.
  const left = coming.toReversed().slice(set.maps.sprintsMade ?? 0)
  await inTurns(left, async (some) => {
    if (isStopped()) throw new Lost()
    now = await addSprints(context, now, some, coming.length)
  })
  return now
}

type Head = NonNullable<ImportRow['head']>

async function makeFirst({ db, processId }: Context, row: ImportRow, head: Head, hasSprints: boolean): Promise<ImportRow> {
  await db.transaction().execute(async (trx) => {
    const importer = await importerOf(trx, row)
    const boardId = row.is_new === 1 ? await makeBoard(trx, row.user_id, head.board) : (await heldBoard(trx, importer, row.board_id)).id
    const { maps, added, left_out } = await setUp(trx, {
      boardId,
      source: row.source,
      head,
      choices: row.choices,
      wanted: await wantedPeople(trx, importer, row, head),
    })
    if (row.is_new === 0)
      await noteChanges(
        trx,
        row.id,
        added.map(({ id, kind, source_id }) => ({ kind, local_id: id, source_id, earlier: null })),
      )
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        board_id: boardId,
        phase: hasSprints || (maps.waiting ?? []).length > 0 ? 'board' : 'cards',
        maps: { ...maps, sprintsMade: 0 },
        left_out: gathered([...row.left_out, ...left_out]),
      },
    )
    if (!isOurs) throw new Lost()
  })
  return found(db, row.id)
}

/**
 * Puts some people on the board. Each must still share another board with the person who brings this one. On one that was there before they see it at
 * once, so they are told with it, and it is noted for taking it back.
 */
async function addPeople(
  { db, events, limits: counted, outbox, processId, ...boards }: Context,
  row: ImportRow,
  head: Head,
  some: readonly [id: string, account: number][],
  hasSprints: boolean,
): Promise<ImportRow> {
  const additions = personLimit(counted, 'additions-of-person', additionsOfPerson)
  const told = await db.transaction().execute(async (trx) => {
    const doer = await doerOf(trx, row)
    const mayAdd = async (account: number) => (await additions.about(account).take(doer)) === undefined
    const board = await holdForImporter(trx, row)
    const ids = new Set(some.map(([id]) => id))
    const chosen = { people: head.people.filter(({ id }) => ids.has(id)) }
    const known = { choices: { ...row.choices, people: Object.fromEntries(some) }, maps: row.maps }
    const wanted = await wantedPeople(trx, await importerOf(trx, row), known, { ...head, ...chosen })
    const { people, seats, refused } = await settlePeople(
      trx,
      { boardId: row.board_id ?? 0, userId: row.user_id, wanted },
      { trust: { mailed: outbox.enabled }, mayAdd },
    )
    const notified = board ? await tellAdded(events.begin(trx, doer), board, row.id, seats) : []
    const members = [...row.maps.members, ...seats.map(({ user_id }) => user_id)]
    const names = chosen.people.filter(({ id }) => refused.includes(id)).map(({ name }) => name)
    const left_out = names.length > 0 ? [{ kind: 'people_not_added' as const, count: names.length, subjects: names.slice(0, 5) }] : []
    const waiting = (row.maps.waiting ?? []).slice(some.length)
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        phase: hasSprints || waiting.length > 0 ? 'board' : 'cards',
        maps: {
          ...row.maps,
          ...{ people: { ...row.maps.people, ...people }, members, waiting },
          ...(board && { told: members.length }),
        },
        left_out: gathered([...row.left_out, ...left_out]),
      },
    )
    if (!isOurs) throw new Lost()
    return board && { board, notified, added: seats.map(({ user_id }) => user_id) }
  })
  if (told) {
    boards.publish(told.board.id, told.board.revision, told.notified)
    boards.accessChanged(told.board.id, told.added)
  }
  return found(db, row.id)
}

/** Tells of people who came to a board that others see, and notes them. @returns whose pages are told after the commit */
async function tellAdded(work: Work, board: BoardRow, importId: number, seats: readonly BoardMember[]): Promise<number[]> {
  for (const { user_id, user } of seats) await work.emit(memberAdded, { board, userId: user_id, name: user.name })
  await noteChanges(
    work.trx,
    importId,
    seats.map(({ id }) => ({ kind: memberKind, local_id: id, source_id: '', earlier: null })),
  )
  return [...work.notified]
}

/** Gives the board some of the sprints that come, of so many in all. */
async function addSprints({ db, processId }: Context, row: ImportRow, some: Readonly<Head['sprints']>, all: number): Promise<ImportRow> {
  await db.transaction().execute(async (trx) => {
    await holdForImporter(trx, row)
    const of = { board_id: row.board_id ?? 0, source: row.source }
    const { maps, added, left_out } = await makeSprints(trx, of, some, row.choices.language)
    if (row.is_new === 0)
      await noteChanges(
        trx,
        row.id,
        added.map(({ id, source_id }) => ({ kind: 'sprint', local_id: id, source_id, earlier: null })),
      )
    const sprintsMade = (row.maps.sprintsMade ?? 0) + some.length
    const isOurs = await changeImport(
      trx,
      row.id,
      { step: 'write', processId },
      {
        phase: sprintsMade < all ? 'board' : 'cards',
        maps: {
          ...row.maps,
          sprints: { ...row.maps.sprints, ...maps.sprints },
          columns: { ...row.maps.columns, ...maps.columns },
          sprintsMade,
        },
        left_out: gathered([...row.left_out, ...left_out]),
      },
    )
    if (!isOurs) throw new Lost()
  })
  return found(db, row.id)
}

async function found(db: Context['db'], id: number): Promise<ImportRow> {
  const row = await findImport(db, id)
  if (!row) throw new Lost()
  return row
}
