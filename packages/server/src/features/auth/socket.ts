import type { Deps } from '../../platform/deps.ts'
import type { Token, Viewer } from '../../platform/http/viewer.ts'
import { confinedChannel, programsChannel, type RealtimeSocket, userChannel } from '../../platform/realtime/realtime.ts'
import { enter } from '../../platform/realtime/subscribe.ts'
import { findTimeout, touchSession } from './queries.ts'
import { endSockets, sessionChannel } from './sessions/sessions.ts'
import { findTokenById } from './tokens/token-queries.ts'
import { endTokenSockets, noteTokenUse, tokenChannel } from './tokens/tokens.ts'

/** How often activity in a room counts as use of the session, in milliseconds. */
const touchEveryMs = 30_000

/** What a connection hangs on: where it is told that this ended, and what its use does. */
type Hold = { channels: string[]; use: (how: { unattended: boolean }) => Promise<void> }

/** Ties a signed-in socket to its session or its token: it ends with it, and activity keeps a session alive. */
export function sessionSockets(deps: Pick<Deps, 'io' | 'db' | 'log' | 'processes'>): void {
  const { io, log } = deps
  // Before the page hears that it is connected and asks for what it shows: what is told from then on reaches it.
  io.use(async (socket, next) => {
    const hold = holdOf(deps, socket)
    if (hold) await enter(deps, socket, hold.channels)
    next()
  })
  io.on('connection', (socket) => {
    const hold = holdOf(deps, socket)
    if (hold) tie(socket, hold.use, (error) => log.error({ err: error }, 'session use failed'))
  })
}

function holdOf(deps: Pick<Deps, 'io' | 'db'>, { data: { viewer } }: RealtimeSocket): Hold | undefined {
  if (!viewer) return undefined
  return viewer.token ? holdOfToken(deps, viewer.userId, viewer.token) : holdOfSession(deps, viewer)
}

function tie(socket: RealtimeSocket, use: Hold['use'], failed: (error: unknown) => void): void {
  let usedAt = Date.now()
  socket.onAny(() => {
    if (Date.now() - usedAt < touchEveryMs) return
    usedAt = Date.now()
    use({ unattended: false }).catch(failed)
  })
  // The end of the session reaches this socket only from now on, so a session that ended since the handshake is noticed here.
  use(socket.data).catch(failed)
}

function holdOfSession(deps: Pick<Deps, 'io' | 'db'>, { userId, sessionId }: Viewer): Hold {
  const { db } = deps
  if (sessionId === null) return { channels: [], use: async () => {} }
  const use: Hold['use'] = async ({ unattended }) => {
    // Read again, because the person may have chosen another timeout since this connection was made.
    const timeout = await findTimeout(db, sessionId)
    const lives = timeout !== undefined && (unattended || (await touchSession(db, sessionId, timeout)))
    if (!lives) endSockets(deps, [sessionId])
  }
  return { channels: [sessionChannel(sessionId), userChannel(userId)], use }
}

/** With a token of some boards a connection hears nothing of the person's others; that their rights changed ends it. */
function holdOfToken(deps: Pick<Deps, 'io' | 'db'>, userId: number, { id, boardIds }: Token): Hold {
  const use: Hold['use'] = async () => {
    const token = await findTokenById(deps.db, id)
    if (token) await noteTokenUse(deps.db, token)
    else endTokenSockets(deps, id)
  }
  const news = boardIds === null ? userChannel(userId) : confinedChannel(userId)
  return { channels: [tokenChannel(id), programsChannel(userId), news], use }
}
