import { useQuery } from '@tanstack/react-query'
import { writableBoardsQuery } from '../../lib/call/board-queries.ts'
import { useMayCreateBoards } from '../../lib/call/use-role.ts'

/** Whether this person can come to a sprint of their own: on a board that they write on, or on one that they may make for it. */
export function useMayPlan(): boolean {
  const mayCreate = useMayCreateBoards()
  const { data: boards = [] } = useQuery({ ...writableBoardsQuery, enabled: !mayCreate })
  return mayCreate || boards.length > 0
}
