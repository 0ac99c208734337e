import type { ActivityKind } from '@rodada/contract/boards/activities'
import type { RelationKind } from '@rodada/contract/cards/settings'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Engine } from '../../../platform/database.ts'
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts'
import type { Work } from '../../../platform/work.ts'
import type { Actor } from '../../auth/queries.ts'
import { happened } from '../../boards/events.ts'
import { boardPolicy } from '../../boards/policy.ts'
import type { BoardRow } from '../../boards/queries.ts'
import type { Change } from '../../boards/write.ts'
import { type CardPath, type CardRow, changeCard, getCardFor, getCardsById, keyOf, type SeenCard } from '../queries.ts'
import { type Stored, seenFrom, storedAs } from './kinds.ts'
import { touchNeighbours } from './listeners.ts'
import {
  addRelation,
  countForeignLinks,
  countRelations,
  deleteRelation,
  findParent,
  findRelation,
  getRelation,
  holdRelations,
  leadsTo,
  type RelationRow,
} from './queries.ts'

type NewRelation = { kind: RelationKind; card_id: number }

/** Relates a card to one that the person sees. @throws AppError as `addRelationOf` */
export async function relate(
  work: Work,
  engine: Engine,
  viewer: Actor,
  path: CardPath,
  relation: NewRelation,
): Promise<Change<RelationRow>> {
  const { card, board } = await changeCard(work.trx, viewer, path)
  const { isNew, ...row } = await addRelationOf(work, engine, viewer, board, card, relation)
  return { boardId: board.id, revision: isNew ? board.revision : null, result: row }
}

/**
 * Relates a card of a held board to another card; what is there already stays as it is.
 * @throws AppError 400 for the card itself, 403 and 404 as `getOther`, 409 when one of the two has too many relations, is part of another card, or
 *   a circle would close
 */
export async function addRelationOf(
  work: Work,
  engine: Engine,
  viewer: Actor,
  board: BoardRow,
  card: CardRow,
  { kind, card_id }: NewRelation,
): Promise<RelationRow & { isNew: boolean }> {
  const { trx } = work
  if (card_id === card.id) throw invalid({ card_id: texts.relationToItself })
  const other = await getOther(work, viewer, kind, card_id)
  await holdRelations(trx, engine)
  const relation = storedAs(kind, card.id, other.id)
  const there = await findRelation(trx, relation)
  if (there) return { ...there, isNew: false }
  await requireRoomForReader(work, other)
  if (relation.kind === 'part_of') await leaveGoneParent(work, relation.from_card_id)
  for (const { id } of [card, other]) if ((await countRelations(trx, id)) >= limits.cardRelations) throw conflict(texts.tooManyRelations)
  await requireNoCircle(work, relation)
  const id = await addRelation(trx, relation)
  const row = { ...relation, id }
  await tell(work, board, 'card.related', card, other, row)
  return { ...row, isNew: true }
}

/**
 * The card that another one is to be related to. All but a mere link changes what people see of it, or takes the one place there is in a whole,
 * so that who only reads there may not. @throws AppError 404 for a card that the person does not see, 403
 */
async function getOther({ trx }: Work, viewer: Actor, kind: RelationKind, cardId: number): Promise<SeenCard> {
  const other = await getCardFor(trx, viewer, { cardId })
  if (kind !== 'relates_to' && !boardPolicy.write(other.role)) throw forbidden(texts.relationNeedsWrite)
  return other
}

/** Keeps those who only read a card from filling the places of its relations. @throws AppError 409 */
async function requireRoomForReader({ trx }: Work, other: SeenCard): Promise<void> {
  if (boardPolicy.write(other.role)) return
  if ((await countForeignLinks(trx, other)) >= limits.foreignLinks) throw conflict(texts.tooManyForeignLinks)
}

/** Ends a relation of a card. Who writes on either of the two may. @throws AppError 404 */
export async function unrelate(work: Work, viewer: Actor, path: CardPath, relationId: number): Promise<Change<Record<string, never>>> {
  const { trx } = work
  const { card, board } = await changeCard(trx, viewer, path)
  const relation = await getRelation(trx, card.id, relationId)
  const [other] = await getCardsById(trx, [seenFrom(card.id, relation).otherId])
  await deleteRelation(trx, relation.id)
  if (other) await tell(work, board, 'card.unrelated', card, other, relation)
  return { boardId: board.id, revision: board.revision, result: {} }
}

/** A card is part of one other. One that was deleted gives it free; were it brought back, the card would be part of two. @throws AppError 409 */
async function leaveGoneParent({ trx }: Work, cardId: number): Promise<void> {
  const parent = await findParent(trx, cardId)
  if (parent?.isThere) throw conflict(texts.hasParent)
  if (parent) await deleteRelation(trx, parent.id)
}

const circles = { blocks: texts.blocksInCircle, part_of: texts.partsInCircle, duplicates: texts.duplicatesInCircle }

async function requireNoCircle({ trx }: Work, { kind, from_card_id, to_card_id }: Stored): Promise<void> {
  if (kind === 'relates_to') return
  const closes = await leadsTo(trx, kind, { from: to_card_id, to: from_card_id })
  if (closes) throw conflict(closes === 'too far' ? texts.relationChainTooLong : circles[kind])
}

/**
 * Writes it down with both cards, and marks both as changed. A title is written down only for readers of its own board: who reads there is not
 * known to see the other one.
 */
async function tell(
  work: Work,
  board: BoardRow,
  kind: Extract<ActivityKind, 'card.related' | 'card.unrelated'>,
  card: CardRow,
  other: CardRow,
  relation: Stored,
): Promise<void> {
  for (const [of, to] of [
    [card, other],
    [other, card],
  ] as const) {
    const named = of.board_id === to.board_id ? { to: `${keyOf(to)} ${to.title}` } : {}
    const details = { relation: seenFrom(of.id, relation).kind, ...named }
    await work.emit(happened, { board_id: of.board_id, card_id: of.id, kind, subject: of.title, details })
  }
  await touchNeighbours(work, board, [card, other])
}
