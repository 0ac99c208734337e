import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { createCardFacts } from '../../../ui/cards/card-facts.ts'
import { createQueryPlace } from '../../../ui/cards/query-place.ts'
import { createUndoStack, type UndoStack } from '../../../ui/cards/undo-stack.ts'
import { createWrites } from '../../../ui/cards/writes.ts'
import type { CardFilter } from '../../../ui/filters/card-filter.ts'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { backlogQuery, refreshSprints } from '../api.ts'
import { afterOf, drawOnPages, type Pages } from './backlog-state.ts'

/** The backlog of a board, as far as a filter lets it through, as a place where changes are drawn, and what one does with its cards. */
export function useBacklog(boardId: number, filter: CardFilter) {
  const client = useQueryClient()
  const undo = useMemo(createUndoStack, [])
  const { queryKey } = backlogQuery(boardId, filter)
  const key = JSON.stringify(queryKey)
  return useMemo(() => createBacklog(client, boardId, JSON.parse(key), undo), [client, boardId, key, undo])
}

function createBacklog(client: QueryClient, boardId: number, queryKey: QueryKey, undo: UndoStack) {
  const place = createQueryPlace<Pages, SprintTask>({ client, queryKey, draw: drawOnPages })
  const writes = createWrites<SprintTask>({
    place,
    refresh: () => refreshSprints(client),
    undo,
    offline: () => t('sprints:offline.refused'),
  })
  const facts = createCardFacts(writes, 'sprints')
  const sendRank = (taskId: number, afterId: number | null) =>
    callSprints(sprintTasksApi.rankBacklog, { params: { boardId }, body: { task_id: taskId, after_id: afterId } })

  /** Moves a card by so many places. */
  const rank = (tasks: readonly SprintTask[], task: SprintTask, steps: number): void => {
    const afterId = afterOf(tasks, task.id, steps)
    if (afterId === undefined) return
    const position = tasks.findIndex(({ id }) => id === task.id) + steps + 1
    announce(t('sprints:backlog.moved', { title: task.title, position: Math.max(1, Math.min(tasks.length, position)) }))
    void writes.send({ kind: 'rankCard', cardId: task.id, afterId }, () => sendRank(task.id, afterId), t('sprints:problems.rank'))
  }

  /** Puts cards into a sprint. Taken back, each goes behind the card that stood above it. */
  const plan = (tasks: readonly SprintTask[], ids: readonly number[], sprint: Sprint): Promise<boolean> => {
    const problem = t('sprints:problems.plan')
    const back = async () => {
      await callSprints(sprintTasksApi.changeMany, { body: { task_ids: [...ids], sprint_id: null } })
      for (const [at, { id }] of tasks.entries()) if (ids.includes(id)) await sendRank(id, tasks[at - 1]?.id ?? null)
    }
    const planned = t('sprints:backlog.planned', { count: ids.length, sprint: sprint.name })
    return facts.plan(ids, { ...sprint, ended: false }, { planned, problem, back: () => writes.send(null, back, problem) })
  }
  const estimate = (task: SprintTask, points: number | null) => void facts.update(task.id, { estimate: points })
  return { place, writes, undo, rank, plan, estimate }
}
