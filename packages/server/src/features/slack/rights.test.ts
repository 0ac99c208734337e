import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { githubApi } from '@rodada/contract/integrations/github'
import { slackApi } from '@rodada/contract/integrations/slack'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { openGithub, type StandInGithub } from '../../../test/github.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { connectGithub } from '../../../test/integration-rows.ts'
import { openSlack, type StandInSlack } from '../../../test/slack.ts'

let server: TestServer
let slack: StandInSlack
let github: StandInGithub
/** Administers the installation. */
let root: Account
beforeAll(async () => {
  slack = await openSlack()
  github = await openGithub()
  server = await startServer({ env: { ...slack.env, ...github.env }, alone: true })
  // Else a message could go between what it tells of and the loss of the rights.
  await server.app.pauseJobs()
  root = await register(server)
})
afterAll(async () => {
  await server.stop()
  await slack.stop()
  await github.stop()
})
afterEach(() => {
  Object.assign(slack, { status: 200, headers: {}, messages: [], attempts: 0 })
})

const save = (team: Team, by: Account, body: object) =>
  server.call(slackApi.save, { token: by.token, params: { boardId: team.board.id }, body })
const read = async (team: Team, by = root) =>
  ok(await server.call(slackApi.get, { token: by.token, params: { boardId: team.board.id } })).hook
const promote = async (team: Team, person: Account) =>
  ok(
    await server.call(boardsApi.updateMember, {
      token: root.token,
      params: { boardId: team.board.id, userId: person.user.id },
      body: { role: 'admin' },
    }),
  )
const remove = async (team: Team, person: Account) =>
  ok(await server.call(boardsApi.removeMember, { token: root.token, params: { boardId: team.board.id, userId: person.user.id } }))
async function conclude(team: Team, title: string) {
  const card = await makeCard(server, team.admin, team.board, title)
  const list_id = team.board.lists.find((list) => list.title === 'Concluído')?.id
  ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: card.id }, body: { list_id, position: 0 } }))
}
/** A board with a second administrator, who set Slack up. */
async function teamWithSlack(): Promise<Team> {
  const team = await makeTeam(server)
  await promote(team, team.member)
  ok(await save(team, team.member, { url: slack.url }))
  return team
}
const waiting = () => server.app.deps.db.selectFrom('slack_messages').select('message').execute()

test('what waits goes on waiting while its board is deleted, and goes out when the board is back', async () => {
  const team = await teamWithSlack()
  const call = { token: team.admin.token, params: { boardId: team.board.id } }
  await conclude(team, 'Antes')
  ok(await server.call(boardsApi.remove, call))
  await server.app.runJobs()
  expect(slack.messages).toEqual([])
  // Nothing can be done about it until the board is back, so that nobody is to look why it waits.
  expect(await (await fetch(`${server.app.url}/api/metrics`)).text()).toContain('rodada_waiting{queue="slack"} 0')
  ok(await server.call(boardsApi.restore, call))
  await server.app.runJobs()
  expect(slack.messages).toEqual(['Cartão concluído: *Antes* em Entregas'])
})

test('two cards of one title are told each, and one that moves to and fro once', async () => {
  const team = await teamWithSlack()
  const move = async (cardId: number, at: number) => {
    const body = { list_id: team.board.lists[at]?.id ?? 0, position: 0 }
    ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId }, body }))
  }
  for (let one = 0; one < 2; one++) await conclude(team, 'Pagar')
  const toAndFro = await makeCard(server, team.admin, team.board, 'Vai e vem')
  for (const at of [2, 0, 2, 1, 2]) await move(toAndFro.id, at)
  await server.app.runJobs()
  expect(slack.messages).toEqual([
    'Cartão concluído: *Pagar* em Entregas',
    'Cartão concluído: *Pagar* em Entregas',
    'Cartão concluído: *Vai e vem* em Entregas',
  ])
})

