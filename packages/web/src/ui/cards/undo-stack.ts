/** How many steps back are kept. */
const kept = 20

export type UndoStack = {
  /** Keeps a way back and returns it: running it, from wherever, runs it once. */
  push: (back: () => Promise<void>) => () => void
  forget: (entry: () => void) => void
  /** Runs the last one. False when there is none. */
  undo: () => boolean
}

/** The ways back from what was done on a board, the last first. */
export function createUndoStack(): UndoStack {
  const entries: (() => void)[] = []
  const forget = (entry: () => void) => {
    const at = entries.indexOf(entry)
    if (at >= 0) entries.splice(at, 1)
  }
  return {
    push: (back) => {
      const entry = () => {
        if (!entries.includes(entry)) return
        forget(entry)
        void back()
      }
      entries.push(entry)
      if (entries.length > kept) entries.shift()
      return entry
    },
    forget,
    undo: () => {
      const entry = entries.at(-1)
      entry?.()
      return entry !== undefined
    },
  }
}
