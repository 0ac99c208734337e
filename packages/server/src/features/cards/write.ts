import { setImmediate as nextLoop } from 'node:timers/promises'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { texts } from '@rodada/contract/texts/texts'
import { instant } from '../../platform/deps.ts'
import { invalid } from '../../platform/http/errors.ts'
import { normalize } from '../../platform/normalize.ts'
import { ranksAtEnd, shortenRanks } from '../../platform/order/queries.ts'
import { isSpent } from '../../platform/order/ranks.ts'
import { only } from '../../platform/prepared-queries.ts'
import type { Work } from '../../platform/work.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import type { CopyPlace, CopyTarget, Pair } from './copy-column-queries.ts'
import { type CardState, cardsChanged, cardsChanging, compareCards, editableFields, leavingCard, type ValueChange } from './events.ts'
import { readShownFields, storeValues } from './fields/queries.ts'
import { keepNumber, takeBackNumber } from './key-queries.ts'
import { type CardRow, type CardUpdate, cardsOfColumn, cardsOfList, getCardsById, priorityOf, storedPriority } from './queries.ts'
import { requireRoomInLists } from './wip-queries.ts'
import {
  type ImportedCard,
  insertCard,
  insertCopies,
  insertImported,
  isStarted,
  type StoredUpdate,
  storeCounts,
  storeReferences,
  storeShownFields,
  storeTouch,
  storeTouchOn,
  storeUpdates,
  type Touched,
  takeNumbers,
} from './write-queries.ts'

/*
 * The only module that writes cards. It compares before and after, and emits what happened in the same transaction. The journal,
 * notifications, Slack and sprints listen.
 */

export type NewCard = Pick<CardRow, 'title' | 'description' | 'due_date' | 'rank' | 'status'> & {
  priority: Priority
  created_by: number
} & Partial<
    Pick<CardRow, 'estimate' | 'estimated_hours' | 'notes' | 'assignee_id' | 'sprint_id' | 'column_id' | 'column_rank' | 'github_state'>
  >

/** Adds cards at their ranks of a list of a held board. @throws AppError 409 when the board is full. */
export async function addCards(work: Work, board: BoardRow, listId: number, cards: readonly NewCard[]): Promise<CardRow[]> {
  const { trx } = work
  await requireRoomForCards(trx, board, cards.length)
  if (work.actor !== null) await requireRoomInLists(trx, new Map([[listId, cards.length]]))
  await work.emit(cardsChanging, { count: cards.length, letters: lettersOf(cards) })
  const now = instant()
  const firstNumber = await takeNumbers(trx, board.id, cards.length)
  const added: CardRow[] = []
  for (const [index, card] of cards.entries()) {
    const rows = await insertCard(trx, {
      estimate: null,
      estimated_hours: null,
      notes: '',
      assignee_id: null,
      sprint_id: null,
      column_id: null,
      column_rank: null,
      github_state: null,
      ...card,
      ...storedPriority(card.priority),
      board_id: board.id,
      number: firstNumber + index,
      list_id: listId,
      search_text: normalize(card.title, card.description),
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
      attachment_count: 0,
      file_count: 0,
      version: 1,
      revision: board.revision,
      created_at: now,
      updated_at: now,
      started_at: isStarted(card.status) ? now : null,
      moved_at: now,
      completed_at: card.status === 'concluida' ? now : null,
    })
    added.push({ ...only(rows), list_hidden: 0, key_prefix: board.key_prefix })
  }
  const changes = added.map((card) => compareCards(null, card, []))
  await work.emit(cardsChanged, { board, follows: false, changes })
  return (await shortenLongRanks(work, board, added))
    ? getCardsById(
        trx,
        added.map(({ id }) => id),
      )
    : added
}

/** As `addCards`, for one. */
export async function addCard(work: Work, board: BoardRow, listId: number, card: NewCard): Promise<CardRow> {
  return only(await addCards(work, board, listId, [card]))
}

/**
 * Adds copies of cards to a list of a held board, without what hangs on them: `copyParts` is to follow. Their counts say it already.
 * @param follows the cards are a part of something larger that is copied, and no lines of the activity
 * @param asTheyAre a whole board is copied, whose lists may hold more than they take, and whose cards were counted at its beginning
 * @throws AppError 409 when the board is full, or the list takes no more
 */
