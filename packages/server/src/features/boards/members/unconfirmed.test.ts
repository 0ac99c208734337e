import { authApi } from '@rodada/contract/auth/auth'
import { emailConfirmationApi } from '@rodada/contract/auth/email-confirmation'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

/** Without mail addresses cannot be confirmed, see decision 0028. */
let server: TestServer
let ana: Account
let boardId: number
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
beforeEach(async () => {
  boardId = (await makeBoard(server, ana)).id
})
afterAll(() => server.stop())

const invite = async (email: string, board = boardId, who = ana) =>
  ok(await server.call(boardsApi.addMember, { token: who.token, params: { boardId: board }, body: { email } }))
const link = ({ invitation }: Awaited<ReturnType<typeof invite>>) => invitation?.url?.split('#').at(-1) ?? ''
const accept = (who: Account, token: string) => server.call(invitationsApi.accept, { token: who.token, body: { token } })
const sees = async (who: Account) => (await server.call(boardsApi.get, { token: who.token, params: { boardId } })).status === 200
const moveTo = async (who: Account, email: string) =>
  ok(await server.call(authApi.updateProfile, { token: who.token, body: { email, current_password: who.password } }))

test('an account that had its address before the invitation becomes a member at once', async () => {
  const bia = await register(server)
  expect(await invite(bia.email)).toMatchObject({ member: { user_id: bia.user.id }, invitation: null })
})

test('an invited address lets in nobody who registers with it later, however often it is invited', async () => {
  const email = freshEmail()
  const first = await invite(email)
  const thief = await register(server, { email })
  const second = await invite(email)
  expect([first.member, second.member]).toEqual([null, null])
  const params = { boardId, invitationId: second.invitation?.id ?? 0 }
  ok(await server.call(invitationsApi.revoke, { token: ana.token, params }))
  const third = await invite(email)
  expect(third.member).toBeNull()
  expect(await sees(thief)).toBe(false)
  // The holder of the link can enter, whatever their address is.
  const owner = await register(server)
  ok(await accept(owner, link(third)))
  expect([await sees(owner), await sees(thief)]).toEqual([true, false])
})

test('an invited address lets in nobody who changes to it later', async () => {
  const [thief, email] = [await register(server), freshEmail()]
  await moveTo(thief, email)
  expect((await invite(email)).member).toBeNull()
  expect(await sees(thief)).toBe(false)
})

test('an account that entered by a link is known by its address to the admins of that board', async () => {
  const email = freshEmail()
  const first = await invite(email)
  const bia = await register(server, { email })
  ok(await accept(bia, link(first)))
  const other = (await makeBoard(server, ana)).id
  expect((await invite(email, other)).member?.user_id).toBe(bia.user.id)
  // The admin of another board does not know it.
  const caio = await register(server)
  expect((await invite(email, (await makeBoard(server, caio)).id, caio)).member).toBeNull()
  // With another address she is unknown again.
  const moved = freshEmail()
  await moveTo(bia, moved)
  expect((await invite(moved, (await makeBoard(server, ana)).id)).member).toBeNull()
})

test('nobody becomes known by a board of their own, nor by a link made for another address', async () => {
  const [thief, email] = [await register(server), freshEmail()]
  await moveTo(thief, email)
  const own = (await makeBoard(server, thief)).id
  ok(await server.call(boardsApi.addMember, { token: thief.token, params: { boardId: own }, body: { email: ana.email } }))
  const params = { boardId: own, userId: ana.user.id }
  ok(await server.call(boardsApi.updateMember, { token: thief.token, params, body: { role: 'admin' } }))
  expect((await invite(email)).member).toBeNull()

  const old = freshEmail()
  const made = await invite(old, (await makeBoard(server, ana)).id)
  ok(await accept(thief, link(made)))
  expect((await invite(email)).member).toBeNull()
  expect(await sees(thief)).toBe(false)
})

test('a member is reported as such, whatever their address', async () => {
  const email = freshEmail()
  const first = await invite(email)
  const bia = await register(server, { email })
  ok(await accept(bia, link(first)))
  const again = await server.call(boardsApi.addMember, { token: ana.token, params: { boardId }, body: { email } })
  expect(again).toMatchObject({ status: 409, body: { message: texts.alreadyMember } })
})

test('nothing can be confirmed, and asking for the email says why', async () => {
  const bia = await register(server)
  expect(ok(await server.call(authApi.profile, { token: bia.token })).email_verified).toBe(false)
  const { status, body } = await server.call(emailConfirmationApi.send, { token: bia.token })
  expect([status, body]).toEqual([409, { message: texts.mailOff, error: 'conflict' }])
})
