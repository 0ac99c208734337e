import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@rodada/contract/core/limits'
import type { Deps } from '../../../platform/deps.ts'
import type { SignedAddresses } from '../../../platform/http/viewer.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { findSessionById } from '../queries.ts'
import { viewerOf } from '../sessions/sessions.ts'
import { findTokenById } from '../tokens/token-queries.ts'
import { viewerOfToken } from '../tokens/tokens.ts'
import { createKeyring } from './keyring-queries.ts'

/** Whose it is, a session's id, or a token's behind a 't', until when, and the signature. Only a key as we wrote it is one, so nothing is decoded. */
const keyOf = /(?:^|&)key=(t?[1-9]\d{0,9})\.([1-9]\d{0,9})\.([\w-]{43})(?:&|$)/

/**
 * Signs addresses with a key of the installation. Nothing of a secret is in them: a person who gets hold of one reads that one file for some
 * minutes, and only while the session or the token lives and sees it.
 */
export function createSignedAddresses({ db, config }: Pick<Deps, 'db' | 'config'>): SignedAddresses {
  const keyring = createKeyring({ db, config })
  const sign = async (path: string, holder: string, until: number): Promise<string> =>
    createHmac('sha256', await keyring('addresses', newSecret))
      .update(`${path} ${holder} ${until}`)
      .digest('base64url')

  return {
    sign: async (path, { sessionId, token }) => {
      const holder = token ? `t${token.id}` : String(sessionId)
      // The end of a period, so that within one the address is the same and the browser finds the picture among what it has.
      const until = (Math.floor(Date.now() / limits.fileAddressMs) + 2) * limits.fileAddressMs
      const seconds = until / 1000
      return {
        url: `${path}?key=${holder}.${seconds}.${await sign(path, holder, seconds)}`,
        expires_at: new Date(until).toISOString(),
      }
    },
    open: async (address, from) => {
      const [path = '', query = ''] = address.split('?')
      const [, holder, until, signature] = keyOf.exec(query) ?? []
      if (!holder || !until || !signature || Number(until) * 1000 <= Date.now()) return undefined
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(path, holder, Number(until)))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      if (holder.startsWith('t')) {
        const token = await findTokenById(db, Number(holder.slice(1)))
        return token && viewerOfToken(token, from)
      }
      const session = await findSessionById(db, Number(holder))
      return session && viewerOf(session, from)
    },
  }
}
