import { type Deps, instant } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Context } from './commands.ts'
import { votesMissing } from './events.ts'
import type { EstimationNews, Notified } from './news.ts'
import { claimReminders, listDue, listFinished, listMissing, listOpenAfter } from './queries.ts'
import { getNamed } from './view-queries.ts'

/** How late a close is at most, on a process that has time; and after the process of the change that ended it died. */
const closeMs = 1_000
const finishedMs = 15_000
/** Open estimations that are looked at each time: the votes of five thousand, which one account can open in a week, take a second to count. */
const lookedAtOnce = 100
/** For so long an estimation that lost a voter or a card is looked at: the transaction that took it may last a moment. */
const lookMs = 5_000
const remindMs = 30_000

/** Closes what is over and reminds who has not voted. Deadlines are in the database, and any number of processes may look. */
export function estimationJobs(
  jobs: Jobs,
  { log, ...context }: Context & Pick<Deps, 'log'>,
  news: EstimationNews,
  notified: Notified,
): { lookAgain: (ids: readonly number[]) => void } {
  const suspects = new Map<number, number>()
  const close = async (ids: readonly number[]) => {
    // One that cannot be closed keeps no other one open.
    for (const id of ids)
      await news.closeIfOver(context, id).catch((error: unknown) => log.error({ err: error, estimation: id }, 'close of an estimation'))
  }
  jobs.every(closeMs, 'deadlines of estimations', async () => {
    const ids = [...suspects.keys()]
    for (const [id, until] of suspects) if (until < Date.now()) suspects.delete(id)
    await close([...new Set([...(await listDue(context.db, instant())), ...ids])])
  })
  // The last vote closes by itself. What is left, also by a process that died, is looked for in open votes, some at a time, and not each second.
  let last = 0
  jobs.every(finishedMs, 'finished estimations', async () => {
    const ids = await listOpenAfter(context.db, last, lookedAtOnce)
    last = ids.length < lookedAtOnce ? 0 : (ids.at(-1) ?? 0)
    await close(await listFinished(context.db, ids))
  })
  jobs.every(remindMs, 'reminders of votes', async () => {
    notified(await remindOfVotes(context))
  })
  return {
    lookAgain: (ids) => {
      for (const id of ids) suspects.set(id, Date.now() + lookMs)
    },
  }
}

/** Reminds, once, those who miss votes where the close is near. @returns the reminded people */
const remindOfVotes = ({ db, events }: Context): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    const work = events.begin(trx, null)
    for (const { id, board_id } of await claimReminders(trx, instant())) {
      const { board_title } = await getNamed(trx, id)
      await work.emit(votesMissing, { board: { id: board_id, title: board_title }, estimationId: id, userIds: await listMissing(trx, id) })
    }
    return [...work.notified]
  })
