import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokensApi } from '@rodada/contract/auth/tokens'
import { readLinksApi } from '@rodada/contract/boards/read-links'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import type { Account } from '../lib/accounts.ts'
import { callAs as call } from '../lib/api-client.ts'

/** A program on this machine that takes whatever the demonstration tells it, and does nothing with it. It ends with the process. */
export async function openListener(): Promise<{ url: string; host: string }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/rodada`, host }
}

/** Lets the board tell a program what happens from now on. */
export const addWebhook = (origin: string, ana: Account, boardId: number, url: string) =>
  call(origin, ana, webhooksApi.create, {
    params: { boardId },
    body: { url, name: 'Publicação automática', events: ['card.created', 'card.moved', 'card.done', 'comment.created', 'sprint.ended'] },
  })

/** Secrets that are shown only when they are made: addresses that open without an account, and a token to read with. */
export type Outside = { board: string; report: string; calendar: string; token: string }

/** What strangers, calendars and programs of the invented team read with. */
export async function fillOutside(origin: string, ana: Account, boardId: number, sprintId: number): Promise<Outside> {
  const link = await call(origin, ana, readLinksApi.create, { params: { boardId }, body: { names: true } })
  const report = await call(origin, ana, readLinksApi.create, { params: { boardId }, body: { sprint_id: sprintId } })
  const feed = await call(origin, ana, calendarApi.create)
  const body = { name: 'Painel da TV', scope: 'read' as const, board_ids: [boardId], expires_in_days: 90 }
  const { token } = await call(origin, ana, tokensApi.create, { body })
  return { board: link.url, report: report.url, calendar: feed.url, token }
}
