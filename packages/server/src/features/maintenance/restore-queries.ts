import type { Db } from '../../migrations/schema.ts'

const momentary = [
  'sessions',
  'login_challenges',
  'password_resets',
  'email_confirmations',
  'github_states',
  'outbox',
  'slack_messages',
  'connections',
  'processes',
] as const

/**
 * Of a database that is brought back from a copy: takes out what was true at the moment of the copy only. Sessions, links and
 * letters that were used, ended or sent since would otherwise be there again. What waits to be told was told since, or is old by
 * now: it stays in the notification centre, and nobody is written to or pushed.
 */
export async function forgetWhatWas(trx: Db): Promise<void> {
  for (const table of momentary) await trx.deleteFrom(table).execute()
  await trx.updateTable('notifications').set({ mail_at: null, push_at: null }).execute()
  await trx
    .updateTable('notification_cursor')
    .set((eb) => ({ activity_id: eb.selectFrom('activities').select(eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last')) }))
    .execute()
  await trx.deleteFrom('operations').where('state', '=', 'running').execute()
}
