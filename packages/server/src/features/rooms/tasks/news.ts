import type { RoomTask } from '@rodada/contract/rooms/tasks'
import { coalesce } from '../../../platform/coalesce.ts'
import type { Deps } from '../../../platform/deps.ts'
import { roomChannel } from '../participants/seated.ts'
import { listRoomTasks } from './queries.ts'

/** tasksChanged goes out at most this often per room: every page with an account asks for the cards behind each new list. */
const spacingMs = 100

/** Tells everybody in a room which tasks it has after a change. */
export type TaskNews = (roomId: number, tasks: RoomTask[]) => void

/** The first change is told at once; what changes within the next 100 ms is told together, as the database then has it. */
export function createTaskNews({ io, db, log }: Pick<Deps, 'io' | 'db' | 'log'>): TaskNews {
  const emit = (roomId: number, tasks: RoomTask[]): void => {
    io.to(roomChannel(roomId)).emit('tasksChanged', { tasks })
  }
  return coalesce<number, RoomTask[]>({
    ms: spacingMs,
    first: emit,
    gathered: async (roomId) => {
      // A process that ends has nobody left to tell; people read the list where they connect next.
      if (io.httpServer.listening) emit(roomId, await listRoomTasks(db, roomId))
    },
    failed: (error) => log.error({ err: error }, 'tasks of a room'),
  })
}
