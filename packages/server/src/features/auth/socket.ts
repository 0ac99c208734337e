import type { Deps } from '../../platform/deps.ts'
import { userChannel } from '../../platform/realtime.ts'
import { findTimeout, touchSession } from './queries.ts'
import { endSockets, sessionChannel } from './sessions.ts'

/** How often activity in a room counts as use of the session, in milliseconds. */
const touchEveryMs = 30_000

/** Ties a signed-in socket to its session: it ends with it, and what the person does there keeps it alive. */
export function sessionSockets(deps: Pick<Deps, 'io' | 'db' | 'log'>): void {
  const { io, db, log } = deps
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    if (!viewer) return
    const use = async ({ unattended }: { unattended: boolean }) => {
      // Asked for anew: the person may have chosen another one since this connection was made.
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
    // Only now would the end of the session reach this socket: one that ended since the handshake is noticed here.
    Promise.resolve(socket.join([sessionChannel(viewer.sessionId), userChannel(viewer.userId)]))
      .then(() => use(socket.data))
      .catch(failed)
  })
}
