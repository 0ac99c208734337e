import { setTimeout as pause } from 'node:timers/promises'
import { timeZones } from '@rodada/contract/auth/people'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../platform/deps.ts'
import type { IsStopping, Jobs } from '../../platform/jobs.ts'
import { type Pace, placesOf, serveDue, slowForMs, slowMs } from '../../platform/receivers.ts'
import { addDays, dayOf, mondayOf } from '../../platform/time.ts'
import { lockUser } from '../auth/queries.ts'
import { hourOf, morningHour, noonHour } from './clock.ts'
import { claimMail, claimPush, isPushDue } from './delivery-queries.ts'
import type { NotificationEmails } from './emails.ts'
import { findLastActivityId, gatherUpdates } from './gather-queries.ts'
import { returnSnoozed } from './inbox-queries.ts'
import { addNotices } from './notice-queries.ts'
import type { Push } from './push.ts'
import { deleteOldMarks, deleteSurplus, listCrowded } from './queries.ts'
import { addMark, listDigestReaders, listDueCards } from './reminder-queries.ts'

const gatherMs = 8_000
/** A transaction that writes for longer is missing from a count of news, and nothing more. */
const settledAfterMs = 5_000
const returnMs = 5_000
const deliverMs = 2_000
const clockMs = 60_000
const tidyMs = 3_600_000
/** People with slow push services: of whom it is remembered, and for how many news wait. What is beyond is only in the bell. */
const [slowRemembered, slowWaiting] = [10_000, 1_000]

type Notified = (userIds: readonly number[]) => void
type Parts = { deps: Pick<Deps, 'db' | 'reads' | 'engine' | 'outbox'>; emails: NotificationEmails; push: Push; notified: Notified }

/** The periodic work of notifications. Any number of processes may run it: each claims its work in the database. */
export function notificationJobs(jobs: Jobs, parts: Parts): void {
  const { deps } = parts
  jobs.every(gatherMs, 'gather board updates', createGathering(parts))
  jobs.every(returnMs, 'snoozed notifications', () => bringBackSnoozed(parts, new Date()))
  jobs.every(clockMs, 'due reminders', () => remind(parts, new Date()))
  jobs.every(clockMs, 'weekly digests', () => sendDigests(parts, new Date()))
  jobs.every(deliverMs, 'mail notifications', () => mailNews(parts, new Date()))
  const pushes = createPushes(parts)
  jobs.every(deliverMs, 'push notifications', pushes.quick)
  jobs.every(deliverMs, 'slow push notifications', pushes.slow)
  jobs.every(tidyMs, 'notification tidying', async () => {
    await deleteOldMarks(deps.db, new Date())
    for (const userId of await listCrowded(deps.reads)) await deleteSurplus(deps.db, userId)
  })
}

/**
 * Tells of what stood in the journal at an earlier look, some seconds ago: on PostgreSQL ids are given out before the commit, and what is passed over is
 * never told. Ids and a clock that nobody sets say what is settled, because dates of the journal may come from anybody's file. A process that
 * has just started begins with a look.
 * @param clock milliseconds
 */
export function createGathering(parts: Parts, clock = () => performance.now()): (isStopping?: IsStopping) => Promise<void> {
  let seen: { upTo: number; at: number } | undefined
  return async (isStopping) => {
    if (seen && clock() - seen.at < settledAfterMs) return
    const look = { upTo: await findLastActivityId(parts.deps.db), at: clock() }
    if (seen) await gatherBoardUpdates(parts, seen.upTo, new Date(), isStopping)
    seen = look
  }
}

/** Goes on until nothing is left: an import brings hundreds of thousands of lines, behind which the news of all others would wait for hours. */
export async function gatherBoardUpdates(
  { deps, notified }: Pick<Parts, 'deps' | 'notified'>,
  upTo: number,
  now: Date,
  isStopping: IsStopping = () => false,
): Promise<void> {
  while (!isStopping()) {
    const began = performance.now()
    const told = await deps.db.transaction().execute((trx) => gatherUpdates(trx, deps.engine, upTo, now))
    if (!told) return
    notified(told)
    // For as long as it took, everybody else has the database.
    await pause(performance.now() - began)
  }
}

