import type { FastifyBaseLogger } from 'fastify'
import type { Realtime } from './realtime.ts'

/** What lost its connections gets them back within half a second; people come back once everything stands again. */
const afterMs = 1_000

/** What this process's people may have missed is made good by the way that is always right: they come in anew. */
export type Reunion = {
  /** Soon closes the connections of this process. Calls in between are one. */
  here: () => void
  /** The same on every process: what this one had to say may have reached none. */
  everywhere: () => void
}

/** Pages connect again by themselves, and ask for everything that they show. */
export function createReunion(io: Realtime, log: FastifyBaseLogger): Reunion {
  let isDue = false
  const here = (): void => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      log.warn({ sockets: io.sockets.sockets.size }, 'events may have been missed: everybody comes in anew')
      for (const socket of io.sockets.sockets.values()) socket.conn.close()
    }, afterMs).unref()
  }
  io.on('eventsMissed', here)
  return {
    here,
    everywhere: () => {
      here()
      io.serverSideEmit('eventsMissed')
    },
  }
}
