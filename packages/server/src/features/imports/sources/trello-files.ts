import type { Outgoing } from '../../../platform/http/outgoing.ts'
import { OutgoingError } from '../../../platform/http/outgoing.ts'

/*
 * Files of cards, which Trello hands out to who has an API key and a token. Both go to these hosts and to no other, in a header: in an address
 * they would stand in the logs of everything on the way.
 */

/** Hosts that are told the key and the token. */
const ownHosts: ReadonlySet<string> = new Set(['trello.com', 'api.trello.com'])
/** Where Trello keeps bytes. A client that may have them is sent there with an address that is enough by itself. */
const storageHosts: ReadonlySet<string> = new Set(['trello-attachments.s3.amazonaws.com', 'trello-attachments.s3.us-east-1.amazonaws.com'])
const mostRedirects = 3
/** For a file, from the name to its last byte. */
const fileMs = 5 * 60_000

const filePath = /^\/1\/cards\/[\w-]+\/attachments\/[\w-]+\/download\/[^/]+$/

/** Whether Trello hands out a file at this address. */
export function isTrelloFile(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isOf(url, ownHosts) && filePath.test(url.pathname) && url.search === ''
}

const isOf = (url: URL, hosts: ReadonlySet<string>): boolean => url.protocol === 'https:' && url.port === '' && hosts.has(url.hostname)

export type TrelloAccess = { key: string; token: string }
/** Why a file does not come. `unreachable`: another time it may. */
export type FileFailure = 'gone' | 'refused' | 'too_large' | 'unreachable'
export class NoFile extends Error {
  readonly reason: FileFailure
  constructor(reason: FileFailure) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Fetches a file. A redirect is followed to Trello's own hosts alone; once it led away from those that are told the key, no other is told it.
 * @param take is given the bytes as they arrive
 * @throws NoFile, and what `take` throws
 */
export async function fetchTrelloFile<T>(
  outgoing: Outgoing,
  { key, token }: TrelloAccess,
  address: string,
  { maxBytes, signal, take }: { maxBytes: number; signal: AbortSignal; take: (bytes: AsyncIterable<Uint8Array>) => Promise<T> },
): Promise<T> {
  const authorization = `OAuth oauth_consumer_key="${key}", oauth_token="${token}"`
  let url = URL.parse(address)
  let isTold = true
  type Step = { to: URL | null } | { taken: T }
  for (let hops = 0; url !== null && hops <= mostRedirects; hops += 1) {
    isTold &&= isOf(url, ownHosts)
    if (!isTold && !isOf(url, storageHosts)) break
    const request = { url: url.href, timeout: fileMs, signal, ...(isTold && { headers: { authorization } }) }
    const from = url.href
    const reply: Step = await outgoing
      .stream<Step>(request, async ({ status, headers, body }) => {
        if (status >= 300 && status < 400) return { to: URL.parse(headers.location ?? '', from) }
        if (status === 404 || status === 410) throw new NoFile('gone')
        // It also says this of a card that this person does not see.
        if (status === 401 || status === 403) throw new NoFile('refused')
        if (status !== 200) throw new NoFile('unreachable')
        if (Number(headers['content-length'] ?? 0) > maxBytes) throw new NoFile('too_large')
        return { taken: await take(body) }
      })
      .catch((error: unknown) => {
        if (error instanceof OutgoingError) throw new NoFile(error.reason === 'address' ? 'refused' : 'unreachable')
        throw error
      })
    if ('taken' in reply) return reply.taken
    url = reply.to
  }
  throw new NoFile('refused')
}
