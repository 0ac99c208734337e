import { useOnRevision } from '../../../lib/use-on-revision.ts'
import { useBoardPart } from './board-session.ts'

/** Asks again whenever something on the board changed; what was loaded stays on screen, all its pages. */
export function useRefetchOnChange(refetch: () => Promise<unknown>): void {
  useOnRevision(
    useBoardPart(({ frame }) => frame.revision, 0),
    refetch,
  )
}
