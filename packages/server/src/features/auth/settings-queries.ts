import { defaultSettings, Settings, type SettingsChange } from '@rodada/contract/account'
import type { Db } from '../../migrations/schema.ts'
import { findTwoFactor } from './two-factor-queries.ts'

/** What the person chose, over what everybody starts with. */
export async function getSettings(db: Db, userId: number): Promise<Settings> {
  const { session_timeout } = await db.selectFrom('users').select('session_timeout').where('id', '=', userId).executeTakeFirstOrThrow()
  const two_factor_enabled = (await findTwoFactor(db, userId)) !== undefined
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('user_id', '=', userId).execute()
  const chosen = Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]))
  return Settings.parse({
    notifications: { ...defaultSettings.notifications, ...chosen },
    appearance: { ...defaultSettings.appearance, ...chosen, theme_chosen: 'theme' in chosen },
    security: { ...defaultSettings.security, ...chosen, session_timeout, two_factor_enabled },
  })
}

/** Writes the fields that are given, and none else. */
export async function updateSettings(db: Db, userId: number, { notifications, appearance, security }: SettingsChange): Promise<void> {
  const { session_timeout, ...kept } = security ?? {}
  if (session_timeout !== undefined) await db.updateTable('users').set({ session_timeout }).where('id', '=', userId).execute()
  const rows = Object.entries({ ...notifications, ...appearance, ...kept })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ user_id: userId, name, value: JSON.stringify(value) }))
    // In one order, so that two writes never wait for each other.
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((oc) => oc.columns(['user_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}
