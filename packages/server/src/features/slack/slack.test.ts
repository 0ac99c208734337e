import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { slackApi } from '@rodada/contract/integrations/slack'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'
import { openSlack, type StandInSlack } from '../../../test/slack.ts'
import { makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let slack: StandInSlack
beforeAll(async () => {
  slack = await openSlack()
  server = await startServer({ env: slack.env })
})
afterAll(async () => {
  await server.stop()
  await slack.stop()
})
afterEach(() => {
  Object.assign(slack, { status: 200, headers: {}, messages: [], attempts: 0 })
})

async function teamWithSlack(more: object = {}): Promise<Team> {
  const team = await makeTeam(server, { title: 'Entregas & <frete>' })
  ok(await save(team, { url: slack.url, ...more }))
  return team
}
const save = ({ board, admin }: Team, body: object) =>
  server.call(slackApi.save, { token: admin.token, params: { boardId: board.id }, body })
const read = async ({ board, admin }: Team) =>
  ok(await server.call(slackApi.get, { token: admin.token, params: { boardId: board.id } })).hook
const conclude = async (team: Team, title: string) => {
  const card = await makeCard(server, team.member, team.board, title)
  const list_id = team.board.lists.find((list) => list.title === 'Concluído')?.id
  ok(await server.call(cardsApi.move, { token: team.member.token, params: { cardId: card.id }, body: { list_id, position: 0 } }))
  return card
}
const waiting = () => server.app.deps.db.selectFrom('slack_messages').selectAll().execute()
/** Everything that waited has arrived, also what another process claimed. */
const delivered = async () => {
  await server.app.runJobs()
  await expect.poll(waiting).toEqual([])
}

test('the address is kept sealed and shown masked', async () => {
  const team = await teamWithSlack()
  const hook = await read(team)
  expect(hook).toEqual({
    masked_url: `${new URL(slack.url).host}/…1234`,
    sprint_ended: true,
    vote_finished: true,
    card_done: true,
    updated_at: expect.any(String),
    failing_since: null,
    set_by: expect.objectContaining({ id: team.admin.user.id }),
    stopped: null,
  })
  const row = await server.app.deps.db.selectFrom('slack_hooks').selectAll().where('board_id', '=', team.board.id).executeTakeFirstOrThrow()
  expect(row.url.startsWith('v1:') || row.url.startsWith('plain:')).toBe(true)
})

test('chosen news arrive after the event, without anything that Slack would read as markup', async () => {
  const team = await teamWithSlack()
  await conclude(team, '<!channel> paguem & <https://mal.com|aqui>')
  await delivered()
  expect(slack.messages).toEqual([
    'Cartão concluído: *&lt;!channel&gt; paguem &amp; &lt;https://mal.com|aqui&gt;* em Entregas &amp; &lt;frete&gt;',
  ])
  const sprint = await makeSprint(server, team.admin, team.board, { nome: 'Sprint 7' })
  ok(await server.call(sprintsApi.update, { token: team.admin.token, params: { sprintId: sprint.id }, body: { status: 'encerrada' } }))
  await delivered()
  expect(slack.messages[1]).toBe('Sprint encerrada: *Sprint 7* em Entregas &amp; &lt;frete&gt;, com 0 de 0 tarefas concluídas')
  expect(await waiting()).toEqual([])
})

test('a vote saved to its card is told once, however often somebody saves it', async () => {
  const team = await teamWithSlack()
  const card = await makeCard(server, team.member, team.board, 'Pix')
  const [bia, zeca] = [await new RoomClient(server.url(), { token: team.member.token }).ready(), await new RoomClient(server.url()).ready()]
  const { roomId } = await openRoom(bia)
  await bia.join(roomId, 'Bia')
  await zeca.join(roomId, 'Zeca')
  await bia.send('addTasks', { roomId, card_ids: [card.id] })
  for (const [client, vote] of [[bia, '5'] as const, [zeca, '8'] as const]) await client.send('vote', { roomId, vote })
  await bia.send('revealVotes', { roomId })
  await delivered()
  expect(slack.messages).toEqual([])
  const save = () => bia.send('saveEstimate', { roomId, round: 1, estimate: 6.5 })
  await Promise.all([save(), save()])
  await delivered()
  await delivered()
  expect(slack.messages).toEqual(['Votação concluída: *Pix* ficou com 6,5 (média 6,5, 2 votos)'])
  bia.leave()
  zeca.leave()
})

test('a vote of sizes is told without a mean', async () => {
  const team = await teamWithSlack()
  const card = await makeCard(server, team.member, team.board, 'Pix')
  const bia = await new RoomClient(server.url(), { token: team.member.token }).ready()
  const { roomId } = await openRoom(bia, { deck: ['P', 'M', 'G'], card_ids: [card.id] })
  await bia.join(roomId, 'Bia')
  await bia.send('vote', { roomId, vote: 'M' })
  await bia.send('revealVotes', { roomId })
  await bia.send('saveEstimate', { roomId, round: 1, estimate: 5 })
  await delivered()
  expect(slack.messages).toEqual(['Votação concluída: *Pix* ficou com 5 (1 voto)'])
  bia.leave()
})

test('cards done together are one message, without those that were done or are hidden', async () => {
  const team = await teamWithSlack()
  const { token } = team.member
  const titles = Array.from({ length: 7 }, (_, index) => `Tarefa ${index + 1}`)
  for (const title of titles) await makeCard(server, team.member, team.board, title)
  const away = await makeCard(server, team.member, team.board, 'Arquivada')
  ok(await server.call(cardsApi.archive, { token, params: { cardId: away.id } }))
  const list = { token, params: { boardId: team.board.id, listId: team.board.lists[0]?.id ?? 0 } }
  for (const status of ['concluida', 'concluida']) ok(await server.call(boardsApi.updateList, { ...list, body: { status } }))
  await delivered()
  expect(slack.messages).toEqual([
    '7 cartões concluídos em Entregas &amp; &lt;frete&gt;: *Tarefa 1*, *Tarefa 2*, *Tarefa 3*, *Tarefa 4*, *Tarefa 5* e mais 2',
  ])

  const sprint = await makeSprint(server, team.admin, team.board)
  const { columns } = await readSprint(server, team.member, sprint)
  await makeTask(server, team.member, sprint, 'Planejada')
  const column = { token, params: { sprintId: sprint.id, columnId: columns[0]?.id ?? 0 } }
  ok(await server.call(sprintColumnsApi.update, { ...column, body: { status: 'concluida' } }))
  await delivered()
  expect(slack.messages.slice(1)).toEqual(['Cartão concluído: *Planejada* em Entregas &amp; &lt;frete&gt;'])
})

test("messages are in the language of the board's owner", async () => {
  const team = await teamWithSlack()
  ok(await server.call(authApi.updateProfile, { token: team.admin.token, body: { language: 'es-ES' } }))
  await conclude(team, 'Pix')
  await delivered()
  expect(slack.messages).toEqual(['Tarjeta hecha: *Pix* en Entregas &amp; &lt;frete&gt;'])
})

test('each kind of news has its switch', async () => {
  const team = await teamWithSlack({ card_done: false })
  await conclude(team, 'Calada')
  await delivered()
  expect(slack.messages).toEqual([])
  ok(await save(team, { card_done: true, sprint_ended: false }))
  expect(await read(team)).toMatchObject({ card_done: true, sprint_ended: false, vote_finished: true })
  await conclude(team, 'Dita')
  await delivered()
  expect(slack.messages.length).toBe(1)
})

test('a card that changes without being completed, or was completed before, is no news', async () => {
  const team = await teamWithSlack()
  const card = await conclude(team, 'Uma vez')
  ok(await server.call(cardsApi.update, { token: team.member.token, params: { cardId: card.id }, body: { title: 'Outro nome' } }))
  await delivered()
  expect(slack.messages.length).toBe(1)
})

test.each([
  'http://hooks.slack.com/services/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest',
  'https://10.0.0.5/x',
  'https://u:p@hooks.slack.com/x',
  'ftp://hooks.slack.com/x',
  'nada',
])('%s is no address to send to', async (url) => {
  const team = await makeTeam(server)
  const { status, body } = await save(team, { url })
  expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid', ['url']])
  expect(await read(team)).toBeNull()
})

test('an address that is private when a message goes out gets none', async () => {
  const team = await teamWithSlack()
  // As for a name that led elsewhere when it was saved.
  const { db, config } = server.app.deps
  const { createSecretBox } = await import('../../platform/secrets/secret-box.ts')
  const url = createSecretBox(config.secret).seal('https://127.0.0.1/x', `slack address of board ${team.board.id}`)
  await db.updateTable('slack_hooks').set({ url }).where('board_id', '=', team.board.id).execute()
  await conclude(team, 'Para dentro')
  await delivered()
  expect(slack.attempts).toBe(0)
  expect(await waiting()).toEqual([])
  expect((await read(team))?.failing_since).not.toBeNull()
})

test('a message is kept when the address is not found for now', async () => {
  const team = await teamWithSlack()
  const { db, config } = server.app.deps
  const { createSecretBox } = await import('../../platform/secrets/secret-box.ts')
  const url = createSecretBox(config.secret).seal('https://slack.invalid/x', `slack address of board ${team.board.id}`)
  await db.updateTable('slack_hooks').set({ url }).where('board_id', '=', team.board.id).execute()
  await conclude(team, 'Sem nome')
  await server.app.runJobs()
  await expect.poll(async () => (await waiting()).map(({ board_id, tries }) => [board_id, tries > 0])).toEqual([[team.board.id, true]])
  expect((await read(team))?.failing_since).toBeNull()
  ok(await server.call(slackApi.remove, { token: team.admin.token, params: { boardId: team.board.id } }))
})

test('a failing address is asked once for all that waits, so that other boards wait through one answer', async () => {
  const [stuck, other] = [await teamWithSlack(), await teamWithSlack()]
  slack.status = 503
  // Queued together, otherwise each would be asked for.
  const { db } = server.app.deps
  const now = new Date().toISOString()
  const row = { board_id: stuck.board.id, created_at: now, next_try_at: now }
  await db
    .insertInto('slack_messages')
    .values([1, 2, 3].map((n) => ({ ...row, message: `Presa ${n}` })))
    .execute()
  await server.app.runJobs()
  const due = async () => (await waiting()).filter(({ next_try_at }) => next_try_at <= new Date().toISOString()).length
  await expect.poll(due).toBe(0)
  expect(slack.attempts).toBe(1)
  slack.status = 200
  await conclude(other, 'De outro quadro')
  await server.app.runJobs()
  await expect.poll(() => slack.messages).toEqual(['Cartão concluído: *De outro quadro* em Entregas &amp; &lt;frete&gt;'])
  await db.deleteFrom('slack_messages').execute()
})

test('messages of a board keep their order, also when one has to wait', async () => {
  const team = await teamWithSlack()
  const { db } = server.app.deps
  const put = async (messages: string[]) => {
    const now = new Date().toISOString()
    const row = { board_id: team.board.id, created_at: now, next_try_at: now }
    await db
      .insertInto('slack_messages')
      .values(messages.map((message) => ({ ...row, message })))
      .execute()
  }
  slack.status = 503
  await put(['1', '2', '3'])
  await server.app.runJobs()
  await expect.poll(async () => (await waiting()).filter(({ next_try_at }) => next_try_at <= new Date().toISOString())).toEqual([])
  // A new message is due, and waits all the same.
  await put(['4'])
  await server.app.runJobs()
  expect(slack.attempts).toBe(1)
  slack.status = 200
  for (const [index, { id }] of (await waiting()).sort((a, b) => b.id - a.id).entries()) {
    await db
      .updateTable('slack_messages')
      .set({ next_try_at: `2020-01-01T00:00:0${index}.000Z` })
      .where('id', '=', id)
      .execute()
  }
  await delivered()
  expect(slack.messages).toEqual(['1', '2', '3', '4'])
})

describe('an address that does not answer', () => {
  const boardsAtOnce = 8
  // One process, whose requests the test can hold.
  let alone: TestServer
  beforeAll(async () => {
    alone = await startServer({ alone: true, env: slack.env })
    await alone.app.pauseJobs()
  })
  afterAll(() => alone.stop())

  /** Boards of one person with a message each, due in this order. */
  const boardsWithNews = async (count: number, tries = 0) => {
    const person = await register(alone)
    const boards = []
    for (let made = 0; made < count; made++) {
      const board = await makeBoard(alone, person)
      ok(await alone.call(slackApi.save, { token: person.token, params: { boardId: board.id }, body: { url: slack.url } }))
      const at = `20${tries > 0 ? 20 : 21}-01-01T00:00:0${made}.000Z`
      const row = { board_id: board.id, message: `De ${board.id}`, tries, created_at: at, next_try_at: at }
      await alone.app.deps.db.insertInto('slack_messages').values(row).execute()
      boards.push(row.message)
    }
    return boards
  }
  /** Holds requests with one of these texts until `release`. */
  const hold = (held: readonly string[]) => {
    const released = Promise.withResolvers<void>()
    const { outgoing } = alone.app.deps
    const send = outgoing.send
    const spy = vi.spyOn(outgoing, 'send').mockImplementation(async (request) => {
      if (held.some((message) => String(request.body).includes(`"${message}"`))) await released.promise
      return send(request)
    })
    return () => {
      spy.mockRestore()
      released.resolve()
    }
  }

  test('delays no other board', async () => {
    const [stuck = '', ...others] = await boardsWithNews(3)
    const release = hold([stuck])
    const run = alone.app.runJobs()
    await expect.poll(() => [...slack.messages].sort()).toEqual([...others].sort())
    release()
    await run
    expect(slack.messages).toContain(stuck)
  })

  test('is asked again only after those that answer', async () => {
    const stuck = await boardsWithNews(boardsAtOnce, 1)
    const [fresh] = await boardsWithNews(1)
    const release = hold(stuck)
    const run = alone.app.runJobs()
    await expect.poll(() => slack.messages).toEqual([fresh])
    release()
    await run
  })
})

test('a redirect is not followed: the message is refused', async () => {
  const team = await teamWithSlack()
  slack.status = 302
  slack.headers = { location: slack.url }
  const { status, body } = await server.call(slackApi.test, { token: team.admin.token, params: { boardId: team.board.id } })
  expect([status, body.message, slack.attempts]).toEqual([409, texts.slackRefused, 1])
})

test('a message that Slack does not take now is tried again, and given up in the end', async () => {
  const team = await teamWithSlack()
  const { db } = server.app.deps
  // The first wait is 10 s; the lease of a message on its way is 60 s.
  const soon = () => new Date(Date.now() + 30_000).toISOString()
  /** Makes everything that is not on its way due until none is left; a process may be postponing one just now. */
  const untilGone = (more: { tries?: number } = {}) =>
    expect
      .poll(async () => {
        const due = { ...more, next_try_at: '2020-01-01T00:00:00.000Z' }
        await db.updateTable('slack_messages').set(due).where('next_try_at', '<', soon()).execute()
        await server.app.runJobs()
        return waiting()
      })
      .toEqual([])
  slack.status = 503
  await conclude(team, 'Insistente')
  await server.app.runJobs()
  const isPostponed = async () => (await waiting()).map(({ tries, next_try_at }) => [tries, next_try_at < soon()])
  await expect.poll(isPostponed).toEqual([[1, true]])
  expect(slack.attempts).toBe(1)
  slack.status = 200
  await untilGone()
  expect(slack.messages.length).toBe(1)

  slack.status = 503
  await conclude(team, 'Perdida')
  await untilGone({ tries: 8 })
  expect((await read(team))?.failing_since).not.toBeNull()
  // The next message that arrives ends the warning.
  slack.status = 200
  await conclude(team, 'De volta')
  await delivered()
  expect((await read(team))?.failing_since).toBeNull()
})

test.each(['-600', '-1e17', '1e300', 'nunca'])('an address that asks to wait for %s seconds is asked again later', async (retryAfter) => {
  const team = await teamWithSlack()
  const soon = () => new Date(Date.now() + 5_000).toISOString()
  Object.assign(slack, { status: 429, headers: { 'retry-after': retryAfter } })
  await conclude(team, 'Paciente')
  await server.app.runJobs()
  // The lease of a message on its way has that many tries, too.
  await expect.poll(async () => (await waiting()).map(({ tries, next_try_at }) => [tries, next_try_at > soon()])).toEqual([[1, true]])
  await server.app.runJobs()
  expect(slack.attempts).toBe(1)
  ok(await server.call(slackApi.remove, { token: team.admin.token, params: { boardId: team.board.id } }))
})

test('a test message reports its result, and removing the address ends everything', async () => {
  const team = await teamWithSlack()
  const params = { boardId: team.board.id }
  const test = () => server.call(slackApi.test, { token: team.admin.token, params })
  ok(await test())
  expect(slack.messages).toEqual(['Mensagem de teste da Rodada: *Entregas &amp; &lt;frete&gt;* já pode avisar por aqui.'])
  slack.status = 404
  expect((await test()).body.message).toBe(texts.slackRefused)
  slack.status = 500
  expect((await test()).body.message).toBe(texts.slackRefused)
  await conclude(team, 'Nunca dita')
  ok(await server.call(slackApi.remove, { token: team.admin.token, params }))
  expect(await waiting()).toEqual([])
  expect((await test()).body.message).toBe(texts.slackMissing)
  const { status, body } = await save(team, { card_done: true })
  expect([status, body.fields]).toEqual([400, { url: texts.slackMissing }])
})
