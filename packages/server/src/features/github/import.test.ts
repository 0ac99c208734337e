import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { type GithubImport, githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeTeam, ok } from '../../../test/boards.ts'
import { openGithub, type StandInGithub } from '../../../test/github.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { connectGithub } from '../../../test/integration-rows.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'

let server: TestServer
let github: StandInGithub
let ana: Account
beforeAll(async () => {
  github = await openGithub()
  for (let number = 1; number <= 120; number++) {
    github.addIssue('time/grande', {
      title: `Pendência ${number}`,
      body: number === 1 ? 'x'.repeat(30_000) : 'Como reproduzir',
      // Every tenth is a pull request.
      ...(number % 10 === 0 && { pull: { draft: false, merged: false } }),
      ...(number % 7 === 0 && { state: 'closed' as const }),
    })
  }
  server = await startServer({ env: github.env, alone: true })
  // Imports wait until a test runs the job.
  await server.app.pauseJobs()
  ana = await register(server)
  await connectGithub(server, github, ana)
})
afterAll(async () => {
  await server.stop()
  await github.stop()
})
afterEach(() => {
  github.trouble = undefined
  github.hold = undefined
})

const start = (board: Board, more: object = {}, person = ana) =>
  server.call(githubApi.startImport, {
    token: person.token,
    params: { boardId: board.id },
    body: { list_id: board.lists[0]?.id ?? 0, repository: 'time/grande', ...more },
  })
const last = async (board: Board): Promise<GithubImport | undefined> =>
  ok(await server.call(githubApi.imports, { token: ana.token, params: { boardId: board.id } }))[0]
const cards = async (board: Board) =>
  ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } })).lists.flatMap((list) => list.cards)
const run = () => server.app.runJobs()

test('the issues of a repository become cards, page by page, without pull requests and without repetitions', async () => {
  const board = await makeBoard(server, ana)
  expect(ok(await start(board, { state: 'all' }))).toMatchObject({ status: 'running', imported: 0, pages: 0, pages_total: null })
  await run()
  expect(await last(board)).toMatchObject({ status: 'done', imported: 108, skipped: 0, pages: 3, pages_total: 3, problem: null })
  const made = await cards(board)
  expect(made.length).toBe(108)
  expect(made.map(({ title }) => title).slice(0, 3)).toEqual(['Pendência 1', 'Pendência 2', 'Pendência 3'])
  expect(made.find(({ title }) => title === 'Pendência 7')?.github_state).toBe('closed')
  expect(made.find(({ title }) => title === 'Pendência 8')?.github_state).toBe('open')
  const whole = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: made[0]?.id ?? 0 } }))
  expect(whole.description).toBe(`${'x'.repeat(19_999)}…`)
  // Another import repeats nothing, but brings back the issue of a deleted card.
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: whole.id } }))
  ok(await start(board, { state: 'all' }))
  await run()
  expect(await last(board)).toMatchObject({ status: 'done', imported: 1, skipped: 107 })
})

test('only open ones come when only they are asked for', async () => {
  const board = await makeBoard(server, ana)
  ok(await start(board))
  await run()
  expect((await cards(board)).every(({ github_state }) => github_state === 'open')).toBe(true)
  expect(await last(board)).toMatchObject({ status: 'done', imported: 92 })
})

test('an import goes on at the next page when its process died', async () => {
  const board = await makeBoard(server, ana)
  ok(await start(board, { state: 'all' }))
  const { db } = server.app.deps
  // GitHub answers the first page and then fails.
  github.trouble = undefined
  let asked = 0
  const answered = github.requests.length
  github.hold = () => {
    asked += 1
    if (asked > 1) github.trouble = { status: 502 }
  }
  await run()
  github.hold = undefined
  expect(github.requests.length).toBe(answered + 2)
  expect(await last(board)).toMatchObject({ status: 'running', pages: 1, imported: 45, problem: 'unreachable' })
  github.trouble = undefined
  await db.updateTable('github_imports').set({ next_step_at: '2020-01-01T00:00:00.000Z' }).where('status', '=', 'running').execute()
  await run()
  expect(await last(board)).toMatchObject({ status: 'done', imported: 108, skipped: 0, pages: 3, problem: null })
})

test('one import runs at a time, and a cancelled one stops where it is', async () => {
  const board = await makeBoard(server, ana)
  const { id } = ok(await start(board))
  const second = await start(board)
  expect([second.status, second.body.message]).toEqual([409, texts.githubImportRunning])
  const params = { boardId: board.id, importId: id }
  // Cancelled while the page is on its way, so it is not written.
  let release: () => void = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  github.hold = () => held
  const running = run()
  const pageAsked = async (): Promise<void> => {
    if (github.requests.filter((request) => request.includes('/time/grande/issues?')).length > asked) return
    await new Promise((next) => setImmediate(next))
    return pageAsked()
  }
  const asked = github.requests.filter((request) => request.includes('/time/grande/issues?')).length
  await pageAsked()
  expect(ok(await server.call(githubApi.cancelImport, { token: ana.token, params })).status).toBe('cancelled')
  release()
  await running
  expect(await last(board)).toMatchObject({ status: 'cancelled', imported: 0 })
  expect(await cards(board)).toEqual([])
  ok(await start(board))
  await run()
  expect(await last(board)).toMatchObject({ status: 'done' })
})

