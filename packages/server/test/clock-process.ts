import { createNotificationEmails } from '../src/features/notifications/emails.ts'
import { remind, sendDigests } from '../src/features/notifications/jobs.ts'
import { createInstanceKeys } from '../src/features/notifications/keys.ts'
import { createPush } from '../src/features/notifications/push.ts'
import { addEmail } from '../src/features/outbox/queries.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import type { Deps } from '../src/platform/deps.ts'
import { createRateLimits } from '../src/platform/limits/rate-limits.ts'

/**
 * One process of an installation at an instant that a test names: it does what falls due then. Emails stay in the outbox. It waits for a
 * line, so that several begin together.
 */
const { db, engine } = await openDatabase(readConfig(process.env))
const outbox: Deps['outbox'] = { enabled: true, register: (kind) => (trx, data) => addEmail(trx, kind, data), deliver: async () => {} }
const limits = createRateLimits({ redis: undefined, prefix: 'clock', factor: 1 })
const deps = { db, reads: db, engine, outbox, limits, config: readConfig(process.env) } as Deps
const keys = createInstanceKeys(deps)
const parts = { deps, emails: createNotificationEmails(deps, keys), push: createPush(deps, keys), notified: () => {} }
await db.selectFrom('users').select('id').execute()
console.log('ready')
process.stdin.once('data', async (line) => {
  const now = new Date(String(line).trim())
  await remind(parts, now)
  await sendDigests(parts, now)
  await db.destroy()
  process.exit(0)
})
