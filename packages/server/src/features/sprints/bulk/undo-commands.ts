import type { BulkUndone } from '@rodada/contract/cards/bulk'
import { texts } from '@rodada/contract/texts/texts'
import { invalid, notFound } from '../../../platform/http/errors.ts'
import { ranksAtEnd } from '../../../platform/order/queries.ts'
import { rankBetween } from '../../../platform/order/ranks.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import { requireRoomForCards } from '../../boards/capacity-queries.ts'
import { listLists } from '../../boards/lists/queries.ts'
import { whyNotAssigned } from '../../boards/members/queries.ts'
import type { ChangeOfBoards } from '../../boards/write.ts'
import { cardsChanging } from '../../cards/events.ts'
import { deleteLabelOfCards } from '../../cards/label-queries.ts'
import { type CardRow, type CardUpdate, cardsOfColumn } from '../../cards/queries.ts'
import { type CardWrite, touchCards, updateCards } from '../../cards/write.ts'
import { type ColumnRow, listColumns } from '../columns/queries.ts'
import { findEnded, requireRoomForTasks } from '../place-queries.ts'
import { type BoardCards, changeCards, findNextInList, findTaken } from './queries.ts'
import type { BulkUndo } from './seal.ts'

/**
 * Makes cards again what they were before an act. A card that somebody changed meanwhile, or whose list, column, sprint or person is gone,
 * stays as it is.
 * @throws AppError 400 when `undo` is unknown or too old, 404 or 403 as for the act, 409 when a list, a sprint or a board is full
 */
export async function undoMany(work: Work, viewer: Actor, undo: BulkUndo | undefined): Promise<ChangeOfBoards<BulkUndone>> {
  if (!undo) throw invalid({ undo: texts.bulkUndoGone })
  const parts = await changeCards(
    work.trx,
    viewer,
    undo.cards.map(({ id }) => id),
  )
  if (parts.length === 0) throw notFound()
  let restored = 0
  for (const part of parts) restored += undo.label === undefined ? await restore(work, part, undo) : await takeLabel(work, part, undo.label)
  const result = { restored, left: undo.cards.length - restored }
  return { boards: restored === 0 ? [] : parts.map(({ board }) => board), result }
}

async function takeLabel(work: Work, { board, cards }: BoardCards, labelId: number): Promise<number> {
  const cardIds = await deleteLabelOfCards(
    work.trx,
    cards.map(({ id }) => id),
    labelId,
  )
  if (cardIds.length === 0) return 0
  await work.emit(cardsChanging, { count: cardIds.length })
  await touchCards(work, board, { cardIds, only: 'all' })
  return cardIds.length
}

/** @returns how many cards are as they were */
async function restore(work: Work, part: BoardCards, undo: BulkUndo): Promise<number> {
  const possible = await placesOf(work, part)
  const past = new Map(undo.cards.map((card) => [card.id, card]))
  const writes: CardWrite[] = []
  for (const card of part.cards) {
    const { was = {}, is = {} } = past.get(card.id) ?? {}
    const isSame = Object.entries(is).every(([field, value]) => (card as Record<string, unknown>)[field] === value)
    const set = isSame ? await possible(card, was) : undefined
    if (set) writes.push({ card, set })
  }
  if (writes.length === 0) return 0
  await requireRoom(work, part, writes)
  return (await updateCards(work, part.board, await withFreeRanks(work, writes))).length
}

