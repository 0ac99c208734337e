import {
  defaultRetention,
  fewestDays,
  graceDays,
  type Retention,
  type RetentionRule,
  RetentionRun,
  RetentionSettings,
  retentionRules,
} from '@rodada/contract/instance/retention'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { findInstanceSetting, putInstanceSetting } from '../../platform/instance-settings-queries.ts'
import { partsInTurns } from '../../platform/slices.ts'
import { deleteOldestRounds, deleteRoundsBefore } from '../rooms/record/queries.ts'

const dayMs = 86_400_000
/** Rows of one statement, so that other writes do not wait long. A room is deleted with everything that happened in it. */
const rowsAtOnce = 500
const roomsAtOnce = 50
/** Statements of one run for each rule. A large installation that shortens a period needs several runs. */
const mostTurns = 20
/** Guests who left without ever voting, and imports, are of no use after this many days. */
const seatDays = 1
const importDays = 90
/** An email is given up after an hour of tries. An older one waits for mail that was switched off, and is outdated. */
const emailDays = 7

const names = { settings: 'retention', run: 'retention_run' } as const

/** Deletes at most one statement's worth of what is older than an instant. @returns how many rows it took */
type Sweep = (db: Db, before: string) => Promise<number>

const sweeps: Record<RetentionRule, Sweep> = {
  rooms: (db, before) => deleteRooms(db, before, 'accounts'),
  guest_rooms: (db, before) => deleteRooms(db, before, 'guests'),
  activities: clearActivities,
  notifications: deleteNotifications,
  audit: (db, before) => deleteFirst(db, 'audit_log', before),
  webhook_deliveries: (db, before) => deleteFirst(db, 'webhook_deliveries', before),
}

/** Ids grow with time, so the oldest rows have the lowest ids, and only these are read. */
async function deleteFirst(db: Db, table: 'audit_log' | 'webhook_deliveries' | 'outbox', before: string): Promise<number> {
  const first = await db.selectFrom(table).select(['id', 'created_at']).orderBy('id').limit(rowsAtOnce).execute()
  const old = first.filter(({ created_at }) => created_at < before).map(({ id }) => id)
  if (old.length > 0) await db.deleteFrom(table).where('id', 'in', old).execute()
  return old.length
}

/** What was snoozed stays until it is back, and its age counts from then. */
async function deleteNotifications(db: Db, before: string): Promise<number> {
  const old = await db
    .selectFrom('notifications')
    .select('id')
    .where('created_at', '<', before)
    .where('snoozed_until', 'is', null)
    .where((eb) => eb.or([eb('returned_at', 'is', null), eb('returned_at', '<', before)]))
    .orderBy('created_at')
    .limit(rowsAtOnce)
    .execute()
  const ids = old.map(({ id }) => id)
  // Somebody may snooze one meanwhile.
  if (ids.length > 0) await db.deleteFrom('notifications').where('id', 'in', ids).where('snoozed_until', 'is', null).execute()
  return old.length
}

/**
 * Removes who did what. The numbers that figures are made of stay as long as their board. Lines of a journal that was brought have higher ids than
 * what happened here before, and go after it.
 */
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

/**
 * Of a room that everybody left, some seats with what is left of their votes. Those of guests go first: a room of accounts that is not gone whole stays
 * one, and under the same rule. @returns how many
 */
async function deleteSeats(db: Db, roomId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('seats')
    .where('id', 'in', (all) =>
      all
        .selectFrom('seats')
        .select('id')
        .where('room_id', '=', roomId)
        .orderBy('user_id', (order) => order.asc().nullsFirst())
        .limit(rowsAtOnce),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** One after another, and before each its rounds and then its seats, by parts. The end of the chat goes with it. */
async function deleteRoomsById(db: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await partsInTurns(() => db.transaction().execute((trx) => deleteOldestRounds(trx, id)))
    await partsInTurns(() => deleteSeats(db, id))
    await db.deleteFrom('rooms').where('id', '=', id).execute()
  }
}

/** Rounds of rooms that are used every day and never end. */
const deleteRounds = (db: Db, before: string): Promise<number> => db.transaction().execute((trx) => deleteRoundsBefore(trx, before))

/** Deletes ended rooms where nobody ever sat. */
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

/** Seats of guests who left before an instant without a vote. A moderator's seat is kept as long as rooms are. */
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
    // A guest may have returned to it since.
    .where('left_at', 'is not', null)
    .execute()
  return gone.length
}

/** Imports that still run after so long wait for a GitHub that this installation left. */
async function deleteOldImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('github_imports').where('created_at', '<', before).execute()
}

/** Repeats a sweep until nothing is left or the run has done its share. */
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
 * Job: deletes what is older than its period, in small statements. Several processes may run it at once.
 * @param now the instant from which ages are counted
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
    // Rounds of rooms that go on are not counted as rooms.
    await inTurns(() => deleteRounds(db, before(roomDays)))
    await inTurns(() => deleteGoneGuests(db, before(roomDays), 'moderator'))
  }
  await inTurns(() => deleteUnusedRooms(db))
  await inTurns(() => deleteGoneGuests(db, before(seatDays), 'participant'))
  await deleteOldImports(db, before(importDays))
  await inTurns(() => deleteFirst(db, 'outbox', before(emailDays)))
  const ran_at = now.toISOString()
  const isAny = Object.keys(deleted).length > 0
  await putInstanceSetting(db, names.run, { ...last, ran_at, ...(isAny && { deleted_at: ran_at, deleted }) } satisfies RetentionRun)
}

/** A new installation begins at once. An older one waits, so that its administrators can choose before anything is deleted. */
async function firstRun(db: Db, now: Date): Promise<RetentionRun> {
  const grace = graceDays * dayMs
  const { created_at } = await db.selectFrom('instance').select('created_at').executeTakeFirstOrThrow()
  const isNew = now.getTime() - Date.parse(created_at) < grace
  return { starts_at: new Date(now.getTime() + (isNew ? 0 : grace)).toISOString(), ran_at: null, deleted_at: null, deleted: {} }
}

/** Days of each rule: the chosen ones, else the default; null keeps for ever. */
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

/** The rules with the amount of data for each, and the result of the last run. */
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
    (select count(*) from audit_log) as audit,
    (select count(*) from webhook_deliveries) as webhook_deliveries`.execute(db)
  return rows[0] ?? { rooms: 0, guest_rooms: 0, activities: 0, notifications: 0, audit: 0, webhook_deliveries: 0 }
}
