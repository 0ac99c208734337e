import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from './handlers.ts'
import { requireSeat, roomChannel } from './seated.ts'
import * as commands from './task-commands.ts'
import { createTaskNews } from './task-news.ts'

/** Tells everybody who shows a board that it changed. */
export type Publish = (boardId: number, revision: number) => void

/** The events about a room's tasks: what lies on the table, what waits, and what a card is estimated at. */
export function taskHandlers(deps: Deps, publish: Publish): Pick<Handlers, 'selectTask' | 'addTasks' | 'removeTask' | 'saveEstimate'> {
  const { io } = deps
  const tellTasks = createTaskNews(deps)
  const ok = { ok: true } as const

  const tell = (roomId: number, { tasks, selectedTask, room }: commands.TasksChanged): void => {
    tellTasks(roomId, tasks)
    if (room) io.to(roomChannel(roomId)).emit('roomUpdated', room)
    if (selectedTask !== undefined) io.to(roomChannel(roomId)).emit('taskSelected', { selectedTask })
  }

  return {
    selectTask: async (socket, { roomId, task }) => {
      const seated = requireSeat(socket, roomId)
      const selectedTask = await commands.selectTask(deps, seated, task)
      io.to(roomChannel(seated.roomId)).emit('taskSelected', { selectedTask })
      return ok
    },

    addTasks: async (socket, { roomId, card_ids }) => {
      const seated = requireSeat(socket, roomId)
      tell(seated.roomId, await commands.addTasks(deps, seated, socket.data.viewer, card_ids))
      return ok
    },

    removeTask: async (socket, { roomId, task_id }) => {
      const seated = requireSeat(socket, roomId)
      tell(seated.roomId, await commands.removeTask(deps, seated, task_id))
      return ok
    },

    saveEstimate: async (socket, { roomId, ...wish }) => {
      const seated = requireSeat(socket, roomId)
      const { boardId, revision, ...changed } = await commands.saveEstimate(deps, seated, socket.data.viewer, wish)
      publish(boardId, revision)
      tell(seated.roomId, changed)
      return ok
    },
  }
}
