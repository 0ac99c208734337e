import type { Db } from '../../../platform/database.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'

/** A card and the one that it is part of, of which all is null where the viewer does not see it. */
export type ParentRow = {
  card_id: number
  id: number | null
  number: number | null
  key_prefix: string | null
  title: string | null
}

/** Of the cards that a board shows, those that are part of one that is there, seen or not; by that one's id. */
export const listParents = (db: Db, viewer: Actor, boardId: number): Promise<ParentRow[]> =>
  db
    .selectFrom('card_relations')
    .innerJoin('cards as part', 'part.id', 'card_relations.from_card_id')
    .innerJoin('cards as whole', 'whole.id', 'card_relations.to_card_id')
    .innerJoin('lists', 'lists.id', 'whole.list_id')
    .innerJoin('boards', 'boards.id', 'whole.board_id')
    .leftJoin('cards as seen', (join) => join.onRef('seen.id', '=', 'whole.id').on('seen.board_id', 'in', visibleBoardIds(db, viewer)))
    .leftJoin('boards as there', 'there.id', 'seen.board_id')
    .select(['part.id as card_id', 'seen.id', 'seen.number', 'there.key_prefix', 'seen.title'])
    .where('card_relations.kind', '=', 'part_of')
    .where('part.board_id', '=', boardId)
    .where('part.archived_at', 'is', null)
    .where('part.deleted_at', 'is', null)
    .where('whole.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .orderBy('seen.id')
    .orderBy('part.id')
    .execute()
