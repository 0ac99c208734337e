import { coalesce } from '../coalesce.ts'
import type { Deps } from '../deps.ts'

/** What lost its connections gets them back within half a second; people connect again once everything stands. */
const afterMs = 1_000

/** Makes good what the people of a process may have missed: they connect again, and their pages ask for everything that they show. */
export type ReconnectAll = {
  /** Closes the connections of this process, soon. */
  here: () => void
  /** The same on every process: what this one had to say may have reached none. */
  everywhere: () => void
}

export function createReconnectAll({ io, log, processes }: Pick<Deps, 'io' | 'log' | 'processes'>): ReconnectAll {
  const closeSoon = coalesce<'all', void>({
    ms: afterMs,
    gathered: () => {
      log.warn({ sockets: io.sockets.sockets.size }, 'events may have been missed: all connections are closed')
      for (const socket of io.sockets.sockets.values()) socket.conn.close()
    },
    failed: (error) => log.error({ err: error }, 'closing of all connections'),
  })
  const here = (): void => closeSoon('all')
  processes.on('eventsMissed', here)
  return {
    here,
    everywhere: () => {
      here()
      processes.tell('eventsMissed')
    },
  }
}
