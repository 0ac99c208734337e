import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import { useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'

const load = async (boardId: number, signal?: AbortSignal) =>
  (await callSprints(sprintsApi.schedule, { params: { boardId }, ...(signal && { signal }) })).data

type Loaded = Awaited<ReturnType<typeof load>>
/** A sprint of the board, with the cards that the board shows of it. */
export type ScheduledSprint = Loaded['sprints'][number]
export type Schedule = {
  sprints: readonly ScheduledSprint[]
  /** The sprint that a card is planned into. */
  sprintOf: ReadonlyMap<number, ScheduledSprint>
  /** What waits for what, both on this board. */
  blocks: Loaded['blocks']
}

export const noSchedule: Schedule = { sprints: [], sprintOf: new Map(), blocks: [] }

/** The sprints of the board and what its cards wait for, which its cards do not say; asked again when something on it changed. */
export function useSchedule(): Schedule {
  const { boardId } = useSession()
  const { data, refetch } = useQuery({
    queryKey: ['boards', 'schedule', boardId],
    queryFn: ({ signal }) => load(boardId, signal),
  })
  useRefetchOnChange(refetch)
  return useMemo(() => {
    if (!data) return noSchedule
    const sprintOf = new Map<number, ScheduledSprint>()
    for (const sprint of data.sprints) for (const id of sprint.card_ids) sprintOf.set(id, sprint)
    return { ...data, sprintOf }
  }, [data])
}
