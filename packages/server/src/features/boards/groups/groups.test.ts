import { oidcApi } from '@rodada/contract/auth/oidc'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { groupsApi } from '@rodada/contract/boards/groups'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { systemApi } from '@rodada/contract/instance/system'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, fillBoard, makeBoard, ok } from '../../../../test/boards.ts'
import { type Company, openCompany } from '../../../../test/company.ts'
import { acts, somebody, visitsOf } from '../../../../test/company-visits.ts'
import type { TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { groupsSaid } from '../../auth/events.ts'
import { mostAdded, placeOf } from './follow.ts'

let company: Company
let server: TestServer
let root: Account
let ana: Account
const { open, signIn, linked, travel } = visitsOf(() => company)

beforeAll(async () => {
  company = await openCompany()
  ;({ server, admin: root } = await open({ OIDC_GROUPS_CLAIM: 'groups' }))
  ana = await register(server, { name: 'Ana' })
})
afterAll(async () => {
  await server.stop()
  await company.stop()
})

const board = () => makeBoard(server, ana)
const name = async ({ id }: Board, group: string, role: 'member' | 'guest' = 'member') =>
  ok(await server.call(groupsApi.set, { token: ana.token, params: { boardId: id }, body: { group, role } }))
const rulesOf = async ({ id }: Board) => ok(await server.call(groupsApi.list, { token: ana.token, params: { boardId: id } }))
const end = async ({ id }: Board, ruleId: number) =>
  ok(await server.call(groupsApi.remove, { token: ana.token, params: { boardId: id, ruleId } }))
const rolesOn = async ({ id }: Board) => {
  const { members } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: id } }))
  return Object.fromEntries(members.map(({ user_id, role }) => [user_id, role]))
}
const roleOn = async (on: Board, { user }: { user: { id: number } }) => (await rolesOn(on))[user.id]
const told = async ({ id }: Board) =>
  ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId: id } })).map(({ kind, subject, details, user }) => [
    kind,
    subject,
    details.to,
    user?.id,
  ])

test('who is in a group is on its boards from their sign-in on, and the role follows what the provider says', async () => {
  const [on, other] = [await board(), await board()]
  await name(on, 'Engenharia')
  await name(on, '/todos', 'guest')
  const person = somebody({ groups: ['/todos', 'Engenharia', 'Outro'] })
  const first = await signIn(server, person)
  expect(await roleOn(on, first)).toBe('member')
  expect(await roleOn(other, first)).toBeUndefined()
  expect(await rulesOf(on)).toMatchObject([
    { group: 'Engenharia', role: 'member', user_ids: [first.user.id] },
    { group: '/todos', role: 'guest', user_ids: [] },
  ])
  expect(await told(on)).toContainEqual(['member.group_added', person.name, 'Engenharia', undefined])
  expect(await acts(server, root, 'account.group_followed')).toContainEqual(
    expect.objectContaining({
      subject: person.email,
      details: { board: on.title, group: 'Engenharia', role: 'member' },
      user: null,
    }),
  )

  // A second sign-in says the same, and nothing changes.
  const { revision } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: on.id } }))
  await signIn(server, person)
  expect(ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: on.id } })).revision).toBe(revision)

  await signIn(server, { ...person, groups: '/todos' })
  expect(await roleOn(on, first)).toBe('guest')
  expect(await told(on)).toContainEqual(['member.group_updated', person.name, '/todos', undefined])

  await signIn(server, { ...person, groups: [] })
  expect(await roleOn(on, first)).toBeUndefined()
  expect(await told(on)).toContainEqual(['member.group_removed', person.name, '/todos', undefined])
  expect((await server.call(boardsApi.get, { token: first.token, params: { boardId: on.id } })).status).toBe(404)
})

test('a provider that says no groups at all takes those away, and one that keeps them elsewhere changes nothing', async () => {
  const on = await board()
  await name(on, 'Longe')
  const person = somebody({ groups: ['Longe'] })
  const came = await signIn(server, person)
  await signIn(server, { ...person, groups: [], _claim_names: { groups: 'src1' } })
  expect(await roleOn(on, came)).toBe('member')
  const { groups: _none, ...without } = person
  await signIn(server, without)
  expect(await roleOn(on, came)).toBeUndefined()
})

test('who links an account is on the boards of their groups at once, and no longer when they undo it', async () => {
  const on = await board()
  await name(on, 'Ligados')
  const person = somebody({ groups: ['Ligados'] })
  const account = await linked(server, person)
  expect(await roleOn(on, account)).toBe('member')
  ok(await server.call(oidcApi.unlink, { token: account.token, body: { current_password: account.password } }))
  expect(await roleOn(on, account)).toBeUndefined()
})

