import type { Db } from '../../migrations/schema.ts'
import type { Config } from '../../platform/config.ts'
import { hashSecret, newSecret } from '../../platform/secrets.ts'
import { isLoginDevice } from './device-queries.ts'

const name = 'rodada-device'
const lifeSeconds = 180 * 24 * 3600

/** The secret that a browser sends of itself; undefined when it has none of ours. */
const readSecret = (cookie: string): string | undefined => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1]

/**
 * The hash of the browser's secret when the account with this e-mail signed in there before. It opens nothing: it only gives the browser
 * tries of its own, which nobody else can use up.
 */
export async function findLoginDevice(db: Db, email: string, cookie: string): Promise<string | undefined> {
  const secret = readSecret(cookie)
  if (secret === undefined) return undefined
  const hash = hashSecret(secret)
  return (await isLoginDevice(db, email, hash)) ? hash : undefined
}

/** A browser's secret: what the server keeps of it, and the header that keeps it in the browser, where no script reads it. */
export type LoginDevice = { hash: string; cookie: string }

/**
 * The secret of the browser in which somebody signs in: its own, or the first one it gets.
 * @param fresh after another password was set: copies of the old secret are worth nothing
 */
export function loginDevice({ publicUrl }: Pick<Config, 'publicUrl'>, cookie: string, { fresh } = { fresh: false }): LoginDevice {
  const secret = (fresh ? undefined : readSecret(cookie)) ?? newSecret()
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  return {
    hash: hashSecret(secret),
    cookie: `${name}=${secret}; Path=/api/auth; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  }
}
