import { createListeners } from '../../lib/listeners.ts'

export type Selection = ReturnType<typeof createSelection>

/** Which items somebody chose, to do something with all of them. */
export function createSelection() {
  const { subscribe, tell } = createListeners()
  let chosen: ReadonlySet<number> = new Set()
  /** Somebody asked to choose: then a plain press chooses, too. */
  let begun = false
  /** Where a range begins, and what was chosen when it did. */
  let anchor: number | null = null
  let base = chosen
  const set = (next: ReadonlySet<number>) => {
    chosen = next
    tell()
  }
  return {
    subscribe,
    chosen: () => chosen,
    has: (id: number) => chosen.has(id),
    isOn: () => begun || chosen.size > 0,
    isBegun: () => begun,
    anchor: () => anchor,
    begin: () => {
      begun = true
      tell()
    },
    toggle: (id: number) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      anchor = id
      base = next
      set(next)
    },
    /** All from where the range began, or else from `origin`, to an item, in the order in which they are shown. */
    extend: (shown: readonly number[], to: number, origin = to) => {
      if (anchor === null || !shown.includes(anchor)) {
        anchor = origin
        base = chosen
      }
      const [from, until] = [shown.indexOf(anchor), shown.indexOf(to)].sort((a, b) => a - b)
      set(new Set([...base, ...shown.slice(from, (until ?? 0) + 1).filter((id) => id >= 0)]))
    },
    all: (shown: readonly number[]) => {
      set(new Set(shown.filter((id) => id >= 0)))
      base = chosen
    },
    clear: () => {
      begun = false
      anchor = null
      base = new Set()
      set(base)
    },
  }
}
