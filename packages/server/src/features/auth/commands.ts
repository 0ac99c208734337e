import type { Db } from '../../migrations/schema.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { deviceName } from './device.ts'
import type { AccountMails } from './mails.ts'
import type { UserRow } from './queries.ts'
import { noteDevice } from './reset-queries.ts'
import { openSession } from './sessions.ts'
import { getSettings } from './settings-queries.ts'

/** What is known of whoever signs in. */
export type Client = { userAgent: string; address: string }

/** Opens a session for somebody who has proved everything that is asked for, and tells them when the place is new. @returns the token */
export async function signIn(trx: Db, mails: AccountMails, user: UserRow, { userAgent, address }: Client): Promise<string> {
  const device = deviceName(userAgent)
  const isNew = await noteDevice(trx, user.id, device, hashSecret(`${user.id} ${address}`))
  if (isNew && (await getSettings(trx, user.id)).security.login_notifications) {
    const { email: to, name, timezone } = user
    await mails.newDevice(trx, { to, name, timezone, device, at: new Date().toISOString() })
  }
  return openSession(trx, user.id, device)
}