test('a place given by hand is neither lowered nor taken away, also one that a group gave first', async () => {
  const on = await board()
  await name(on, 'Suporte', 'guest')
  const person = somebody({ groups: [] })
  const byHand = await signIn(server, person)
  await addToBoard(server, ana, on.id, person as { email: string }, 'member')
  await signIn(server, { ...person, groups: ['Suporte'] })
  await signIn(server, { ...person, groups: [] })
  expect(await roleOn(on, byHand)).toBe('member')

  const raised = somebody({ groups: ['Suporte'] })
  const { user } = await signIn(server, raised)
  const params = { boardId: on.id, userId: user.id }
  ok(await server.call(boardsApi.updateMember, { token: ana.token, params, body: { role: 'admin' } }))
  await signIn(server, { ...raised, groups: [] })
  expect(await roleOn(on, { user })).toBe('admin')
  const [rule] = await rulesOf(on)
  await end(on, rule?.id ?? 0)
  expect(await rolesOn(on)).toEqual({ [ana.user.id]: 'admin', [byHand.user.id]: 'member', [user.id]: 'admin' })
})

test('who left by themselves stays away, and who was taken off comes back with their group', async () => {
  const on = await board()
  await name(on, 'Vendas')
  const person = somebody({ groups: ['Vendas'] })
  const came = await signIn(server, person)
  const params = { boardId: on.id, userId: came.user.id }
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params }))
  expect(await roleOn(on, came)).toBeUndefined()
  await signIn(server, person)
  expect(await roleOn(on, came)).toBe('member')
  ok(await server.call(boardsApi.removeMember, { token: came.token, params }))
  await signIn(server, person)
  expect(await roleOn(on, came)).toBeUndefined()
})

test('a rule that goes takes its people off and no others, and their open pages hear of it', async () => {
  const on = await board()
  const [rule] = [await name(on, 'Dados', 'guest'), await name(on, 'Produto')]
  const [one, two] = [await signIn(server, somebody({ groups: ['Dados'] })), await signIn(server, somebody({ groups: ['Produto'] }))]
  expect(await rolesOn(on)).toMatchObject({ [one.user.id]: 'guest', [two.user.id]: 'member' })

  const raised = await name(on, 'Dados', 'member')
  expect(raised).toEqual({ id: rule.id, group: 'Dados', role: 'member', user_ids: [one.user.id] })
  expect(await roleOn(on, one)).toBe('member')

  const page = new LiveClient(server.url(), one.token)
  onTestFinished(() => page.leave())
  await page.ready()
  const heard = page.next('boardAccessChanged')
  await end(on, rule.id)
  expect(await heard).toMatchObject({ boardId: on.id })
  expect(await rolesOn(on)).toEqual({ [ana.user.id]: 'admin', [two.user.id]: 'member' })
  expect(await told(on)).toEqual(
    expect.arrayContaining([
      ['group.set', 'Dados', undefined, ana.user.id],
      ['member.group_updated', expect.any(String), 'Dados', ana.user.id],
      ['member.group_removed', expect.any(String), 'Dados', ana.user.id],
      ['group.removed', 'Dados', undefined, ana.user.id],
    ]),
  )
  expect(await acts(server, root, 'group.removed')).toContainEqual(
    expect.objectContaining({ subject: on.title, details: { board: on.id, group: 'Dados', people: 1 } }),
  )
  const again = await server.call(groupsApi.remove, { token: ana.token, params: { boardId: on.id, ruleId: rule.id } })
  expect([again.status, again.body.message]).toEqual([404, texts.groupGone])
})

test('a rule of another board is not found, and one that comes back does not bring people by itself', async () => {
  const [on, other] = [await board(), await board()]
  const { id } = await name(on, 'Fiscal')
  const foreign = await server.call(groupsApi.remove, { token: ana.token, params: { boardId: other.id, ruleId: id } })
  expect(foreign.status).toBe(404)
  const person = somebody({ groups: ['Fiscal'] })
  const came = await signIn(server, person)
  await end(on, id)
  await name(on, 'Fiscal')
  expect(await roleOn(on, came)).toBeUndefined()
  await signIn(server, person)
  expect(await roleOn(on, came)).toBe('member')
})

test('a deactivated account gains nothing, and neither does anybody on a deleted or a full board', async () => {
  const [on, gone, full] = [await board(), await board(), await board()]
  const person = somebody({ groups: [] })
  const { user } = await signIn(server, person)
  for (const each of [on, gone, full]) await name(each, 'Limite')
  ok(await server.call(boardsApi.remove, { token: ana.token, params: { boardId: gone.id } }))
  const { db } = server.app.deps
  await fillBoard(server, full.id, { user })
  const off = (is_active: boolean) =>
    server.call(adminApi.updateUser, { token: root.token, params: { userId: user.id }, body: { is_active } })
  ok(await off(false))
  expect((await travel(server, { ...person, groups: ['Limite'] })).outcome).toBe('deactivated')
  ok(await off(true))
  expect(await roleOn(on, { user })).toBeUndefined()
  await signIn(server, { ...person, groups: ['Limite'] })
  expect(await roleOn(on, { user })).toBe('member')
  const seats = await db.selectFrom('board_members').select('board_id').where('user_id', '=', user.id).execute()
  expect(seats).toEqual([{ board_id: on.id }])
})

