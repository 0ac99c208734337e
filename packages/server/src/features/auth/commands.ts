import type { Db } from '../../platform/database.ts'
import { deviceName } from '../../platform/http/device.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { addAudit } from '../audit/queries.ts'
import { getSettings } from './account/settings-queries.ts'
import type { AccountMails } from './emails/emails.ts'
import { type ByCompany, getUser, isAddressOpen, type UserRow } from './queries.ts'
import { noteDevice } from './reset/reset-queries.ts'
import { putLoginDevice } from './sessions/device-queries.ts'
import type { LoginDevice } from './sessions/login-device.ts'
import { openSession } from './sessions/sessions.ts'
import { languageOf } from './view.ts'

/** Writes to a person whose second factor an administrator turned off, if their address is confirmed. */
export async function tellTwoFactorReset(trx: Db, mails: AccountMails, userId: number): Promise<void> {
  const user = await getUser(trx, userId)
  if (!isAddressOpen(user)) await mails.twoFactorReset(trx, { to: user.email, name: user.name, language: languageOf(user) })
}

/** Writes to a person who has a new token, unless they want no word of new ways in: somebody else at their computer may have made it. */
export async function tellTokenMade(trx: Db, mails: AccountMails, userId: number, token: string): Promise<void> {
  const user = await getUser(trx, userId)
  if (isAddressOpen(user) || !(await getSettings(trx, userId)).security.login_notifications) return
  await mails.tokenMade(trx, { to: user.email, name: user.name, language: languageOf(user), token })
}

/** As `tellTokenMade`, of an address under which calendars read what they have to do. */
export async function tellCalendarOpened(trx: Db, mails: AccountMails, userId: number): Promise<void> {
  const user = await getUser(trx, userId)
  if (isAddressOpen(user) || !(await getSettings(trx, userId)).security.login_notifications) return
  await mails.calendarOpened(trx, { to: user.email, name: user.name, language: languageOf(user) })
}

/** Writes to a person one of whose tokens an administrator revoked, if their address is confirmed. */
export async function tellTokenRevoked(trx: Db, mails: AccountMails, userId: number, token: string): Promise<void> {
  const user = await getUser(trx, userId)
  if (!isAddressOpen(user)) await mails.tokenRevoked(trx, { to: user.email, name: user.name, language: languageOf(user), token })
}

/** What is known of the person who signs in. */
/** `by`: the provider of the company let them in. */
export type Client = { userAgent: string; address: string; device: LoginDevice; by?: ByCompany }

/** Opens a session for a person who passed every check, and emails them when the place is new. @returns the token */
export async function signIn(trx: Db, mails: AccountMails, user: UserRow, client: Client): Promise<string> {
  const { userAgent, address } = client
  const device = deviceName(userAgent)
  const isNew = await noteDevice(trx, user.id, device, hashSecret(`${user.id} ${address}`))
  if (isNew && !isAddressOpen(user) && (await getSettings(trx, user.id)).security.login_notifications) {
    const { email: to, name, timezone } = user
    await mails.newDevice(trx, { to, name, language: languageOf(user), timezone, device, at: new Date().toISOString() })
  }
  await putLoginDevice(trx, user.id, client.device.hash)
  await addAudit(
    trx,
    { viewer: { userId: user.id }, address, userAgent },
    { kind: 'session.opened', details: client.by ? { by: 'oidc' } : {} },
  )
  return openSession(trx, user.id, device, client.by)
}
