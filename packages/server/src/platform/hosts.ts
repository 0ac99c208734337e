import { isIP } from 'node:net'

/** A name or address as `Host` gives it, with or without a port. Everything else that `URL` accepts is no host. */
const plainHost = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i

const hostnameOf = (host: string): string | undefined =>
  plainHost.test(host) ? URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') : undefined

/**
 * Makes the check of the host that a request names: that of `publicUrl`, an IP address or localhost, on any port. A foreign page whose
 * name resolves to this machine (DNS rebinding) sends its own name, and would otherwise share our origin.
 */
export function createHostCheck(publicUrl: string | undefined): (host: string | undefined) => boolean {
  const ownName = publicUrl && new URL(publicUrl).hostname.replace(/\.$/, '')
  return (host) => {
    const name = host && hostnameOf(host)
    if (!name) return false
    return name === ownName || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  }
}
