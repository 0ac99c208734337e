import { useEffect, useRef } from 'react'

/** Runs something whenever a revision becomes another one, and not for the first. */
export function useOnRevision(revision: number, run: () => unknown): void {
  const seen = useRef(revision)
  useEffect(() => {
    if (seen.current === revision) return
    seen.current = revision
    void run()
  }, [revision, run])
}
