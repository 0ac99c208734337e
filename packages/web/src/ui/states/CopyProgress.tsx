import { boardsApi } from '@rodada/contract/boards/board-calls'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../lib/call/call.ts'
import classes from './CopyProgress.module.css'

const everyMs = 500

/** How far the copy of a board is that this person waits for. @param label says it: cards that are copied, of how many */
export function CopyProgress({ label }: { label: (done: number, total: number) => string }) {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['board-copies'],
    queryFn: ({ signal }) => call(boardsApi.copies, { signal }),
    refetchInterval: everyMs,
    staleTime: 0,
    gcTime: 0,
  })
  const [copy] = data ?? []
  if (!copy || copy.total === 0) return null
  return (
    <div className={classes.progress} role="status">
      <span id={id}>{label(copy.done, copy.total)}</span>
      <progress aria-labelledby={id} max={copy.total} value={copy.done} />
    </div>
  )
}
