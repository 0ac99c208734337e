import type { RelatedCard } from '@rodada/contract/cards/relations'
import { limits } from '@rodada/contract/core/limits'
import { sql } from 'kysely'
import type { Db, Engine } from '../../../platform/database.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { keyOf } from '../queries.ts'
import type { Stored } from './kinds.ts'

export type RelationRow = Stored & { id: number }

/** Any number that nothing else takes as the name of its lock. */
const lockName = 4_720_023

/**
 * Makes additions of relations happen one after another, over all boards, until the transaction ends: two that see nothing of each other could
 * close a circle. SQLite writes one after another anyway. To be called with the board held, so that nothing is waited for with this in hand.
 */
export async function holdRelations(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${lockName})`.execute(trx)
}

const ofCard = (db: Db, cardId: number) =>
  db
    .selectFrom('card_relations')
    .select(['card_relations.id', 'card_relations.kind', 'card_relations.from_card_id', 'card_relations.to_card_id'])
    .where((eb) => eb.or([eb('from_card_id', '=', cardId), eb('to_card_id', '=', cardId)]))

/** The other card of a relation, with its list and board, unless one of the three is deleted. */
const toThere = (db: Db, cardId: number) =>
  ofCard(db, cardId)
    .innerJoin('cards', (join) =>
      join.on((eb) =>
        eb('cards.id', '=', eb.case().when('from_card_id', '=', cardId).then(eb.ref('to_card_id')).else(eb.ref('from_card_id')).end()),
      ),
    )
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)

/** The relations of a card whose other card is there, seen or not; the oldest first. */
export const listRelations = (db: Db, cardId: number): Promise<RelationRow[]> =>
  toThere(db, cardId).orderBy('card_relations.id').limit(limits.cardRelations).execute()

/** Of the other cards of a card's relations, those that this person sees, by their ids. */
export async function listRelatedCards(db: Db, viewer: Actor, cardId: number): Promise<Map<number, RelatedCard>> {
  const rows = await toThere(db, cardId)
    .clearSelect()
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.title',
      'cards.board_id',
      'boards.title as board_title',
      'lists.title as list_title',
      'cards.status',
      'cards.due_date',
      'cards.estimate',
      'cards.archived_at',
      'lists.archived_at as list_archived_at',
      'cards.assignee_id',
      'users.name',
      'users.avatar_url',
    ])
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .limit(limits.cardRelations)
    .execute()
  return new Map(
    rows.map(({ number, key_prefix, archived_at, list_archived_at, assignee_id, name, avatar_url, ...card }) => [
      card.id,
      {
        ...card,
        key: keyOf({ number, key_prefix }),
        archived_at: archived_at ?? list_archived_at,
        assigned_user: assignee_id === null ? null : { id: assignee_id, name: name ?? '', avatar_url },
      },
    ]),
  )
}

/** @throws AppError 404 when this card has no such relation, or the other card is not there */
export async function getRelation(db: Db, cardId: number, id: number): Promise<RelationRow> {
  return toThere(db, cardId).where('card_relations.id', '=', id).executeTakeFirstOrThrow(notFound)
}

export const findRelation = (db: Db, { kind, from_card_id, to_card_id }: Stored): Promise<RelationRow | undefined> =>
  db
    .selectFrom('card_relations')
    .select(['id', 'kind', 'from_card_id', 'to_card_id'])
    .where('kind', '=', kind)
    .where('from_card_id', '=', from_card_id)
    .where('to_card_id', '=', to_card_id)
    .executeTakeFirst()

/** How many relations a card has, those included whose other card may come back. */
export async function countRelations(db: Db, cardId: number): Promise<number> {
  const { n } = await ofCard(db, cardId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** How many cards of other boards a card is linked to, those included that may come back. */
export async function countForeignLinks(db: Db, { id, board_id }: { id: number; board_id: number }): Promise<number> {
  const { n } = await ofCard(db, id)
    .clearSelect()
    .innerJoin('cards', (join) => join.on((eb) => eb('cards.id', 'in', [eb.ref('from_card_id'), eb.ref('to_card_id')])))
    .where('card_relations.kind', '=', 'relates_to')
    .where('cards.board_id', '!=', board_id)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The relation by which a card is part of another one, and whether that one is there. */
export async function findParent(db: Db, cardId: number): Promise<{ id: number; isThere: boolean } | undefined> {
  const part = await db
    .selectFrom('card_relations')
    .select('id')
    .where('kind', '=', 'part_of')
    .where('from_card_id', '=', cardId)
    .executeTakeFirst()
  if (!part) return undefined
  const there = await toThere(db, cardId).where('card_relations.id', '=', part.id).executeTakeFirst()
  return { id: part.id, isThere: there !== undefined }
}

/**
 * Whether following relations of one kind from a card leads to another one. Cards that are deleted count, because they may come back.
 * @param onLook is told how many cards were looked at
 * @returns 'too far' when the limits of a chain do not allow to say
 */
export async function leadsTo(
  db: Db,
  kind: Stored['kind'],
  { from, to }: { from: number; to: number },
  onLook: (cards: number) => void = () => {},
): Promise<boolean | 'too far'> {
  const known = new Set([from])
  const answer = await findWay(db, kind, { known, to })
  onLook(known.size)
  return answer
}

async function findWay(db: Db, kind: Stored['kind'], { known, to }: { known: Set<number>; to: number }): Promise<boolean | 'too far'> {
  let latest = [...known]
  for (let step = 0; latest.length > 0; step++) {
    if (step >= limits.relationChain || known.size > limits.relationCards) return 'too far'
    const rows = await db
      .selectFrom('card_relations')
      .select('to_card_id')
      .distinct()
      .where('kind', '=', kind)
      .where('from_card_id', 'in', latest)
      .limit(limits.relationCards + 1)
      .execute()
    latest = rows.map(({ to_card_id }) => to_card_id).filter((id) => !known.has(id))
    if (latest.includes(to)) return true
    for (const id of latest) known.add(id)
  }
  return false
}

/** @returns its id */
export async function addRelation(trx: Db, relation: Stored): Promise<number> {
  const { id } = await trx.insertInto('card_relations').values(relation).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteRelation(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('card_relations').where('id', '=', id).execute()
}

/** The other cards of the relations of these cards, each once, with their boards. */
export async function listNeighbours(db: Db, cardIds: readonly number[]): Promise<{ id: number; board_id: number }[]> {
  const found = new Map<number, number>()
  for (const some of slicesOf(cardIds)) {
    const ids = sql.join(some)
    const { rows } = await sql<{ id: number; board_id: number }>`
      select cards.id, cards.board_id from card_relations join cards on cards.id = card_relations.to_card_id
      where card_relations.from_card_id in (${ids})
      union
      select cards.id, cards.board_id from card_relations join cards on cards.id = card_relations.from_card_id
      where card_relations.to_card_id in (${ids})`.execute(db)
    for (const { id, board_id } of rows) found.set(id, board_id)
  }
  return [...found].map(([id, board_id]) => ({ id, board_id }))
}

/** Relates copies of cards as those are related, as far as both cards of a relation were copied. */
export async function copyRelations(trx: Db, some: readonly number[], copies: ReadonlyMap<number, number>): Promise<void> {
  if (some.length === 0) return
  const rows = await trx
    .selectFrom('card_relations')
    .select(['kind', 'from_card_id', 'to_card_id'])
    .where('from_card_id', 'in', some)
    .orderBy('id')
    .execute()
  const copied = rows.flatMap(({ kind, from_card_id, to_card_id }) => {
    const [from, to] = [copies.get(from_card_id), copies.get(to_card_id)]
    if (from === undefined || to === undefined) return []
    const turned = kind === 'relates_to' && from > to
    return { kind, from_card_id: turned ? to : from, to_card_id: turned ? from : to }
  })
  for (const part of slicesOf(copied)) await trx.insertInto('card_relations').values(part).execute()
}
