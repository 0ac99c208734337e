import { authApi } from '@rodada/contract/auth/auth'
import { type SignUp, signUpApi } from '@rodada/contract/auth/sign-up'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { systemApi } from '@rodada/contract/instance/system'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

/** One installation without mail, one with. */
let server: TestServer
let mailing: TestServer
let mailbox: Mailbox
let root: Account
let mailingRoot: Account
let ana: Account
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer()
  mailing = await startServer({ env: { ...mailbox.env, RATE_LIMIT_FACTOR: '1' } })
  root = await register(server)
  mailingRoot = await register(mailing, { name: 'Rute' })
  await confirmAddress(mailing, mailingRoot)
  ana = await register(server, { name: 'Ana' })
})
afterEach(async () => {
  await rule({ mode: 'open', domains: [] })
  await rule({ mode: 'open', domains: [] }, mailing, mailingRoot)
})
afterAll(async () => {
  await server.stop()
  await mailing.stop()
  await mailbox.stop()
})

const rule = async (body: SignUp, at = server, by = root) => ok(await at.call(signUpApi.change, { token: by.token, body }))
const closed: SignUp = { mode: 'invitation', domains: [] }
const ofAroeira: SignUp = { mode: 'domains', domains: ['aroeira.com.br'] }
const attempt = (email: string, invitation?: string, at = server) =>
  at.call(authApi.register, { body: { name: 'Bia', email, password: 'segredo bem guardado', ...(invitation && { invitation }) } })
/** The token behind an address. */
const tokenIn = (text: string | null | undefined): string => /#([\w-]{20,})/.exec(text ?? '')?.[1] ?? ''
const invite = async (email: string) => {
  const { outcomes } = ok(await server.call(signUpApi.invite, { token: root.token, body: { emails: [email] } }))
  return tokenIn(outcomes[0]?.url)
}
const inviteToBoard = async (email: string) => {
  const { id } = await makeBoard(server, ana)
  const body = { email }
  const { invitation } = ok(await server.call(boardsApi.addMember, { token: ana.token, params: { boardId: id }, body }))
  return { token: tokenIn(invitation?.url), boardId: id, id: invitation?.id ?? 0 }
}
const open = (token: string, at = server) => at.call(signUpApi.open, { body: { token } })
const waiting = async () => ok(await server.call(signUpApi.invitations, { token: root.token }))
const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as { message: string }).message]

test('anybody may register unless a rule was chosen, and everybody reads which one holds', async () => {
  expect(ok(await server.call(systemApi.info)).sign_up).toEqual({ mode: 'open', domains: [] })
  ok(await attempt(freshEmail()))
  await rule(closed)
  expect(ok(await server.call(systemApi.info)).sign_up).toEqual(closed)
})

test('by invitation, who has none is refused, and the answer is the same for an address with an account', async () => {
  await rule(closed)
  expect(refusal(await attempt(freshEmail()))).toEqual([403, texts.signUpByInvitation])
  expect(refusal(await attempt(ana.email))).toEqual([403, texts.signUpByInvitation])
  expect(refusal(await attempt(ana.email, 'um-convite-que-nunca-existiu'))).toEqual([403, texts.invitationOver])
})

test('an invitation makes one account, for its address', async () => {
  await rule(closed)
  const email = freshEmail()
  const token = await invite(email)
  expect(ok(await open(token))).toEqual({ email, invited_by: 'Ana', board_title: null })
  expect(refusal(await attempt(freshEmail(), token))).toEqual([403, texts.invitationElsewhere])
  expect(refusal(await attempt(ana.email, token))).toEqual([403, texts.invitationElsewhere])
  expect(await waiting()).toMatchObject([{ email, board: null }])
  ok(await attempt(email.toUpperCase(), token))
  expect(refusal(await attempt(email, token))).toEqual([403, texts.invitationOver])
  expect((await open(token)).status).toBe(404)
  expect(await waiting()).toEqual([])
})