export async function addCopies(
  work: Work,
  board: BoardRow,
  list: { id: number; status: WorkStatus },
  places: readonly CopyPlace[],
  {
    follows = false,
    asTheyAre = false,
    ...how
  }: Pick<CopyTarget, 'boardId' | 'userId' | 'named'> & { follows?: boolean; asTheyAre?: boolean },
): Promise<Pair[]> {
  if (places.length === 0) return []
  const { trx } = work
  await requireRoomForCards(trx, board, places.length)
  if (!asTheyAre) {
    await requireRoomInLists(trx, new Map([[list.id, places.length]]))
    await work.emit(cardsChanging, { count: places.length })
  }
  const firstNumber = await takeNumbers(trx, board.id, places.length)
  const { pairs, cards } = await insertCopies(trx, { ...how, board, list, firstNumber }, places)
  await work.emit(cardsChanged, { board, follows, changes: cards.map((card) => compareCards(null, card, [])) })
  await shortenLongRanks(work, board, cards)
  return pairs
}

export type { ImportedCard } from './write-queries.ts'

/**
 * Adds cards that another tool had to a held board, whose change counts a revision for each of them. Nobody is told that they were created now:
 * what happened to them there is added to the journal by the caller, with the instants of then. A number that one has already is one that
 * no card of this board has had.
 * @returns their ids, in the same order @throws AppError 409 when the board is full
 */
export async function addImported(
  { trx }: Work,
  board: BoardRow,
  cards: readonly (Omit<ImportedCard, 'number' | 'board_id' | 'search_text' | 'version' | 'revision'> & { number: number | null })[],
): Promise<number[]> {
  await requireRoomForCards(trx, board, cards.filter(({ archived_at }) => archived_at === null).length)
  const without = cards.filter(({ number }) => number === null)
  let number = without.length > 0 ? await takeNumbers(trx, board.id, without.length) : 0
  return insertImported(
    trx,
    cards.map((card) => ({
      ...card,
      board_id: board.id,
      number: card.number ?? number++,
      search_text: normalize(card.title, card.description),
      version: 1,
      revision: board.revision,
    })),
  )
}

/** The new values of a card, and those in fields of its board. Its long texts are needed only when one of them changes. */
export type CardWrite = { card: CardState & { description?: string }; set: CardUpdate; values?: readonly ValueChange[] }

/**
 * Writes fields and places of cards of a held board: new texts count a card's version, a new status sets when it was completed.
 * @param how `follows`: the write follows from another change and is no act of its own; `imported`: as `CardsChanged` has it
 * @returns the changed cards
 */
export async function updateCards(
  work: Work,
  board: BoardRow,
  writes: readonly CardWrite[],
  { follows = false, imported = false }: { follows?: boolean; imported?: boolean } = {},
): Promise<CardState[]> {
  const now = instant()
  const changed = writes.flatMap((write) => {
    const { priority, ...rest } = differences(write)
    const set: StoredUpdate = { ...rest, ...(priority !== undefined && storedPriority(priority)) }
    requireOrder(write.card, set)
    const { card, values = [] } = write
    return Object.keys(set).length === 0 && values.length === 0
      ? []
      : [{ card, set: { ...set, ...textsOf(card, set), ...(isMoved(card, set) && { moved_at: now }) }, values }]
  })
  if (changed.length === 0) return []
  // Each value of a field is a line of the journal.
  const count = changed.reduce((sum, { values }) => sum + Math.max(1, values.length), 0)
  await work.emit(cardsChanging, { count, letters: lettersOf(changed.map(({ set }) => set)) })
  // What the program does by itself has happened already: a merged pull request concludes its card.
  if (work.actor !== null) await requireRoomInLists(work.trx, enteringLists(changed))
  await storeUpdates(
    work.trx,
    changed.map(({ card, set }) => ({ id: card.id, set })),
    { revision: board.revision, now },
  )
  const filled = changed.filter(({ values }) => values.length > 0)
  for (const { card, values } of filled) await storeValues(work.trx, card.id, values)
  await showFields(
    work,
    board,
    filled.map(({ card }) => card.id),
  )
  const changes = changed.map(({ card, set, values }) => {
    const edited = editableFields.filter((field) => set[field] !== undefined)
    return compareCards(card, stateAfter(card, set, now), edited, values)
  })
  await work.emit(cardsChanged, { board, follows, imported, changes })
  const after = changes.map((change) => change.after)
  await shortenLongRanks(
    work,
    board,
    after.filter((_, index) => changed[index]?.set.rank !== undefined || changed[index]?.set.column_rank !== undefined),
  )
  return after
}

