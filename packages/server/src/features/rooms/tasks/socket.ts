import type { Deps } from '../../../platform/deps.ts'
import type { Handlers } from '../handlers.ts'
import { roomChannel } from '../participants/seated.ts'
import type { createRoundLimits } from '../votes/round-limits.ts'
import * as commands from './commands.ts'
import { createTaskNews } from './news.ts'

/** Tells everybody who shows a board that it changed. */
export type Publish = (boardId: number, revision: number) => void

export type TaskSurroundings = {
  publish: Publish
  roundLimit: ReturnType<typeof createRoundLimits>
  /** Resolves once the votes under way are stored. */
  settle: () => Promise<void>
  /** Tells a room's people again who voted. */
  peopleChanged: (roomId: number) => void
}

/** The events about a room's tasks: what lies on the table, what waits, and what a card is estimated at. */
export function taskHandlers(
  deps: Deps,
  { publish, roundLimit, settle, peopleChanged }: TaskSurroundings,
): Pick<Handlers, 'selectTask' | 'addTasks' | 'removeTask' | 'saveEstimate' | 'nextTask'> {
  const { io } = deps
  const tellTasks = createTaskNews(deps)
  const ok = { ok: true } as const

  const tell = (roomId: number, { tasks, selectedTask, room }: commands.TasksChanged): void => {
    tellTasks(roomId, tasks)
    if (room) io.to(roomChannel(roomId)).emit('roomUpdated', room)
    if (selectedTask !== undefined) io.to(roomChannel(roomId)).emit('taskSelected', { selectedTask })
  }

  type Saved = { round: number; estimate: number }
  const tellSaved = (roomId: number, { round, estimate }: Saved, { boardId, revision, ...changed }: commands.EstimateSaved): void => {
    publish(boardId, revision)
    tell(roomId, changed)
    io.to(roomChannel(roomId)).emit('estimateSaved', { round, estimate })
  }

  return {
    selectTask: async (_, { task }, seated) => {
      const selectedTask = await commands.selectTask(deps, seated, task)
      io.to(roomChannel(seated.roomId)).emit('taskSelected', { selectedTask })
      return ok
    },

    addTasks: async (socket, { card_ids }, seated) => {
      tell(seated.roomId, await commands.addTasks(deps, seated, socket.data.viewer, card_ids))
      return ok
    },

    removeTask: async (_, { task_id }, seated) => {
      tell(seated.roomId, await commands.removeTask(deps, seated, task_id))
      return ok
    },

    saveEstimate: async (socket, { roomId: _, ...input }, seated) => {
      tellSaved(seated.roomId, input, await commands.saveEstimate(deps, seated, socket.data.viewer, input))
      return ok
    },

    nextTask: async (socket, { roomId: _, ...input }, seated) => {
      const limit = await roundLimit(socket, seated)
      await settle()
      const went = await commands.nextTask(deps, seated, socket.data.viewer, input, limit)
      if (!went) return ok
      if (went.saved && input.estimate !== undefined) tellSaved(seated.roomId, { ...input, estimate: input.estimate }, went.saved)
      const room = io.to(roomChannel(seated.roomId))
      room.emit('taskSelected', { selectedTask: went.selectedTask })
      room.emit('votingReset', { round: went.round })
      peopleChanged(seated.roomId)
      await limit.count(went.kept)
      return ok
    },
  }
}
