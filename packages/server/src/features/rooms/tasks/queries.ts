import type { RoomTask, RoomTaskCard, SealedVote } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { Actor } from '../../auth/queries.ts'
import { deckPointsOf } from '../../boards/deck-queries.ts'
import { boardPolicy, roleOn } from '../../boards/policy.ts'
import { memberRole, visibleBoardIds } from '../../boards/queries.ts'
import { descriptionExcerpt, descriptionStart } from '../../cards/queries.ts'

/** What was brought to a room's table, in that order. */
export const listRoomTasks = (db: Db, roomId: number): Promise<RoomTask[]> =>
  db.selectFrom('room_tasks').select(['id', 'title', 'estimate']).where('room_id', '=', roomId).orderBy('id').execute()

/** Cards that this person sees and that are shown on their board. */
const shownCards = (db: Db, viewer: Actor) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)

/** Brings cards to the table in the order of their ids as given; those that are there already stay. @throws AppError 404 when one is not seen. */
export async function addRoomTasks(trx: Db, viewer: Actor, roomId: number, cardIds: readonly number[]): Promise<void> {
  const ids = [...new Set(cardIds)]
  const cards = await shownCards(trx, viewer).select(['cards.id', 'cards.title']).where('cards.id', 'in', ids).execute()
  if (cards.length < ids.length) throw new AppError('not_found', texts.cardsElsewhere)
  const titles = new Map(cards.map(({ id, title }) => [id, title]))
  const created_at = instant()
  await trx
    .insertInto('room_tasks')
    .values(ids.map((card_id) => ({ room_id: roomId, card_id, title: titles.get(card_id) ?? '', created_at })))
    .onConflict((conflict) => conflict.columns(['room_id', 'card_id']).doNothing())
    .execute()
}

/** Keeps what people had voted on a card before it came to the table. Only votes of an estimation that has closed may be stored here. */
export async function setSealedVotes(trx: Db, roomId: number, cardId: number, votes: readonly SealedVote[]): Promise<void> {
  await trx
    .updateTable('room_tasks')
    .set({ sealed_votes: JSON.stringify(votes) })
    .where('room_id', '=', roomId)
    .where('card_id', '=', cardId)
    .execute()
}

export const findRoomTask = (
  db: Db,
  roomId: number,
  taskId: number,
): Promise<{ id: number; title: string; card_id: number | null } | undefined> =>
  db.selectFrom('room_tasks').select(['id', 'title', 'card_id']).where('room_id', '=', roomId).where('id', '=', taskId).executeTakeFirst()

export async function deleteRoomTask(trx: Db, roomId: number, taskId: number): Promise<void> {
  await trx.deleteFrom('room_tasks').where('room_id', '=', roomId).where('id', '=', taskId).execute()
}

export async function setRoomTaskEstimate(trx: Db, taskId: number, estimate: number): Promise<void> {
  await trx.updateTable('room_tasks').set({ estimate }).where('id', '=', taskId).execute()
}

/** The task that a finished round voted on; undefined for a typed title, and when it was taken off the table since. */
export const findVotedTask = (
  db: Db,
  roomId: number,
  round: number,
): Promise<{ id: number; card_id: number | null; average: string } | undefined> =>
  db
    .selectFrom('rounds')
    .innerJoin('room_tasks', 'room_tasks.id', 'rounds.task_id')
    .select(['room_tasks.id', 'room_tasks.card_id', 'rounds.average'])
    .where('rounds.room_id', '=', roomId)
    .where('rounds.number', '=', round)
    .executeTakeFirst()

/** Open rooms that have a card of a board among their tasks. */
export async function listRoomsWithCardsOf(db: Db, boardId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('room_tasks')
    .innerJoin('cards', 'cards.id', 'room_tasks.card_id')
    .innerJoin('rooms', 'rooms.id', 'room_tasks.room_id')
    .select('rooms.id')
    .distinct()
    .where('cards.board_id', '=', boardId)
    .where('rooms.ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The cards behind a room's tasks, of those that this person sees; sealed votes for who writes on the board. */
export async function listTaskCards(db: Db, viewer: Actor, roomId: number): Promise<RoomTaskCard[]> {
  const rows = await shownCards(db, viewer)
    .innerJoin('room_tasks', 'room_tasks.card_id', 'cards.id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .leftJoin('sprints', 'sprints.id', 'cards.sprint_id')
    .select([
      'room_tasks.id as task_id',
      'room_tasks.sealed_votes',
      'cards.id as card_id',
      'cards.board_id',
      'boards.title as board_title',
      'boards.color as board_color',
      'cards.title',
      'cards.status',
      'cards.estimate',
      'cards.sprint_id',
      'sprints.name as sprint_name',
      'boards.is_public',
      'boards.deck_points',
    ])
    .select(descriptionStart)
    .select(memberRole(viewer.userId))
    .where('room_tasks.room_id', '=', roomId)
    .orderBy('room_tasks.id')
    .execute()
  return rows.map(({ sprint_id, sprint_name, is_public, member_role, sealed_votes, deck_points, ...row }) => {
    const write = boardPolicy.write(roleOn({ is_public, member_role }, viewer) ?? 'guest')
    return {
      ...row,
      description: descriptionExcerpt(row.description),
      deck_points: deckPointsOf({ deck_points }),
      // As in the estimation that they come from: who only reads the board sees its result and nobody's vote.
      sealed_votes: write ? (JSON.parse(sealed_votes ?? '[]') as SealedVote[]) : [],
      sprint: sprint_id === null ? null : { id: sprint_id, nome: sprint_name ?? '' },
      can: { write },
    }
  })
}