test('a board takes fifty groups, and a name of 300 characters', async () => {
  const on = await board()
  const set = (group: string) =>
    server.call(groupsApi.set, { token: ana.token, params: { boardId: on.id }, body: { group, role: 'guest' } })
  for (let made = 0; made < limits.boardGroups; made += 1) ok(await set(`Grupo ${made}`))
  const more = await set('Mais um')
  expect([more.status, more.body.message]).toEqual([409, texts.tooManyGroups])
  ok(await set('  Grupo 1 '))
  expect((await set('n'.repeat(limits.groupName + 1))).body.fields).toEqual({ group: texts.groupNameTooLong })
  expect((await set(' ')).body.fields).toEqual({ group: texts.groupNameRequired })
  const owner = await server.call(groupsApi.set, { token: ana.token, params: { boardId: on.id }, body: { group: 'Donos', role: 'admin' } })
  expect(owner.status, 'nobody administers a board by a group').toBe(400)
})

test('an installation says whether groups count, and without the setting they are nothing to it', async () => {
  expect(ok(await server.call(systemApi.info)).oidc).toMatchObject({ groups: true })
  const { server: plain } = await open()
  onTestFinished(() => plain.stop())
  expect(ok(await plain.call(systemApi.info)).oidc).toMatchObject({ groups: false })
  const owner = await register(plain)
  const { id } = await makeBoard(plain, owner)
  const params = { boardId: id }
  ok(await plain.call(groupsApi.set, { token: owner.token, params, body: { group: 'Engenharia', role: 'member' } }))
  await signIn(plain, somebody({ groups: ['Engenharia'] }))
  expect(ok(await plain.call(boardsApi.get, { token: owner.token, params })).members).toHaveLength(1)
})

test('what the provider said before it said something else gives no place, and takes none', async () => {
  // Another test may have shown the provider another installation.
  await company.know(server.urls)
  const [before, now] = [await board(), await board()]
  await name(before, 'Antes')
  await name(now, 'Agora')
  const person = somebody({ groups: ['Antes'] })
  const first = await signIn(server, person)
  const { db, events } = server.app.deps
  const link = db.selectFrom('identities').select('last_used_at').where('user_id', '=', first.user.id)
  const saidAt = (await link.executeTakeFirstOrThrow()).last_used_at ?? ''
  await signIn(server, { ...person, groups: ['Agora'] })
  // Of two sign-ins at once the first may come to its end last.
  const late = { userId: first.user.id, groups: ['Antes'], saidAt, from: { address: '', userAgent: '' } }
  await events.announce(groupsSaid, late)
  expect([await roleOn(before, first), await roleOn(now, first)]).toEqual([undefined, 'member'])
})

test('of several groups the one that gives most counts, and a place stays with the group that gave it', () => {
  const rule = (group: string, role: 'member' | 'guest') => ({ name: group, role })
  expect(placeOf([], null)).toBeUndefined()
  expect(placeOf([rule('a', 'guest'), rule('b', 'member')], 'a')).toEqual({ role: 'member', group: 'b' })
  expect(placeOf([rule('a', 'member'), rule('b', 'member')], null)).toEqual({ role: 'member', group: 'a' })
  expect(placeOf([rule('a', 'member'), rule('b', 'member')], 'b')).toEqual({ role: 'member', group: 'b' })
})

test('who names a group on many boards keeps no team from having those who are in it', async () => {
  // Another test may have shown the provider another installation.
  await company.know(server.urls)
  const group = 'Empresa inteira'
  const many = await register(server, { name: 'Muitos' })
  for (let i = 0; i <= mostAdded; i += 1) {
    const { id } = await makeBoard(server, many)
    ok(await server.call(groupsApi.set, { token: many.token, params: { boardId: id }, body: { group, role: 'member' } }))
  }
  const on = await board()
  await name(on, group)
  const person = somebody({ groups: [group] })
  const first = await signIn(server, person)
  expect(await roleOn(on, first)).toBe('member')
  const seats = () => server.app.deps.db.selectFrom('board_members').select('board_id').where('user_id', '=', first.user.id).execute()
  expect(await seats()).toHaveLength(mostAdded)
  // The rest comes with the next.
  await signIn(server, person)
  expect(await seats()).toHaveLength(mostAdded + 2)
})

test('a person names some hundred groups a day', async () => {
  const { server: strict, admin } = await open({ OIDC_GROUPS_CLAIM: 'groups', RATE_LIMIT_FACTOR: '0.01' })
  onTestFinished(() => strict.stop())
  const { token } = admin
  const { id } = await makeBoard(strict, admin)
  const set = (role: 'member' | 'guest') =>
    strict.call(groupsApi.set, { token, params: { boardId: id }, body: { group: 'Empresa inteira', role } })
  expect([(await set('member')).status, (await set('guest')).status, (await set('member')).status]).toEqual([200, 200, 429])
})
