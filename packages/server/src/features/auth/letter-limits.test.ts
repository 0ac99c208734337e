import { accountApi } from '@rodada/contract/account'
import { authApi } from '@rodada/contract/auth'
import { boardsApi } from '@rodada/contract/boards'
import { invitationsApi } from '@rodada/contract/invitations'
import { passwordResetApi } from '@rodada/contract/password-reset'
import { texts } from '@rodada/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../test/mailbox.ts'

/** The limits as they are, behind a proxy that tells the client's address. */
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
/** Somebody at an address where nobody was before. */
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
const letters = async (to: string) => {
  await untilSent(server)
  return box.take(to)
}

test('who tries to take an address that somebody has spends nothing of theirs: they change their password and reset it', async () => {
  const [victim, thief] = [await confirmed(), await confirmed()]
  for (let i = 0; i < 15; i += 1) expect((await moveTo(thief, victim.email)).status).toBe(409)
  expect((await change(victim)).status).toBe(200)
  expect((await askReset(victim.email, elsewhere())).status).toBe(200)
  const subjects = (await letters(victim.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['A senha da sua conta mudou', 'Redefina a sua senha da Rodada'])
  // Nor of their own: the address that is free is theirs to move to.
  expect((await moveTo(thief, freshEmail())).status).toBe(200)
})

test('a password can be changed however often, and whoever had too many letters about it gets no more of them', async () => {
  const account = await confirmed()
  for (let i = 0; i < 12; i += 1) expect((await change(account)).status).toBe(200)
  expect(await letters(account.email)).toHaveLength(10)
})

test('letters that ask whether an address is its owner’s are counted over all accounts, registrations and changes', async () => {
  const stranger = freshEmail()
  for (let i = 0; i < 7; i += 1) {
    const account = await register(server, { email: stranger })
    await untilSent(server)
    await moveTo(account, freshEmail())
  }
  expect(box.takeConfirmations(stranger)).toHaveLength(5)
  // Nothing else goes there: the change of an address that was only typed is told to nobody.
  expect(await letters(stranger)).toEqual([])
  const last = await confirmed()
  expect((await moveTo(last, stranger)).status).toBe(429)
  // The owner has an account all the same.
  expect((await register(server, { email: stranger })).user.email).toBe(stranger)
})

test('resets are asked for by the hundred, and everybody behind that address still gets theirs, which works', async () => {
  const [victim, colleague] = [await confirmed(), await confirmed()]
  const office = elsewhere()
  const answers = await Promise.all(Array.from({ length: 80 }, () => askReset(victim.email, office)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const came = await letters(victim.email)
  expect(came).toHaveLength(3)
  expect((await askReset(colleague.email, office)).status).toBe(200)
  const forColleague: string[] = []
  await expect
    .poll(async () => {
      forColleague.push(...(await letters(colleague.email)).map(({ text }) => text))
      return forColleague.length
    })
    .toBe(1)
  for (const text of [came[0]?.text, forColleague[0]]) {
    const token = /redefinir-senha#([\w-]{43})$/m.exec(text ?? '')?.[1]
    const body = { token, new_password: 'nova senha', confirmation: 'nova senha' }
    expect((await server.call(passwordResetApi.complete, { body, headers: office })).status).toBe(200)
  }
})

test('links that are made up keep nobody from using a real one', async () => {
  const account = await confirmed()
  const office = elsewhere()
  const use = (token: string) =>
    server.call(passwordResetApi.complete, { body: { token, new_password: 'nova senha', confirmation: 'nova senha' }, headers: office })
  const tried = await Promise.all(Array.from({ length: 70 }, (_, i) => use(`inventado ${i}`)))
  expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([400]))
  await askReset(account.email, elsewhere())
  const [letter] = await letters(account.email)
  expect((await use(/redefinir-senha#([\w-]{43})$/m.exec(letter?.text ?? '')?.[1] ?? '')).status).toBe(200)
})

test('to an address that nobody confirmed, reset letters are few a day over all accounts, and set the password of the one that has it', async () => {
  const stranger = freshEmail()
  let last = await register(server, { email: stranger })
  for (let i = 0; i < 5; i += 1) {
    for (let n = 0; n < 5; n += 1) await askReset(stranger, elsewhere())
    await untilSent(server)
    // Another password, and another account: neither takes the links along that are in the owner's mailbox.
    expect((await change(last)).status).toBe(200)
    await moveTo(last, freshEmail())
    last = await register(server, { email: stranger })
  }
  const came = await letters(stranger)
  expect(came).toHaveLength(3)
  expect(came[0]?.text).toContain('O link vale por 24 horas')
  const token = /redefinir-senha#([\w-]{43})$/m.exec(came[0]?.text ?? '')?.[1]
  const use = () => server.call(passwordResetApi.complete, { body: { token, new_password: 'a da dona', confirmation: 'a da dona' } })
  expect((await use()).status).toBe(200)
  const signIn = await server.call(authApi.login, { body: { email: stranger, password: 'a da dona' } })
  expect(signIn.body.user.id).toBe(last.user.id)
  // Confirmed by that, the address has no such links any more.
  for (const { text } of came) {
    const body = { token: /redefinir-senha#([\w-]{43})$/m.exec(text)?.[1], new_password: 'outra senha', confirmation: 'outra senha' }
    expect((await server.call(passwordResetApi.complete, { body })).status).toBe(400)
  }
})

test('only who confirmed an address invites by letter; an account that is known joins without one', async () => {
  const [ana, known] = [await register(server), await confirmed()]
  const board = await makeBoard(server, ana)
  const invite = (email: string) => server.call(boardsApi.addMember, { token: ana.token, params: { boardId: board.id }, body: { email } })
  const stranger = freshEmail()
  expect(await invite(stranger)).toMatchObject({ status: 403, body: { message: texts.inviterUnconfirmed } })
  expect(ok(await server.call(invitationsApi.ofBoard, { token: ana.token, params: { boardId: board.id } }))).toEqual([])
  expect((await invite(known.email)).body.member?.user_id).toBe(known.user.id)
  await confirmAddress(server, ana)
  ok(await invite(stranger))
  expect(await letters(stranger)).toHaveLength(1)
})

test('a name or a title that is an address of a page is none in a letter', async () => {
  const trap = await confirmed({ name: 'Prêmio em www.golpe.com/x' })
  const board = await makeBoard(server, trap, { title: 'Clique: https://golpe.com/y ou golpe.net' })
  const stranger = freshEmail()
  ok(await server.call(boardsApi.addMember, { token: trap.token, params: { boardId: board.id }, body: { email: stranger } }))
  const [letter] = await letters(stranger)
  const said = `${letter?.subject} ${letter?.text} ${letter?.html}`
  expect(said).not.toMatch(/golpe\.(com|net)|www|https:/)
  expect(letter?.text).toContain('Prêmio em […] convidou você para o quadro “Clique: […] ou golpe.\u200anet”.')
  const typed = await register(server, { name: 'veja golpe.com/z' })
  await untilSent(server)
  expect(box.takeConfirmations(typed.email)[0]?.text).toContain('Olá, veja […]')
})