/** As `updateCards`, for one. */
export const updateCard = (
  work: Work,
  board: BoardRow,
  card: CardWrite['card'],
  set: CardUpdate,
  { values = [], ...how }: { follows?: boolean; values?: readonly ValueChange[] } = {},
) => updateCards(work, board, [{ card, set, values }], how)

/** Puts cards of a held board, in their order, at the end of a list, and gives them its status. */
export async function moveToList(
  work: Work,
  board: BoardRow,
  cards: readonly CardState[],
  { id, status }: { id: number; status: WorkStatus },
  how?: { follows?: boolean },
): Promise<void> {
  const ranks = await ranksAtEnd(work.trx, cardsOfList(id), cards.length)
  const writes = cards.map((card, index) => ({ card, set: { list_id: id, rank: ranks[index] ?? '', status } }))
  await updateCards(work, board, writes, how)
}

/**
 * Puts a card of a held board into a list of another held one. It leaves its sprint, and its number stays behind, so that the key goes on
 * leading to it; back on a board it has the number that it had there.
 * @throws AppError 409 when the other board or its list is full
 */
export async function moveToBoard(
  work: Work,
  [from, to]: readonly [BoardRow, BoardRow],
  card: CardRow,
  place: Pick<CardRow, 'list_id' | 'rank' | 'status' | 'assignee_id'>,
): Promise<void> {
  const { trx } = work
  await requireRoomForCards(trx, to)
  if (work.actor !== null) await requireRoomInLists(trx, new Map([[place.list_id, 1]]))
  await work.emit(cardsChanging, { count: 1 })
  await keepNumber(trx, card, from)
  const number = (await takeBackNumber(trx, card.id, to.id)) ?? (await takeNumbers(trx, to.id, 1))
  const now = instant()
  const out = { sprint_id: null, column_id: null, column_rank: null, from_sprint_id: null }
  const set = { ...place, ...out, board_id: to.id, number, moved_at: now }
  await storeUpdates(trx, [{ id: card.id, set }], { revision: to.revision, now })
  await work.emit(cardsChanged, { board: from, follows: false, changes: [leavingCard(card)] })
  const after = { ...stateAfter(card, set, now), key_prefix: to.key_prefix }
  await work.emit(cardsChanged, { board: to, follows: false, changes: [compareCards(card, after, [])] })
  await shortenLongRanks(work, to, [after])
}

/** That a card begins no later than it is due. @throws AppError 400 about the date that was changed */
function requireOrder(card: CardState, { start_date, due_date }: StoredUpdate): void {
  if (start_date === undefined && due_date === undefined) return
  const [start, due] = [start_date === undefined ? card.start_date : start_date, due_date === undefined ? card.due_date : due_date]
  if (start === null || due === null || start <= due) return
  throw invalid(start_date === undefined ? { due_date: texts.dueBeforeStart } : { start_date: texts.startAfterDue })
}

/** How many cards each list is about to get: from other lists, from the archive or back from deletion. */
function enteringLists(writes: readonly { card: CardState; set: StoredUpdate }[]): Map<number, number> {
  const entering = new Map<number, number>()
  for (const { card, set } of writes) {
    const after = { ...card, ...set }
    const wasThere = card.list_id === after.list_id && card.archived_at === null && card.deleted_at === null
    if (!wasThere && after.archived_at === null && after.deleted_at === null)
      entering.set(after.list_id, (entering.get(after.list_id) ?? 0) + 1)
  }
  return entering
}

