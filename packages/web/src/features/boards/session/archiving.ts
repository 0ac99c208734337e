import { cardsApi } from '@rodada/contract/cards/card-calls'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { call } from '../../../lib/call/call.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import type { BoardSession } from './board-session.ts'
import type { ArchiveQuestion, Archiving, Planned } from './board-ui.ts'

export const archiveNow = ({ actions }: BoardSession, { kind, id }: Archiving): Promise<boolean> =>
  kind === 'card' ? actions.archiveCard(id) : actions.archiveList(id)

/** What is archived counts in no sprint any more, also what is done. A board does not know its sprints, so the server is asked. */
async function plannedAmong(boardId: number, { kind, id }: Archiving): Promise<Planned[]> {
  const { data: sprints } = await callSprints(sprintsApi.ofBoard, { params: { boardId } })
  const running = sprints.filter(({ status, total_tasks }) => status === 'active' && total_tasks > 0)
  if (running.length > 0 && kind === 'card') {
    const card = await call(cardsApi.get, { params: { cardId: id } })
    const its = running.filter((sprint) => sprint.id === card.sprint?.id && card.status !== 'cancelada')
    return its.map(({ name }) => ({ sprint: name, count: 1 }))
  }
  const boards = await Promise.all(running.map((sprint) => callSprints(sprintTasksApi.board, { params: { sprintId: sprint.id } })))
  return boards
    .map(({ data: { sprint, tasks } }) => {
      const gone = tasks.filter((task) => task.status !== 'cancelada' && task.list_id === id)
      return { sprint: sprint.name, count: gone.length }
    })
    .filter(({ count }) => count > 0)
}

/** Archives at once or, when that takes tasks out of a sprint that is under way, asks first. */
export function createArchive(session: BoardSession, ask: (question: ArchiveQuestion) => void) {
  const asked = new Set<string>()
  return async (what: Archiving): Promise<boolean> => {
    const key = `${what.kind} ${what.id}`
    // A key that was pressed twice.
    if (asked.has(key)) return false
    asked.add(key)
    // Without an answer there is nothing to ask: archiving itself says what is wrong.
    const planned = await plannedAmong(session.boardId, what).catch(() => [])
    asked.delete(key)
    if (planned.length === 0) return archiveNow(session, what)
    ask({ kind: 'archivePlanned', what, planned })
    return false
  }
}
