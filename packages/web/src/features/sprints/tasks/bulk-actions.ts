import type { PersonSummary } from '@rodada/contract/core/fields'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { createCardFacts } from '../../../ui/cards/card-facts.ts'
import type { SprintSession } from '../session/sprint-session.ts'
import { type Place, placesOf } from './task-places.ts'

export type BulkActions = ReturnType<typeof createBulkActions>

/** What one does with many tasks of a sprint at once. All resolve to whether it was accepted, and offer the way back. */
export function createBulkActions({ sprintId, store, writes }: SprintSession) {
  const { send, offerUndo } = writes
  const { plan } = createCardFacts(writes, 'sprints')
  const idsOf = (tasks: readonly SprintTask[]) => tasks.map(({ id }) => id)

  const sendAssign = (cardIds: number[], person: PersonSummary | null): Promise<boolean> =>
    send(
      { kind: 'patchCards', cardIds, fields: { assigned_user: person } },
      () => callSprints(sprintTasksApi.changeMany, { body: { task_ids: cardIds, assigned_to: person?.id ?? null } }),
      t('sprints:problems.updateCard'),
    )
  const assign = async (tasks: readonly SprintTask[], person: PersonSummary | null): Promise<boolean> => {
    if (!(await sendAssign(idsOf(tasks), person))) return false
    const count = tasks.length
    const said = person ? t('sprints:tasks.assigned', { count, name: person.name }) : t('sprints:tasks.unassigned', { count })
    const before = Map.groupBy(tasks, ({ assigned_user }) => assigned_user?.id ?? null)
    offerUndo(said, Promise.resolve(true), async () => {
      const sent = [...before.values()].map((own) => sendAssign(idsOf(own), own[0]?.assigned_user ?? null))
      return (await Promise.all(sent)).every(Boolean)
    })
    return true
  }

  /** Back in the sprint, each is led behind the task that stood above it. */
  const bringBack = (places: readonly Place[]): Promise<boolean> => {
    const body = { task_ids: places.map(({ taskId }) => taskId), sprint_id: sprintId }
    const each = async () => {
      await callSprints(sprintTasksApi.changeMany, { body })
      for (const { taskId, ...place } of places) await callSprints(sprintTasksApi.update, { params: { taskId }, body: place })
    }
    return send(null, each, t('sprints:problems.updateCard'))
  }
  /** Into another sprint of the board; null is its backlog. */
  const moveTo = (tasks: readonly SprintTask[], target: Sprint | null): Promise<boolean> => {
    const places = placesOf(tasks, [...(store.get().board?.cards.values() ?? [])])
    const count = tasks.length
    const planned = target ? t('sprints:tasks.moved', { count, sprint: target.name }) : t('sprints:tasks.backlogged', { count })
    return plan(idsOf(tasks), target && { ...target, ended: false }, {
      planned,
      problem: t('sprints:problems.updateCard'),
      back: () => bringBack(places),
    })
  }

  return { assign, moveTo }
}