test('Slack gets nothing more once the person who set it up lost the board, until somebody answers for it', async () => {
  const team = await teamWithSlack()
  await conclude(team, 'Ouvida')
  await server.app.runJobs()
  expect(slack.messages).toHaveLength(1)
  await conclude(team, 'À espera')
  await remove(team, team.member)
  await server.app.runJobs()
  await conclude(team, 'Segredo')
  await server.app.runJobs()
  expect([slack.messages.length, await waiting()]).toEqual([1, []])
  expect(await read(team)).toMatchObject({ set_by: { id: team.member.user.id }, stopped: 'lost_rights' })
  const test = () => server.call(slackApi.test, { token: team.admin.token, params: { boardId: team.board.id } })
  expect((await test()).body.message).toBe(texts.slackStopped)

  // Changing a switch is no confirmation of the address.
  ok(await save(team, team.admin, { card_done: true }))
  expect(await read(team)).toMatchObject({ stopped: 'lost_rights' })
  ok(await save(team, team.admin, { confirm: true }))
  expect(await read(team)).toMatchObject({ set_by: { id: team.admin.user.id }, stopped: null })
  await conclude(team, 'De volta')
  await server.app.runJobs()
  expect(slack.messages).toHaveLength(2)
})

test.each(['member', 'guest'] as const)('a %s who no longer administers sends nothing more', async (role) => {
  const team = await teamWithSlack()
  ok(
    await server.call(boardsApi.updateMember, {
      token: root.token,
      params: { boardId: team.board.id, userId: team.member.user.id },
      body: { role },
    }),
  )
  await conclude(team, 'Segredo')
  await server.app.runJobs()
  expect(slack.attempts).toBe(0)
  expect(await read(team)).toMatchObject({ stopped: 'lost_rights' })
})

test('an address from before its person was recorded is paused, and says so', async () => {
  const team = await teamWithSlack()
  await server.app.deps.db.updateTable('slack_hooks').set({ set_by: null }).where('board_id', '=', team.board.id).execute()
  await conclude(team, 'Segredo')
  await server.app.runJobs()
  expect(slack.attempts).toBe(0)
  expect(await read(team)).toMatchObject({ set_by: null, stopped: 'unknown_person' })
  ok(await save(team, team.admin, { url: slack.url }))
  expect(await read(team)).toMatchObject({ set_by: { id: team.admin.user.id }, stopped: null })
})

test('a webhook is refused once its maker lost the board; only a new secret makes it work again', async () => {
  const team = await makeTeam(server)
  await promote(team, team.member)
  await connectGithub(server, github, team.admin)
  const params = { boardId: team.board.id }
  const make = async (by: Account) => {
    const made = ok(await server.call(githubApi.createWebhook, { token: by.token, params }))
    return { url: server.url() + new URL(made.url, 'http://x').pathname, secret: made.secret }
  }
  const hook = await make(team.member)
  const { number } = github.addIssue('time/app', { pull: { draft: false, merged: false } })
  const card = await makeCard(server, team.admin, team.board)
  const body = { address: `time/app#${number}` }
  ok(await server.call(githubApi.link, { token: team.admin.token, params: { cardId: card.id }, body }))
  github.merge('time/app', number)
  await remove(team, team.member)
  expect((await github.deliver({ ...hook, secret: 'outro' }, 'time/app', number)).status).toBe(401)
  const refused = await github.deliver(hook, 'time/app', number)
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([403, texts.webhookStopped])
  const isDone = async () => ok(await server.call(cardsApi.get, { token: root.token, params: { cardId: card.id } })).status === 'concluida'
  expect(await isDone()).toBe(false)
  const view = async () => ok(await server.call(githubApi.webhook, { token: team.admin.token, params })).webhook
  expect(await view()).toMatchObject({ set_by: { id: team.member.user.id }, stopped: 'lost_rights' })
  const renewed = await make(team.admin)
  expect(await view()).toMatchObject({ set_by: { id: team.admin.user.id }, stopped: null })
  expect((await github.deliver(hook, 'time/app', number)).status).toBe(404)
  expect((await github.deliver(renewed, 'time/app', number)).status).toBe(200)
  expect(await isDone()).toBe(true)
})

