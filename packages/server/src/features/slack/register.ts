import type { Registry } from '../../platform/feature.ts'
import { addressTakenOver } from '../auth/events.ts'
import { createSlackDelivery } from './delivery.ts'
import { tellChannels } from './listeners.ts'
import { leaveHooks } from './queries.ts'
import { slackRoutes } from './routes.ts'

const deliverMs = 2_000

/** Messages of boards to their Slack channels. */
export function registerSlack({ deps, route, jobs }: Registry): void {
  const slack = createSlackDelivery(deps)
  slackRoutes(route, deps, slack)
  tellChannels(deps.events)
  deps.events.on(addressTakenOver, ({ trx }, { userId }) => leaveHooks(trx, userId))
  jobs.every(deliverMs, 'slack', (isStopping) => slack.deliver('quick', isStopping))
  jobs.every(deliverMs, 'slow slack', (isStopping) => slack.deliver('slow', isStopping))
}
