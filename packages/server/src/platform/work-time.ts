import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ ms: number }>()

/** Adds to what the piece of work that runs now has kept the whole process busy with. */
export function addBusyTime(ms: number): void {
  const work = current.getStore()
  if (work) work.ms += ms
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
