import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { adminApi } from '@rodada/contract/instance/admin'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'

let server: TestServer
let root: Account
let ana: Account
let bia: Account
let caio: Account
let boardId: number
beforeAll(async () => {
  server = await startServer()
  root = await register(server)
  ana = await register(server, { name: 'Ana' })
})
beforeEach(async () => {
  ;[bia, caio] = [await register(server, { name: 'Bia' }), await register(server, { name: 'Caio' })]
  boardId = (await makeBoard(server, ana)).id
})
afterAll(() => server.stop())

const params = () => ({ boardId })
async function invite(email = freshEmail(), more: object = {}): Promise<{ id: number; link: string; email: string }> {
  const { invitation, member } = ok(
    await server.call(boardsApi.addMember, { token: ana.token, params: params(), body: { email, ...more } }),
  )
  if (!invitation) throw new Error('no invitation')
  expect(member).toBeNull()
  return { id: invitation.id, link: /^\/convite#([\w-]{20,})$/.exec(invitation.url ?? '')?.[1] ?? '', email }
}
const read = (who: Account, link: string) => server.call(invitationsApi.open, { token: who.token, body: { token: link } })
const accept = (who: Account, link: string) => server.call(invitationsApi.accept, { token: who.token, body: { token: link } })
const roleOf = async (who: Account) => (await server.call(boardsApi.get, { token: who.token, params: params() })).body.role
const waiting = async () => ok(await server.call(invitationsApi.ofBoard, { token: ana.token, params: params() }))

/** Can be neither read nor accepted, with the same answer. */
async function expectDead(link: string, who = bia): Promise<void> {
  for (const { status, body } of [await read(who, link), await accept(who, link)]) {
    expect([status, body]).toEqual([404, { message: texts.invitationOver, error: 'not_found' }])
  }
}

test('an invitation says to which board it leads, and makes one member, once', async () => {
  const { link, email } = await invite()
  expect(ok(await read(bia, link))).toEqual({
    board_title: 'Entregas',
    board_color: '#266fb8',
    invited_by: 'Ana',
    role: 'member',
    expires_at: expect.any(String),
  })
  expect(await waiting()).toMatchObject([{ email, board_id: boardId, role: 'member' }])
  // Only the first answer has the link.
  expect(JSON.stringify(await waiting())).not.toContain(link)
  expect(await roleOf(bia)).toBeUndefined()
  expect(ok(await accept(bia, link))).toEqual({ board_id: boardId })
  expect(await roleOf(bia)).toBe('member')
  expect(await waiting()).toEqual([])
  await expectDead(link)
  await expectDead(link, caio)
  expect(await roleOf(caio)).toBeUndefined()
})

test('of two who accept at once, one gets it', async () => {
  const { link } = await invite()
  const answers = await Promise.all([accept(bia, link), accept(caio, link)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect([await roleOf(bia), await roleOf(caio)].filter((role) => role === 'member')).toHaveLength(1)
})

test('a person who accepts twice at once is a member once', async () => {
  const { link } = await invite()
  const answers = await Promise.all([accept(bia, link), accept(bia, link)])
  // The second click finds a member, or a used link.
  expect(Math.min(...answers.map(({ status }) => status))).toBe(200)
  const { members } = ok(await server.call(boardsApi.get, { token: ana.token, params: params() }))
  expect(members.map(({ user_id }) => user_id)).toEqual([ana.user.id, bia.user.id])
})

test('an expired invitation is neither listed nor readable', async () => {
  const { link, id } = await invite()
  await server.app.deps.db.updateTable('invitations').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
  await expectDead(link)
  expect(await waiting()).toEqual([])
  expect(await roleOf(bia)).toBeUndefined()
})

test('it is valid for seven days', async () => {
  const { link } = await invite()
  const left = Date.parse(ok(await read(bia, link)).expires_at) - Date.now()
  expect(left / 86_400_000).toBeCloseTo(7, 2)
})

test('a revoked invitation does not work', async () => {
  const { link, id } = await invite()
  const revoke = () => server.call(invitationsApi.revoke, { token: ana.token, params: { boardId, invitationId: id } })
  ok(await revoke())
  await expectDead(link)
  expect((await revoke()).status).toBe(404)
})

test('inviting an address again makes a new link, and the first link ends', async () => {
  const first = await invite()
  const second = await invite(first.email.toUpperCase(), { role: 'guest' })
  await expectDead(first.link)
  expect(await waiting()).toMatchObject([{ email: first.email, role: 'guest' }])
  ok(await accept(bia, second.link))
  expect(await roleOf(bia)).toBe('guest')
})

test('inviting again while the first invitation is accepted fails for nobody', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { link, email } = await invite()
    const body = { email }
    const [accepted, invited] = await Promise.all([
      accept(bia, link),
      server.call(boardsApi.addMember, { token: ana.token, params: params(), body }),
    ])
    expect([200, 404]).toContain(accepted.status)
    expect(invited.status).toBe(200)
  }
})

test('an invitation to a deleted board does not work, and works again with the board', async () => {
  const { link } = await invite()
  ok(await server.call(boardsApi.remove, { token: ana.token, params: params() }))
  await expectDead(link)
  ok(await server.call(boardsApi.restore, { token: ana.token, params: params() }))
  ok(await accept(bia, link))
})

test('a deactivated account can neither read nor accept an invitation', async () => {
  const { link } = await invite()
  const { db } = server.app.deps
  await db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', bia.user.id).execute()
  for (const { status } of [await read(bia, link), await accept(bia, link)]) expect(status).toBe(401)
  ok(await accept(caio, link))
})

test('a deactivated account is invited like an address without one', async () => {
  await server.app.deps.db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', bia.user.id).execute()
  const { invitation, member } = ok(
    await server.call(boardsApi.addMember, { token: ana.token, params: params(), body: { email: bia.email } }),
  )
  expect([member, invitation?.email]).toEqual([null, bia.email])
})

test('a member keeps their role, and the link stays for its recipient', async () => {
  await addToBoard(server, ana, boardId, bia, 'guest')
  const { link } = await invite()
  for (const who of [bia, ana]) expect(ok(await accept(who, link))).toEqual({ board_id: boardId })
  expect([await roleOf(bia), await roleOf(ana)]).toEqual(['guest', 'admin'])
  expect(await waiting()).toHaveLength(1)
  ok(await accept(caio, link))
  expect(await roleOf(caio)).toBe('member')
})

test('a revoked invitation is told to everybody who shows the board', async () => {
  const { id } = await invite()
  const page = await new LiveClient(server.url(), ana.token).ready()
  const { revision } = await page.watch(boardId)
  ok(await server.call(invitationsApi.revoke, { token: ana.token, params: { boardId, invitationId: id } }))
  await page.changed(boardId, revision + 1)
  page.leave()
})

test('a removed member comes back only with a new invitation', async () => {
  const { link } = await invite()
  ok(await accept(bia, link))
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params: { boardId, userId: bia.user.id } }))
  await expectDead(link)
  ok(await accept(bia, (await invite()).link))
  expect(await roleOf(bia)).toBe('member')
})

