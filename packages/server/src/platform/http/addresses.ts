import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The one block of IPv6 that is routed. The library counts what nobody was given yet as public. */
const routed6 = ipaddr.parseCIDR('2000::/3')

/** Whether a text is an IP address that the public internet routes to. */
export function isPublicAddress(text: string): boolean {
  // The library also reads '127.1' and '0x7f.1', which are no addresses here.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(routed6))
}

/**
 * Whom the limits count as one: an IPv4 address, or the /64 of an IPv6 one, within which anybody takes addresses at will.
 * A connection that ended already has no address, and what a header gives as one need not be one; some proxies add the port.
 */
export function networkOf(address = ''): string {
  const bare = address.replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, '$1$2')
  if (isIP(bare) === 0) return ''
  const known = ipaddr.process(bare)
  if (known instanceof ipaddr.IPv4) return known.toString()
  return `${known.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
