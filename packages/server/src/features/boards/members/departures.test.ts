import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { makeBoard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const remove = async ({ board }: Team, by: Account, person: Account) =>
  ok(await server.call(boardsApi.removeMember, { token: by.token, params: { boardId: board.id, userId: person.user.id } }))
const add = async ({ board, admin }: Team, person: Account, role: 'member' | 'guest' = 'member') =>
  ok(await server.call(boardsApi.addMember, { token: admin.token, params: { boardId: board.id }, body: { email: person.email, role } }))
const isOn = async ({ board, admin }: Team, person: Account) =>
  ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: board.id } })).members.some(
    ({ user_id }) => user_id === person.user.id,
  )
const invitationsOf = async ({ token }: Account) => ok(await server.call(invitationsApi.own, { token }))
const unread = async ({ token }: Account) => ok(await server.call(notificationsApi.unread, { token })).unread
const readAll = async ({ token }: Account) => ok(await server.call(notificationsApi.readAll, { token, body: {} }))

test('a person who left is asked and not added, and joins when they accept', async () => {
  const team = await makeTeam(server)
  const { member } = team
  await remove(team, member, member)
  await readAll(member)
  const { member: added, invitation } = await add(team, member, 'guest')
  expect([added, invitation?.asked, invitation?.url]).toEqual([null, true, null])
  expect([await isOn(team, member), await unread(member)]).toEqual([false, 1])
  const [asked] = await invitationsOf(member)
  expect(asked).toMatchObject({ board_title: team.board.title, invited_by: 'Ana', role: 'guest' })
  expect(await invitationsOf(team.stranger)).toEqual([])

  const params = { invitationId: asked?.id ?? 0 }
  const stolen = await server.call(invitationsApi.acceptOwn, { token: team.stranger.token, params })
  expect([stolen.status, stolen.body.message]).toEqual([404, texts.invitationOver])
  ok(await server.call(invitationsApi.acceptOwn, { token: member.token, params }))
  expect([await isOn(team, member), await invitationsOf(member), await unread(member)]).toEqual([true, [], 0])
  expect((await server.call(invitationsApi.acceptOwn, { token: member.token, params })).status).toBe(404)
})

test('a person who declines stays off the board, and can only be asked again', async () => {
  const team = await makeTeam(server)
  const { member } = team
  await remove(team, member, member)
  for (let turn = 0; turn < 3; turn++) await add(team, member)
  const asked = await invitationsOf(member)
  expect(asked.length).toBe(1)
  const params = { invitationId: asked[0]?.id ?? 0 }
  ok(await server.call(invitationsApi.declineOwn, { token: member.token, params }))
  expect([await invitationsOf(member), await isOn(team, member)]).toEqual([[], false])
  await add(team, member)
  expect(await isOn(team, member)).toBe(false)
})

test('an administrator can add back a person whom an administrator removed, also after they had left and returned', async () => {
  const team = await makeTeam(server)
  const { member, admin } = team
  await remove(team, admin, member)
  expect((await add(team, member)).member?.user_id).toBe(member.user.id)
  await remove(team, member, member)
  await add(team, member)
  const [asked] = await invitationsOf(member)
  ok(await server.call(invitationsApi.acceptOwn, { token: member.token, params: { invitationId: asked?.id ?? 0 } }))
  await remove(team, admin, member)
  expect((await add(team, member)).member?.user_id).toBe(member.user.id)
})

test('an invitation to return ends with the rights of its maker', async () => {
  const team = await makeTeam(server)
  const { member } = team
  await remove(team, member, member)
  await add(team, member)
  const [asked] = await invitationsOf(member)
  const deactivated_at = new Date().toISOString()
  await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', team.admin.user.id).execute()
  expect(await invitationsOf(member)).toEqual([])
  const accept = await server.call(invitationsApi.acceptOwn, { token: member.token, params: { invitationId: asked?.id ?? 0 } })
  expect(accept.status).toBe(404)
})

test('a person who left a board is asked to new boards of the same inviter, and added to those of others', async () => {
  const team = await makeTeam(server)
  const { member, admin, stranger } = team
  await remove(team, member, member)
  const invite = async (by: Account) => {
    const { id: boardId } = await makeBoard(server, by)
    return ok(await server.call(boardsApi.addMember, { token: by.token, params: { boardId }, body: { email: member.email } }))
  }
  expect((await invite(admin)).invitation?.asked).toBe(true)
  expect((await invite(stranger)).member?.user_id).toBe(member.user.id)
  expect((await invitationsOf(member)).map(({ invited_by }) => invited_by)).toEqual(['Ana'])
  // After a long time it no longer counts.
  const left_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await server.app.deps.db.updateTable('board_departures').set({ left_at }).where('user_id', '=', member.user.id).execute()
  expect((await invite(admin)).member?.user_id).toBe(member.user.id)
})

test('one person adds another to ten boards a day, then asks ten times, and hides no question of others', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const { member, admin, stranger } = await makeTeam(strict)
    const invite = async (by: Account) => {
      const { id: boardId } = await makeBoard(strict, by)
      return strict.call(boardsApi.addMember, { token: by.token, params: { boardId }, body: { email: member.email } })
    }
    const theirs = ok(await invite(stranger)).member?.board_id ?? 0
    const params = { boardId: theirs, userId: member.user.id }
    ok(await strict.call(boardsApi.removeMember, { token: member.token, params }))
    ok(await invite(stranger))
    const told = []
    // The team's board is the first of the ten.
    for (let turn = 0; turn < 21; turn++) told.push(await invite(admin))
    expect(told.map(({ status, body }) => (status === 200 ? (body.member ? 'put' : 'asked') : status))).toEqual([
      ...Array.from({ length: 9 }, () => 'put'),
      ...Array.from({ length: 10 }, () => 'asked'),
      429,
      429,
    ])
    const questions = ok(await strict.call(invitationsApi.own, { token: member.token }))
    expect(questions).toHaveLength(11)
    expect(questions.slice(0, 2).map(({ invited_by }) => invited_by)).toEqual(['Ana', 'Duda'])
  } finally {
    await strict.stop()
  }
})
