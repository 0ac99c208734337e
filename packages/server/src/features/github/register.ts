import type { Registry } from '../../platform/feature.ts'
import { partsInTurns } from '../../platform/slices.ts'
import { accountRegained, addressTakenOver } from '../auth/events.ts'
import type { Publish, Write } from '../boards/write.ts'
import { cardsChanged, changesWith } from '../cards/events.ts'
import { deleteAccount, deleteStaleStates } from './account-queries.ts'
import { createGithub } from './commands.ts'
import { runImports } from './import-page.ts'
import { cancelImportsOf } from './import-queries.ts'
import { setBoardOfLinks } from './link-queries.ts'
import { githubCallback } from './oauth.ts'
import { refreshLinks } from './refresh.ts'
import { githubRoutes } from './routes.ts'
import { githubWebhook } from './webhook.ts'
import { deleteOldDeliveries, leaveWebhooks } from './webhook-queries.ts'

const workMs = 2_000
const tidyMs = 3_600_000

/** GitHub accounts, links of cards, imports and webhooks. Without the installation's credentials existing links only stay visible. */
export function registerGithub({ deps, http, route, jobs }: Registry, { publish, write }: { publish: Publish; write: Write }): void {
  const { db, events } = deps
  const github = createGithub(deps, write)
  githubRoutes(route, deps, github, write)
  githubWebhook(http, deps, publish)
  // Connected by a previous holder of the account whose address was never confirmed.
  events.on(addressTakenOver, async ({ trx }, { userId }) => {
    await deleteAccount(trx, userId)
    await leaveWebhooks(trx, userId)
  })
  // Who had the account meanwhile may have begun them.
  events.on(accountRegained, ({ trx }, { userId }) => cancelImportsOf(trx, userId))
  events.on(cardsChanged, async ({ trx }, event) => {
    for (const { after } of changesWith(event, 'arrived')) await setBoardOfLinks(trx, after.id, event.board.id)
  })
  jobs.every(tidyMs, 'github tidying', async () => {
    await deleteStaleStates(db)
    await partsInTurns(() => deleteOldDeliveries(db))
  })
  if (!github) return
  githubCallback(http, github)
  jobs.every(workMs, 'github imports', () => runImports(github))
  jobs.every(workMs, 'github links', () => refreshLinks(github))
}
