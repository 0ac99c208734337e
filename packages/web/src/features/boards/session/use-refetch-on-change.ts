import { useEffect, useRef } from 'react'
import { useBoardPart } from './board-session.ts'

/** Asks again whenever something on the board changed; what was loaded stays on screen, all its pages. */
export function useRefetchOnChange(refetch: () => Promise<unknown>): void {
  const revision = useBoardPart(({ frame }) => frame.revision, 0)
  const seen = useRef(revision)
  useEffect(() => {
    if (seen.current === revision) return
    seen.current = revision
    void refetch()
  }, [revision, refetch])
}
