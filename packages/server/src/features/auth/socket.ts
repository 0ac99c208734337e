import type { Deps } from '../../platform/deps.ts'
import { touchSession } from './queries.ts'
import { sessionChannel } from './sessions.ts'

/** How often activity in a room counts as use of the session, in milliseconds. */
const touchEveryMs = 30_000

/** Ties a signed-in socket to its session: it ends with it, and what the person does there keeps it alive. */
export function sessionSockets({ io, db, log }: Pick<Deps, 'io' | 'db' | 'log'>): void {
  io.on('connection', async (socket) => {
    const { viewer } = socket.data
    if (!viewer) return
    let touchedAt = Date.now()
    socket.onAny(() => {
      if (Date.now() - touchedAt < touchEveryMs) return
      touchedAt = Date.now()
      touchSession(db, viewer.sessionId).catch((error: unknown) => log.error({ err: error }, 'session touch failed'))
    })
    await socket.join(sessionChannel(viewer.sessionId))
  })
}
