import type { Registry } from '../../platform/feature.ts'
import { createSlackDelivery } from './delivery.ts'
import { tellChannels } from './listeners.ts'
import { slackRoutes } from './routes.ts'

const deliverMs = 2_000

/** Messages of boards to their Slack channels. */
export function registerSlack({ deps, route, jobs }: Registry): void {
  const slack = createSlackDelivery(deps)
  slackRoutes(route, deps, slack)
  tellChannels(deps.events)
  jobs.every(deliverMs, 'slack', slack.deliver)
}
