import type { RoomTask } from '@rodada/contract/room-tasks'
import type { Deps } from '../../../platform/deps.ts'
import { roomChannel } from '../participants/seated.ts'
import { listRoomTasks } from './queries.ts'

/** tasksChanged goes out at most this often per room: every page with an account asks for the cards behind each new list. */
const spacingMs = 100

/** Tells everybody in a room which tasks it has after a change. */
export type TaskNews = (roomId: number, tasks: RoomTask[]) => void

/** The first change is told at once; what changes within the next 100 ms is told together, as the database then has it. */
export function createTaskNews({ io, db, log }: Pick<Deps, 'io' | 'db' | 'log'>): TaskNews {
  /** Rooms that were told a moment ago, with whether they changed since. */
  const resting = new Map<number, boolean>()

  const emit = (roomId: number, tasks: RoomTask[]): void => {
    io.to(roomChannel(roomId)).emit('tasksChanged', { tasks })
  }

  const rest = (roomId: number): void => {
    setTimeout(() => {
      // A process that ends has nobody left to tell; they find the list where they arrive.
      if (!resting.get(roomId) || !io.httpServer.listening) return void resting.delete(roomId)
      // It rests while its list is read, too: no list overtakes a newer one.
      resting.set(roomId, false)
      listRoomTasks(db, roomId)
        .then((tasks) => emit(roomId, tasks))
        .catch((error: unknown) => log.error({ err: error }, 'tasks of a room'))
        .finally(() => rest(roomId))
    }, spacingMs).unref()
  }

  return (roomId, tasks) => {
    if (resting.has(roomId)) return void resting.set(roomId, true)
    resting.set(roomId, false)
    emit(roomId, tasks)
    rest(roomId)
  }
}
