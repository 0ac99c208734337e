import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** A name or address as `Host` gives it, with or without a port. Everything else that `URL` accepts is no host. */
const plainHost = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i

/** No name is longer, with its port and the letters that a name of another alphabet takes. Reading a name of 16 KB takes a third of a second. */
const longestHost = 260

const hostnameOf = (host: string): string | undefined =>
  host.length <= longestHost && plainHost.test(host) ? URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') : undefined

/** The address of a page as a browser says it; undefined for everything else. */
export const originIn = (origin: string): URL | undefined =>
  origin.length <= longestHost + 'https://'.length ? (URL.parse(origin) ?? undefined) : undefined

/**
 * Makes the check of the host that a request names: that of `publicUrl`, an IP address or localhost, on any port. A foreign page whose
 * name resolves to this machine (DNS rebinding) sends its own name, and would otherwise share our origin.
 */
export function createHostCheck({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): (request: IncomingMessage) => boolean {
  const ownName = publicUrl && new URL(publicUrl).hostname.replace(/\.$/, '')
  const isOurs = (host: string | undefined) => {
    const name = host && hostnameOf(host.trim())
    if (!name) return false
    return name === ownName || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  }
  return ({ headers, socket }) => {
    const given = headers['x-forwarded-host']
    // A proxy may replace Host and forward the original here. It is checked besides Host and never instead of it, because a client that
    // reaches us directly can write this header.
    const forwarded = given !== undefined && trustProxy(socket.remoteAddress ?? '', 0) ? String(given).split(',').at(-1) : undefined
    return isOurs(headers.host) && (forwarded === undefined || isOurs(forwarded))
  }
}
