import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A Slack on this machine that takes incoming webhooks. */
export type StandInSlack = {
  /** An address to give to a board. */
  url: string
  /** The settings of an installation that may send here. */
  env: Record<string, string>
  /** The texts that arrived. */
  messages: string[]
  /** What it answers; 200 until a test says otherwise. */
  status: number
  headers: Record<string, string>
  attempts: number
  stop: () => Promise<void>
}

export async function openSlack(): Promise<StandInSlack> {
  const server = createServer((request, response) => {
    text(request).then((body) => {
      slack.attempts += 1
      if (slack.status === 200) slack.messages.push((JSON.parse(body) as { text: string }).text)
      response.writeHead(slack.status, slack.headers).end(slack.status === 200 ? 'ok' : 'no')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const slack: StandInSlack = {
    url: `http://${host}/services/T000/B000/segredo1234`,
    env: { OUTGOING_HOSTS: host },
    messages: [],
    status: 200,
    headers: {},
    attempts: 0,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return slack
}
