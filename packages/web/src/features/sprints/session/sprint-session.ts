import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { createContext, use, useSyncExternalStore } from 'react'
import { t } from '../../../i18n/index.ts'
import { callSprints, takeEarlySprints } from '../../../lib/call/sprint-call.ts'
import type { SprintColumn } from '../../../lib/call/sprint-words.ts'
import { createBoardActions } from '../../../ui/cards/board-actions.ts'
import { createLiveStore, type LiveSnapshot, type LiveStore, useStore } from '../../../ui/cards/live-store.ts'
import { type LiveSync, startLiveSync } from '../../../ui/cards/live-sync.ts'
import { createProblemStore, type ProblemStore } from '../../../ui/cards/problem-store.ts'
import { createUndoStack, type UndoStack } from '../../../ui/cards/undo-stack.ts'
import { createWrites, type Writes } from '../../../ui/cards/writes.ts'
import { draftOf, fromSprint, itemOf, type SprintItem, type SprintState, sprintModel } from './sprint-state.ts'

export type SprintActions = ReturnType<typeof createActions>
/** One sprint on screen: what is known of it, what one can do to it, and the ways back. */
export type SprintSession = {
  sprintId: number
  store: LiveStore<SprintState>
  sync: LiveSync
  writes: Writes<SprintItem>
  actions: SprintActions
  undo: UndoStack
  problems: ProblemStore
}

/** Opens a sprint and keeps it current until `sync.close()`. */
export function openSprintSession(sprintId: number): SprintSession {
  const store = createLiveStore<SprintState>()
  const undo = createUndoStack()
  const problems = createProblemStore()
  const params = { sprintId }
  const sync = startLiveSync(store, {
    model: sprintModel,
    boardIdOf: (state) => state?.frame.sprint.board_id ?? null,
    askWhole: (isFirst) => {
      const early = isFirst ? takeEarlySprints(sprintTasksApi.board, params) : null
      const { askedAt, answer } = early ?? { askedAt: Date.now(), answer: callSprints(sprintTasksApi.board, { params }) }
      return { askedAt, answer: answer.then(({ data }) => fromSprint(data)) }
    },
    askChanges: async (since) => fromSprint((await callSprints(sprintTasksApi.changes, { params, query: { since } })).data),
  })
  const writes = createWrites<SprintItem>({
    place: sprintModel.placeOf(store),
    refresh: sync.refresh,
    undo,
    offline: () => t('sprints:offline.refused'),
    complain: problems.tell,
  })
  return { sprintId, store, sync, undo, problems, writes, actions: createActions(sprintId, store, writes) }
}

function createActions(sprintId: number, store: LiveStore<SprintState>, writes: Writes<SprintItem>) {
  const columns = (columnId: number) => ({ sprintId, columnId })
  const actions = createBoardActions(store, writes, {
    words: 'sprints',
    nameOf: ({ name }: SprintColumn) => name,
    draft: (item, place) => draftOf(sprintId, store.get().board?.frame.sprint.board_id ?? 0)(item, place),
    calls: {
      create: async (column_id, item) => {
        const { data } = await callSprints(sprintTasksApi.create, { body: { ...item, sprint_id: sprintId, column_id } })
        return itemOf(store.get().board?.lists ?? [])(data)
      },
      move: (taskId, { listId, afterId }) =>
        callSprints(sprintTasksApi.update, { params: { taskId }, body: { column_id: listId, after_id: afterId } }),
      remove: (taskId) => callSprints(sprintTasksApi.remove, { params: { taskId } }),
      addList: (name) => callSprints(sprintColumnsApi.create, { params: { sprintId }, body: { name } }),
      updateList: async (columnId, body) => (await callSprints(sprintColumnsApi.update, { params: columns(columnId), body })).data,
      moveList: (columnId, position) => callSprints(sprintColumnsApi.update, { params: columns(columnId), body: { position } }),
    },
  })
  /** Its tasks go to another column, which only the answer shows. */
  const deleteColumn = (columnId: number, targetId: number): Promise<boolean> =>
    writes.send(
      null,
      () => callSprints(sprintColumnsApi.remove, { params: columns(columnId), query: { target_column_id: targetId } }),
      t('sprints:problems.deleteColumn'),
    )
  return { ...actions, deleteColumn }
}

export const SprintSessionContext = createContext<SprintSession | null>(null)

/** The session of the sprint that is on screen. @throws outside of it. */
export function useSession(): SprintSession {
  const session = use(SprintSessionContext)
  if (!session) throw new Error('used outside of a sprint')
  return session
}

export const useSnapshot = <Part>(select: (snapshot: LiveSnapshot<SprintState>) => Part): Part => useStore(useSession().store, select)

/** A part of a loaded sprint. `fallback` stands in while the sprint is leaving the screen. */
export const useSprintPart = <Part>(select: (sprint: SprintState) => Part, fallback: Part): Part =>
  useSnapshot(({ board }) => (board ? select(board) : fallback))

/** The problem that the screen's banner speaks of. */
export const useProblem = ({ subscribe, get }: ProblemStore) => useSyncExternalStore(subscribe, get)
