import { type Deps, instant } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { version } from '../../platform/version.ts'
import { dropModerators } from './moderation/commands.ts'
import { deleteOldRemovals } from './moderation/removal-queries.ts'
import { moderationNews } from './moderation/socket.ts'
import {
  addConnection,
  beat,
  listConnections,
  removeConnections,
  removeDeadProcesses,
  removeProcess,
} from './participants/presence-queries.ts'
import type { Roster } from './participants/roster.ts'
import { dropAwaySeats, getSeat } from './participants/seat-queries.ts'
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
export function roomJobs({ io, db, engine, processId, processName, log }: Deps, roster: Roster, jobs: Jobs): Presence {
  /** Others took this process for dead (it hung, or the database was away) and its people off the tables: they sit down again. */
  const sitDownAgain = (): void => {
    for (const socket of io.sockets.sockets.values()) {
      const seated = seatOf(socket)
      if (!seated) continue
      const restore = () =>
        db.transaction().execute(async (trx) => {
          if (!socket.connected || seatOf(socket) !== seated || (await getSeat(trx, seated.seatId)).left_at !== null) return
          await addConnection(trx, { id: socket.id, seatId: seated.seatId, roomId: seated.roomId, processId })
          roster.peopleChanged(seated.roomId)
        })
      // In turn with the person's own messages and their disconnect, which takes the connection away again.
      socket.data.work = socket.data.work?.then(restore).catch((error: unknown) => log.error({ err: error }, 'presence not restored'))
    }
  }

  const news = moderationNews({ io })
  const started_at = instant(-process.uptime() * 1000)
  const arrive = async () => {
    const living = { id: processId, name: processName, version, sockets: io.engine.clientsCount, started_at }
    if (!(await beat(db, living))) sitDownAgain()
    const rooms = await db.transaction().execute((trx) => removeDeadProcesses(trx, processId, engine === 'sqlite'))
    for (const room of rooms) roster.peopleChanged(room)
  }
  /** A disconnect that the database did not take would keep its seat at the table for ever. */
  const clearGhosts = async () => {
    const ghosts = (await listConnections(db, processId)).filter((id) => !io.sockets.sockets.has(id)).slice(0, ghostsAtOnce)
    if (ghosts.length === 0) return
    for (const room of await db.transaction().execute((trx) => removeConnections(trx, ghosts))) roster.peopleChanged(room)
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
    await clearGhosts()
  })
  return { arrive, depart: () => db.transaction().execute((trx) => removeProcess(trx, processId)) }
}
