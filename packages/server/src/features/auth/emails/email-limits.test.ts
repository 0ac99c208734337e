import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

/** The production limits, behind a proxy that tells the client's address. */
let box: Mailbox
let server: TestServer
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ alone: true, env: { ...box.env, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
  await register(server)
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

let network = 0
/** A person at an address that no test used before. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++network}` })
const confirmed = async (more = {}): Promise<Account> => {
  const account = await register(server, more)
  await confirmAddress(server, account)
  return account
}
const moveTo = (who: Account, email: string) =>
  server.call(authApi.updateProfile, { token: who.token, body: { email, current_password: who.password } })
const change = ({ token, password }: Account, next = password) =>
  server.call(accountApi.changePassword, { token, body: { current_password: password, new_password: next, confirmation: next } })
const askReset = (email: string, headers: Record<string, string>) => server.call(passwordResetApi.request, { body: { email }, headers })
const emailsTo = async (to: string) => {
  await untilSent(server)
  return box.take(to)
}

test('asking for a taken address costs its owner nothing: they change their password and reset it', async () => {
  const [victim, thief] = [await confirmed(), await confirmed()]
  for (let i = 0; i < 15; i += 1) expect((await moveTo(thief, victim.email)).status).toBe(409)
  expect((await change(victim)).status).toBe(200)
  expect((await askReset(victim.email, elsewhere())).status).toBe(200)
  const subjects = (await emailsTo(victim.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['A senha da sua conta mudou', 'Redefina a sua senha da Rodada'])
  // Nor does it cost the asker: they can move to a free address.
  expect((await moveTo(thief, freshEmail())).status).toBe(200)
})

test('a password can be changed however often, but emails about it have a limit', async () => {
  const account = await confirmed()
  for (let i = 0; i < 12; i += 1) expect((await change(account)).status).toBe(200)
  expect(await emailsTo(account.email)).toHaveLength(10)
})

test('emails that ask for confirmation are counted per address over all accounts, registrations and changes', async () => {
  const stranger = freshEmail()
  for (let i = 0; i < 7; i += 1) {
    const account = await register(server, { email: stranger })
    await untilSent(server)
    await moveTo(account, freshEmail())
  }
  expect(box.takeConfirmations(stranger)).toHaveLength(5)
  // No other email goes there, because the address is unconfirmed.
  expect(await emailsTo(stranger)).toEqual([])
  const last = await confirmed()
  expect((await moveTo(last, stranger)).status).toBe(429)
  // The owner has an account all the same.
  expect((await register(server, { email: stranger })).user.email).toBe(stranger)
})

test('hundreds of requested resets leave everybody else behind that address theirs, which works', async () => {
  const [victim, colleague] = [await confirmed(), await confirmed()]
  const office = elsewhere()
  const answers = await Promise.all(Array.from({ length: 80 }, () => askReset(victim.email, office)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const came = await emailsTo(victim.email)
  expect(came).toHaveLength(3)
  expect((await askReset(colleague.email, office)).status).toBe(200)
  const forColleague: string[] = []
  await expect
    .poll(async () => {
      forColleague.push(...(await emailsTo(colleague.email)).map(({ text }) => text))
      return forColleague.length
    })
    .toBe(1)
  for (const text of [came[0]?.text, forColleague[0]]) {
    const token = /redefinir-senha#([\w-]{43})$/m.exec(text ?? '')?.[1]
    const body = { token, new_password: 'nova senha', confirmation: 'nova senha' }
    expect((await server.call(passwordResetApi.complete, { body, headers: office })).status).toBe(200)
  }
})

test('invented links keep nobody from using a real one', async () => {
  const account = await confirmed()
  const office = elsewhere()
  const use = (token: string) =>
    server.call(passwordResetApi.complete, { body: { token, new_password: 'nova senha', confirmation: 'nova senha' }, headers: office })
  const tried = await Promise.all(Array.from({ length: 70 }, (_, i) => use(`inventado ${i}`)))
  expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([400]))
  await askReset(account.email, elsewhere())
  const [message] = await emailsTo(account.email)
  expect((await use(/redefinir-senha#([\w-]{43})$/m.exec(message?.text ?? '')?.[1] ?? '')).status).toBe(200)
})

test('an unconfirmed address gets few reset emails a day over all accounts, and each sets the password of the account that has it', async () => {
  const stranger = freshEmail()
  let last = await register(server, { email: stranger })
  for (let i = 0; i < 5; i += 1) {
    for (let n = 0; n < 5; n += 1) await askReset(stranger, elsewhere())
    await untilSent(server)
    // Neither another password nor another account ends the links in the owner's mailbox.
    expect((await change(last)).status).toBe(200)
    await moveTo(last, freshEmail())
    last = await register(server, { email: stranger })
  }
  const came = await emailsTo(stranger)
  expect(came).toHaveLength(3)
  expect(came[0]?.text).toContain('O link vale por 24 horas')
  const token = /redefinir-senha#([\w-]{43})$/m.exec(came[0]?.text ?? '')?.[1]
  const use = () => server.call(passwordResetApi.complete, { body: { token, new_password: 'a da dona', confirmation: 'a da dona' } })
  expect((await use()).status).toBe(200)
  const signIn = await server.call(authApi.login, { body: { email: stranger, password: 'a da dona' } })
  expect(signIn.body.user.id).toBe(last.user.id)
  // The reset confirmed the address, so those links end.
  for (const { text } of came) {
    const body = { token: /redefinir-senha#([\w-]{43})$/m.exec(text)?.[1], new_password: 'outra senha', confirmation: 'outra senha' }
    expect((await server.call(passwordResetApi.complete, { body })).status).toBe(400)
  }
})

test('only people with a confirmed address invite by email; a known account joins without one', async () => {
  const [ana, known] = [await register(server), await confirmed()]
  const board = await makeBoard(server, ana)
  const invite = (email: string) => server.call(boardsApi.addMember, { token: ana.token, params: { boardId: board.id }, body: { email } })
  const stranger = freshEmail()
  expect(await invite(stranger)).toMatchObject({ status: 403, body: { message: texts.inviterUnconfirmed } })
  expect(ok(await server.call(invitationsApi.ofBoard, { token: ana.token, params: { boardId: board.id } }))).toEqual([])
  expect((await invite(known.email)).body.member?.user_id).toBe(known.user.id)
  await confirmAddress(server, ana)
  ok(await invite(stranger))
  expect(await emailsTo(stranger)).toHaveLength(1)
})

test('an address in a name or a title is not linked in an email', async () => {
  const trap = await confirmed({ name: 'Prêmio em www.golpe.com/x' })
  const board = await makeBoard(server, trap, { title: 'Clique: https://golpe.com/y ou golpe.net' })
  const stranger = freshEmail()
  ok(await server.call(boardsApi.addMember, { token: trap.token, params: { boardId: board.id }, body: { email: stranger } }))
  const [message] = await emailsTo(stranger)
  const said = `${message?.subject} ${message?.text} ${message?.html}`
  expect(said).not.toMatch(/golpe\.(com|net)|www|https:/)
  expect(message?.text).toContain('Prêmio em […] convidou você para o quadro “Clique: […] ou golpe.\u200anet”.')
  const typed = await register(server, { name: 'veja golpe.com/z' })
  await untilSent(server)
  expect(box.takeConfirmations(typed.email)[0]?.text).toContain('Olá, veja […]')
})

test('the letters to one mailbox are counted together, whether its domain is written in its own letters or in ASCII', async () => {
  const [local] = freshEmail().split('@')
  const spellings = [`${local}@bücher.example`, `${local}@xn--bcher-kva.example`]
  for (let i = 0; i < 8; i += 1) {
    const account = await register(server, { email: spellings[i % 2] })
    await untilSent(server)
    await moveTo(account, freshEmail())
  }
  // The mail server of the tests writes the domains that it is told in their own letters.
  expect(box.takeConfirmations(`${local}@bücher.example`)).toHaveLength(5)
  const token = (await confirmed()).token
  const { id } = await makeBoard(server, { token })
  const invite = (email: string) => server.call(boardsApi.addMember, { token, params: { boardId: id }, body: { email, role: 'member' } })
  for (const email of spellings) await invite(email)
  const invitations = ok(await server.call(invitationsApi.ofBoard, { token, params: { boardId: id } }))
  expect(invitations.map(({ email }) => email)).toEqual([`${local}@xn--bcher-kva.example`])
})