test('an import that cannot go on ends with the reason', async () => {
  const ended = async (spoil: (board: Board) => Promise<unknown>) => {
    const board = await makeBoard(server, ana)
    ok(await start(board))
    await spoil(board)
    await run()
    github.trouble = undefined
    const row = await last(board)
    return [row?.status, row?.problem]
  }
  expect(
    await ended((board) =>
      server.call(boardsApi.removeList, { token: ana.token, params: { boardId: board.id, listId: board.lists[0]?.id ?? 0 } }),
    ),
  ).toEqual(['failed', 'not_found'])
  expect(
    await ended(async () => {
      github.trouble = { status: 404 }
    }),
  ).toEqual(['failed', 'not_found'])
  expect(
    await ended(async () => {
      github.trouble = { status: 401 }
    }),
  ).toEqual(['failed', 'revoked'])
  await connectGithub(server, github, ana)
  expect(await ended(() => server.call(githubApi.disconnect, { token: ana.token }))).toEqual(['failed', 'disconnected'])
  await connectGithub(server, github, ana)
})

test('an import into a list with a hard limit ends with the list as the reason, takes no page in part, and goes on when there is room', async () => {
  const board = await makeBoard(server, ana)
  const list = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
  const limit = async (wip_limit: number) =>
    ok(await server.call(boardsApi.updateList, { token: ana.token, params: list, body: { wip_limit, wip_hard: true } }))
  const ended = async () => {
    ok(await start(board, { state: 'all' }))
    await run()
    return last(board)
  }
  // The pages bring 45, 45 and 18.
  await limit(44)
  expect(await ended()).toMatchObject({ status: 'failed', problem: 'list_full', imported: 0, pages: 0 })
  expect(await cards(board)).toEqual([])
  await limit(60)
  expect(await ended()).toMatchObject({ status: 'failed', problem: 'list_full', imported: 45, pages: 1 })
  const links = await server.app.deps.db.selectFrom('github_links').select('id').where('board_id', '=', board.id).execute()
  expect([(await cards(board)).length, links.length]).toEqual([45, 45])
  await limit(108)
  expect(await ended()).toMatchObject({ status: 'done', problem: null, imported: 63, skipped: 45 })
  expect((await cards(board)).map(({ title }) => title)).toEqual([...new Set((await cards(board)).map(({ title }) => title))])
})

test('an import waits for as long as GitHub says', async () => {
  const board = await makeBoard(server, ana)
  ok(await start(board))
  github.trouble = { status: 429, headers: { 'retry-after': '600' } }
  await run()
  const row = await last(board)
  expect(row).toMatchObject({ status: 'running', problem: 'rate_limited' })
  expect(Date.parse(row?.waits_until ?? '') - Date.now()).toBeGreaterThan(500_000)
})

test('an import of more than one person may write for now waits, and goes on', async () => {
  const strict = await startServer({ alone: true, env: { ...github.env, RATE_LIMIT_FACTOR: '0.1' } })
  try {
    const { board, member } = await makeTeam(strict)
    await strict.app.pauseJobs()
    await connectGithub(strict, github, member)
    for (let at = 0; at < 101; at += 1) github.addIssue('time/longas', { body: 'x'.repeat(20_000) })
    const params = { boardId: board.id }
    const body = { repository: 'time/longas', list_id: board.lists[0]?.id }
    ok(await strict.call(githubApi.startImport, { token: member.token, params, body }))
    await strict.app.runJobs()
    const [row] = ok(await strict.call(githubApi.imports, { token: member.token, params }))
    expect(row).toMatchObject({ status: 'running', problem: 'rate_limited', imported: 100 })
    expect(row?.waits_until).not.toBeNull()
  } finally {
    await strict.stop()
  }
})

test('a reset password stops the import of who had the account meanwhile', async () => {
  const bia = await register(server)
  await connectGithub(server, github, bia)
  const [board, own] = [await makeBoard(server, bia), await makeBoard(server, ana)]
  for (const [at, who] of [
    [board, bia],
    [own, ana],
  ] as const)
    ok(await start(at, {}, who))
  const token = `import-${bia.user.id}`
  const row = { token_hash: hashSecret(token), user_id: bia.user.id, expires_at: new Date(Date.now() + 60_000).toISOString() }
  await server.app.deps.db.insertInto('password_resets').values(row).execute()
  ok(await server.call(passwordResetApi.complete, { body: { token, new_password: 'outra senha', confirmation: 'outra senha' } }))
  await run()
  const { token: again } = ok(await server.call(authApi.login, { body: { email: bia.email, password: 'outra senha' } }))
  const [left] = ok(await server.call(githubApi.imports, { token: again, params: { boardId: board.id } }))
  expect([left?.status, left?.imported, (await last(own))?.status]).toEqual(['cancelled', 0, 'done'])
})

test('the import of a person who may no longer write ends', async () => {
  const team = await makeTeam(server)
  await connectGithub(server, github, team.member)
  ok(await start(team.board, {}, team.member))
  const params = { boardId: team.board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'guest' } }))
  await run()
  const [row] = ok(await server.call(githubApi.imports, { token: team.admin.token, params: { boardId: team.board.id } }))
  expect(row).toMatchObject({ status: 'failed', problem: 'forbidden', imported: 0 })
})

test.each([
  ['nada', 400, texts.githubRepositoryInvalid],
  ['https://github.com/time/grande', 400, texts.githubOtherHost],
  ['time/nenhum', 409, texts.githubNotFound],
])('%s is no repository to import', async (repository, status, text) => {
  const { status: answered, body } = await start(await makeBoard(server, ana), { repository })
  expect([answered, body.message]).toEqual([status, text])
})
