import { setTimeout as pause } from 'node:timers/promises'

/** Resolves once a condition holds. @throws with what was waited for, and with what `seen` says, when it does not in time */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 60_000, seen?: () => unknown): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${what} ${seen ? JSON.stringify(seen()) : ''}`)
    await pause(50)
  }
}
