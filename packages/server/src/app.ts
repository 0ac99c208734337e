import { join } from 'node:path'
import { registerActivities } from './features/activities/register.ts'
import { registerAdmin } from './features/admin/register.ts'
import { registerAudit } from './features/audit/register.ts'
import { registerAuth } from './features/auth/register.ts'
import { createAuthenticate } from './features/auth/sessions/sessions.ts'
import { createSignedAddresses } from './features/auth/signing/signed-addresses.ts'
import { registerBoards } from './features/boards/register.ts'
import { registerCalendar } from './features/calendar/register.ts'
import { registerCards } from './features/cards/register.ts'
import { registerDashboard } from './features/dashboard/register.ts'
import { registerEstimations } from './features/estimations/register.ts'
import { registerExports } from './features/exports/register.ts'
import { registerGithub } from './features/github/register.ts'
import { registerImports } from './features/imports/register.ts'
import { registerMaintenance } from './features/maintenance/register.ts'
import { registerMcp } from './features/mcp/register.ts'
import { registerNotifications } from './features/notifications/register.ts'
import { createOutbox } from './features/outbox/outbox.ts'
import { registerReadLinks } from './features/read-links/register.ts'
import { registerRooms } from './features/rooms/register.ts'
import { registerSlack } from './features/slack/register.ts'
import { registerSprints } from './features/sprints/register.ts'
import { createMetrics } from './features/system/metrics.ts'
import { registerSystem } from './features/system/register.ts'
import { registerTokens } from './features/tokens/register.ts'
import { registerWebhooks } from './features/webhooks/register.ts'
import { lockOrder, migrations } from './migrations/all.ts'
import type { Config } from './platform/config.ts'
import { serveWeb } from './platform/http/web-pages.ts'
import { type App, prepareServer } from './platform/server.ts'

const webFolder = join(import.meta.dirname, '../../web/dist')

/**
 * Puts the features on the platform, each on the floors below it, and starts.
 * @throws when the port is taken, the database does not answer or is damaged, or a migration fails; what was opened is closed again.
 */
export async function startApp(config: Config): Promise<App> {
  const metrics = createMetrics()
  const { answered: onAnswer, queried: onQuery } = metrics
  const { registry, start } = await prepareServer(config, {
    migrations,
    lockOrder,
    authenticate: createAuthenticate,
    createAddresses: createSignedAddresses,
    createOutbox,
    onAnswer,
    onQuery,
  })

  registerAudit(registry)
  registerAuth(registry)
  const boards = registerBoards(registry)
  registerTokens(registry)
  registerCards(registry, boards)
  registerActivities(registry)
  registerSprints(registry, boards)
  const rooms = registerRooms(registry, boards)
  registerEstimations(registry, boards)
  registerNotifications(registry, boards)
  registerSlack(registry)
  registerWebhooks(registry, boards)
  registerGithub(registry, boards)
  registerExports(registry)
  registerImports(registry, boards)
  registerCalendar(registry)
  registerReadLinks(registry, boards)
  registerMcp(registry)
  registerDashboard(registry)
  registerAdmin(registry, boards)
  registerMaintenance(registry)
  registerSystem(registry, metrics, rooms)
  await serveWeb(registry.http, webFolder)
  return start()
}
