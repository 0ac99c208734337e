export type Deadlines = {
  /** Sees to a room at that instant; null forgets it. */
  set: (roomId: number, at: string | null) => void
  /** Forgets all: this process ends, and another one sees to them. */
  stop: () => void
}

/**
 * Wakes this process at the instants that its people set, so that a room waits for no job. Another process than the one that set it may have
 * died with it: a job looks for what is overdue, and so nothing is lost here.
 */
export function createDeadlines(see: (roomId: number) => void): Deadlines {
  const timers = new Map<number, NodeJS.Timeout>()
  return {
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
    set: (roomId, at) => {
      clearTimeout(timers.get(roomId))
      timers.delete(roomId)
      if (at === null) return
      const timer = setTimeout(
        () => {
          timers.delete(roomId)
          see(roomId)
        },
        // A timer may fire a millisecond early; the database then says that it is not over.
        Math.max(0, Date.parse(at) - Date.now()) + 2,
      )
      timers.set(roomId, timer.unref())
    },
  }
}