/** The values that differ from those of the card. */
function differences({ card, set }: CardWrite): CardUpdate {
  const before: Record<string, unknown> = { ...card, priority: priorityOf(card) }
  return Object.fromEntries(Object.entries(set).filter(([field, value]) => value !== undefined && value !== before[field]))
}

/** Whether these new values bring a card on. That it is planned into a sprint, or left by one that ended, does not. */
const isMoved = ({ column_id }: CardState, set: StoredUpdate): boolean =>
  set.list_id !== undefined ||
  set.status !== undefined ||
  (set.sprint_id === undefined && typeof set.column_id === 'number' && column_id !== null)

/** Of the long texts that are written. */
const lettersOf = (texts: readonly { description?: string; notes?: string }[]): number =>
  texts.reduce((sum, { description = '', notes = '' }) => sum + description.length + notes.length, 0)

/** What new texts change besides. */
function textsOf(card: CardWrite['card'], set: StoredUpdate): StoredUpdate {
  if (set.title === undefined && set.description === undefined && set.notes === undefined) return {}
  const description = set.description ?? card.description
  if (description === undefined) throw new Error('a new title needs the description beside it')
  return { search_text: normalize(set.title ?? card.title, description), version: card.version + 1 }
}

function stateAfter(card: CardState, { description, notes, search_text, ...set }: StoredUpdate, now: string): CardState {
  const started = set.status !== undefined && isStarted(set.status) ? { started_at: card.started_at ?? now } : {}
  const completed = set.status === undefined ? {} : { completed_at: set.status === 'concluida' ? (card.completed_at ?? now) : null }
  // Only shown lists take cards.
  const list = set.list_id === undefined ? {} : { list_hidden: 0 }
  return { ...card, ...set, ...started, ...completed, ...list }
}

/** Renews the ranks of lists and columns where one is spent. @returns whether it did */
async function shortenLongRanks({ trx }: Work, board: BoardRow, cards: readonly CardState[]): Promise<boolean> {
  const inList = cards.find(({ rank }) => isSpent(rank))
  if (inList) await shortenRanks(trx, cardsOfList(inList.list_id), inList.rank, board.revision)
  const inColumn = cards.find(({ column_id, column_rank }) => column_id !== null && column_rank !== null && isSpent(column_rank))
  if (inColumn?.column_id) await shortenRanks(trx, cardsOfColumn(inColumn.column_id), inColumn.column_rank ?? '', board.revision)
  return inList !== undefined || inColumn !== undefined
}

/** Cards whose fields are read at once, before everybody else has a turn: a board shows up to 30 of each. */
const shownAtOnce = 500

/** Stores again what the board shows of the fields of some cards, and marks them as changed. */
export async function showFields({ trx }: Work, board: BoardRow, cardIds: readonly number[]): Promise<void> {
  for (let from = 0; from < cardIds.length; from += shownAtOnce) {
    // Only in between: a transaction of few cards keeps nobody who writes waiting for whatever else there is to do.
    if (from > 0) await nextLoop()
    await storeShownFields(trx, await readShownFields(trx, cardIds.slice(from, from + shownAtOnce)), board.revision)
  }
}

/** Marks a card as changed, and counts its comments, checklist items, attachments and files. */
export const touchCard = ({ trx }: Work, board: BoardRow, cardId: number): Promise<void> => storeCounts(trx, cardId, board.revision)

/** Marks cards as changed because something beside them changed. */
export const touchCards = ({ trx }: Work, board: BoardRow, touched: Touched): Promise<void> => storeTouch(trx, touched, board.revision)

/** Marks cards as changed on boards whose revisions were counted. */
export const touchCardsOn = storeTouchOn

/** Has a card that was just copied name its own files, in its text and on its face. */
export const nameCopiedFiles = storeReferences

/** Gives cards of a board's backlog their ranks. Ranks alone are no change of a card. */
export const rankCards = ({ trx }: Work, board: BoardRow, ranks: readonly { id: number; column_rank: string }[]): Promise<void> =>
  storeUpdates(
    trx,
    ranks.map(({ id, column_rank }) => ({ id, set: { column_rank } })),
    { revision: board.revision },
  )
