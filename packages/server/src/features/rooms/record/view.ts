import type { RecordPage } from '@rodada/contract/rooms/record'
import type { RoomTaskCard } from '@rodada/contract/rooms/tasks'
import type { RoomRow } from '../queries.ts'
import type { RecordedRounds } from './queries.ts'

/** A page of a room's record; `cards` are those of the room's tasks that the reader sees. */
export function recordView(
  room: RoomRow,
  { rounds, next }: RecordedRounds,
  { canDelete, cards }: { canDelete: boolean; cards: readonly Pick<RoomTaskCard, 'task_id' | 'card_id' | 'board_id'>[] },
): RecordPage {
  const known = new Map(cards.map(({ task_id, card_id, board_id }) => [task_id, { id: card_id, board_id }]))
  return {
    room: {
      roomId: room.code ?? room.record_code ?? '',
      roomName: room.name,
      open: room.ended_at === null,
      can: { delete: canDelete },
    },
    rounds: rounds.map((round) => ({ ...round, task: round.task && { ...round.task, card: known.get(round.task.task_id ?? 0) ?? null } })),
    next,
  }
}
