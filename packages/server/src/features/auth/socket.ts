import type { Deps } from '../../platform/deps.ts'
import { userChannel } from '../../platform/realtime/realtime.ts'
import { findTimeout, touchSession } from './queries.ts'
import { endSockets, sessionChannel } from './sessions/sessions.ts'

/** How often activity in a room counts as use of the session, in milliseconds. */
const touchEveryMs = 30_000

/** Ties a signed-in socket to its session: it ends with the session, and activity keeps the session alive. */
export function sessionSockets(deps: Pick<Deps, 'io' | 'db' | 'log'>): void {
  const { io, db, log } = deps
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    if (!viewer) return
    const use = async ({ unattended }: { unattended: boolean }) => {
      // Read again, because the person may have chosen another timeout since this connection was made.
      const timeout = await findTimeout(db, viewer.sessionId)
      const lives = timeout !== undefined && (unattended || (await touchSession(db, viewer.sessionId, timeout)))
      if (!lives) endSockets(deps, [viewer.sessionId])
    }
    const failed = (error: unknown) => log.error({ err: error }, 'session use failed')
    let usedAt = Date.now()
    socket.onAny(() => {
      if (Date.now() - usedAt < touchEveryMs) return
      usedAt = Date.now()
      use({ unattended: false }).catch(failed)
    })
    // The end of the session reaches this socket only from now on, so a session that ended since the handshake is noticed here.
    Promise.resolve(socket.join([sessionChannel(viewer.sessionId), userChannel(viewer.userId)]))
      .then(() => use(socket.data))
      .catch(failed)
  })
}
