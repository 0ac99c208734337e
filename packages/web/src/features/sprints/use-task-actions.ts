import { cardsApi } from '@rodada/contract/cards'
import { sprintTasksApi } from '@rodada/contract/sprint-tasks'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { callSprints } from '../../lib/sprint-call.ts'
import type { Sprint, SprintBoard, SprintTask } from '../../lib/sprint-words.ts'
import { toast, undoToast } from '../../ui/feedback.tsx'
import { reasonOf } from '../../ui/tell-problem.ts'
import { refreshSprints, sprintBoardQuery } from './api.ts'
import { type Place, placesOf } from './task-places.ts'

export type TaskActions = ReturnType<typeof useTaskActions>
type Person = { id: number; name: string }

/** What one does with the tasks of a sprint, one or many; everything that can be taken back offers to. `complain` tells problems. */
export function useTaskActions(sprint: Sprint, complain: (text: string, detail?: string) => void) {
  const client = useQueryClient()
  const refresh = () => refreshSprints(client)
  /** Sends, and says what went wrong. Resolves to whether it was accepted. */
  const attempt = async (send: () => Promise<unknown>, problem: string): Promise<boolean> => {
    try {
      await send()
      return true
    } catch (reason) {
      complain(problem, reasonOf(problem, reason))
      return false
    } finally {
      await refresh()
    }
  }
  /** Shows at once that tasks are gone; a refusal brings them back with the fresh answer. */
  const hide = (ids: ReadonlySet<number>) =>
    client.setQueryData<SprintBoard>(sprintBoardQuery(sprint.id).queryKey, (board) =>
      board ? { ...board, tasks: board.tasks.filter(({ id }) => !ids.has(id)) } : board,
    )

  const restore = (task: SprintTask) =>
    attempt(() => call(cardsApi.restore, { params: { cardId: task.id } }), t('sprints:problems.restoreTask'))

  const remove = async (task: SprintTask) => {
    hide(new Set([task.id]))
    const done = await attempt(() => callSprints(sprintTasksApi.remove, { params: { taskId: task.id } }), t('sprints:problems.deleteTask'))
    if (done) undoToast(t('sprints:done.taskDeleted', { title: task.title }), () => void restore(task))
  }

  const send = (tasks: readonly SprintTask[], change: { assigned_to?: number | null; sprint_id?: number | null }) =>
    callSprints(sprintTasksApi.changeMany, { body: { task_ids: tasks.map(({ id }) => id), ...change } })

  const assign = async (tasks: readonly SprintTask[], person: Person | null): Promise<boolean> => {
    const done = await attempt(() => send(tasks, { assigned_to: person?.id ?? null }), t('sprints:problems.updateTask'))
    if (!done) return false
    const text = person
      ? t('sprints:tasks.assigned', { count: tasks.length, name: person.name })
      : t('sprints:tasks.unassigned', { count: tasks.length })
    const back = () =>
      attempt(
        () =>
          Promise.all(
            [...groupBy(tasks, ({ assigned_user }) => assigned_user?.id ?? null)].map(([id, own]) => send(own, { assigned_to: id })),
          ),
        t('sprints:problems.updateTask'),
      )
    undoToast(text, () => void back())
    return true
  }

  /** Back in the sprint, each is led behind the task that stood above it. */
  const bringBack = (places: readonly Place[]) =>
    attempt(async () => {
      const body = { task_ids: places.map(({ taskId }) => taskId), sprint_id: sprint.id }
      await callSprints(sprintTasksApi.changeMany, { body })
      for (const { taskId, ...place } of places) await callSprints(sprintTasksApi.update, { params: { taskId }, body: place })
    }, t('sprints:problems.updateTask'))

  const moveTo = async (tasks: readonly SprintTask[], target: Pick<Sprint, 'id' | 'name'> | null): Promise<boolean> => {
    const places = placesOf(tasks, client.getQueryData(sprintBoardQuery(sprint.id).queryKey)?.tasks ?? [])
    const done = await attempt(() => send(tasks, { sprint_id: target?.id ?? null }), t('sprints:problems.updateTask'))
    if (!done) return false
    const text = target
      ? t('sprints:tasks.moved', { count: tasks.length, sprint: target.name })
      : t('sprints:tasks.backlogged', { count: tasks.length })
    undoToast(text, () => void bringBack(places))
    return true
  }

  return { remove, assign, moveTo, tell: (text: string) => toast(text) }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
