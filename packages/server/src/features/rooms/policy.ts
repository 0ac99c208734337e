import type { SeatRow } from './participants/seat-queries.ts'
import type { RoomRow } from './queries.ts'

type Actor = Pick<SeatRow, 'role' | 'user_id'>

/** Who may do what in a room. Everybody with a seat votes, chats and chooses the task. */
export const roomPolicy = {
  /** Reveal and start again. `moderated` is false when every moderator has been away for two minutes. */
  steer: (room: Pick<RoomRow, 'moderators_only'>, actor: Actor, moderated: boolean): boolean =>
    room.moderators_only === 0 || actor.role === 'moderator' || !moderated,
  /** Take a task off the list: those who may steer and have an account or moderate. */
  removeTask: (room: Pick<RoomRow, 'moderators_only'>, actor: Actor, moderated: boolean): boolean =>
    (actor.user_id !== null || actor.role === 'moderator') && roomPolicy.steer(room, actor, moderated),
  /** Name, deck, listing, who may reveal, and the timer. */
  configure: (actor: Actor): boolean => actor.role === 'moderator',
  /** Remove people, make others moderators, and say of others whether they vote. */
  moderate: (actor: Actor): boolean => actor.role === 'moderator',
}
