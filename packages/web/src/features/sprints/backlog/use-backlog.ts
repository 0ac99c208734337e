import { sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/sprint-call.ts'
import type { Sprint, SprintTask } from '../../../lib/sprint-words.ts'
import { undoToast } from '../../../ui/feedback.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { tellProblem } from '../../../ui/tell-problem.ts'
import { backlogQuery, refreshSprints } from '../api.ts'
import { afterOf, rankedBehind } from './backlog-state.ts'

type Page = { total: number; tasks: SprintTask[] }
type Pages = InfiniteData<Page, number>

/** What one does with a backlog. Each change is drawn at once, and is gone again when the server refuses it. */
export function useBacklog(boardId: number) {
  const client = useQueryClient()
  const { queryKey } = backlogQuery(boardId)
  const draw = (change: (tasks: readonly SprintTask[]) => readonly SprintTask[]) =>
    client.setQueryData<Pages>(queryKey, (data) => {
      if (!data) return data
      const before = data.pages.flatMap(({ tasks }) => tasks)
      const rest = [...change(before)]
      const gone = before.length - rest.length
      const pages = data.pages.map(({ total, tasks }) => ({ total: total - gone, tasks: rest.splice(0, tasks.length) }))
      return { ...data, pages }
    })

  /** Moves a card by so many places. */
  const rank = async (tasks: readonly SprintTask[], task: SprintTask, steps: number): Promise<void> => {
    const afterId = afterOf(tasks, task.id, steps)
    if (afterId === undefined) return
    await client.cancelQueries({ queryKey })
    draw((now) => rankedBehind(now, task.id, afterId))
    const position = tasks.findIndex(({ id }) => id === task.id) + steps + 1
    announce(t('sprints:backlog.moved', { title: task.title, position: Math.max(1, Math.min(tasks.length, position)) }))
    try {
      await callSprints(sprintTasksApi.rankBacklog, { params: { boardId }, body: { task_id: task.id, after_id: afterId } })
    } catch (reason) {
      tellProblem(t('sprints:problems.rank'), reason)
    }
    await client.invalidateQueries({ queryKey })
  }

  const send = (tasks: readonly SprintTask[], sprintId: number | null) =>
    callSprints(sprintTasksApi.changeMany, { body: { task_ids: tasks.map(({ id }) => id), sprint_id: sprintId } })

  /** Back in the backlog each goes behind the card that stood above it. */
  const bringBack = async (tasks: readonly SprintTask[], before: readonly SprintTask[]) => {
    try {
      await send(tasks, null)
      for (const task of before.filter(({ id }) => tasks.some((moved) => moved.id === id))) {
        const above = before[before.findIndex(({ id }) => id === task.id) - 1]
        await callSprints(sprintTasksApi.rankBacklog, { params: { boardId }, body: { task_id: task.id, after_id: above?.id ?? null } })
      }
    } catch (reason) {
      tellProblem(t('sprints:problems.plan'), reason)
    }
    await refreshSprints(client)
  }

  /** Puts cards into a sprint. Resolves to whether they are there. */
  const plan = async (tasks: readonly SprintTask[], sprint: Sprint): Promise<boolean> => {
    if (tasks.length === 0) return false
    const before = client.getQueryData<Pages>(queryKey)?.pages.flatMap((page) => page.tasks) ?? []
    await client.cancelQueries({ queryKey })
    draw((now) => now.filter(({ id }) => !tasks.some((task) => task.id === id)))
    try {
      await send(tasks, sprint.id)
      undoToast(t('sprints:backlog.planned', { count: tasks.length, sprint: sprint.name }), () => void bringBack(tasks, before))
      return true
    } catch (reason) {
      tellProblem(t('sprints:problems.plan'), reason)
      return false
    } finally {
      await refreshSprints(client)
    }
  }
  return { rank, plan }
}
