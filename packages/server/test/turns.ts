import { setImmediate as nextLoop } from 'node:timers/promises'

/** Turns shorter than this are the loop's own. Microseconds. */
const shortTurn = 500

/** The system counts the time of a thread in steps of up to so many milliseconds: what is shorter cannot be told apart. */
export const clockStepMs = 4

/** The longest turn of a piece of work, in milliseconds: the least of some tries, because memory is tidied up during some. */
export async function longestTurn(work: () => Promise<unknown>, tries = 3): Promise<number> {
  const turns: number[] = []
  for (let turn = 0; turn < tries; turn += 1) turns.push((await turnsOf(work())).longest)
  return Math.min(...turns)
}

/**
 * For how long a piece of work keeps the process from everybody else, in milliseconds: the longest time without a turn of theirs, and all of it. What
 * counts is what the process computes, however busy its machine is.
 */
export async function turnsOf(work: Promise<unknown>): Promise<{ longest: number; all: number }> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const turns: number[] = []
  while (!isOver) {
    const before = process.threadCpuUsage()
    await nextLoop()
    const { user, system } = process.threadCpuUsage(before)
    turns.push(user + system)
  }
  await over
  const long = turns.filter((turn) => turn > shortTurn)
  return { longest: Math.max(0, ...long) / 1000, all: long.reduce((sum, turn) => sum + turn, 0) / 1000 }
}
