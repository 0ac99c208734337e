import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextLoop } from 'node:timers/promises'

const current = new AsyncLocalStorage<{ ms: number }>()

/** Adds to what the piece of work that runs now has kept the whole process busy with. */
export function addBusyTime(ms: number): void {
  const work = current.getStore()
  if (work) work.ms += ms
}

/** Does what keeps the process busy without the database, and counts it. */
export function keepBusy<T>(work: () => T): T {
  const began = performance.now()
  try {
    return work()
  } finally {
    addBusyTime(performance.now() - began)
  }
}

/** After so long everybody else has a turn. Milliseconds. */
const turnMs = 5

/** As `keepBusy`, for one thing after another, of which all together would keep everybody else waiting. */
export async function keepBusyInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let spent = 0
  for (const item of items) {
    const began = performance.now()
    keepBusy(() => work(item))
    spent += performance.now() - began
    if (spent < turnMs) continue
    spent = 0
    await nextLoop()
  }
}

/** Does a piece of work. @param onDone hears for how many milliseconds it kept the process busy, in the database above all, also when it failed */
export async function measured<T>(work: () => Promise<T>, onDone: (ms: number) => void): Promise<T> {
  const spent = { ms: 0 }
  try {
    return await current.run(spent, work)
  } finally {
    onDone(spent.ms)
  }
}
