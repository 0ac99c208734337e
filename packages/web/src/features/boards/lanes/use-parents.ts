import { relationsApi } from '@rodada/contract/cards/relations'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../lib/call/call.ts'
import type { LaneKind } from '../session/board-look.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'

const nothing = async () => {}

/** Of which cards those of a board are a part, asked only by who looks at it so, and again when something changed. */
export function useParents(boardId: number, kind: LaneKind) {
  const isOn = kind === 'parent'
  const { data, isError, refetch } = useQuery({
    queryKey: ['boards', 'parents', boardId],
    queryFn: ({ signal }) => call(relationsApi.parents, { params: { boardId }, signal }),
    enabled: isOn,
  })
  const again = useCallback(() => (isOn ? refetch() : nothing()), [isOn, refetch])
  useRefetchOnChange(again)
  return { parents: isOn ? (data ?? null) : null, isWaiting: isOn && !data && !isError, hasFailed: isOn && !data && isError, refetch }
}
