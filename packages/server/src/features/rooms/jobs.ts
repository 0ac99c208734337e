import { type Deps, instant } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { version } from '../../platform/version.ts'
import { sitAgain } from './commands.ts'
import { dropModerators } from './moderation/commands.ts'
import { deleteOldRemovals } from './moderation/removal-queries.ts'
import { moderationNews } from './moderation/socket.ts'
import { beat, listConnections, removeConnections, removeDeadProcesses, removeProcess } from './participants/presence-queries.ts'
import type { Roster } from './participants/roster.ts'
import { dropAwaySeats } from './participants/seat-queries.ts'
import { seatOf } from './participants/seated.ts'
import { endDesertedRooms } from './queries.ts'

const beatMs = 2_500
const tidyMs = 30_000
/** Connections that are cleared in one transaction. */
const ghostsAtOnce = 1000

export type Presence = {
  /** Says that this process lives and clears what dead ones left. Call before the first socket. */
  arrive: () => Promise<void>
  /** Takes this process's people off the tables at an orderly stop. */
  depart: () => Promise<void>
}

/** Presence of processes, dropped seats and ended rooms. All are set-based and idempotent: any number of processes may run them. */
export function roomJobs(deps: Deps, roster: Roster, jobs: Jobs): Presence {
  const { io, db, engine, processId, processName, log } = deps

  /** People of this process whom the database does not know of sit down again. */
  const sitDownAgain = (known: ReadonlySet<string>): void => {
    for (const socket of io.sockets.sockets.values()) {
      const seated = seatOf(socket)
      if (!seated || known.has(socket.id)) continue
      const restore = async () => {
        if (!socket.connected || seatOf(socket) !== seated) return
        if (await sitAgain(deps, seated, socket.id)) roster.peopleChanged(seated.roomId)
      }
      // In turn with the person's own messages and their disconnect, which takes the connection away again.
      socket.data.work = socket.data.work?.then(restore).catch((error: unknown) => log.error({ err: error }, 'presence not restored'))
    }
  }

  const news = moderationNews({ io })
  const started_at = instant(-process.uptime() * 1000)
  const arrive = async () => {
    const living = { id: processId, name: processName, version, sockets: io.engine.clientsCount, started_at }
    // Others took this process for dead (it hung, or the database was away) and its people off the tables.
    if (!(await beat(db, living))) sitDownAgain(new Set())
    const rooms = await db.transaction().execute((trx) => removeDeadProcesses(trx, engine, processId))
    for (const room of rooms) roster.peopleChanged(room)
  }
  /** What the database did not take when somebody sat down again or went would keep them away, or at the table, for ever. */
  const mendPresence = async () => {
    const known = await listConnections(db, processId)
    sitDownAgain(new Set(known))
    const ghosts = known.filter((id) => !io.sockets.sockets.has(id)).slice(0, ghostsAtOnce)
    if (ghosts.length === 0) return
    for (const room of await db.transaction().execute((trx) => removeConnections(trx, engine, ghosts))) roster.peopleChanged(room)
  }

  jobs.every(beatMs, 'presence', arrive)
  jobs.every(tidyMs, 'rooms', async () => {
    for (const room of await dropAwaySeats(db)) roster.peopleChanged(room)
    for (const { roomId, heir } of await dropModerators({ db, engine })) {
      news.moderatorChanged(roomId, heir)
      roster.peopleChanged(roomId)
    }
    await deleteOldRemovals(db)
    await endDesertedRooms(db)
    await mendPresence()
  })
  return { arrive, depart: () => db.transaction().execute((trx) => removeProcess(trx, engine, processId)) }
}
