import { boardsApi } from '@rodada/contract/boards/board-calls'
import { type PublicReport, readLinksApi } from '@rodada/contract/boards/read-links'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { auditApi } from '@rodada/contract/instance/audit'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { changeTask, endSprint, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'
import { endWhatWasRevived } from '../maintenance/restore-queries.ts'

let server: TestServer
/** Administers the installation. */
let root: Account
beforeAll(async () => {
  server = await startServer()
  root = await register(server)
})
afterAll(() => server.stop())

type Given = { names?: boolean; expires_in_days?: number | null }
const ask = ({ token }: Pick<Account, 'token'>, boardId: number, sprintId: number, body: Given = {}) =>
  server.call(readLinksApi.create, { token, params: { boardId }, body: { ...body, sprint_id: sprintId } })
async function makeLink(by: Pick<Account, 'token'>, { board }: Pick<Team, 'board'>, sprintId: number, body: Given = {}) {
  const { id, url } = ok(await ask(by, board.id, sprintId, body))
  return { id, secret: url.slice(-43) }
}
const statusOf = async (secret: string) => (await server.call(readLinksApi.read, { params: { secret } })).status
async function read(secret: string): Promise<PublicReport> {
  const page = ok(await server.call(readLinksApi.read, { params: { secret } }))
  if (page.kind !== 'report') throw new Error('the link shows no report')
  return page
}

/** A team in a sprint in which one card is done and Bia does another one. */
async function scene() {
  const team = await makeTeam(server, { title: 'Pagamentos', description: 'Segredo do quadro' })
  const { board, admin, member } = team
  const sprint = await makeSprint(server, admin, board, { nome: 'Sprint 12', descricao: 'Segredo da sprint' })
  const done = (await readSprint(server, admin, sprint)).columns[2]?.id
  const pix = await makeTask(server, admin, sprint, 'Pix parcelado', { estimativa_pontos: 5, column_id: done })
  const boleto = await makeTask(server, admin, sprint, 'Boleto', { estimativa_pontos: 3, descricao: 'Segredo do cartão' })
  ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: boleto.id }, body: { user_id: member.user.id } }))
  return { ...team, sprint, pix, boleto }
}

test('a link shows the report of a sprint with the figures of its page, and nobody and nothing else', async () => {
  const team = await scene()
  const { admin, board, sprint } = team
  const { secret } = await makeLink(admin, team, sprint.id)
  const shown = await read(secret)
  const of = { token: admin.token, params: { sprintId: sprint.id } }
  const report = ok(await server.call(sprintReportsApi.report, of)).data
  const { committed, completed, added, spilled } = report
  expect(shown).toMatchObject({ title: 'Pagamentos', color: board.color, names: false, committed, completed, added, spilled, left_out: 0 })
  expect(shown.sprint).toEqual({
    nome: 'Sprint 12',
    data_inicio: sprint.data_inicio,
    data_fim: sprint.data_fim,
    status: 'ativa',
    ended_at: null,
    recorded: true,
  })
  expect(shown.burndown).toEqual(ok(await server.call(sprintReportsApi.burndown, of)).data)
  expect([shown.done, shown.open].map((tasks) => tasks.map(({ titulo, points, people }) => [titulo, points, people]))).toEqual([
    [['Pix parcelado', 5, []]],
    [['Boleto', 3, []]],
  ])
  const text = JSON.stringify(shown)
  for (const hidden of ['Segredo', '@', admin.user.name, team.member.user.name, '"id"', '_id"', 'avatar'])
    expect(text).not.toContain(hidden)
  const answer = await server.raw(`/api/public/${secret}`)
  expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex, nofollow'])
})

