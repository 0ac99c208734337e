import type { MoveCard } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import { normalize } from '../../platform/normalize.ts'
import { findRank } from '../../platform/order/queries.ts'
import { prepared } from '../../platform/prepared-queries.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { listFields } from '../boards/fields/queries.ts'
import { addLabel, listLabels } from '../boards/label-queries.ts'
import { findBoardOfList, getList } from '../boards/lists/queries.ts'
import { isMember } from '../boards/members/queries.ts'
import type { BoardRow } from '../boards/queries.ts'
import { type ChangeOfBoards, changeBoards } from '../boards/write.ts'
import { loadCard, moveCard } from './commands.ts'
import type { ValueChange } from './events.ts'
import { clearValues, listValuesOfCard, storeValues } from './fields/queries.ts'
import { measureFilesOf, requireRoomForFiles, setBoardOfFiles } from './files/queries.ts'
import { addLabelsToCard, clearCardLabels, listLabelsOfCard } from './label-queries.ts'
import { carryParticipants } from './participants/queries.ts'
import { type CardRow, cardsOfList, getCard, getCardFor } from './queries.ts'
import { moveToBoard, showFields } from './write.ts'

/**
 * Puts a card into a list of its board or, by who may write on both, of another one.
 * @throws AppError 400 when the person sees no such list, 403 when they may not write on one of the boards, 409 when the other one is full
 */
export async function moveCardAnywhere(
  work: Work,
  viewer: Actor,
  cardId: number,
  body: z.output<typeof MoveCard>,
  boardMaxBytes: number,
): Promise<ChangeOfBoards<Card>> {
  const { trx } = work
  // Nearly every move stays on its board, and is checked there: it costs one small query more.
  const [ends] = await findEnds(trx, { cardId, listId: body.list_id })
  const toId = ends && ends.to_id !== ends.board_id ? await findBoardOfList(trx, viewer, body.list_id) : undefined
  if (toId === undefined) {
    const { boardId, revision, result } = await moveCard(work, viewer, { cardId }, body)
    return { boards: revision === null ? [] : [{ id: boardId, revision }], result }
  }
  const { board_id: fromId } = await getCardFor(trx, viewer, { cardId })
  const held = await changeBoards(trx, viewer, [fromId, toId])
  const [from, to] = [fromId, toId].map((id) => held.find((board) => board.id === id))
  if (!from || !to) throw notFound()
  const card = await getCard(trx, { cardId, boardId: fromId })
  const list = await getList(trx, to.id, body.list_id)
  if (card.file_count > 0) await requireRoomForFiles(trx, to.id, await measureFilesOf(trx, card.id), boardMaxBytes)
  const rank = await findRank(trx, cardsOfList(list.id), body)
  const stays = card.assignee_id !== null && (await isMember(trx, to.id, card.assignee_id))
  await moveToBoard(work, [from, to], card, { list_id: list.id, rank, status: list.status, assignee_id: stays ? card.assignee_id : null })
  await setBoardOfFiles(trx, card.id, to.id)
  await carryParticipants(trx, card.id, to.id)
  await carryLabels(trx, card, to)
  await carryValues(work, card, to)
  return { boards: [from, to].map(({ id, revision }) => ({ id, revision })), result: await loadCard(trx, viewer, { cardId }) }
}

/** The boards of a card and of a list. Nothing of them is shown: they only say which way a move goes. */
const findEnds = prepared((db, { cardId, listId }: { cardId: number; listId: number }) =>
  db
    .selectFrom('cards')
    .select(['cards.board_id'])
    .select((eb) => eb.selectFrom('lists').select('lists.board_id').where('lists.id', '=', listId).as('to_id'))
    .where('cards.id', '=', cardId),
)

/** Exchanges a card's labels for those of the same names on another board; one that is not there is made while there is room. */
async function carryLabels(trx: Db, card: CardRow, to: BoardRow): Promise<void> {
  const had = await listLabelsOfCard(trx, card.id)
  if (had.length === 0) return
  await clearCardLabels(trx, card.id)
  const known = await listLabels(trx, to.id)
  const carried = new Set<number>()
  for (const { name, color } of had) {
    const same = known.find((label) => normalize(label.name) === normalize(name))
    if (!same && known.length >= limits.boardLabels) continue
    const label = same ?? (await addLabel(trx, to.id, { name, color }))
    if (!same) known.push(label)
    carried.add(label.id)
  }
  await addLabelsToCard(trx, card.id, [...carried])
}

/** Keeps what a card has in fields for which the other board has one of the same name and type; a choice by its name, a person who is there. */
async function carryValues(work: Work, card: CardRow, to: BoardRow): Promise<void> {
  const { trx } = work
  const values = await listValuesOfCard(trx, card.id)
  if (Object.keys(values).length === 0) return
  const named = async (boardId: number) => (await listFields(trx, boardId)).map((field) => ({ ...field, called: normalize(field.name) }))
  const [had, there] = [await named(card.board_id), await named(to.id)]
  const kept: ValueChange[] = []
  for (const field of had) {
    const value = values[field.id]
    const same = there.find(({ called, type }) => called === field.called && type === field.type)
    if (value === undefined || !same) continue
    const option = field.options.find(({ id }) => id === value)
    const carried =
      field.type === 'choice'
        ? same.options.find(({ name }) => option !== undefined && normalize(name) === normalize(option.name))?.id
        : field.type === 'person' && !(await isMember(trx, to.id, Number(value)))
          ? undefined
          : value
    if (carried !== undefined) kept.push({ field: same, value: carried, from: '', to: '' })
  }
  await clearValues(trx, card.id)
  await storeValues(trx, card.id, kept)
  await showFields(work, to, [card.id])
}
