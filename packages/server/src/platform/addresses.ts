import { BlockList, isIPv4, isIPv6 } from 'node:net'

const notPublic = new BlockList()
/** What IANA keeps for private networks, this machine, links, documentation, benchmarks, multicast and later. */
const reserved4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
/** Inside the one block that is routed: protocol assignments with Teredo, documentation, and 6to4, which carries any IPv4 address. */
const reserved6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
const routed6 = new BlockList()
routed6.addSubnet('2000::', 3, 'ipv6')
for (const [list, family] of [
  [reserved4, 'ipv4'],
  [reserved6, 'ipv6'],
] as const) {
  for (const block of list.split(' ')) {
    const [network = '', bits] = block.split('/')
    notPublic.addSubnet(network, Number(bits), family)
  }
}

/** Whether an IP address is one that the public internet routes to. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIPv6(address) && routed6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
