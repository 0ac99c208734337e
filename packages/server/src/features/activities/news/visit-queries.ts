import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../../platform/database.ts'
import { type Actor, lockUser } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'

/** How far a person has seen what happened to some cards, beyond what they saw of the whole board. */
export type SeenCards = ReadonlyMap<number, number>

export const readSeenCards = (json: string | null): SeenCards => new Map(JSON.parse(json ?? '[]') as [number, number][])

/** What a person has seen of a board, or of one card on it, up to an entry of the journal. */
export type Seen = { board_id: number; until: number; card_id?: number | undefined }

/**
 * Notes what a person has seen of boards that they are members of; others are passed over. It only ever grows: an older page takes nothing
 * back.
 */
export async function noteSeen(trx: Db, viewer: Actor, seen: readonly Seen[], now: Date): Promise<void> {
  // One after another of each person, so that two pages do not forget what the other noted.
  await lockUser(trx, viewer.userId)
  const boards = await trx
    .selectFrom('board_members')
    .leftJoin('board_visits', (join) =>
      join.onRef('board_visits.board_id', '=', 'board_members.board_id').onRef('board_visits.user_id', '=', 'board_members.user_id'),
    )
    .select((eb) => [
      'board_members.board_id',
      'seen_id',
      'seen_at',
      'seen_cards',
      'joined_at',
      eb
        .selectFrom('activities')
        .select((of) => of.fn.max('activities.id').as('last'))
        .whereRef('activities.board_id', '=', 'board_members.board_id')
        .as('last'),
    ])
    .where('board_members.user_id', '=', viewer.userId)
    .where('board_members.board_id', 'in', [...new Set(seen.map(({ board_id }) => board_id))])
    .where('board_members.board_id', 'in', visibleBoardIds(trx, viewer))
    .execute()
  const rows = boards.map(({ board_id, seen_id, seen_at, joined_at, seen_cards, last }) => {
    const before = { id: seen_id ?? 0, at: seen_at ?? joined_at, cards: readSeenCards(seen_cards) }
    const after = seen
      .filter((one) => one.board_id === board_id)
      // Nobody has seen what is still to happen.
      .map((one) => ({ ...one, until: Math.min(one.until, last ?? 0) }))
      .reduce((sight, { until, card_id }) => grown(sight, until, card_id, now), before)
    const cards = [...after.cards].filter(([, until]) => until > after.id).slice(-limits.seenCards)
    return { user_id: viewer.userId, board_id, seen_id: after.id, seen_at: after.at, seen_cards: JSON.stringify(cards) }
  })
  if (rows.length === 0) return
  await trx
    .insertInto('board_visits')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['user_id', 'board_id']).doUpdateSet((eb) => ({
        seen_id: eb.ref('excluded.seen_id'),
        seen_at: eb.ref('excluded.seen_at'),
        seen_cards: eb.ref('excluded.seen_cards'),
      })),
    )
    .execute()
}

type Sight = { id: number; at: string; cards: SeenCards }

function grown({ id, at, cards }: Sight, until: number, cardId: number | undefined, now: Date): Sight {
  if (cardId === undefined) return until > id ? { id: until, at: now.toISOString(), cards } : { id, at, cards }
  // The youngest at the end: beyond the limit the oldest are forgotten.
  const others = [...cards].filter(([card]) => card !== cardId)
  return { id, at, cards: new Map([...others, [cardId, Math.max(until, cards.get(cardId) ?? 0)]]) }
}