export async function bringBackSnoozed({ deps, notified }: Pick<Parts, 'deps' | 'notified'>, now: Date): Promise<void> {
  notified(await deps.db.transaction().execute((trx) => returnSnoozed(trx, now)))
}

export async function mailNews({ deps, emails }: Parts, now: Date): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    for (const { userId, kind, ids } of await claimMail(trx, deps.engine, now)) await emails.news(trx, { userId, kind, ids })
  })
}

/**
 * Pushes to people, so many at a time. A person chooses their push service: who has one that took long lately has other places, and nobody waits
 * behind them.
 */
function createPushes({
  deps: { db, engine },
  push,
}: Pick<Parts, 'deps' | 'push'>): Record<Pace, (isStopping: IsStopping) => Promise<void>> {
  type News = readonly [userId: number, ids: readonly number[]]
  const waiting = { quick: [] as News[], slow: [] as News[] }
  const tookLong = new LRUCache<number, true>({ max: slowRemembered, ttl: slowForMs })

  const claim = async (): Promise<void> => {
    const now = new Date()
    // Before anything is claimed, so that messages that cannot be signed now wait instead of being lost.
    const ready = await isPushDue(db, now)
    if (ready) await push.prepare()
    for (const news of await claimPush(db, engine, now, ready)) {
      if (!tookLong.has(news[0])) waiting.quick.push(news)
      else if (waiting.slow.length < slowWaiting) waiting.slow.push(news)
    }
  }
  const tell = async ([userId, ids]: News): Promise<void> => {
    if ((await push.tell(userId, ids)) >= slowMs) tookLong.set(userId, true)
  }
  return {
    // What is claimed is nobody else's to push: a stop pushes it too, and claims nothing more.
    quick: (isStopping) =>
      serveDue(
        placesOf.quick,
        async () => {
          if (waiting.quick.length === 0 && !isStopping()) await claim()
          return waiting.quick.shift()
        },
        tell,
        () => isStopping() && waiting.quick.length === 0,
      ),
    slow: (isStopping) => serveDue(placesOf.slow, async () => waiting.slow.shift(), tell, isStopping),
  }
}

/** Reminds people, in the morning where they are, of their cards that are due that day or the next. */
export async function remind({ deps: { db, reads }, notified }: Parts, now: Date): Promise<void> {
  for (const timezone of timeZones) {
    const hour = hourOf(now, timezone)
    if (hour < morningHour || hour >= noonHour) continue
    const today = dayOf(now, timezone)
    for (const [when, day] of [['today', today] as const, ['tomorrow', addDays(today, 1)] as const]) {
      for (const { id, title, board_id, user_id, mark } of await listDueCards(reads, { timezone, day, when })) {
        const details = { due_date: day, when }
        const reached = await db.transaction().execute(async (trx) => {
          // One after another over all processes, because reminders of a person are counted in one row.
          await lockUser(trx, user_id)
          if (!(await addMark(trx, user_id, mark, now))) return []
          const notice = { kind: 'card_due' as const, board_id, card_id: id, actor_id: null, subject: title, details, gather: mark }
          return addNotices(trx, notice, [user_id], now)
        })
        notified(reached)
      }
    }
  }
}

/** Sends the weekly digests, on Monday morning where people are. */
export async function sendDigests({ deps: { db, outbox }, emails }: Parts, now: Date): Promise<void> {
  // Without mail a mark would suppress this week's digest on an installation that sets mail up today.
  if (!outbox.enabled) return
  for (const timezone of timeZones) {
    const today = dayOf(now, timezone)
    if (today !== mondayOf(today) || hourOf(now, timezone) < morningHour) continue
    const mark = `digest.${today}`
    for (const userId of await listDigestReaders(db, timezone, mark)) {
      await db.transaction().execute(async (trx) => {
        if (await addMark(trx, userId, mark, now)) await emails.digest(trx, { userId, week: today })
      })
    }
  }
}