/** What can be written of what a card was; undefined when something of it is gone. */
async function placesOf({ trx }: Work, { board }: BoardCards) {
  const lists = await listLists(trx, board.id)
  const columns = new Map<number, readonly ColumnRow[]>()
  const columnsOf = async (sprintId: number): Promise<readonly ColumnRow[]> => {
    const known = columns.get(sprintId) ?? (await listColumns(trx, sprintId))
    columns.set(sprintId, known)
    return known
  }
  const people = new Map<number, boolean>()
  const mayDo = async (userId: number): Promise<boolean> => {
    const may = people.get(userId) ?? (await whyNotAssigned(trx, board.id, userId)) === undefined
    people.set(userId, may)
    return may
  }
  const isOver = async (sprintId: number): Promise<boolean> => (await findEnded(trx, [sprintId])).has(sprintId)

  return async (card: BoardCards['cards'][number], was: CardUpdate): Promise<CardUpdate | undefined> => {
    if (was.assignee_id != null && !(await mayDo(was.assignee_id))) return undefined
    const list = lists.find(({ id }) => id === (was.list_id ?? card.list_id))
    if (!list && (was.list_id !== undefined || was.archived_at !== undefined)) return undefined
    // The list may mean something else by now, and then the card does, too.
    const status = was.status !== undefined && list && lists.some((one) => one.status === was.status) ? list.status : was.status
    const { sprint_id, column_id } = { ...card, ...was }
    if (was.sprint_id !== undefined || was.column_id !== undefined) {
      for (const id of [card.sprint_id, sprint_id]) if (id !== null && (await isOver(id))) return undefined
      if (sprint_id !== null && !canStand(await columnsOf(sprint_id), column_id, status ?? card.status)) return undefined
    }
    return { ...was, ...(status !== undefined && { status }) }
  }
}

/** Whether a column is still there and says the same as a card that stood in it. */
function canStand(columns: readonly ColumnRow[], columnId: number | null, status: CardRow['status']): boolean {
  const column = columns.find(({ id }) => id === columnId)
  return column !== undefined && (column.status === status || columns.every((one) => one.status !== status))
}

/** That the board and the sprints take back what the act took from them. Lists say so themselves. */
async function requireRoom({ trx }: Work, { board }: BoardCards, writes: readonly CardWrite[]): Promise<void> {
  const shown = writes.filter(({ set }) => set.archived_at === null).length
  if (shown > 0) await requireRoomForCards(trx, board, shown, texts.tooManyCardsToRestore)
  const planned = new Map<number, number>()
  for (const { set } of writes) if (set.sprint_id != null) planned.set(set.sprint_id, (planned.get(set.sprint_id) ?? 0) + 1)
  for (const [sprintId, count] of planned) await requireRoomForTasks(trx, sprintId, count)
}

/**
 * Others may have taken the places of before: then a card comes right behind them in its list, last in its column, and in the backlog among
 * those that nobody ranked.
 */
async function withFreeRanks({ trx }: Work, writes: readonly CardWrite[]): Promise<CardWrite[]> {
  const free = writes.map(({ card, set }) => ({ card, set: { ...set } }))
  for (const listId of new Set(free.flatMap(({ set }) => set.list_id ?? []))) {
    const here = free.filter(({ set }) => set.list_id === listId)
    const ranks = here.flatMap(({ set }) => set.rank ?? [])
    const taken = await findTaken(trx, { of: 'list_id', id: listId, by: 'rank' }, ranks)
    for (const { set } of here.filter(({ set }) => taken.has(set.rank ?? ''))) {
      const behind = set.rank ?? ''
      const next = [await findNextInList(trx, listId, behind), ...here.map((one) => one.set.rank ?? '')]
      const following = next.flatMap((rank) => (rank !== null && rank > behind ? [rank] : [])).sort()
      set.rank = rankBetween(behind, following[0] ?? null)
    }
  }
  for (const columnId of new Set(free.flatMap(({ set }) => set.column_id ?? []))) {
    const here = free.filter(({ set }) => set.column_id === columnId)
    const ranks = here.flatMap(({ set }) => set.column_rank ?? [])
    const taken = await findTaken(trx, { of: 'column_id', id: columnId, by: 'column_rank' }, ranks)
    const late = here.filter(({ set }) => taken.has(set.column_rank ?? ''))
    const end = await ranksAtEnd(trx, cardsOfColumn(columnId), late.length)
    for (const [index, { set }] of late.entries()) set.column_rank = end[index] ?? null
  }
  const inBacklog = free.filter(({ set }) => set.sprint_id === null && set.column_rank != null)
  const [first] = inBacklog
  const ranks = inBacklog.flatMap(({ set }) => set.column_rank ?? [])
  const taken = first ? await findTaken(trx, { of: 'board_id', id: first.card.board_id, by: 'column_rank' }, ranks) : new Set()
  for (const { set } of inBacklog) if (taken.has(set.column_rank ?? '')) set.column_rank = null
  return free
}
