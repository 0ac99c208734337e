import { lookup as dnsLookup } from 'node:dns'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { findByServers, type Resolve } from './public-names.ts'

/** Requests that this program sends to other servers. One of these exists per process. */
export type Outgoing = {
  /**
   * Sends one request and reads the whole reply. A redirect is not followed: it arrives as the reply that it is.
   * @throws OutgoingError
   */
  send: (request: OutgoingRequest) => Promise<OutgoingReply>
  /**
   * As `send`, for a body that is too large for memory: `take` is given its bytes as they arrive, and when it is through the connection is closed.
   * @throws OutgoingError, and what `take` throws
   */
  stream: <T>(request: StreamedRequest, take: (reply: StreamedReply) => Promise<T>) => Promise<T>
  /**
   * Whether a person may name this address: it is https, and every address behind the name is public. `send` checks again, because a name
   * can lead elsewhere later.
   * @throws OutgoingError with the reason
   */
  check: (url: string) => Promise<void>
}

export type OutgoingRequest = {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** The host comes from the settings of this installation and not from a person: plain http and private networks are allowed. */
  trusted?: boolean
  /** Milliseconds for everything, from the name to the last byte. */
  timeout?: number
  /** Bytes of the reply's body. */
  maxBytes?: number
}

export type StreamedRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'timeout'> & { signal?: AbortSignal }
/** Reading `body` throws OutgoingError when it is cut off or takes too long. Who takes it counts its bytes. */
export type StreamedReply = { status: number; headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> }

export type OutgoingReply = { status: number; headers: IncomingHttpHeaders; body: string }

/** `address`: nothing was sent, and nothing ever will be. After the others it may work another time. */
export type OutgoingFailure = 'address' | 'unreachable' | 'timeout' | 'too_large'

export class OutgoingError extends Error {
  readonly reason: OutgoingFailure
  constructor(reason: OutgoingFailure, options?: ErrorOptions) {
    super(`outgoing request failed: ${reason}`, options)
    this.reason = reason
  }
}

/** As other programs of this machine do: names of its own network stand in files and not in DNS. */
const resolveAsSystem: Resolve = (host, done) => dnsLookup(host, { all: true }, done)

const defaultTimeoutMs = 10_000
const defaultMaxBytes = 1024 * 1024
/** Most names are found within a tenth of it. */
const defaultRefuseAfterMs = 2_000

/**
 * @param options.hosts 'host' or 'host:port' of this installation's own network that people may name besides public ones
 * @param options.resolve how names become addresses; tests bring their own
 * @param options.refuseAfterMs how long each refusal of a name takes
 */