/** A link that Bia made while she administered the board. */
async function linkOfBia(): Promise<string> {
  await addToBoard(server, ana, boardId, bia, 'member')
  await setRole(ana, 'admin')
  const body = { email: freshEmail() }
  const { invitation } = ok(await server.call(boardsApi.addMember, { token: bia.token, params: params(), body }))
  expect(await waiting()).toHaveLength(1)
  return invitation?.url?.split('#').at(-1) ?? ''
}
const setRole = async (who: Account, role: string) =>
  ok(await server.call(boardsApi.updateMember, { token: who.token, params: { boardId, userId: bia.user.id }, body: { role } }))

test.each([
  [
    'is removed',
    async () => ok(await server.call(boardsApi.removeMember, { token: root.token, params: { boardId, userId: bia.user.id } })),
  ],
  ['no longer administers the board', () => setRole(root, 'member')],
  [
    'has their account deactivated',
    async () =>
      ok(await server.call(adminApi.updateUser, { token: root.token, params: { userId: bia.user.id }, body: { is_active: false } })),
  ],
])('the links of a person who %s let nobody in any more', async (_, end) => {
  const link = await linkOfBia()
  await end()
  await expectDead(link, caio)
  expect(await waiting()).toEqual([])
  expect(await roleOf(caio)).toBeUndefined()
})

test('the links of a system admin, who is on no board, work like any other', async () => {
  const { invitation } = ok(await server.call(boardsApi.addMember, { token: root.token, params: params(), body: { email: freshEmail() } }))
  expect(await waiting()).toHaveLength(1)
  ok(await accept(caio, invitation?.url?.split('#').at(-1) ?? ''))
  expect(await roleOf(caio)).toBe('member')
})

test('invented links do not work', async () => {
  for (const link of ['x', '%00', '../boards', "' or 1=1 --", 'á'.repeat(30), 'x'.repeat(100)]) await expectDead(link)
  const tooLong = 'x'.repeat(101)
  for (const { status, body } of [await read(bia, tooLong), await accept(bia, tooLong)]) {
    expect([status, body.fields]).toEqual([400, { token: texts.invitationOver }])
  }
})

test('a wrong address is refused with the text of the specification', async () => {
  for (const email of ['', 'bia', 'bia@', '@b.c', 'bia @exemplo.com', `${'x'.repeat(250)}@b.com`, null, 5]) {
    const { status, body } = await server.call(boardsApi.addMember, { token: ana.token, params: params(), body: { email } })
    expect([status, body.fields]).toEqual([400, { email: texts.inviteEmailInvalid }])
  }
})
