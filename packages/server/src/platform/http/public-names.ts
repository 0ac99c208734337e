import { type LookupAddress, Resolver } from 'node:dns'

/** Finds the addresses of a name. */
export type Resolve = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/**
 * Asks the name servers itself. The system's resolver occupies one of its few threads until it gives up, many seconds later: a person who
 * names thirty hosts whose servers never answer would block everybody else's lookups. Here each question waits alone.
 * @param withinMs when a question has been asked again once and is given up
 * @param servers instead of those of this machine, which are read each time, because it may be in another network now
 */
export function findByServers(withinMs: number, servers?: readonly string[]): Resolve {
  return (host, done) => {
    // The second try waits twice as long.
    const resolver = new Resolver({ timeout: withinMs / 4, tries: 2 })
    if (servers) resolver.setServers(servers)
    const found: LookupAddress[] = []
    const failures: Error[] = []
    let open = 2
    const end = (error: Error | null, addresses: readonly string[] | undefined, family: number) => {
      if (error) failures.push(error)
      else for (const address of addresses ?? []) found.push({ address, family })
      open -= 1
      if (open > 0) return
      // Most hosts have one kind of address only, and servers answer that there is none of the other.
      const [failure = null] = failures
      done(found.length > 0 ? null : failure, found)
    }
    resolver.resolve4(host, (error, addresses) => end(error, addresses, 4))
    resolver.resolve6(host, (error, addresses) => end(error, addresses, 6))
  }
}
