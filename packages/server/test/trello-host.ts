import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { TestServer } from './harness.ts'

/** What came to which host, and with what key. */
type Asked = { url: string; authorization: string | undefined }

/**
 * A server of its own in the place of Trello's hosts: what a test's server sends there goes to it, over the network, after the server has decided
 * where to and with which headers. The address that it wanted is in `asked`.
 */
export async function trelloHost(answer: (request: IncomingMessage & { wanted: string }, response: ServerResponse) => void) {
  const asked: Asked[] = []
  const host = createServer((request, response) => {
    const wanted = String(request.headers['x-wanted'])
    asked.push({ url: wanted, authorization: request.headers.authorization })
    answer(Object.assign(request, { wanted }), response)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const address = `127.0.0.1:${(host.address() as AddressInfo).port}`
  return {
    asked,
    env: { OUTGOING_HOSTS: address },
    /** Sends what a server sends to `https:` addresses here. */
    standIn({ app }: Pick<TestServer, 'app'>): void {
      const { outgoing } = app.deps
      const stream = outgoing.stream
      vi.spyOn(outgoing, 'stream').mockImplementation((request, take) => {
        const { pathname, search } = new URL(request.url)
        return stream(
          { ...request, url: `http://${address}${pathname}${search}`, headers: { ...request.headers, 'x-wanted': request.url } },
          take,
        )
      })
    },
    stop(): void {
      host.close()
      host.closeAllConnections()
    },
  }
}
