import type { FastifyBaseLogger } from 'fastify'
import { messageOf, StartRefusal } from '../http/errors.ts'
import { answered, type KeptConnection, keepConnection, openConnection, type RedisClient } from './connection.ts'

/** Redis is asked this often whether it answers, and is away when it left so many questions open. */
const askEveryMs = 250
const mostUnanswered = 6
/** What is written to ask is forgotten by itself, in milliseconds. */
const askedForMs = 10_000

/** Redis, wherever it is now. In a cluster all that is ours is in one slot, so that one node keeps it. */
export type Redis = {
  /** While it is away every command fails at once: limits hold per process meanwhile, and what was not said is made good afterwards. */
  readonly client: RedisClient
  /** A connection more to the same node. @throws when there is none now */
  another: (options: { pingInterval: number }) => Promise<RedisClient>
  /** Hears that commands pass again after a time in which they did not; it may be another node. */
  onBack: (listener: () => void) => void
  close: () => Promise<void>
}

/**
 * Connects to the first of these that keeps what is ours, or to whom it names; and again whenever that one went, stands still, or keeps it
 * no more.
 * @param key one of ours
 * @throws StartRefusal when none answers now
 */
export async function connectRedis(urls: readonly string[], key: string, log: FastifyBaseLogger): Promise<Redis> {
  const listeners: (() => void)[] = []
  const first = await openKeeper(urls, key).catch((error: unknown) => {
    throw new StartRefusal(`O Redis não respondeu (${messageOf(error)}). Confira REDIS_URL, e se ele está no ar. Nada foi mudado.`)
  })
  const [listening] = await first.client.commandInfo(['SSUBSCRIBE'])
  if (!listening) {
    first.client.destroy()
    throw new StartRefusal('Este Redis não tem o comando SSUBSCRIBE. A Rodada precisa do Redis 7 ou mais novo. Nada foi mudado.')
  }
  let { url } = first
  const kept = keepConnection(first.client, {
    open: async () => {
      const found = await openKeeper([url, ...urls], key)
      url = found.url
      return found.client
    },
    lost: (error) => log.error({ err: error }, 'redis is away'),
    back: () => {
      log.info('redis is back')
      for (const listener of listeners) listener()
    },
  })
  const stopAsking = askOverAndOver(kept, key)
  return {
    get client() {
      return kept.client
    },
    another: async (options) => {
      const { client } = kept
      const made = await openConnection(url, options)
      const refusal = await answered(refusalOf(made, key)).catch((error: unknown) => error)
      if (!refusal && client.isReady && client === kept.client) return made
      made.destroy()
      throw new Error('Redis is away, or goes to another node')
    },
    onBack: (listener) => listeners.push(listener),
    close: async () => {
      stopAsking()
      await kept.close()
    },
  }
}

/** Replaces a connection that is not answered, or whose node does not keep what is ours any more. */
function askOverAndOver(kept: KeptConnection, key: string): () => void {
  let unanswered = 0
  const timer = setInterval(() => {
    const { client } = kept
    // While there is none, another is opened already.
    if (!client.isReady) {
      unanswered = 0
      return
    }
    // Turns are counted and not time: a process that stood still itself has the answer waiting.
    if (unanswered === mostUnanswered) {
      unanswered = 0
      return kept.replace(new Error(`no answer within ${askEveryMs * mostUnanswered} ms`))
    }
    unanswered += 1
    // One question at a time.
    if (unanswered > 1) return
    void refusalOf(client, key).then((refusal) => {
      if (client !== kept.client) return
      unanswered = 0
      if (refusal) kept.replace(refusal)
    })
  }, askEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens a connection to the node that keeps what is ours. @throws with the last refusal when none of these does, nor any that they name */
async function openKeeper(urls: readonly string[], key: string): Promise<{ client: RedisClient; url: string }> {
  const asked = new Set<string>()
  const named = [...urls]
  let failure: unknown
  for (const url of named) {
    if (asked.has(url)) continue
    asked.add(url)
    try {
      const client = await openConnection(url)
      const refusal = await answered(refusalOf(client, key)).catch((error: unknown) => error)
      if (!refusal && client.isReady) return { client, url }
      client.destroy()
      failure = refusal ?? new Error('the connection ended')
      const next = nodeNamedIn(failure, url)
      if (next) named.push(next)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/**
 * Why a node does not keep what is ours: another does, it only copies one that does, or the cluster does not work now. A node is asked by writing,
 * because one that only copies answers readers.
 * @returns undefined also for one that answers anything else, such as that it is full: it is the right one
 */
async function refusalOf(client: RedisClient, key: string): Promise<Error | undefined> {
  try {
    await client.set(key, '', { expiration: { type: 'PX', value: askedForMs } })
    return undefined
  } catch (error) {
    const isElsewhere = error instanceof Error && /^(MOVED|READONLY|CLUSTERDOWN|MASTERDOWN|LOADING)\b/.test(error.message)
    return isElsewhere ? error : undefined
  }
}

/** The address in a MOVED answer of a cluster, reached as `url` is: with its password, and with TLS if that has it. */
function nodeNamedIn(refusal: unknown, url: string): string | undefined {
  const named = /^MOVED \d+ (?<host>\S*):(?<port>\d+)$/.exec(messageOf(refusal))?.groups
  if (!named) return undefined
  const { host = '', port = '' } = named
  const node = new URL(url)
  // A node without a known name is at the address of the one that answered.
  if (host) node.hostname = host.includes(':') ? `[${host}]` : host
  node.port = port
  return node.href
}
