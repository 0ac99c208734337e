import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

let box: Mailbox
let server: TestServer
let admin: Account
let ana: Account
let boardId: number
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env })
  admin = await register(server)
  ana = await register(server, { name: 'Ana' })
  await confirmAddress(server, ana)
  boardId = (await makeBoard(server, ana)).id
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const db = () => server.app.deps.db
const sent = () => untilSent(server)
const emailsTo = async (to: string) => {
  await sent()
  return box.take(to)
}
/** The token of the newest email that confirms an address. */
const tokenFor = async (email: string) => {
  await sent()
  const [message] = box.takeConfirmations(email).slice(-1)
  return /^Confirmar o e-mail: http:\/\/rodada\.exemplo\.com\.br\/confirmar-email#([\w-]{43})$/m.exec(message?.text ?? '')?.[1] ?? ''
}
const confirm = (who: Account, token: string) => server.call(emailConfirmationApi.complete, { token: who.token, body: { token } })
const again = (who: Account) => server.call(emailConfirmationApi.send, { token: who.token })
const isVerified = async (who: Account) => ok(await server.call(authApi.profile, { token: who.token })).email_verified
const over = { message: texts.confirmationOver, error: 'invalid', fields: { token: texts.confirmationOver } }
const invite = async (email: string) =>
  ok(await server.call(boardsApi.addMember, { token: ana.token, params: { boardId }, body: { email } }))
const sees = async (who: Account) => (await server.call(boardsApi.get, { token: who.token, params: { boardId } })).status === 200

