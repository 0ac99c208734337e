import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { openGithub, type StandInGithub } from '../../../test/github.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { connectGithub } from '../../../test/integration-rows.ts'
import { makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let github: StandInGithub
let team: Team
beforeAll(async () => {
  github = await openGithub()
  github.addIssue('time/app', { title: 'O frete não soma' })
  github.addIssue('time/app', { title: 'Soma o frete', pull: { draft: true, merged: false } })
  // One process, so that no other one asks for due links meanwhile.
  server = await startServer({ env: github.env, alone: true })
  await server.app.pauseJobs()
  team = await makeTeam(server)
  for (const person of [team.admin, team.member, team.stranger]) await connectGithub(server, github, person)
})
afterAll(async () => {
  await server.stop()
  await github.stop()
})
afterEach(() => {
  github.trouble = undefined
})

const card = (person = team.member) => makeCard(server, person, team.board)
const link = (to: Card, address: string, person = team.member) =>
  server.call(githubApi.link, { token: person.token, params: { cardId: to.id }, body: { address } })
const links = async (of: Card, person = team.member) =>
  ok(await server.call(githubApi.links, { token: person.token, params: { cardId: of.id } }))
const face = async ({ id }: Card) => {
  const { lists } = ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: team.board.id } }))
  return lists.flatMap(({ cards }) => cards).find((shown) => shown.id === id)?.github_state
}
/** Makes all links of a card old, and runs the job. */
async function refresh(of: Card, person = team.member) {
  const { db } = server.app.deps
  await db.updateTable('github_links').set({ checked_at: '2020-01-01T00:00:00.000Z' }).where('card_id', '=', of.id).execute()
  await links(of, person)
  await server.app.runJobs()
}

test('an issue and a pull request are linked by page or short name, with their state on card and board', async () => {
  const made = await card()
  expect(ok(await link(made, 'time/app#1'))).toMatchObject({
    repository: 'time/app',
    number: 1,
    kind: 'issue',
    title: 'O frete não soma',
    state: 'open',
    url: `${github.url}/time/app/issues/1`,
    linked_by: { name: 'Bia' },
    problem: null,
  })
  expect(ok(await link(made, `${github.url}/time/app/pull/2`))).toMatchObject({ kind: 'pull', state: 'draft' })
  expect((await links(made, team.guest)).map(({ number }) => number)).toEqual([1, 2])
  expect(await face(made)).toBe('open')
  // Linking it again changes only whose account reads it.
  ok(await link(made, 'time/app#1', team.admin))
  expect((await links(made)).map(({ number, linked_by }) => [number, linked_by?.name])).toEqual([
    [1, 'Ana'],
    [2, 'Bia'],
  ])
  const [first] = await links(made)
  ok(await server.call(githubApi.unlink, { token: team.member.token, params: { cardId: made.id, linkId: first?.id ?? 0 } }))
  expect(await face(made)).toBe('draft')
  const activity = ok(await server.call(cardsApi.activity, { token: team.member.token, params: { cardId: made.id } }))
  expect(activity.filter(({ kind }) => kind === 'card.linked').map(({ details }) => details.to)).toContain('time/app#2')
})

test("a planned card shows the state and the number of its links on the sprint's board, too", async () => {
  const sprint = await makeSprint(server, team.member, team.board)
  const { id } = await makeTask(server, team.member, sprint)
  const shown = async () =>
    (await readSprint(server, team.member, sprint)).tasks.map(({ github_state, attachment_count }) => [github_state, attachment_count])
  expect(await shown()).toEqual([[null, 0]])
  ok(await server.call(githubApi.link, { token: team.member.token, params: { cardId: id }, body: { address: 'time/app#2' } }))
  const body = { url: 'https://docs.google.com/document/d/abc/edit' }
  ok(await server.call(attachmentsApi.add, { token: team.member.token, params: { cardId: id }, body }))
  expect(await shown()).toEqual([['draft', 1]])
})

test.each([
  ['nada', 400, 'invalid', texts.githubAddressInvalid],
  ['time/app#0x1', 400, 'invalid', texts.githubAddressInvalid],
  ['../app#1', 400, 'invalid', texts.githubAddressInvalid],
  ['https://github.com/time/app/issues/1', 400, 'other_host', texts.githubOtherHost],
  ['time/app#99', 409, 'conflict', texts.githubNotFound],
  ['time/outro#1', 409, 'conflict', texts.githubNotFound],
])('%s cannot be linked', async (address, status, error, text) => {
  const { status: answered, body } = await link(await card(), address)
  expect([answered, body.error, body.message]).toEqual([status, error, text])
})

