import { pointsOf } from '@rodada/contract/rooms/faces'
import { useRoom } from '../session/room-context.ts'
import { shownVote } from '../session/room-state.ts'
import { useTaskCards } from './use-task-cards.ts'

/** The points that a person thinks of: the card they hold, and before that what the task has already. Only this page knows of it. */
export function useNearValue(): number | undefined {
  const picked = useRoom(shownVote)
  const task = useRoom((state) => state.selectedTask)
  const card = useTaskCards().get(task?.task_id ?? 0)
  return (picked === null ? undefined : pointsOf(picked, card?.deck_points)) ?? card?.estimate ?? undefined
}
