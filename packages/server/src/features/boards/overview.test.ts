import { boardsApi } from '@rodada/contract/boards/board-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { makeSprint } from '../../../test/sprints.ts'

let server: TestServer
let root: Account
const open: LiveClient[] = []

// One server for each test: everybody is told of public boards, and late news of one test would be heard in the next.
beforeEach(async () => {
  server = await startServer()
  root = await register(server)
})
afterEach(async () => {
  for (const client of open.splice(0)) client.leave()
  await server.stop()
})

/** A page that looks at many boards at once. */
const page = async (person: { token: string } | undefined): Promise<LiveClient> => {
  const client = new LiveClient(server.url(), person?.token)
  open.push(client)
  await client.ready()
  return client
}
const looking = async (person: { token: string }): Promise<LiveClient> => {
  const client = await page(person)
  expect(await client.send('watchOverview', {})).toEqual({ ok: true })
  return client
}
const heard = ({ received }: LiveClient) => received.some(({ event }) => event === 'overviewChanged')
const told = (client: LiveClient) => client.next('overviewChanged')
/** Changes who is on a board. The person is told of it twice, in this order; other news of the board may come at any time. */
const toldAfter = async (client: LiveClient, change: () => Promise<unknown>): Promise<void> => {
  const first = client.next('boardAccessChanged')
  await change()
  await first
  const since = client.received.findLastIndex(({ event }) => event === 'boardAccessChanged')
  if (!client.received.slice(since).some(({ event }) => event === 'overviewChanged')) await told(client)
}

describe.each([false, true])('a change of a board that is public: %s', (is_public) => {
  test('reaches everybody who sees it, without content, and nobody else', async () => {
    const team = await makeTeam(server, { is_public })
    const [member, admin, stranger] = [await looking(team.guest), await looking(root), await looking(team.stranger)]
    const everybody = [member, admin, ...(is_public ? [stranger] : [])].map(told)
    await makeCard(server, team.member, team.board)
    for (const payload of await Promise.all(everybody)) expect(payload).toEqual({})
    await stranger.settle()
    expect(heard(stranger)).toBe(is_public)
  })
})

test('sprints count as changes of their board, and many changes at once are told together', async () => {
  const team = await makeTeam(server)
  const began = performance.now()
  const client = await looking(team.guest)
  const news = told(client)
  await Promise.all([makeSprint(server, team.member, team.board), ...[1, 2, 3, 4].map(() => makeCard(server, team.member, team.board))])
  await news
  const second = told(client)
  await makeCard(server, team.member, team.board)
  await second
  // Each process tells at most every 300 ms (timers may be a little early), however slow the machine is.
  const mostOfOne = Math.floor((performance.now() - began) / 290) + 1
  const notices = client.received.filter(({ event }) => event === 'overviewChanged')
  expect(notices.length).toBeLessThanOrEqual(mostOfOne * server.urls.length)
})

test('people who join a board, leave it, or lose its sight are told, too', async () => {
  const team = await makeTeam(server)
  const params = { boardId: team.board.id }
  const client = await looking(team.stranger)
  await toldAfter(client, () => addToBoard(server, team.admin, team.board.id, team.stranger, 'member'))
  await toldAfter(client, async () =>
    ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params: { ...params, userId: team.stranger.user.id } })),
  )
  await client.settle()
  client.received.length = 0
  const guest = await looking(team.guest)
  const gone = told(guest)
  await makeCard(server, team.member, team.board)
  await gone
  await client.settle()
  expect(heard(client), 'a removed member hears of no further change').toBe(false)
  const deleted = told(guest)
  ok(await server.call(boardsApi.remove, { token: team.admin.token, params }))
  await deleted
})

test('a guest is told nothing, and a page that stops is told nothing more', async () => {
  const guest = await page(undefined)
  expect(await guest.send('watchOverview', {})).toMatchObject({ error: texts.unauthorized })
  expect(await guest.send('unwatchOverview', {})).toMatchObject({ error: texts.unauthorized })
  expect(await guest.send('watchOverview', null)).toMatchObject({ error: texts.payloadInvalid })

  const person = await register(server)
  const board = await makeBoard(server, person)
  const [witness, client] = [await looking(person), await looking(person)]
  expect(await client.send('unwatchOverview', {})).toEqual({ ok: true })
  const news = told(witness)
  await makeCard(server, person, board)
  await news
  await client.settle()
  expect(heard(client)).toBe(false)
})
