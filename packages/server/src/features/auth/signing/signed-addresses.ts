import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@rodada/contract/core/limits'
import type { Deps } from '../../../platform/deps.ts'
import type { SignedAddresses } from '../../../platform/http/viewer.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { findSessionById } from '../queries.ts'
import { viewerOf } from '../sessions/sessions.ts'
import { createKeyring } from './keyring-queries.ts'

const keyOf = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.([\w-]{43})$/

/**
 * Signs addresses with a key of the installation. Nothing of the session's token is in them: a person who gets hold of one reads that one file
 * for some minutes, and only while the session lives and sees it.
 */
export function createSignedAddresses({ db, config }: Pick<Deps, 'db' | 'config'>): SignedAddresses {
  const keyring = createKeyring({ db, config })
  const sign = async (path: string, sessionId: number, until: number): Promise<string> =>
    createHmac('sha256', await keyring('addresses', newSecret))
      .update(`${path} ${sessionId} ${until}`)
      .digest('base64url')

  return {
    sign: async (path, sessionId) => {
      // The end of a period, so that within one the address is the same and the browser finds the picture among what it has.
      const until = (Math.floor(Date.now() / limits.fileAddressMs) + 2) * limits.fileAddressMs
      const seconds = until / 1000
      return {
        url: `${path}?key=${sessionId}.${seconds}.${await sign(path, sessionId, seconds)}`,
        expires_at: new Date(until).toISOString(),
      }
    },
    open: async (address, from) => {
      const [path = '', query] = address.split('?')
      const [, sessionId, until, signature] = keyOf.exec(new URLSearchParams(query).get('key') ?? '') ?? []
      if (!sessionId || !until || !signature || Number(until) * 1000 <= Date.now()) return undefined
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(path, Number(sessionId), Number(until)))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const session = await findSessionById(db, Number(sessionId))
      return session && viewerOf(session, from)
    },
  }
}