test('of two who register with one invitation at once, one gets the account', async () => {
  await rule(closed)
  const email = freshEmail()
  const token = await invite(email)
  const answers = await Promise.all([attempt(email, token), attempt(email, token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('what is withdrawn, expired, replaced or made by somebody who administers no more lets nobody in', async () => {
  await rule(closed)
  const { db } = server.app.deps
  const other = await rule(closed).then(async () => {
    const email = freshEmail()
    const token = await invite(email)
    return ok(await attempt(email, token))
  })
  ok(await server.call(adminApi.updateUser, { token: root.token, params: { userId: other.user.id }, body: { role: 'admin' } }))
  const [withdrawn, expired, replaced, orphaned] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()]
  const links = { withdrawn: await invite(withdrawn), expired: await invite(expired), replaced: await invite(replaced) }
  const { outcomes } = ok(await server.call(signUpApi.invite, { token: other.token, body: { emails: [orphaned] } }))
  const invitationId = (await waiting()).find(({ email }) => email === withdrawn)?.id ?? 0
  const withdraw = () => server.call(signUpApi.withdraw, { token: root.token, params: { invitationId } })
  ok(await withdraw())
  expect((await withdraw()).status).toBe(404)
  await db.updateTable('sign_up_invitations').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('email', '=', expired).execute()
  const second = await invite(replaced)
  ok(await server.call(adminApi.updateUser, { token: root.token, params: { userId: other.user.id }, body: { role: 'manager' } }))
  for (const [email, token] of [
    [withdrawn, links.withdrawn],
    [expired, links.expired],
    [replaced, links.replaced],
    [orphaned, tokenIn(outcomes[0]?.url)],
  ] as const)
    expect(refusal(await attempt(email, token))).toEqual([403, texts.invitationOver])
  ok(await attempt(replaced, second))
})

test('an invitation to a board opens the door, too, for as long as it is one', async () => {
  await rule(closed)
  const [email, revoked] = [freshEmail(), freshEmail()]
  const toBoard = await inviteToBoard(email)
  expect(ok(await open(toBoard.token))).toEqual({ email, invited_by: 'Ana', board_title: 'Entregas' })
  expect(await waiting()).toMatchObject([{ email, board: { id: toBoard.boardId, role: 'member' } }])
  ok(await attempt(email, toBoard.token))
  const other = await inviteToBoard(revoked)
  await server.app.deps.db.deleteFrom('invitations').where('id', '=', other.id).execute()
  expect(refusal(await attempt(revoked, other.token))).toEqual([403, texts.invitationOver])
})

test('many are invited at once, and each is told of', async () => {
  const [first, second] = [freshEmail(), freshEmail()]
  const emails = [first, second.toUpperCase(), first, ana.email]
  const { outcomes } = ok(await server.call(signUpApi.invite, { token: root.token, body: { emails } }))
  expect(outcomes.map(({ email, outcome }) => [email, outcome])).toEqual([
    [first, 'linked'],
    [second, 'linked'],
    [ana.email, 'account'],
  ])
  const many = Array.from({ length: 101 }, freshEmail)
  expect(refusal(await server.call(signUpApi.invite, { token: root.token, body: { emails: many } }))).toEqual([400, texts.tooManyInvited])
  const wrong = await server.call(signUpApi.invite, { token: root.token, body: { emails: ['davi@aroeira'] } })
  expect(refusal(wrong)).toEqual([400, texts.inviteEmailInvalid])
  expect((await server.call(signUpApi.invite, { token: ana.token, body: { emails: [first] } })).status).toBe(403)
  const { entries } = ok(await server.call(auditApi.list, { token: root.token, query: { kind: 'invitation.made', q: first } }))
  expect(entries).toHaveLength(1)
})

test('a domain is accepted only where mail is sent, and never a wrong one', async () => {
  const choose = (body: SignUp, at = mailing, by = mailingRoot) => at.call(signUpApi.change, { token: by.token, body })
  expect(refusal(await choose(ofAroeira, server, root))).toEqual([409, texts.signUpNeedsMail])
  expect(refusal(await choose({ mode: 'domains', domains: [] }))).toEqual([400, texts.domainRequired])
  expect(refusal(await choose({ mode: 'domains', domains: ['aroeira'] }))).toEqual([400, texts.domainInvalid])
  expect(refusal(await choose({ mode: 'domains', domains: ['a@b.com.br'] }))).toEqual([400, texts.domainInvalid])
  expect(ok(await choose({ mode: 'domains', domains: ['@Aroeira.com.br'] }))).toEqual(ofAroeira)
})

test('by domain, the link comes to the address, and the account begins confirmed', async () => {
  await rule(ofAroeira, mailing, mailingRoot)
  const ask = (email: string) => mailing.call(signUpApi.ask, { body: { email } })
  expect(refusal(await attempt('bia@aroeira.com.br', undefined, mailing))).toEqual([403, texts.signUpByDomain])
  for (const email of ['bia@outra.com.br', 'bia@sub.aroeira.com.br', 'bia@aroeira.com.br.exemplo.com'])
    expect(refusal(await ask(email))).toEqual([403, texts.domainNotAccepted])
  ok(await ask('bia@aroeira.com.br'))
  await untilSent(mailing)
  const [letter] = mailbox.take('bia@aroeira.com.br')
  expect(letter?.subject).toBe('O seu link para criar a conta na Rodada')
  const token = tokenIn(letter?.text)
  expect(ok(await open(token, mailing))).toEqual({ email: 'bia@aroeira.com.br', invited_by: null, board_title: null })
  expect(refusal(await attempt('caio@aroeira.com.br', token, mailing))).toEqual([403, texts.invitationElsewhere])
  const { token: session } = ok(await attempt('bia@aroeira.com.br', token, mailing))
  expect(ok(await mailing.call(authApi.profile, { token: session })).email_verified).toBe(true)
  await untilSent(mailing)
  expect(mailbox.takeConfirmations('bia@aroeira.com.br')).toEqual([])
  // The same answer, and no letter.
  ok(await ask('bia@aroeira.com.br'))
  await untilSent(mailing)
  expect(mailbox.take('bia@aroeira.com.br')).toEqual([])
})

test('a link that somebody asked for ends with its domain', async () => {
  await rule(ofAroeira, mailing, mailingRoot)
  ok(await mailing.call(signUpApi.ask, { body: { email: 'davi@aroeira.com.br' } }))
  await untilSent(mailing)
  const token = tokenIn(mailbox.take('davi@aroeira.com.br')[0]?.text)
  await rule({ mode: 'domains', domains: ['outra.com.br'] }, mailing, mailingRoot)
  expect((await open(token, mailing)).status).toBe(404)
  expect(refusal(await attempt('davi@aroeira.com.br', token, mailing))).toEqual([403, texts.invitationOver])
})

test('who was invited in vain asks for a link of their own, which is worth as much as their domain', async () => {
  const other = await register(mailing)
  await confirmAddress(mailing, other)
  const setRole = (role: string) =>
    mailing.call(adminApi.updateUser, { token: mailingRoot.token, params: { userId: other.user.id }, body: { role } })
  ok(await setRole('admin'))
  const emails = ['eva@aroeira.com.br', 'gil@aroeira.com.br']
  ok(await mailing.call(signUpApi.invite, { token: other.token, body: { emails } }))
  await untilSent(mailing)
  for (const email of emails) mailbox.take(email)
  ok(await setRole('manager'))
  const expired = mailing.app.deps.db.updateTable('sign_up_invitations').where('email', '=', 'gil@aroeira.com.br')
  await expired.set({ invited_by: mailingRoot.user.id, expires_at: '2020-01-01T00:00:00.000Z' }).execute()
  await rule(ofAroeira, mailing, mailingRoot)
  for (const email of emails) ok(await mailing.call(signUpApi.ask, { body: { email } }))
  await untilSent(mailing)
  const [eva = '', gil = ''] = emails.map((email) => tokenIn(mailbox.take(email)[0]?.text))
  expect(ok(await open(gil, mailing))).toMatchObject({ invited_by: null })
  ok(await attempt('eva@aroeira.com.br', eva, mailing))
  await rule(closed, mailing, mailingRoot)
  expect(refusal(await attempt('gil@aroeira.com.br', gil, mailing))).toEqual([403, texts.invitationOver])
})

test('where mail is sent, the link of an invitation is only in its letter, in the words of who invites, without addresses in names', async () => {
  await rule(closed, mailing, mailingRoot)
  const email = freshEmail()
  ok(await mailing.call(authApi.updateProfile, { token: mailingRoot.token, body: { name: 'golpe.example/ganhe' } }))
  const { outcomes } = ok(await mailing.call(signUpApi.invite, { token: mailingRoot.token, body: { emails: [email] } }))
  expect(outcomes).toEqual([{ email, outcome: 'mailed', url: null }])
  await untilSent(mailing)
  const [letter] = mailbox.take(email)
  expect(letter?.subject).not.toContain('golpe.example')
  expect(letter?.text).toContain('http://rodada.exemplo.com.br/login?modo=criar#')
  const { token } = ok(await attempt(email, tokenIn(letter?.text), mailing))
  expect(ok(await mailing.call(authApi.profile, { token })).email_verified).toBe(true)
})

test('who has not confirmed their own address has no letters written, and one address is written to ten times a day', async () => {
  const email = freshEmail()
  const send = () => mailing.call(signUpApi.invite, { token: mailingRoot.token, body: { emails: [email] } })
  const { db } = mailing.app.deps
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', mailingRoot.user.id).execute()
  expect(refusal(await send())).toEqual([403, texts.inviterUnconfirmed])
  await confirmAddress(mailing, mailingRoot)
  const outcomes: (string | undefined)[] = []
  for (let turn = 0; turn < 11; turn += 1) outcomes.push(ok(await send()).outcomes[0]?.outcome)
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'mailed'), 'later'])
})

test('the first account of an installation is made under every rule', async () => {
  const empty = await startServer({ alone: true })
  try {
    await empty.app.deps.db
      .insertInto('instance_settings')
      .values({ name: 'sign_up', value: JSON.stringify(closed) })
      .execute()
    const first = await register(empty)
    expect(first.user.role).toBe('admin')
    expect((await attempt(freshEmail(), undefined, empty)).status).toBe(403)
  } finally {
    await empty.stop()
  }
})

test('a change of the rule is in the audit log', async () => {
  await rule(closed)
  const { entries } = ok(await server.call(auditApi.list, { token: root.token, query: { kind: 'sign_up.changed' } }))
  expect(entries[0]).toMatchObject({ details: { from: 'open', to: 'invitation' }, user: { id: root.user.id } })
})