test('a deactivated account answers for nothing more', async () => {
  const team = await teamWithSlack()
  const deactivated_at = new Date().toISOString()
  await server.app.deps.db.updateTable('users').set({ deactivated_at }).where('id', '=', team.member.user.id).execute()
  await conclude(team, 'Segredo')
  await server.app.runJobs()
  expect([slack.attempts, (await read(team))?.stopped]).toEqual([0, 'lost_rights'])
})

test("setting up, changing, confirming and removing are in the board's activity; given and revoked access is in the audit log", async () => {
  const team = await makeTeam(server)
  const params = { boardId: team.board.id }
  const { token } = team.admin
  ok(await save(team, team.admin, { url: slack.url }))
  ok(await save(team, team.admin, { card_done: false }))
  ok(await save(team, team.admin, { confirm: true }))
  ok(await server.call(slackApi.remove, { token, params }))
  ok(await server.call(slackApi.remove, { token, params }))
  ok(await server.call(githubApi.createWebhook, { token, params }))
  ok(await server.call(githubApi.removeWebhook, { token, params }))
  const told = ok(await server.call(boardsApi.activity, { token: team.guest.token, params }))
    .filter(({ kind }) => kind.startsWith('integration.'))
    .map(({ kind, subject, user }) => [kind, subject, user?.id])
    .reverse()
  const by = team.admin.user.id
  expect(told).toEqual([
    ['integration.set', 'Slack', by],
    ['integration.changed', 'Slack', by],
    ['integration.confirmed', 'Slack', by],
    ['integration.removed', 'Slack', by],
    ['integration.set', 'GitHub', by],
    ['integration.removed', 'GitHub', by],
  ])
  const { entries } = ok(await server.call(auditApi.list, { token: root.token, query: { limit: 50 } }))
  const acts = entries.filter(({ kind, details }) => kind.startsWith('integration.') && details.board === team.board.id)
  expect(acts.map(({ kind, details }) => `${kind} ${details.service}`).reverse()).toEqual([
    'integration.set Slack',
    'integration.confirmed Slack',
    'integration.removed Slack',
    'integration.set GitHub',
    'integration.removed GitHub',
  ])
  expect(JSON.stringify(entries)).not.toContain(slack.url)
})

test('a link is no longer read with the account of a person who may only read the board', async () => {
  const team = await makeTeam(server)
  await connectGithub(server, github, team.member)
  const { number } = github.addIssue('time/lido', {})
  const card = await makeCard(server, team.member, team.board)
  const params = { cardId: card.id }
  ok(await server.call(githubApi.link, { token: team.member.token, params, body: { address: `time/lido#${number}` } }))
  const member = { boardId: team.board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params: member, body: { role: 'guest' } }))
  const { db } = server.app.deps
  await db.updateTable('github_links').set({ next_check_at: '2020-01-01T00:00:00.000Z' }).where('card_id', '=', card.id).execute()
  const before = github.requests.length
  await server.app.runJobs()
  expect(github.requests.slice(before).filter((request) => request.includes('time/lido'))).toEqual([])
  const [link] = ok(await server.call(githubApi.links, { token: team.admin.token, params }))
  expect(link?.problem).toBe('disconnected')
})

test('every unusable address is refused with one text', async () => {
  const owner = await register(server)
  const board = await makeBoard(server, owner)
  const tried = ['https://127.0.0.1/x', 'http://exemplo.com/x', 'https://nao-existe.invalid/x', 'https://localhost/x']
  const answers = await Promise.all(
    tried.map((url) => server.call(slackApi.save, { token: owner.token, params: { boardId: board.id }, body: { url } })),
  )
  expect(answers.map(({ status, body }) => [status, body.fields])).toEqual(tried.map(() => [400, { url: texts.slackUrlRefused }]))
})
