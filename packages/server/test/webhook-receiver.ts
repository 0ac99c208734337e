import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebhookMessage } from '@rodada/contract/integrations/webhooks'
import { Webhook } from 'standardwebhooks'

export type Arrived = { path: string; headers: IncomingHttpHeaders; body: string }

/** A program on this machine that is told what happens on boards. */
export type Receiver = {
  /** An address to give to a board. */
  url: string
  /** The settings of an installation that may send here. */
  env: Record<string, string>
  /** All that came, also what was refused. */
  arrived: Arrived[]
  /** The status of the answer; 204 until a test says otherwise. */
  answer: (arrived: Arrived) => number
  headers: Record<string, string>
  /** How often it announces its answer before. */
  announces: number
  /** What every message is waited with before it is answered. */
  hold: Promise<unknown> | undefined
  /** Forgets what came, and answers well again. */
  reset: () => void
  stop: () => Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    text(request).then(async (body) => {
      const arrived = { path: request.url ?? '', headers: request.headers, body }
      receiver.arrived.push(arrived)
      await receiver.hold
      for (let n = 0; n < receiver.announces; n += 1) response.writeProcessing()
      response.writeHead(receiver.answer(arrived), receiver.headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const well = { answer: () => 204, headers: {}, announces: 0, hold: undefined }
  const receiver: Receiver = {
    url: `http://${host}/rodada/entrada`,
    env: { OUTGOING_HOSTS: host },
    arrived: [],
    ...well,
    reset: () => Object.assign(receiver, { arrived: [], ...well }),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}

/** What came, as a program reads it that checks who sent it with the library of the convention. @throws when it was somebody else */
export function verified(secret: string, { headers, body }: Arrived): WebhookMessage {
  const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])])
  return WebhookMessage.parse(new Webhook(secret).verify(body, Object.fromEntries(named)))
}
