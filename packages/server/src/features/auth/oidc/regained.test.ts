import { authApi } from '@rodada/contract/auth/auth'
import { oidcApi } from '@rodada/contract/auth/oidc'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { groupsApi } from '@rodada/contract/boards/groups'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, profileStatus } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { type Company, openCompany } from '../../../../test/company.ts'
import { acts, somebody, take, visitsOf } from '../../../../test/company-visits.ts'
import { freePort, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, resetByMail, untilSent } from '../../../../test/mailbox.ts'
import { openReceiver } from '../../../../test/webhook-receiver.ts'

/** Who had an account with an address that was never theirs, and linked it with themselves. */
let company: Company
let box: Mailbox
let receiver: Awaited<ReturnType<typeof openReceiver>>
let server: TestServer
let admin: Account
const { open, travel, signIn, linked } = visitsOf(() => company)
beforeAll(async () => {
  ;[company, box, receiver] = [await openCompany(), await openMailbox(), await openReceiver()]
  // Where mail is sent, the provider sends people back to the address of the settings.
  const port = String(await freePort())
  const env = {
    ...receiver.env,
    ...box.env,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OIDC_LINK_BY_EMAIL: 'on',
    OIDC_GROUPS_CLAIM: 'groups',
  }
  ;({ server, admin } = await open(env, { alone: true }))
})
afterAll(async () => {
  await server.stop()
  await box.stop()
  await receiver.stop()
  await company.stop()
})

test('a reset that confirms the address ends the link of who had the account before, and what waits for their browser', async () => {
  const thief = somebody()
  const { user } = await linked(server, thief)
  const waiting = await travel(server, thief)
  const password = await resetByMail(server, box, user.email)
  expect((await take(server, waiting)).status).toBe(401)
  const { token } = ok(await server.call(authApi.login, { body: { email: user.email, password } }))
  expect(ok(await server.call(oidcApi.status, { token })).link).toBeNull()
  // They come to an account of their own.
  expect((await signIn(server, thief)).user.id).not.toBe(user.id)
  expect((await acts(server, admin, 'identity.unlinked')).map(({ subject }) => subject)).toContain(user.email)
})

test('the owner of the address comes by the company to an account that somebody else of it had', async () => {
  const thief = somebody()
  const { user, token } = await linked(server, thief)
  const owner = await signIn(server, somebody({ email: user.email }))
  expect(owner.user.id).toBe(user.id)
  expect(await profileStatus(server, token)).toBe(401)
  expect((await signIn(server, thief)).user.id).not.toBe(user.id)
})

/** A board whose members are a group of the company. @returns who is on it besides who made it */
async function boardOf(group: string): Promise<() => Promise<number[]>> {
  const { token, user } = admin
  const { id: boardId } = await makeBoard(server, admin)
  ok(await server.call(groupsApi.set, { token, params: { boardId }, body: { group, role: 'member' } }))
  return async () => {
    const { members } = ok(await server.call(boardsApi.get, { token, params: { boardId } }))
    return members.map(({ user_id }) => user_id).filter((id) => id !== user.id)
  }
}

test('a reset that ends a link ends the places that its groups gave', async () => {
  const people = await boardOf('Financeiro')
  const { user } = await linked(server, somebody({ groups: ['Financeiro'] }))
  expect(await people()).toEqual([user.id])
  await resetByMail(server, box, user.email)
  expect(await people()).toEqual([])
})

test('what a board tells or takes by the word of who had the account before waits until somebody answers for it', async () => {
  const thief = await linked(server, somebody())
  const { id: boardId } = await makeBoard(server, thief)
  const params = { boardId }
  ok(await server.call(webhooksApi.create, { token: thief.token, params, body: { url: receiver.url, events: ['card.created'] } }))
  ok(await server.call(slackApi.save, { token: thief.token, params, body: { url: receiver.url } }))
  ok(await server.call(githubApi.createWebhook, { token: thief.token, params }))
  const { token } = await signIn(server, somebody({ email: thief.user.email }))
  const [webhook] = ok(await server.call(webhooksApi.list, { token, params }))
  const { hook: slack } = ok(await server.call(slackApi.get, { token, params }))
  const { webhook: github } = ok(await server.call(githubApi.webhook, { token, params }))
  const waiting = { set_by: null, stopped: 'unknown_person' }
  expect([webhook, slack, github]).toMatchObject([waiting, waiting, waiting])
})

test('a reset at a confirmed address leaves the own link, and its places', async () => {
  const people = await boardOf('Compras')
  const person = somebody({ groups: ['Compras'] })
  const account = await linked(server, person)
  await confirmAddress(server, account)
  person.email = account.user.email
  await signIn(server, person)
  await resetByMail(server, box, account.user.email)
  expect(await people()).toEqual([account.user.id])
  expect((await signIn(server, person)).user.id).toBe(account.user.id)
})

test.each([
  ['has another address', () => ({})],
  ['says this address, and the provider does not answer for it', (email: string) => ({ email, email_verified: false })],
])('a reset at a confirmed address ends a link with somebody who %s, and says so', async (_, more) => {
  const people = await boardOf('Vendas')
  const thief = somebody({ groups: ['Vendas'] })
  const account = await linked(server, thief)
  await confirmAddress(server, account)
  const { email, id } = account.user
  Object.assign(thief, more(email))
  expect((await signIn(server, thief)).user.id).toBe(id)
  box.take(email)
  const password = await resetByMail(server, box, email)
  expect(await people()).toEqual([])
  const { token } = ok(await server.call(authApi.login, { body: { email, password } }))
  expect(ok(await server.call(oidcApi.status, { token })).link).toBeNull()
  expect((await take(server, await travel(server, thief))).body.user?.id).not.toBe(id)
  await untilSent(server)
  expect(box.take(email).map(({ subject }) => subject)).toContain('Sua conta da Rodada não está mais ligada à empresa')
})