test('who does what is open is named only where the link says so, and nobody once the sprint ended', async () => {
  const team = await scene()
  const { admin, board, sprint } = team
  const { secret } = await makeLink(admin, team, sprint.id, { names: true })
  expect((await read(secret)).open.map(({ people }) => people)).toEqual([['Bia']])
  expect(JSON.stringify(await read(secret))).not.toMatch(/@|avatar|"id"|_id"/)
  await endSprint(server, admin, sprint)
  const ended = await read(secret)
  expect(ended.open.map(({ titulo, people }) => [titulo, people])).toEqual([['Boleto', []]])
  expect(ended).toMatchObject({ sprint: { status: 'encerrada' }, velocity: { sprints: [{ nome: 'Sprint 12', is_current: true }] } })
  const velocity = ok(await server.call(sprintReportsApi.velocity, { token: admin.token, params: { boardId: board.id } })).data
  expect(ended.velocity.average).toEqual(velocity.average)
})

test('it shows the report as it is now, and of a card that was deleted since no title', async () => {
  const team = await scene()
  const { admin, sprint, pix, boleto } = team
  const { secret } = await makeLink(admin, team, sprint.id)
  await changeTask(server, admin, boleto.id, { estimativa_pontos: 8 })
  expect((await read(secret)).open).toMatchObject([{ points: 8 }])
  await endSprint(server, admin, sprint)
  ok(await server.call(cardsApi.remove, { token: admin.token, params: { cardId: pix.id } }))
  expect((await read(secret)).done).toMatchObject([{ titulo: '', visible: false, points: 5 }])
})

test('only who writes on the board makes one, of a sprint that is there', async () => {
  const { board, sprint, admin, member, guest, stranger } = await scene()
  const statuses: number[] = []
  for (const person of [admin, member, guest, stranger]) statuses.push((await ask(person, board.id, sprint.id)).status)
  expect(statuses).toEqual([200, 200, 403, 404])
  const other = await makeBoard(server, admin)
  const elsewhere = await ask(admin, other.id, sprint.id)
  expect([elsewhere.status, elsewhere.body.message]).toEqual([404, texts.sprintNotFound])
  const rows = await server.app.deps.db.selectFrom('read_links').select('id').where('board_id', '=', other.id).execute()
  expect(rows).toEqual([])
})

test('the board lists it with its sprint, and board and audit log hear of its beginning and its end', async () => {
  const team = await scene()
  const { admin, member, board, sprint } = team
  const { id, secret } = await makeLink(admin, team, sprint.id, { expires_in_days: 7 })
  const params = { boardId: board.id }
  const [link] = ok(await server.call(readLinksApi.list, { token: member.token, params }))
  expect(link).toMatchObject({ id, sprint: { id: sprint.id, nome: 'Sprint 12' }, names: false, made_by: { name: 'Ana' } })
  ok(await server.call(readLinksApi.remove, { token: member.token, params: { ...params, linkId: id } }))
  expect(await statusOf(secret)).toBe(404)
  const activity = ok(await server.call(boardsApi.activity, { token: admin.token, params }))
  expect(activity.flatMap(({ kind, user, subject }) => (kind.startsWith('link.') ? [[kind, user?.name, subject]] : []))).toEqual([
    ['link.report_deleted', 'Bia', 'Sprint 12'],
    ['link.report_created', 'Ana', 'Sprint 12'],
  ])
  const { entries } = ok(await server.call(auditApi.list, { token: root.token, query: {} }))
  const told = entries.filter(({ kind, details }) => kind.startsWith('link.') && details?.board === board.id)
  expect(told.map(({ kind, details }) => [kind, details])).toEqual([
    ['link.deleted', { board: board.id, sprint: sprint.id }],
    ['link.created', { board: board.id, sprint: sprint.id, names: 0, days: 7 }],
  ])
})

test('it ends with its sprint, with its day, with the board and with the right of who made it', async () => {
  const team = await scene()
  const { admin, member, board, sprint } = team
  const { db } = server.app.deps
  const by = async (person: Account) => makeLink(person, team, sprint.id)
  const expired = await by(admin)
  await db.updateTable('read_links').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', expired.id).execute()
  expect(await statusOf(expired.secret)).toBe(404)
  const left = await by(member)
  ok(
    await server.call(boardsApi.updateMember, {
      token: admin.token,
      params: { boardId: board.id, userId: member.user.id },
      body: { role: 'guest' },
    }),
  )
  expect(await statusOf(left.secret)).toBe(404)
  const last = await by(admin)
  const of = { token: admin.token, params: { boardId: board.id } }
  ok(await server.call(boardsApi.remove, of))
  expect(await statusOf(last.secret)).toBe(404)
  ok(await server.call(boardsApi.restore, of))
  expect(await statusOf(last.secret)).toBe(200)
  ok(await server.call(sprintsApi.remove, { token: admin.token, params: { sprintId: sprint.id } }))
  expect(await statusOf(last.secret)).toBe(404)
})

test('a restored copy has none', async () => {
  const alone = await startServer({ alone: true })
  try {
    const ana = await register(alone)
    const board = await makeBoard(alone, ana)
    const sprint = await makeSprint(alone, ana, board)
    const made = await alone.call(readLinksApi.create, { token: ana.token, params: { boardId: board.id }, body: { sprint_id: sprint.id } })
    const params = { secret: ok(made).url.slice(-43) }
    expect((await alone.call(readLinksApi.read, { params })).status).toBe(200)
    await alone.app.deps.db.transaction().execute(endWhatWasRevived)
    expect((await alone.call(readLinksApi.read, { params })).status).toBe(404)
  } finally {
    await alone.stop()
  }
})
