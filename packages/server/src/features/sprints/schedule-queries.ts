import { limits } from '@rodada/contract/core/limits'
import type { BoardSchedule } from '@rodada/contract/sprints/sprints'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { isShown } from '../cards/count-queries.ts'
import { listSprintsOfBoard, statusOn } from './queries.ts'
import { today } from './sprint-queries.ts'

/** The sprints of a board with the cards that it shows, and what waits for what. The caller has made sure that the viewer sees it. */
export async function loadSchedule(db: Db, viewer: Actor, boardId: number): Promise<BoardSchedule> {
  const [sprints, planned, blocks] = await Promise.all([
    listSprintsOfBoard(db, viewer, boardId),
    shownCards(db, boardId).select(['cards.id', 'cards.sprint_id']).where('cards.sprint_id', 'is not', null).orderBy('cards.id').execute(),
    db
      .selectFrom('card_relations')
      .select(['from_card_id as card_id', 'to_card_id as blocked_id'])
      .where('kind', '=', 'blocks')
      .where('from_card_id', 'in', shownCards(db, boardId).select('cards.id'))
      // Not looked up in the index, where SQLite would look for each card of the board behind each that blocks one.
      .where(sql<number>`+to_card_id`, 'in', shownCards(db, boardId).select('cards.id'))
      .orderBy('id')
      // As many as there may be cards: a board that holds more draws no readable line.
      .limit(limits.boardCards)
      .execute(),
  ])
  const ids = new Map<number | null, number[]>(sprints.map(({ id }) => [id, []]))
  for (const { id, sprint_id } of planned) ids.get(sprint_id)?.push(id)
  const day = today()
  return {
    sprints: sprints.map((sprint) => ({
      id: sprint.id,
      nome: sprint.name,
      data_inicio: sprint.starts_on,
      data_fim: sprint.ends_on,
      status: statusOn(sprint, day),
      card_ids: ids.get(sprint.id) ?? [],
    })),
    blocks,
  }
}

const shownCards = (db: Db, boardId: number) =>
  db.selectFrom('cards').innerJoin('lists', 'lists.id', 'cards.list_id').where('cards.board_id', '=', boardId).where(isShown)
