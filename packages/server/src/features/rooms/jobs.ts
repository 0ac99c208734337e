import type { Deps } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { beat, removeDeadProcesses, removeProcess } from './presence-queries.ts'
import { endDesertedRooms } from './queries.ts'
import type { Roster } from './roster.ts'
import { dropAwaySeats } from './seat-queries.ts'

const beatMs = 5_000
const tidyMs = 30_000

export type Presence = {
  /** Says that this process lives and clears what dead ones left. Call before the first socket. */
  arrive: () => Promise<void>
  /** Takes this process's people off the tables at an orderly stop. */
  depart: () => Promise<void>
}

/** Presence of processes, dropped seats and ended rooms. All are set-based and idempotent: any number of processes may run them. */
export function roomJobs({ db, engine, processId }: Deps, roster: Roster, jobs: Jobs): Presence {
  const arrive = async () => {
    await beat(db, processId)
    const rooms = await db.transaction().execute((trx) => removeDeadProcesses(trx, processId, engine === 'sqlite'))
    for (const room of rooms) roster.peopleChanged(room)
  }
  jobs.every(beatMs, 'presence', arrive)
  jobs.every(tidyMs, 'rooms', async () => {
    for (const room of await dropAwaySeats(db)) roster.peopleChanged(room)
    await endDesertedRooms(db)
  })
  return { arrive, depart: () => db.transaction().execute((trx) => removeProcess(trx, processId)) }
}
