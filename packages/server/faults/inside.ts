/**
 * Loaded by a server process before the program (`--import`), so that a test reaches what only the process itself can do: it
 * moves the clock, as somebody who sets that of the machine would, says how much memory is in use, and lets the disk fail.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Order = { shiftMs: number } | { measure: true } | { failFlushes: true }

/** Bytes that are held after everything unused was given back: objects, and what buffers hold outside of them. */
export type Held = { held: number }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const RealDate = Date
let shift = 0

class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    // Only the present is moved; an instant that is named is that instant.
    super(...((parts.length === 0 ? [RealDate.now() + shift] : parts) as []))
  }
  static override now(): number {
    return RealDate.now() + shift
  }
}
globalThis.Date = ShiftedDate as DateConstructor

/** From now on the disk does not take what is flushed to it. */
function failFlushes(): void {
  const fail = (_handle: number, done: fs.NoParamCallback) => {
    setImmediate(done, Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }))
  }
  fs.fdatasync = Object.assign(fail, { __promisify__: fs.fdatasync.__promisify__ })
  syncBuiltinESMExports()
}

process.on('message', (order: Order) => {
  if ('shiftMs' in order) {
    shift = order.shiftMs
    return process.send?.({ shifted: shift })
  }
  if ('failFlushes' in order) {
    failFlushes()
    return process.send?.({ failing: true })
  }
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ held: heapUsed + external } satisfies Held)
})
// The test may end first.
process.channel?.unref()
