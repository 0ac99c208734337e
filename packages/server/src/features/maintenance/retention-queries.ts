import {
  defaultRetention,
  fewestDays,
  graceDays,
  type Retention,
  type RetentionRule,
  RetentionRun,
  RetentionSettings,
  retentionRules,
} from '@rodada/contract/retention'
import { sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { findInstanceSetting, putInstanceSetting } from './instance-settings-queries.ts'

const dayMs = 86_400_000
/** Rows of one statement, so that nobody waits long for their own. A room takes along all that happened in it. */
const rowsAtOnce = 500
const roomsAtOnce = 50
/** Statements of one run for each rule: a large installation that shortens a period gets there over several runs. */
const mostTurns = 20
/** Guests who gave their seat up without ever voting, and imports, serve nobody after this many days. */
const seatDays = 1
const importDays = 90
/** A letter is given up after an hour of tries. What is older waits for mail that was switched off, and would be old news. */
const letterDays = 7

const names = { settings: 'retention', run: 'retention_run' } as const

/** Deletes at most one statement's worth of what is older than an instant. @returns how many rows it took */
type Sweep = (db: Db, before: string) => Promise<number>

const sweeps: Record<RetentionRule, Sweep> = {
  rooms: (db, before) => deleteRooms(db, before, 'accounts'),
  guest_rooms: (db, before) => deleteRooms(db, before, 'guests'),
  activities: clearActivities,
  notifications: (db, before) => deleteFirst(db, 'notifications', before),
  audit: (db, before) => deleteFirst(db, 'audit_log', before),
}

/** Rows get their ids in the order of time: the oldest are the first, and only they are looked at. */
async function deleteFirst(db: Db, table: 'notifications' | 'audit_log', before: string): Promise<number> {
  const first = await db.selectFrom(table).select(['id', 'created_at']).orderBy('id').limit(rowsAtOnce).execute()
  const old = first.filter(({ created_at }) => created_at < before).map(({ id }) => id)
  if (old.length > 0) await db.deleteFrom(table).where('id', 'in', old).execute()
  return old.length
}

/** Who did what goes; of what the figures of cards and sprints are made of, the numbers stay as long as their board. */
async function clearActivities(db: Db, before: string): Promise<number> {
  const first = await db
    .selectFrom('activities')
    .select(['id', 'created_at', 'status'])
    .where('kind', '<>', 'card.state')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute()
  const old = first.filter(({ created_at }) => created_at < before)
  const ids = (counted: boolean) => old.flatMap(({ id, status }) => ((status !== null) === counted ? [id] : []))
  const [numbers, words] = [ids(true), ids(false)]
  if (words.length > 0) await db.deleteFrom('activities').where('id', 'in', words).execute()
  if (numbers.length > 0)
    await db.updateTable('activities').set({ kind: 'card.state', user_id: null, details: '{}' }).where('id', 'in', numbers).execute()
  return old.length
}

/** Rooms that ended before an instant, in which an account sat or only guests did. */
async function deleteRooms(db: Db, before: string, whose: 'accounts' | 'guests'): Promise<number> {
  const old = await db
    .selectFrom('rooms')
    .select('id')
    .where('ended_at', '<', before)
    .where(({ exists, not, selectFrom }) => {
      const known = exists(selectFrom('seats').select('id').whereRef('room_id', '=', 'rooms.id').where('user_id', 'is not', null))
      return whose === 'accounts' ? known : not(known)
    })
    .orderBy('ended_at')
    .limit(roomsAtOnce)
    .execute()
  await deleteRoomsById(
    db,
    old.map(({ id }) => id),
  )
  return old.length
}

async function deleteRoomsById(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('rooms').where('id', 'in', ids).execute()
}

/** Rounds of rooms that never end, because somebody is there every day. */
async function deleteRounds(db: Db, before: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const old = trx
      .selectFrom('rounds')
      .select(['room_id', 'number'])
      .where('revealed_at', '<', before)
      .orderBy('revealed_at')
      .orderBy('room_id')
      .orderBy('number')
      .limit(rowsAtOnce)
    await trx
      .deleteFrom('votes')
      .where((eb) => eb(eb.refTuple('room_id', 'round'), 'in', old.$asTuple('room_id', 'number')))
      .execute()
    const deleted = await trx
      .deleteFrom('rounds')
      .where((eb) => eb(eb.refTuple('room_id', 'number'), 'in', old.$asTuple('room_id', 'number')))
      .returning('number')
      .execute()
    return deleted.length
  })
}

/** Rooms at whose table nobody ever sat leave nothing when they end. */
async function deleteUnusedRooms(db: Db): Promise<number> {
  const unused = await db
    .selectFrom('rooms')
    .select('id')
    .where('ended_at', 'is not', null)
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('seats').select('id').whereRef('room_id', '=', 'rooms.id'))))
    .limit(roomsAtOnce)
    .execute()
  await deleteRoomsById(
    db,
    unused.map(({ id }) => id),
  )
  return unused.length
}

