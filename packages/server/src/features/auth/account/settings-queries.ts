import { defaultSettings, Settings, type SettingsChange } from '@rodada/contract/auth/account'
import type { Db } from '../../../platform/database.ts'
import { findTwoFactor } from '../two-factor/two-factor-queries.ts'

/** The person's choices over the defaults. */
export async function getSettings(db: Db, userId: number): Promise<Settings> {
  const { session_timeout } = await db.selectFrom('users').select('session_timeout').where('id', '=', userId).executeTakeFirstOrThrow()
  const two_factor_enabled = (await findTwoFactor(db, userId)) !== undefined
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('user_id', '=', userId).execute()
  const chosen = Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]))
  return Settings.parse({
    notifications: { ...defaultSettings.notifications, ...chosen },
    appearance: { ...defaultSettings.appearance, ...chosen, theme_chosen: 'theme' in chosen },
    security: { ...defaultSettings.security, ...chosen, session_timeout, two_factor_enabled },
    voting: { ...defaultSettings.voting, ...chosen },
    dashboard: { ...defaultSettings.dashboard, ...chosen },
  })
}

export async function updateSettings(
  db: Db,
  userId: number,
  { notifications, appearance, security, voting, dashboard }: SettingsChange,
): Promise<void> {
  const { session_timeout, ...kept } = security ?? {}
  if (session_timeout !== undefined) await db.updateTable('users').set({ session_timeout }).where('id', '=', userId).execute()
  const rows = Object.entries({ ...notifications, ...appearance, ...kept, ...voting, ...dashboard })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ user_id: userId, name, value: JSON.stringify(value) }))
    // In a fixed order, so that two writes never wait for each other's rows.
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((oc) => oc.columns(['user_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}

/** What a person's rooms start with; undefined where they did not choose. */
export async function findOwnDeck(db: Db, userId: number): Promise<string[] | undefined> {
  const row = await db.selectFrom('settings').select('value').where('user_id', '=', userId).where('name', '=', 'deck').executeTakeFirst()
  return ((row && JSON.parse(row.value)) as string[] | null | undefined) ?? undefined
}