test('a person without an account, or with one that GitHub refuses, is told what to do', async () => {
  const made = await card()
  const lone = await makeTeam(server)
  const refused = await link(await makeCard(server, lone.admin, lone.board), 'time/app#1', lone.admin)
  expect([refused.status, refused.body.message]).toEqual([409, texts.githubNotConnected])
  github.trouble = { status: 401 }
  expect((await link(made, 'time/app#1', team.admin)).body.message).toBe(texts.githubRevoked)
  expect(ok(await server.call(githubApi.status, { token: team.admin.token }))).toMatchObject({ connected: true, broken: true })
  github.trouble = undefined
  await connectGithub(server, github, team.admin)
})

test.each([
  [{ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' } }, 429, texts.githubLimited],
  [{ status: 429, headers: { 'retry-after': '30' } }, 429, texts.githubLimited],
  [{ status: 403 }, 409, texts.githubNotFound],
  [{ status: 502 }, 409, texts.githubUnreachable],
  [{ status: 302, headers: { location: 'http://127.0.0.1:1/fora' } }, 409, texts.githubUnreachable],
])('an answer of %j is told as what it is', async (trouble, status, text) => {
  github.trouble = trouble
  const { status: answered, body } = await link(await card(), 'time/app#1')
  expect([answered, body.message]).toEqual([status, text])
})

test('opening a card asks for outdated links, and everybody sees the new state', async () => {
  const issue = github.addIssue('time/app', { pull: { draft: false, merged: false } })
  const made = await card()
  ok(await link(made, `time/app#${issue.number}`))
  github.merge('time/app', issue.number)
  // A link that was just asked is not asked again.
  await links(made)
  await server.app.runJobs()
  expect((await links(made))[0]?.state).toBe('open')
  await refresh(made)
  expect((await links(made))[0]?.state).toBe('merged')
  expect(await face(made)).toBe('merged')
})

test('a card that goes to another board while GitHub is asked is told of on that board, by the next check', async () => {
  const issue = github.addIssue('time/app', { pull: { draft: false, merged: false } })
  const made = await card(team.admin)
  ok(await link(made, `time/app#${issue.number}`, team.admin))
  github.merge('time/app', issue.number)
  const other = await makeBoard(server, team.admin)
  const list_id = other.lists[0]?.id ?? 0
  github.hold = async () => {
    github.hold = undefined
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: made.id }, body: { list_id, after_id: null } }))
  }
  await refresh(made, team.admin)
  const state = async () => {
    const { lists } = ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: other.id } }))
    return lists[0]?.cards[0]?.github_state
  }
  expect([(await links(made, team.admin))[0]?.state, await state()]).toEqual(['open', 'open'])
  const past = '2020-01-01T00:00:00.000Z'
  await server.app.deps.db.updateTable('github_links').set({ next_check_at: past }).where('card_id', '=', made.id).execute()
  await server.app.runJobs()
  expect([(await links(made, team.admin))[0]?.state, await state()]).toEqual(['merged', 'merged'])
})

describe('a state that can no longer be read says why', () => {
  test('when the linker disconnected, and another account can take over', async () => {
    const made = await card()
    const { id } = ok(await link(made, 'time/app#1', team.admin))
    ok(await server.call(githubApi.disconnect, { token: team.admin.token }))
    expect((await links(made))[0]).toMatchObject({ problem: 'disconnected', linked_by: { name: 'Ana' } })
    const asked = github.requests.length
    await refresh(made)
    expect(github.requests.length).toBe(asked)
    const params = { cardId: made.id, linkId: id }
    expect(ok(await server.call(githubApi.takeOver, { token: team.member.token, params }))).toMatchObject({
      problem: null,
      linked_by: { name: 'Bia' },
    })
    await connectGithub(server, github, team.admin)
  })

  test('when the linker left the board: their GitHub informs it no more', async () => {
    const other = await makeTeam(server)
    await connectGithub(server, github, other.member)
    const made = await makeCard(server, other.member, other.board)
    ok(await link(made, 'time/app#1', other.member))
    const params = { boardId: other.board.id, userId: other.member.user.id }
    ok(await server.call(boardsApi.removeMember, { token: other.admin.token, params }))
    expect((await links(made, other.admin))[0]?.problem).toBe('disconnected')
    const asked = github.requests.length
    await server.app.deps.db
      .updateTable('github_links')
      .set({ next_check_at: '2020-01-01T00:00:00.000Z' })
      .where('card_id', '=', made.id)
      .execute()
    await server.app.runJobs()
    expect(github.requests.length).toBe(asked)
  })

  test('when GitHub asks to wait, or the issue is gone there', async () => {
    const made = await card()
    ok(await link(made, 'time/app#1'))
    github.trouble = { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' } }
    await refresh(made)
    expect((await links(made))[0]?.problem).toBe('rate_limited')
    github.trouble = { status: 404 }
    const { db } = server.app.deps
    await db
      .updateTable('github_links')
      .set({ next_check_at: '2020-01-01T00:00:00.000Z', problem: null })
      .where('card_id', '=', made.id)
      .execute()
    await server.app.runJobs()
    expect((await links(made))[0]?.problem).toBe('not_found')
  })
})
