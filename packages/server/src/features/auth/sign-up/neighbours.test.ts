import { authApi } from '@rodada/contract/auth/auth'
import { type SignUp, signUpApi } from '@rodada/contract/auth/sign-up'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

/** What somebody in one's network can spend of one's sign-up. The production limits, behind a proxy that tells the client's address. */
let box: Mailbox
let server: TestServer
let root: Account
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: { ...box.env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
  root = await register(server)
  await confirmAddress(server, root)
})
afterEach(() => rule({ mode: 'open', domains: [] }))
afterAll(async () => {
  await server.stop()
  await box.stop()
})

let networks = 0
/** A network that no test used before. */
const freshNetwork = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` })
type Network = ReturnType<typeof freshNetwork>
const rule = async (body: SignUp) => ok(await server.call(signUpApi.change, { token: root.token, body }))
const attempt = (email: string, headers: Network, invitation?: string) => {
  const body = { name: 'Bia', email, password: 'segredo bem guardado', ...(invitation && { invitation }) }
  return server.call(authApi.register, { body, headers })
}
const open = (token: string, headers: Network) => server.call(signUpApi.open, { body: { token }, headers })
const ask = (email: string, headers: Network) => server.call(signUpApi.ask, { body: { email }, headers })
/** The token that was mailed to an invited person. */
const invite = async (email: string) => {
  ok(await server.call(signUpApi.invite, { token: root.token, body: { emails: [email] } }))
  await untilSent(server)
  return /#([\w-]{20,})/.exec(box.take(email)[0]?.text ?? '')?.[1] ?? ''
}
/** The answers' statuses, each once. */
const times = async (count: number, send: (turn: number) => Promise<{ status: number }>) => {
  const statuses = new Set<number>()
  for (let turn = 0; turn < count; turn += 1) statuses.add((await send(turn)).status)
  return [...statuses]
}

test('refused sign-ups cost their network none of its own', async () => {
  const office = freshNetwork()
  expect(await times(70, () => attempt(root.email, office))).toEqual([409])
  ok(await attempt(freshEmail(), office))
  await rule({ mode: 'invitation', domains: [] })
  expect(await times(70, () => attempt(freshEmail(), office))).toEqual([403])
  await rule({ mode: 'open', domains: [] })
  ok(await attempt(freshEmail(), office))
})

test('of many who register one address at once, one account is counted', async () => {
  const office = freshNetwork()
  const email = freshEmail()
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(email, office)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await times(59, () => attempt(freshEmail(), office))).toEqual([200])
  expect((await attempt(freshEmail(), office)).status).toBe(429)
})

test('who is invited makes their account, however many their network made, and is counted by themselves', async () => {
  const office = freshNetwork()
  expect(await times(61, () => attempt(freshEmail(), office))).toEqual([200, 429])
  const email = freshEmail()
  const token = await invite(email)
  // The invitation is worth something for its own address alone.
  expect((await attempt(freshEmail(), office, token)).status).toBe(429)
  ok(await attempt(email, office, token))
})

test('made-up invitations keep nobody from opening theirs', async () => {
  const office = freshNetwork()
  const email = freshEmail()
  const token = await invite(email)
  expect(await times(130, (turn) => open(`um-convite-que-nunca-existiu-${turn}`, office))).toEqual([404])
  expect(ok(await open(token, office))).toMatchObject({ email })
})

test('links that nobody may ask for cost their network none that somebody may', async () => {
  const office = freshNetwork()
  await rule({ mode: 'domains', domains: ['aroeira.com.br'] })
  expect(await times(70, () => ask(freshEmail(), office))).toEqual([403])
  expect(await times(60, (turn) => ask(`pessoa-${turn}@aroeira.com.br`, office))).toEqual([200])
  // Alike for an address with an account: it must not be learnt from what is counted.
  const colleague = 'colega@aroeira.com.br'
  const own = freshNetwork()
  ok(await ask(colleague, own))
  await untilSent(server)
  ok(await attempt(colleague, own, /#([\w-]{20,})/.exec(box.take(colleague)[0]?.text ?? '')?.[1]))
  expect([(await ask(colleague, office)).status, (await ask('eva@aroeira.com.br', office)).status]).toEqual([429, 429])
})

test('to ask for a link is the same work, whether the address has an account or not', async () => {
  await rule({ mode: 'domains', domains: ['exemplo.com.br'] })
  await server.app.pauseJobs()
  const stranger = freshEmail()
  const office = freshNetwork()
  for (const email of [root.email, stranger]) ok(await ask(email, office))
  const { db } = server.app.deps
  const kinds = (await db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
  expect(kinds).toEqual(['sign_up_link', 'sign_up_link'])
  expect(await db.selectFrom('sign_up_invitations').select('id').where('email', '=', stranger).execute()).toEqual([])
  await untilSent(server)
  expect([box.take(root.email), box.take(stranger)].map((letters) => letters.length)).toEqual([0, 1])
})
