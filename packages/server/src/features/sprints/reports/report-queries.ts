import type { Burndown, SprintReport } from '@rodada/contract/sprints/reports'
import type { Db } from '../../../platform/database.ts'
import { addDays, defaultTimeZone, startOfDay } from '../../../platform/time.ts'
import { finalOf, isRecorded } from '../figure-queries.ts'
import { alikeFor, burndownView, commitmentDay, daysOf, gatherDays, type ReportedSprint } from './burndown-view.ts'
import { listJournalCards, listSteps } from './queries.ts'
import { reportView } from './view.ts'

/**
 * What a sprint promised and what became of it, from its journal, as they are on a day. The caller has made sure that who asks may read it.
 * @param day 'YYYY-MM-DD'
 */
export async function readReport(
  db: Db,
  sprint: ReportedSprint,
  day: string,
): Promise<{ burndown: Burndown; report: Omit<SprintReport, 'sprint'> }> {
  const burndown = await readBurndown(db, sprint, day)
  const fixed = startOfDay(addDays(commitmentDay(daysOf(sprint, day)), 1), defaultTimeZone)
  return { burndown, report: reportView(burndown.committed, await listJournalCards(db, sprint.id, fixed), isRecorded(sprint)) }
}

/** The burndown of a sprint, as `readReport`. One that nobody recorded has neither a commitment nor days. */
export async function readBurndown(db: Db, sprint: ReportedSprint, day: string): Promise<Burndown> {
  const final = finalOf(sprint)
  if (final?.recorded === false) return { committed: final.committed, completed: final.completed, days: [] }
  const days = daysOf(sprint, day)
  return burndownView(days, await gatherDays(await listSteps(db, sprint.id, alikeFor(days))))
}
