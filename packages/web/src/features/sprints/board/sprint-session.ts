import { sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { createContext, use, useSyncExternalStore } from 'react'
import { callSprints, takeEarlySprints } from '../../../lib/sprint-call.ts'
import { createLiveStore, type LiveSnapshot, type LiveStore, useStore } from '../../../ui/kanban/live/live-store.ts'
import { type LiveSync, startLiveSync } from '../../../ui/kanban/live/live-sync.ts'
import { createProblemStore, type ProblemStore } from '../../../ui/kanban/live/problem-store.ts'
import { createUndoStack, type UndoStack } from '../../../ui/kanban/live/undo-stack.ts'
import { createSprintActions, type SprintActions } from './sprint-actions.ts'
import { fromSprint, mergeSprint, type SprintState } from './sprint-state.ts'

/** One sprint's board on screen: what is known of it, what one can do to it, and the ways back. */
export type SprintSession = {
  sprintId: number
  store: LiveStore<SprintState>
  sync: LiveSync
  actions: SprintActions
  undo: UndoStack
  problems: ProblemStore
}

/** Opens a sprint's board and keeps it current until `sync.close()`. */
export function openSprintSession(sprintId: number): SprintSession {
  const store = createLiveStore<SprintState>()
  const undo = createUndoStack()
  const problems = createProblemStore()
  const params = { sprintId }
  const sync = startLiveSync(store, {
    boardIdOf: (state) => state?.frame.sprint.board_id ?? null,
    askWhole: (isFirst) => {
      const asked = (isFirst ? takeEarlySprints(sprintTasksApi.board, params) : null) ?? {
        askedAt: Date.now(),
        answer: callSprints(sprintTasksApi.board, { params }),
      }
      return {
        askedAt: asked.askedAt,
        answer: asked.answer.then(
          ({ data }) =>
            (pending) =>
              fromSprint(data, pending),
        ),
      }
    },
    askChanges: async (since) => {
      const { data } = await callSprints(sprintTasksApi.changes, { params, query: { since } })
      return (state, settled) => mergeSprint(state, data, settled)
    },
  })
  return { sprintId, store, sync, undo, problems, actions: createSprintActions(sprintId, store, sync.refresh, undo, problems.tell) }
}

export const SprintSessionContext = createContext<SprintSession | null>(null)

/** The session of the sprint that is on screen. @throws outside of its board. */
export function useSession(): SprintSession {
  const session = use(SprintSessionContext)
  if (!session) throw new Error("used outside of a sprint's board")
  return session
}

export const useSnapshot = <Part>(select: (snapshot: LiveSnapshot<SprintState>) => Part): Part => useStore(useSession().store, select)

/** A part of a loaded sprint. `fallback` stands in while the sprint is leaving the screen. */
export const useSprintPart = <Part>(select: (sprint: SprintState) => Part, fallback: Part): Part =>
  useSnapshot(({ board }) => (board ? select(board) : fallback))

/** The problem that the board's banner speaks of. */
export const useProblem = ({ subscribe, get }: ProblemStore) => useSyncExternalStore(subscribe, get)
