import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeToken } from '../../../../test/tokens.ts'

let server: TestServer
let root: Account
let team: Team
beforeAll(async () => {
  server = await startServer()
  root = await register(server)
})
beforeEach(async () => {
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const params = (person: Account) => ({ boardId: team.board.id, userId: person.user.id })
const setRole = (who: Account, person: Account, role: string) =>
  server.call(boardsApi.updateMember, { token: who.token, params: params(person), body: { role } })
const remove = (who: Account, person: Account) => server.call(boardsApi.removeMember, { token: who.token, params: params(person) })
const members = async () =>
  ok(await server.call(boardsApi.get, { token: root.token, params: { boardId: team.board.id } })).members.map(({ user_id, role }) => [
    user_id,
    role,
  ])
const asMade = () => [
  [team.admin.user.id, 'admin'],
  [team.member.user.id, 'member'],
  [team.guest.user.id, 'guest'],
]
const forbidden = { message: texts.forbidden, error: 'forbidden' }
const conflict = (message: string) => ({ message, error: 'conflict' })

test('nobody changes their own role or, without administering, that of others', async () => {
  for (const who of [team.member, team.guest]) {
    for (const person of [team.member, team.guest]) {
      const { status, body } = await setRole(who, person, 'admin')
      expect([status, body]).toEqual([403, forbidden])
    }
  }
  expect((await setRole(team.stranger, team.stranger, 'admin')).status).toBe(404)
  expect(await members()).toEqual(asMade())
})

test('a program makes nobody an admin: that would stay when its token is gone', async () => {
  const { token } = await makeToken(server, team.admin)
  const raise = (role: string) => server.call(boardsApi.updateMember, { token, params: params(team.guest), body: { role } })
  expect([(await raise('admin')).body, await members()]).toEqual([{ message: texts.tokenRefused, error: 'forbidden' }, asMade()])
  expect(ok(await raise('member')).role).toBe('member')
})

test('a reader of a public board cannot join it', async () => {
  ok(await server.call(boardsApi.update, { token: team.admin.token, params: params(team.admin), body: { is_public: true } }))
  const { token, email } = team.stranger
  expect((await server.call(boardsApi.addMember, { token, params: params(team.stranger), body: { email } })).status).toBe(403)
  expect((await setRole(team.stranger, team.stranger, 'member')).status).toBe(403)
  expect((await remove(team.stranger, team.member)).status).toBe(403)
  // Only a member can leave.
  expect((await remove(team.stranger, team.stranger)).status).toBe(404)
  expect(await members()).toEqual(asMade())
})

test('the last admin can neither leave nor step down, nor be removed by a system admin', async () => {
  const leaving = await remove(team.admin, team.admin)
  expect([leaving.status, leaving.body]).toEqual([409, conflict(texts.lastBoardAdmin)])
  for (const answer of [await remove(root, team.admin), await setRole(root, team.admin, 'member')]) {
    expect([answer.status, answer.body]).toEqual([409, conflict(texts.lastBoardAdmin)])
  }
  expect(await members()).toEqual(asMade())
})

test('an admin is lowered or removed only by a system admin; leaving is free', async () => {
  ok(await setRole(team.admin, team.member, 'admin'))
  for (const answer of [
    await setRole(team.admin, team.member, 'member'),
    await setRole(team.member, team.admin, 'guest'),
    await setRole(team.admin, team.admin, 'member'),
    await remove(team.member, team.admin),
  ]) {
    expect([answer.status, answer.body]).toEqual([409, conflict(texts.boardAdminFixed)])
  }
  ok(await setRole(root, team.member, 'guest'))
  ok(await setRole(team.admin, team.member, 'admin'))
  ok(await remove(team.admin, team.admin))
  expect(await members()).toEqual([
    [team.member.user.id, 'admin'],
    [team.guest.user.id, 'guest'],
  ])
  expect((await server.call(boardsApi.get, { token: team.admin.token, params: params(team.admin) })).status).toBe(404)
})

test('of two admins who leave at once, one stays', async () => {
  ok(await setRole(team.admin, team.member, 'admin'))
  const statuses = await Promise.all([remove(team.admin, team.admin), remove(team.member, team.member)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await members()).filter(([, role]) => role === 'admin')).toHaveLength(1)
})

test('members and guests leave by themselves, and remove nobody else', async () => {
  ok(await remove(team.guest, team.guest))
  expect((await remove(team.member, team.admin)).status).toBe(403)
  ok(await remove(team.member, team.member))
  expect(await members()).toEqual([[team.admin.user.id, 'admin']])
})

test('an unknown role is refused', async () => {
  for (const role of ['owner', 'ADMIN', '', null, 5, ['admin']]) {
    const { status } = await server.call(boardsApi.updateMember, { token: team.admin.token, params: params(team.member), body: { role } })
    expect(status).toBe(400)
  }
  const { status } = await server.call(boardsApi.addMember, {
    token: team.admin.token,
    params: params(team.admin),
    body: { email: team.stranger.email, role: 'admin' },
  })
  expect(status).toBe(400)
  expect(await members()).toEqual(asMade())
})

test('a role takes effect with the next call, in the same session', async () => {
  const write = () => server.call(boardsApi.addList, { token: team.member.token, params: params(team.member), body: { title: 'Nova' } })
  ok(await write())
  ok(await setRole(team.admin, team.member, 'guest'))
  expect((await write()).status).toBe(403)
  ok(await setRole(team.admin, team.member, 'member'))
  ok(await write())
})

test('a removed member is taken off their cards, and everybody who shows the board is told', async () => {
  const card = await makeCard(server, team.admin, team.board)
  const { token } = team.admin
  ok(await server.call(cardsApi.assign, { token, params: { cardId: card.id }, body: { user_id: team.member.user.id } }))
  const query = { since: ok(await server.call(boardsApi.get, { token, params: params(team.admin) })).revision }
  ok(await remove(team.admin, team.member))
  const { cards } = ok(await server.call(boardsApi.changes, { token, params: params(team.admin), query }))
  expect(cards).toMatchObject([{ id: card.id, assigned_user: null }])
})

test('a member is not added twice', async () => {
  const add = (email: string) =>
    server.call(boardsApi.addMember, { token: team.admin.token, params: params(team.admin), body: { email, role: 'guest' } })
  const { status, body } = await add(` ${team.member.email.toUpperCase()} `)
  expect([status, body]).toEqual([409, conflict(texts.alreadyMember)])
  expect(await members()).toEqual(asMade())
  const both = await Promise.all([add(team.stranger.email), add(team.stranger.email)])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
})

const deactivate = async (person: Account) => {
  const deactivated_at = new Date().toISOString()
  await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', person.user.id).execute()
}

test('a deactivated admin does not count as the admin that a board needs', async () => {
  ok(await setRole(team.admin, team.member, 'admin'))
  await deactivate(team.admin)
  for (const answer of [await remove(team.member, team.member), await setRole(root, team.member, 'member')]) {
    expect([answer.status, answer.body]).toEqual([409, conflict(texts.lastBoardAdmin)])
  }
  // The deactivated member can be removed, and without an active admin other changes still work.
  ok(await remove(root, team.admin))
  await deactivate(team.member)
  ok(await setRole(root, team.guest, 'member'))
  ok(await remove(root, team.guest))
})

test('a deactivated account gets no cards, and keeps those it has', async () => {
  const [card, other] = [await makeCard(server, team.admin, team.board), await makeCard(server, team.admin, team.board)]
  const { token } = team.admin
  const assign = (cardId: number, user_id: number) => server.call(cardsApi.assign, { token, params: { cardId }, body: { user_id } })
  ok(await assign(card.id, team.member.user.id))
  await deactivate(team.member)
  const { status, body } = await assign(other.id, team.member.user.id)
  expect([status, body.fields]).toEqual([400, { user_id: texts.assigneeDeactivated }])
  expect(ok(await server.call(cardsApi.get, { token, params: { cardId: card.id } })).assigned_user?.name).toBe('Bia')
})
