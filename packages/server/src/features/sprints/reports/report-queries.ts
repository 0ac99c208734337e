import type { Burndown, SprintReport } from '@rodada/contract/sprints/reports'
import type { Db } from '../../../platform/database.ts'
import { addDays, defaultTimeZone, startOfDay } from '../../../platform/time.ts'
import { burndownView, commitmentDay, daysOf, type ReportedSprint } from './burndown-view.ts'
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
  const days = daysOf(sprint, day)
  const burndown = burndownView(days, await listSteps(db, sprint.id))
  const fixed = startOfDay(addDays(commitmentDay(days), 1), defaultTimeZone)
  return { burndown, report: reportView(burndown.committed, await listJournalCards(db, sprint.id, fixed)) }
}
