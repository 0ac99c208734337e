import type { BannerState } from '../../Banner.tsx'
import { reasonOf } from '../../tell-problem.ts'

/** The last problem of a board, for a banner that waits until it is read. */
export type ProblemStore = ReturnType<typeof createProblemStore>

export function createProblemStore() {
  let problem: BannerState = null
  const listeners = new Set<() => void>()
  const set = (next: BannerState) => {
    problem = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => problem,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (text: string, reason?: unknown) => set({ kind: 'problem', text, detail: reasonOf(text, reason) }),
    clear: () => set(null),
  }
}
