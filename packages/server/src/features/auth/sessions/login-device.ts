import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/database.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { isLoginDevice } from './device-queries.ts'

const name = 'rodada-device'
const lifeSeconds = 180 * 24 * 3600

/** The secret that a browser sends; undefined when it has none of ours. */
const readSecret = (cookie: string): string | undefined => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1]

/**
 * The hash of the browser's secret when the account with this e-mail signed in there before. It gives access to nothing: the browser only
 * gets tries of its own, which nobody else can use up.
 */
export async function findLoginDevice(db: Db, email: string, cookie: string): Promise<string | undefined> {
  const secret = readSecret(cookie)
  if (secret === undefined) return undefined
  const hash = hashSecret(secret)
  return (await isLoginDevice(db, email, hash)) ? hash : undefined
}

/** A browser's secret: the hash that the server stores, and the header that sets it as a cookie that no script can read. */
export type LoginDevice = { hash: string; cookie: string }

/**
 * The secret of the browser that signs in: its own, or a new one.
 * @param fresh after another password was set, so that copies of the old secret are worthless
 */
export function loginDevice({ publicUrl }: Pick<Config, 'publicUrl'>, cookie: string, { fresh } = { fresh: false }): LoginDevice {
  const secret = (fresh ? undefined : readSecret(cookie)) ?? newSecret()
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  return {
    hash: hashSecret(secret),
    cookie: `${name}=${secret}; Path=/api/auth; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  }
}
