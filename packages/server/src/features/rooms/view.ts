import { averageOf } from '@rodada/contract/results'
import type { Room, RoomSnapshot, SelectedTask } from '@rodada/contract/rooms'
import type { Db } from '../../migrations/schema.ts'
import { isModerated, listParticipants } from './participants/seat-queries.ts'
import type { RoomRow } from './queries.ts'
import { listRoomTasks } from './tasks/queries.ts'
import { listPastRounds, listRevealedVotes } from './votes/queries.ts'

export const deckOf = (room: Pick<RoomRow, 'deck'>): string[] => JSON.parse(room.deck) as string[]

/** A room's own facts. Its code is shown as roomId. */
export const roomView = (room: RoomRow): Room => ({
  roomId: room.code ?? '',
  roomName: room.name,
  round: room.round,
  deck: deckOf(room),
  listed: room.listed === 1,
  moderatorsOnly: room.moderators_only === 1,
})

export const selectedTaskOf = ({ task_title, task_id }: Pick<RoomRow, 'task_title' | 'task_id'>): SelectedTask | null =>
  task_title === null ? null : { title: task_title, task_id }

/** Everything that somebody at the table may see now; votes only once they are revealed. */
export async function roomSnapshot(db: Db, room: RoomRow): Promise<RoomSnapshot> {
  const isRevealed = room.revealed_at !== null
  const votes = await listRevealedVotes(db, room.id)
  return {
    users: await listParticipants(db, room.id),
    isRevealed,
    votes,
    average: isRevealed ? averageOf(votes.map((vote) => vote.vote)) : null,
    selectedTask: selectedTaskOf(room),
    tasks: await listRoomTasks(db, room.id),
    room: roomView(room),
    past: await listPastRounds(db, room.id),
    isModerated: await isModerated(db, room.id),
  }
}