describe('an address', () => {
  test('is confirmed by the link of an email, once, by the person who is signed in to its account', async () => {
    const [bia, stranger] = [await register(server, { name: 'Bia <b>' }), await register(server)]
    expect(await isVerified(bia)).toBe(false)
    const token = await tokenFor(bia.email)
    // The owner of an address that a stranger registered may follow the link without giving the stranger anything.
    expect(await confirm(stranger, token)).toMatchObject({ status: 400, body: over })
    expect((await server.call(emailConfirmationApi.complete, { body: { token } })).status).toBe(401)
    expect(ok(await confirm(bia, token))).toEqual({ email: bia.email })
    expect([await isVerified(bia), await isVerified(stranger)]).toEqual([true, false])
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'account.email_confirmed' } }))
    expect(entries).toMatchObject([{ subject: bia.email, user: { id: bia.user.id }, device: expect.any(String) }])
    expect(JSON.stringify(entries)).not.toContain(token)
    expect(await confirm(bia, token)).toMatchObject({ status: 400, body: over })
    expect(await again(bia)).toMatchObject({ status: 409, body: { message: texts.emailConfirmed } })
  })

  test('of two who confirm at once, one is answered that it was used', async () => {
    const bia = await register(server)
    const token = await tokenFor(bia.email)
    const answers = await Promise.all([confirm(bia, token), confirm(bia, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is not confirmed after 24 hours, nor by an invented token, and an email can be asked for again', async () => {
    const bia = await register(server)
    const token = await tokenFor(bia.email)
    const row = await db().selectFrom('email_confirmations').selectAll().where('user_id', '=', bia.user.id).executeTakeFirstOrThrow()
    expect((Date.parse(row.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(JSON.stringify(row)).not.toContain(token)
    await db()
      .updateTable('email_confirmations')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('user_id', '=', bia.user.id)
      .execute()
    for (const wrong of [token, '', 'x', 'x'.repeat(43), 'x'.repeat(201)]) expect(await confirm(bia, wrong)).toMatchObject({ body: over })
    ok(await again(bia))
    ok(await confirm(bia, await tokenFor(bia.email)))
  })

  test('that changed is unconfirmed again, and the email to the old one confirms neither', async () => {
    const bia = await register(server)
    const first = await tokenFor(bia.email)
    const email = freshEmail()
    ok(await server.call(authApi.updateProfile, { token: bia.token, body: { email, current_password: bia.password } }))
    expect(await confirm(bia, first)).toMatchObject({ status: 400, body: over })
    ok(await confirm(bia, await tokenFor(email)))
    const body = { email: freshEmail(), current_password: bia.password }
    expect(ok(await server.call(authApi.updateProfile, { token: bia.token, body })).email_verified).toBe(false)
  })

  test('is confirmed too by a password that was reset through an email to it', async () => {
    const bia = await register(server)
    ok(await server.call(passwordResetApi.request, { body: { email: bia.email } }))
    const text = (await emailsTo(bia.email)).map((message) => message.text).join('\n')
    const token = /redefinir-senha#([\w-]{43})$/m.exec(text)?.[1] ?? ''
    const body = { token, new_password: 'nova senha', confirmation: 'nova senha' }
    ok(await server.call(passwordResetApi.complete, { body }))
    const { email_verified_at } = await db().selectFrom('users').selectAll().where('id', '=', bia.user.id).executeTakeFirstOrThrow()
    expect(email_verified_at).not.toBeNull()
  })
})

describe('an invitation, where mail is sent,', () => {
  const linkIn = (text: string) => /^Ver o convite: http:\/\/rodada\.exemplo\.com\.br\/convite#([\w-]{43})$/m.exec(text)?.[1] ?? ''
  const accept = (who: Account, token: string) => server.call(invitationsApi.accept, { token: who.token, body: { token } })

  test('makes a member at once of the account that confirmed the address', async () => {
    const bia = await register(server)
    ok(await confirm(bia, await tokenFor(bia.email)))
    expect(await invite(bia.email)).toMatchObject({ member: { user_id: bia.user.id }, invitation: null })
    expect(await emailsTo(bia.email)).toEqual([])
  })

  test('lets in nobody who only registered with the address, before it or after, or changed to it', async () => {
    const before = await register(server)
    const email = freshEmail()
    for (const invited of [before.email, email]) {
      const { member, invitation } = await invite(invited)
      expect([member, invitation?.email, invitation?.url]).toEqual([null, invited, null])
    }
    const after = await register(server, { email })
    const mover = await register(server)
    ok(await server.call(accountApi.endOtherSessions, { token: mover.token }))
    const taken = freshEmail()
    ok(await server.call(authApi.updateProfile, { token: mover.token, body: { email: taken, current_password: mover.password } }))
    for (const invited of [email, taken]) expect((await invite(invited)).member).toBeNull()
    for (const who of [before, after, mover]) expect(await sees(who)).toBe(false)
  })

  test('is an email whose link lets its reader in, once, and which the inviter never sees', async () => {
    const email = freshEmail()
    expect((await invite(email)).invitation?.url).toBeNull()
    const [message, ...more] = await emailsTo(email)
    expect(more).toEqual([])
    expect(message?.subject).toBe('Ana convidou você para um quadro da Rodada')
    expect(message?.text).toContain('Ana convidou você para o quadro “Entregas”.')
    const link = linkIn(message?.text ?? '')
    expect(message?.html).toContain(`href="http://rodada.exemplo.com.br/convite#${link}"`)
    const bia = await register(server, { email })
    ok(await accept(bia, link))
    expect(await sees(bia)).toBe(true)
    expect((await accept(await register(server), link)).status).toBe(404)
  })

  test('is in the language of the account that has the address, else of the inviter', async () => {
    const eva = await register(server)
    ok(await server.call(authApi.updateProfile, { token: eva.token, body: { language: 'es-ES' } }))
    await invite(eva.email)
    const said = (await emailsTo(eva.email)).map(({ subject, html }) => [subject, html.includes('<html lang="es-ES">')])
    expect(said).toContainEqual(['Ana te ha invitado a un tablero de Rodada', true])
    const speaks = (language: string) => server.call(authApi.updateProfile, { token: ana.token, body: { language } })
    const email = freshEmail()
    ok(await speaks('en-US'))
    await invite(email)
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual(['Ana invited you to a board on Rodada'])
    ok(await speaks('pt-BR'))
  })

  test('survives that a person with the unconfirmed address comes onto the board and leaves', async () => {
    const email = freshEmail()
    await invite(email)
    const link = linkIn((await emailsTo(email))[0]?.text ?? '')
    const thief = await register(server, { email })
    const other = freshEmail()
    await invite(other)
    ok(await accept(thief, linkIn((await emailsTo(other))[0]?.text ?? '')))
    ok(await server.call(boardsApi.removeMember, { token: thief.token, params: { boardId, userId: thief.user.id } }))
    const owner = await register(server)
    ok(await accept(owner, link))
    expect(await sees(owner)).toBe(true)
  })

  test('sent again is another link, and the first link no longer works', async () => {
    const email = freshEmail()
    await invite(email)
    const first = linkIn((await emailsTo(email))[0]?.text ?? '')
    await invite(email)
    const second = linkIn((await emailsTo(email))[0]?.text ?? '')
    const bia = await register(server)
    expect((await accept(bia, first)).status).toBe(404)
    ok(await accept(bia, second))
  })
})

test('emails are limited for the sender and for the recipient', async () => {
  const own = await openMailbox()
  const strict = await startServer({ alone: true, env: { ...own.env, RATE_LIMIT_FACTOR: '1' } })
  try {
    const [owner, bia] = [await register(strict), await register(strict)]
    await confirmAddress(strict, owner)
    const asks = async () => (await strict.call(emailConfirmationApi.send, { token: bia.token })).status
    const statuses: number[] = []
    // The registration sent the first of the five.
    for (let i = 0; i < 5; i += 1) statuses.push(await asks())
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const board = await makeBoard(strict, owner)
    const email = freshEmail()
    const invites = async () =>
      (await strict.call(boardsApi.addMember, { token: owner.token, params: { boardId: board.id }, body: { email } })).status
    const answers: number[] = []
    for (let i = 0; i < 11; i += 1) answers.push(await invites())
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  } finally {
    await strict.stop()
    await own.stop()
  }
})
