import { type RoomTaskCard, roomTasksApi } from '@rodada/contract/rooms/tasks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../../lib/call/call.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { useRoom } from '../session/room-context.ts'
import { onDeckPoints } from './deck-points.ts'

const none: ReadonlyMap<number, RoomTaskCard> = new Map()

/** The cards behind the room's tasks by the task's id, of those that this person sees. Asked again whenever the tasks change. */
export function useTaskCards(): ReadonlyMap<number, RoomTaskCard> {
  const roomId = useRoom((state) => state.room?.roomId ?? '')
  const tasks = useRoom((state) => state.tasks)
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['room-tasks', roomId, tasks],
    queryFn: ({ signal }) => call(roomTasksApi.list, { params: { roomId }, signal }),
    enabled: hasSession() && roomId !== '' && tasks.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  useEffect(() => onDeckPoints(() => void client.invalidateQueries({ queryKey: ['room-tasks', roomId] })), [client, roomId])
  return useMemo(() => (data ? new Map(data.map((card) => [card.task_id, card])) : none), [data])
}