/** Seats of guests who left before an instant and have no vote. Who moderated may come back to it for as long as rooms are kept. */
async function deleteGoneGuests(db: Db, before: string, role: 'participant' | 'moderator'): Promise<number> {
  const gone = await db
    .selectFrom('seats')
    .select('id')
    .where('left_at', '<', before)
    .where('user_id', 'is', null)
    .where('role', '=', role)
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('votes').select('seat_id').whereRef('votes.seat_id', '=', 'seats.id'))))
    .orderBy('left_at')
    .limit(rowsAtOnce)
    .execute()
  if (gone.length === 0) return 0
  await db
    .deleteFrom('seats')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    // A guest may have come back to it since.
    .where('left_at', 'is not', null)
    .execute()
  return gone.length
}

/** Those that still run so long after they began wait for a GitHub that this installation left. */
async function deleteOldImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('github_imports').where('created_at', '<', before).execute()
}

async function deleteOldLetters(db: Db, before: string): Promise<void> {
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}

/** Repeats a sweep until nothing is left for it or the run has done its share. */
async function inTurns(sweep: () => Promise<number>): Promise<number> {
  let total = 0
  for (let turn = 0; turn < mostTurns; turn++) {
    const taken = await sweep()
    total += taken
    if (taken === 0) break
  }
  return total
}

/**
 * Job: deletes what is older than it is kept, in small statements. Several processes may run it at once.
 * @param now what ages are counted from
 */
export async function deleteOld(db: Db, now: Date): Promise<void> {
  const last = (await findLastRun(db)) ?? (await firstRun(db, now))
  if (now.toISOString() < last.starts_at) return putInstanceSetting(db, names.run, last)
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const settings = await getRetention(db)
  const deleted: RetentionRun['deleted'] = {}
  for (const rule of retentionRules) {
    const days = settings[rule]
    if (days === null) continue
    const taken = await inTurns(() => sweeps[rule](db, before(days)))
    if (taken > 0) deleted[rule] = taken
  }
  const roomDays = settings.rooms
  if (roomDays !== null) {
    // Of rooms that go on. They are no rooms, so they are not counted as such.
    await inTurns(() => deleteRounds(db, before(roomDays)))
    await inTurns(() => deleteGoneGuests(db, before(roomDays), 'moderator'))
  }
  await inTurns(() => deleteUnusedRooms(db))
  await inTurns(() => deleteGoneGuests(db, before(seatDays), 'participant'))
  await deleteOldImports(db, before(importDays))
  await deleteOldLetters(db, before(letterDays))
  const ran_at = now.toISOString()
  const isAny = Object.keys(deleted).length > 0
  await putInstanceSetting(db, names.run, { ...last, ran_at, ...(isAny && { deleted_at: ran_at, deleted }) } satisfies RetentionRun)
}

/** A new installation begins at once. An older one waits: what it kept without a period is not deleted before somebody could choose. */
async function firstRun(db: Db, now: Date): Promise<RetentionRun> {
  const grace = graceDays * dayMs
  const { created_at } = await db.selectFrom('instance').select('created_at').executeTakeFirstOrThrow()
  const isNew = now.getTime() - Date.parse(created_at) < grace
  return { starts_at: new Date(now.getTime() + (isNew ? 0 : grace)).toISOString(), ran_at: null, deleted_at: null, deleted: {} }
}

/** For how many days each rule keeps what it is about: as chosen, else as by default; null keeps for ever. */
export async function getRetention(db: Db): Promise<RetentionSettings> {
  const chosen = RetentionSettings.partial().safeParse(await findInstanceSetting(db, names.settings))
  return { ...defaultRetention, ...chosen.data }
}

/** Writes the rules that are given. */
export async function updateRetention(trx: Db, change: Partial<RetentionSettings>): Promise<RetentionSettings> {
  const settings = { ...(await getRetention(trx)), ...change }
  await putInstanceSetting(trx, names.settings, settings)
  return settings
}

async function findLastRun(db: Db): Promise<RetentionRun | undefined> {
  return RetentionRun.safeParse(await findInstanceSetting(db, names.run)).data
}

/** The rules with what there is of each, and what the job last did. */
export async function readRetention(db: Db): Promise<Retention> {
  const [settings, rows, last_run] = [await getRetention(db), await countRows(db), (await findLastRun(db)) ?? null]
  const rules = retentionRules.map((rule) => ({
    rule,
    days: settings[rule],
    default_days: defaultRetention[rule],
    fewest_days: fewestDays[rule],
    rows: rows[rule],
  }))
  return { rules, last_run }
}

async function countRows(db: Db): Promise<Record<RetentionRule, number>> {
  const known = sql`exists (select 1 from seats where seats.room_id = rooms.id and seats.user_id is not null)`
  const { rows } = await sql<Record<RetentionRule, number>>`select
    (select count(*) from rooms where ended_at is not null and ${known}) as rooms,
    (select count(*) from rooms where ended_at is not null and not ${known}) as guest_rooms,
    (select count(*) from activities where kind <> 'card.state') as activities,
    (select count(*) from notifications) as notifications,
    (select count(*) from audit_log) as audit`.execute(db)
  return rows[0] ?? { rooms: 0, guest_rooms: 0, activities: 0, notifications: 0, audit: 0 }
}
