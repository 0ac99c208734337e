import { createListeners } from '../../lib/listeners.ts'
import type { BannerState } from '../states/Banner.tsx'
import { reasonOf } from '../states/tell-problem.ts'

/** The last problem of a board, for a banner that waits until it is read. */
export type ProblemStore = ReturnType<typeof createProblemStore>

export function createProblemStore() {
  let problem: BannerState = null
  const { subscribe, tell: changed } = createListeners()
  const set = (next: BannerState) => {
    problem = next
    changed()
  }
  return {
    get: () => problem,
    subscribe,
    tell: (text: string, reason?: unknown) => set({ kind: 'problem', text, detail: reasonOf(text, reason) }),
    clear: () => set(null),
  }
}
