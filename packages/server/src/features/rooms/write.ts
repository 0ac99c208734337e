import type { SealedVote } from '@rodada/contract/rooms/tasks'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { addRoom, type RoomRow, updateRoom } from './queries.ts'
import { addRoomTasks, listRoomTasks, setSealedVotes } from './tasks/queries.ts'

/** A card for a table, with what people had voted on it in a sealed estimation that has closed. */
export type SealedCard = { id: number; votes: readonly SealedVote[] }

/** Opens a room that is in no public list, with these cards in their order and the first of them on the table. */
export async function openRoomFor(
  trx: Db,
  viewer: Actor,
  input: Omit<Parameters<typeof addRoom>[1], 'listed'>,
  cards: readonly SealedCard[],
): Promise<RoomRow> {
  const room = await addRoom(trx, { ...input, listed: false })
  await addRoomTasks(
    trx,
    viewer,
    room.id,
    cards.map(({ id }) => id),
  )
  for (const { id, votes } of cards) await setSealedVotes(trx, room.id, id, votes)
  const [first] = await listRoomTasks(trx, room.id)
  return first ? updateRoom(trx, room.id, { task_id: first.id, task_title: first.title }) : room
}
