import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { githubApi } from '@rodada/contract/integrations/github'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from './accounts.ts'
import { makeBoard, ok } from './boards.ts'
import { type Company, openCompany } from './company.ts'
import { startServer, type TestServer } from './harness.ts'
import { clockStepMs, turnsOf } from './turns.ts'

let company: Company
let server: TestServer
let hook: { url: string; secret: string }
beforeAll(async () => {
  company = await openCompany()
  server = await startServer({ alone: true, env: company.env })
  await company.know(server.urls)
  const ana = await register(server)
  const { id } = await makeBoard(server, ana)
  hook = ok(await server.call(githubApi.createWebhook, { token: ana.token, params: { boardId: id } }))
})
afterAll(async () => {
  await server.stop()
  await company.stop()
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

type Way = { title: string; bytes: number; status: number; send: (parameters: string) => Promise<Response> }
const ways: Way[] = [
  { title: 'in the address of a file', bytes: 12_000, status: 401, send: (parameters) => server.raw(`/api/files/1?${parameters}`) },
  { title: 'in the address of a socket', bytes: 12_000, status: 400, send: (parameters) => server.raw(`/socket.io/?${parameters}`) },
  {
    title: 'behind a second question mark in the address of a socket',
    ...{ bytes: 12_000, status: 400 },
    send: (parameters) => server.raw(`/socket.io/?a?${parameters}`),
  },
  {
    title: 'in what seems to be a logout',
    bytes: 15_000,
    status: 400,
    send: (body) => server.raw('/api/auth/oidc/logout', { method: 'POST', headers: form, body }),
  },
  {
    title: 'in news of GitHub',
    bytes: 1_000_000,
    status: 400,
    send: (body) =>
      server.raw(new URL(hook.url, 'http://x').pathname, {
        method: 'POST',
        headers: {
          ...form,
          'x-github-event': 'issues',
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`,
        },
        body,
      }),
  },
]

/** What a request to an address costs that says it came to this host, or from a page of it, the least of several, in milliseconds. */
async function costOf(header: 'host' | 'origin', value: string, status: number) {
  const costs: number[] = []
  for (let i = 0; i < 7; i += 1) {
    const answered = Promise.withResolvers<number | undefined>()
    const asked = request(`${server.app.url}/socket.io/?EIO=4&transport=polling`, { headers: { [header]: value } }, (answer) => {
      answer.resume()
      answered.resolve(answer.statusCode)
    })
    asked.once('error', answered.reject)
    asked.end()
    costs.push((await turnsOf(answered.promise)).all)
    expect(await answered.promise).toBe(status)
  }
  return Math.min(...costs)
}

/** Punycode of thousands of marks over one letter, those that stand above it first: putting them in order took a third of a second. */
const marks = `xn--a-xbb${'a'.repeat(6999)}6518l${'a'.repeat(6999)}`

test.each([
  ['host', '', 421],
  ['origin', 'http://', 403],
] as const)('thousands of marks cost no more than as many letters: %s', async (header, scheme, status) => {
  const [letters, ofMarks] = [await costOf(header, scheme + 'a'.repeat(marks.length), status), await costOf(header, scheme + marks, status)]
  expect(ofMarks).toBeLessThan(3 * Math.max(letters, clockStepMs))
})

/** Each piece that is decoded by itself costs an exception. A megabyte of them kept everybody from their turn for more than a second. */
test.each(ways)('parameters that are no text cost no more than others: $title', async ({ bytes, status, send }) => {
  /** The least of several: the first one warms up, and memory is tidied up during some. */
  const cost = async (piece: string) => {
    const costs: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const answer = send(piece.repeat(bytes / piece.length))
      costs.push((await turnsOf(answer)).all)
      expect((await answer).status).toBe(status)
      await (await answer).text()
    }
    return Math.min(...costs)
  }
  const [readable, unreadable] = [await cost('a=1&'), await cost('%ff&')]
  expect(unreadable).toBeLessThan(3 * Math.max(readable, clockStepMs))
})
