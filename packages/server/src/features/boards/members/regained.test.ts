import { authApi } from '@rodada/contract/auth/auth'
import { signUpApi } from '@rodada/contract/auth/sign-up'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { untilWaiting } from '../../../../test/locks.ts'
import { type Mailbox, openMailbox, resetByMail, untilSent } from '../../../../test/mailbox.ts'

let box: Mailbox
let server: TestServer
let admin: Account
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ alone: true, env: box.env })
  admin = await register(server)
  await confirmAddress(server, admin)
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const linkIn = async (email: string) => {
  await untilSent(server)
  const [link] = box.take(email).flatMap(({ text }) => /#([\w-]{20,})$/m.exec(text)?.[1] ?? [])
  return link ?? ''
}
const inviteTo = (boardId: number, { token }: Account, email: string) =>
  server.call(boardsApi.addMember, { token, params: { boardId }, body: { email } })

test('a reset password ends the invitations that somebody made who had the account meanwhile, and leaves those of others', async () => {
  ok(await server.call(signUpApi.change, { token: admin.token, body: { mode: 'invitation', domains: [] } }))
  const { id: boardId } = await makeBoard(server, admin)
  const [ofBoard, toHere] = [freshEmail(), freshEmail()]
  ok(await inviteTo(boardId, admin, ofBoard))
  ok(await server.call(signUpApi.invite, { token: admin.token, body: { emails: [toHere] } }))
  const [ofBoardLink, toHereLink] = [await linkIn(ofBoard), await linkIn(toHere)]
  for (const token of [ofBoardLink, toHereLink]) ok(await server.call(signUpApi.open, { body: { token } }))

  const password = await resetByMail(server, box, admin.email)
  const over = { status: 404, body: { message: texts.invitationOver } }
  for (const token of [ofBoardLink, toHereLink]) expect(await server.call(signUpApi.open, { body: { token } })).toMatchObject(over)
  const newcomer = { name: 'Bia', email: toHere, password: 'segredo bem guardado', invitation: toHereLink }
  expect((await server.call(authApi.register, { body: newcomer })).status).toBe(403)

  const { token } = ok(await server.call(authApi.login, { body: { email: admin.email, password } }))
  ok(await server.call(signUpApi.change, { token, body: { mode: 'open', domains: [] } }))
  const bia = await register(server)
  expect(await server.call(invitationsApi.accept, { token: bia.token, body: { token: ofBoardLink } })).toMatchObject(over)
  expect(ok(await server.call(signUpApi.invitations, { token }))).toEqual([])

  const others = freshEmail()
  ok(await inviteTo(boardId, { ...admin, token }, others))
  await confirmAddress(server, bia)
  await resetByMail(server, box, bia.email)
  const caio = await register(server)
  ok(await server.call(invitationsApi.accept, { token: caio.token, body: { token: await linkIn(others) } }))
})

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)('nobody is invited by a session that ends meanwhile', async () => {
  const { db } = server.app.deps
  const ana = await register(server)
  await confirmAddress(server, ana)
  const { id: boardId } = await makeBoard(server, ana)
  const calls: ReturnType<typeof inviteTo>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', ana.user.id).forUpdate().execute()
    calls.push(inviteTo(boardId, ana, freshEmail()))
    await Promise.race([untilWaiting(server, 1), ...calls])
    await trx.deleteFrom('sessions').where('user_id', '=', ana.user.id).execute()
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401])
  expect(await db.selectFrom('invitations').select('id').where('invited_by', '=', ana.user.id).execute()).toEqual([])
})