export function createOutgoing(options: { hosts: readonly string[]; resolve?: Resolve; refuseAfterMs?: number }): Outgoing {
  const { resolve = resolveAsSystem, refuseAfterMs = defaultRefuseAfterMs } = options
  const find = options.resolve ?? findByServers(refuseAfterMs)

  const isListed = (url: URL) => options.hosts.includes(url.hostname) || options.hosts.includes(url.host)

  /** Checks what does not depend on names: scheme, no password, no literal address of a private network. */
  const parse = (text: string, trusted: boolean): { url: URL; free: boolean } => {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) throw new OutgoingError('address')
    const free = trusted || isListed(url)
    if (free) return { url, free }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))) throw new OutgoingError('address')
    return { url, free }
  }

  /**
   * Resolves a name whose addresses are all public, or refuses it. The connection goes to these addresses without a second lookup. Every
   * refusal has the same reason and takes the same time, because their difference would tell which names exist in the inner network.
   */
  const resolvePublic: Resolve = (host, done) => {
    let isOver = false
    const end: Parameters<Resolve>[1] = (error, addresses) => {
      if (isOver) return
      isOver = true
      clearTimeout(refusal)
      done(error, addresses)
    }
    const refusal = setTimeout(() => end(new OutgoingError('address'), []), refuseAfterMs)
    find(host, (error, addresses) => {
      if (!error && addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) end(null, addresses)
    })
  }

  /**
   * As `resolvePublic`, for sending. A name that is not found today may be found tomorrow, and 'address' would make the caller forget it
   * for ever. A name that leads inside gets the same answer, so that nobody can tell the two apart.
   */
  const findPublic: Resolve = (host, done) =>
    resolvePublic(host, (error, addresses) => done(error && new OutgoingError('unreachable'), addresses))

  const connectTo =
    (lookUp: Resolve): LookupFunction =>
    (host, { all }, done) =>
      lookUp(host, (error, addresses) => {
        const [first] = addresses
        if (error || !first) return done(error ?? new OutgoingError('unreachable'), '', 0)
        if (all) return done(null, addresses)
        done(null, first.address, first.family)
      })

  const prepare = (
    { url: text, method = 'GET', headers = {}, trusted = false, timeout }: OutgoingRequest,
    body?: OutgoingRequest['body'],
  ): { url: URL; settings: RequestOptions } => {
    const { url, free } = parse(text, trusted)
    const settings = {
      method,
      headers: {
        'user-agent': 'Rodada',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      // A connection of its own: a reused one would skip the check of the address.
      agent: false,
      lookup: connectTo(free ? resolve : findPublic),
      signal: AbortSignal.timeout(timeout ?? defaultTimeoutMs),
    }
    return { url, settings }
  }

  return {
    check: async (text) => {
      const { url, free } = parse(text, false)
      if (free || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return
      await new Promise<void>((done, fail) => {
        resolvePublic(url.hostname, (error) => (error ? fail(asFailure(error)) : done()))
      })
    },

    stream: async ({ signal, ...request }, take) => {
      const { url, settings } = prepare(request)
      const ends = signal && settings.signal ? AbortSignal.any([settings.signal, signal]) : settings.signal
      return streamed(url, { ...settings, ...(ends && { signal: ends }) }, take)
    },

    send: async ({ body, maxBytes, ...request }) => {
      const { url, settings } = prepare(request, body)
      try {
        return await exchange(url, settings, body, maxBytes ?? defaultMaxBytes)
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}

/** Replies of one request that only announce the one to come. */
const mostAnnounced = 20

/**
 * Begins a request. A server may announce its reply (100, 103) as often as it likes, and no other bound counts that: one that does nothing else
 * would have this program read announcements, and nothing besides, for as long as the request may take.
 */
function open(url: URL, settings: RequestOptions): ClientRequest {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, settings)
  let announced = 0
  request.on('information', () => {
    announced += 1
    if (announced > mostAnnounced) request.destroy(new OutgoingError('unreachable'))
  })
  return request
}

/** Sends and reads. It follows no redirect and unpacks nothing. */
function exchange(url: URL, settings: RequestOptions, body: string | Buffer | undefined, maxBytes: number): Promise<OutgoingReply> {
  const request = open(url, settings)
  return new Promise<OutgoingReply>((done, fail) => {
    request.on('error', fail)
    let isAnswered = false
    // A server that switches to another protocol gives no response that anybody hears of, and no error either: nothing but this would end the wait.
    request.on('close', () => (isAnswered ? undefined : fail(new OutgoingError('unreachable'))))
    request.on('response', (response) => {
      isAnswered = true
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', fail)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBytes) return void chunks.push(chunk)
        fail(new OutgoingError('too_large'))
        request.destroy()
      })
      // A reply that is cut off closes without 'end'.
      response.on('close', () => (response.complete ? undefined : fail(new OutgoingError('unreachable'))))
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    request.end(body)
  })
}

/** Sends, and hands out the body while it arrives. It follows no redirect and unpacks nothing. */
async function streamed<T>(url: URL, settings: RequestOptions, take: (reply: StreamedReply) => Promise<T>): Promise<T> {
  const request = open(url, settings)
  // What fails once the reply has begun is told to who reads it.
  request.on('error', () => {})
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request.on('error', (error) => fail(asFailure(error)))
      request.on('close', () => fail(new OutgoingError('unreachable')))
      request.on('response', done)
      request.end()
    })
    response.on('error', () => {})
    const { statusCode: status = 0, headers } = response
    return await take({ status, headers, body: wholeOf(response, settings.signal) })
  } finally {
    request.destroy()
  }
}

async function* wholeOf(response: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response) yield piece as Uint8Array
  } catch (error) {
    // The reply itself only says that it was cut off.
    throw signal?.aborted ? new OutgoingError('timeout', { cause: error }) : asFailure(error)
  }
  if (!response.complete) throw new OutgoingError('unreachable')
}

function asFailure(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  const { name } = error as { name?: string }
  return new OutgoingError(name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'unreachable', { cause: error })
}
