import type { Registry } from '../../platform/feature.ts'
import type { Publish, Write } from '../boards/write.ts'
import { estimationJobs } from './jobs.ts'
import { listenToCards, listenToRights } from './listeners.ts'
import { createEstimationNews, type Notified } from './news.ts'
import { estimationRoutes } from './routes.ts'

/** Sealed estimations without a meeting. */
export function registerEstimations({ deps, route, jobs }: Registry, boards: { publish: Publish; write: Write; notified: Notified }): void {
  const news = createEstimationNews(deps, boards)
  estimationRoutes(route, deps, boards, news)
  const { lookAgain } = estimationJobs(jobs, deps, news, boards.notified)
  listenToRights(deps.events, deps.engine, lookAgain)
  listenToCards(deps.events, lookAgain)
}
