import { middleOf } from '@rodada/contract/rooms/middle'
import { averageOf } from '@rodada/contract/rooms/results'
import type { Countdown, Room, RoomSnapshot, SelectedTask, Timer } from '@rodada/contract/rooms/rooms'
import type { Db } from '../../platform/database.ts'
import { isModerated, listParticipants } from './participants/seat-queries.ts'
import type { RoomRow } from './queries.ts'
import { listRoomTasks } from './tasks/queries.ts'
import { listPastRounds, listReasons, listRevealedVotes } from './votes/queries.ts'

export const deckOf = (room: Pick<RoomRow, 'deck'>): string[] => JSON.parse(room.deck) as string[]

/** A room's own facts. Its code is shown as roomId. */
export const roomView = (room: RoomRow): Room => ({
  roomId: room.code ?? '',
  roomName: room.name,
  round: room.round,
  deck: deckOf(room),
  listed: room.listed === 1,
  moderatorsOnly: room.moderators_only === 1,
  autoReveal: room.auto_reveal === 1,
  hasPassword: room.password_hash !== null,
  accountsOnly: room.accounts_only === 1,
})

export const selectedTaskOf = ({ task_title, task_id }: Pick<RoomRow, 'task_title' | 'task_id'>): SelectedTask | null =>
  task_title === null ? null : { title: task_title, task_id }

export const timerOf = (room: RoomRow): Timer | null =>
  room.timer_ends_at === null
    ? null
    : {
        endsAt: room.timer_ends_at,
        seconds: room.timer_seconds,
        pausedLeft: room.timer_paused_ms === null ? null : room.timer_paused_ms / 1000,
        ...(room.timer_reveals === 1 && { revealAtEnd: true }),
      }

export const countdownOf = ({ reveal_at }: Pick<RoomRow, 'reveal_at'>): Countdown | null =>
  reveal_at === null ? null : { endsAt: reveal_at }

/** All of a snapshot but the time at which it is sent. */
export type Snapshot = Omit<RoomSnapshot, 'now'>

/** Everything that somebody at the table may see now; votes only once they are revealed. */
export async function roomSnapshot(db: Db, room: RoomRow): Promise<Snapshot> {
  const isRevealed = room.revealed_at !== null
  const votes = await listRevealedVotes(db, room.id)
  const faces = votes.map(({ vote }) => vote)
  return {
    users: await listParticipants(db, room.id),
    isRevealed,
    votes,
    average: isRevealed ? averageOf(faces) : null,
    median: isRevealed ? middleOf(faces, deckOf(room)) : null,
    reasons: await listReasons(db, room.id),
    selectedTask: selectedTaskOf(room),
    tasks: await listRoomTasks(db, room.id),
    room: roomView(room),
    past: await listPastRounds(db, room.id),
    isModerated: await isModerated(db, room.id),
    timer: timerOf(room),
    countdown: countdownOf(room),
  }
}
