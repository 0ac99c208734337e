/** Milliseconds of work by whose they were, as far as they have not faded. */
export type Meter = { now: (whose: string) => number; add: (whose: string, ms: number) => void }

/** What some kept busy and has not faded since. @param share of the time that passes, by which it fades */
export function createMeter(share: number): Meter {
  const busy = new Map<string, { ms: number; at: number }>()
  const now = (whose: string): number => {
    const known = busy.get(whose)
    return known ? Math.max(0, known.ms - (performance.now() - known.at) * share) : 0
  }
  const add = (whose: string, ms: number) => {
    const sum = now(whose) + ms
    if (sum < 1) busy.delete(whose)
    else busy.set(whose, { ms: sum, at: performance.now() })
  }
  return { now, add }
}
