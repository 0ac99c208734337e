import type { BulkCards, BulkDone } from '@rodada/contract/cards/bulk'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import { instant } from '../../../platform/deps.ts'
import { AppError, invalid } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import { happened } from '../../boards/events.ts'
import { findLabel } from '../../boards/label-queries.ts'
import { findList } from '../../boards/lists/queries.ts'
import { requireAssignee } from '../../boards/members/queries.ts'
import type { ChangeOfBoards } from '../../boards/write.ts'
import { cardsChanging } from '../../cards/events.ts'
import { addLabelToCards } from '../../cards/label-queries.ts'
import { type CardRow, type CardUpdate, getCardsById } from '../../cards/queries.ts'
import { moveToList, touchCards, updateCards } from '../../cards/write.ts'
import { findEnded } from '../place-queries.ts'
import { planCards } from '../plan-commands.ts'
import { requireOpen } from '../queries.ts'
import { type BoardCards, changeCards } from './queries.ts'
import type { BulkUndo, UndoSeal } from './seal.ts'

type Input = z.output<typeof BulkCards>

/** What an act of this kind may change of a card. */
const kept = [
  'list_id',
  'rank',
  'status',
  'sprint_id',
  'column_id',
  'column_rank',
  'from_sprint_id',
  'assignee_id',
  'archived_at',
] as const satisfies (keyof CardUpdate)[]

/**
 * One change of many cards, which may be of several boards: all or none.
 * @throws AppError 404 when one of the cards is not seen, 403 when one may not be written, 400 for a list, label, person or sprint of
 * elsewhere, 409 when a list or a sprint is full, or a sprint ended
 */
export async function changeMany(work: Work, viewer: Actor, input: Input, seal: UndoSeal['seal']): Promise<ChangeOfBoards<BulkDone>> {
  const ids = [...new Set(input.card_ids)]
  const parts = await changeCards(work.trx, viewer, ids)
  const before = parts.flatMap(({ cards }) => cards)
  if (before.length < ids.length) throw new AppError('not_found', texts.cardsElsewhere)
  const labeled: number[] = []
  for (const part of parts) {
    if (input.label_id === undefined) await change(work, viewer, part, input)
    else labeled.push(...(await putLabel(work, part, input.label_id)))
  }
  const undo: BulkUndo =
    input.label_id === undefined
      ? { cards: differences(before, await getCardsById(work.trx, ids)) }
      : { label: input.label_id, cards: labeled.map((id) => ({ id, was: {}, is: {} })) }
  const changed = undo.cards.length
  if (changed === 0) return { boards: [], result: { changed, undo: null } }
  return { boards: parts.map(({ board }) => board), result: { changed, undo: seal(undo) } }
}

async function change(work: Work, viewer: Actor, { board, cards }: BoardCards, input: Input): Promise<void> {
  const { list_id, assigned_to, sprint_id } = input
  if (list_id !== undefined) {
    const list = await findList(work.trx, board.id, list_id)
    if (!list) throw invalid({ list_id: texts.listElsewhere })
    await moveToList(
      work,
      board,
      cards.filter((card) => card.list_id !== list.id),
      list,
    )
  } else if (assigned_to !== undefined) {
    if (assigned_to !== null) await requireAssignee(work.trx, board.id, assigned_to, 'assigned_to')
    await updateCards(
      work,
      board,
      cards.map((card) => ({ card, set: { assignee_id: assigned_to } })),
    )
  } else if (sprint_id !== undefined) {
    const ended = await findEnded(
      work.trx,
      cards.flatMap((card) => card.sprint_id ?? []),
    )
    for (const card of cards) requireOpen({ ended_at: ended.has(card.sprint_id ?? 0) ? '' : null })
    await planCards(work, viewer, board, cards, sprint_id)
  } else {
    const archived_at = instant()
    await updateCards(
      work,
      board,
      cards.map((card) => ({ card, set: { archived_at: card.archived_at ?? archived_at } })),
    )
  }
}

/** @returns the cards that did not have the label */
async function putLabel(work: Work, { board, cards }: BoardCards, labelId: number): Promise<number[]> {
  const label = await findLabel(work.trx, board.id, labelId)
  if (!label) throw invalid({ label_id: texts.labelElsewhere })
  const added = new Set(
    await addLabelToCards(
      work.trx,
      cards.map(({ id }) => id),
      label.id,
    ),
  )
  if (added.size === 0) return []
  await work.emit(cardsChanging, { count: added.size })
  const details = { to: label.name }
  for (const card of cards.filter(({ id }) => added.has(id)))
    await work.emit(happened, { board_id: board.id, card_id: card.id, kind: 'card.labeled', subject: card.title, details })
  await touchCards(work, board, { cardIds: [...added], only: 'all' })
  return [...added]
}

/** The cards that are other than before, in both states. Sprints and lists are of the board: on another one a card is not what it was. */
function differences(before: readonly CardRow[], after: readonly CardRow[]): BulkUndo['cards'] {
  const now = new Map(after.map((card) => [card.id, card]))
  return before.flatMap((was) => {
    const is = now.get(was.id)
    const fields = is ? kept.filter((field) => was[field] !== is[field]) : []
    const pick = (card: CardRow): CardUpdate => Object.fromEntries(fields.map((field) => [field, card[field]]))
    return is && fields.length > 0 ? [{ id: was.id, was: pick(was), is: { ...pick(is), board_id: is.board_id } }] : []
  })
}
