import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { auditApi } from '@rodada/contract/instance/audit'
import { type WebhookEvent, webhookEvents, webhookForms } from '@rodada/contract/integrations/settings'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint } from '../../../test/sprints.ts'
import { openReceiver, type Receiver, verified } from '../../../test/webhook-receiver.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { addDays } from '../../platform/time.ts'
import { today } from '../sprints/sprint-queries.ts'

let server: TestServer
let receiver: Receiver
/** Administers the installation. */
let root: Account
beforeAll(async () => {
  receiver = await openReceiver()
  server = await startServer({ env: { ...receiver.env, PUBLIC_URL: 'https://rodada.exemplo.com.br' } })
  root = await register(server)
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})
afterEach(() => receiver.reset())

const db = () => server.app.deps.db
/** Each board has its own, so that nothing is taken for what another one tells late. */
const addressOf = ({ id }: { id: number }) => `${receiver.url}/${id}`
const arrived = ({ board }: Pick<Team, 'board'>) => receiver.arrived.filter(({ path }) => path === new URL(addressOf(board)).pathname)
const addHook = ({ board, admin }: Team, body: object = {}) =>
  server.call(webhooksApi.create, {
    token: admin.token,
    params: { boardId: board.id },
    body: { url: addressOf(board), events: webhookEvents, ...body },
  })
async function teamWithHook(events: readonly WebhookEvent[] = webhookEvents, more: object = {}) {
  const team = await makeTeam(server, { title: 'Entregas' })
  const hook = ok(await addHook(team, { events, ...more }))
  return { ...team, hook, params: { boardId: team.board.id, webhookId: hook.id } }
}
type Hooked = Awaited<ReturnType<typeof teamWithHook>>
const read = async ({ board, hook }: Hooked) => {
  const hooks = ok(await server.call(webhooksApi.list, { token: root.token, params: { boardId: board.id } }))
  return hooks.find(({ id }) => id === hook.id)
}
const deliveries = async ({ admin, params }: Hooked, query = {}) =>
  ok(await server.call(webhooksApi.deliveries, { token: admin.token, params, query }))
const move = (team: Team, by: Account, cardId: number, list: string) =>
  server.call(cardsApi.move, {
    token: by.token,
    params: { cardId },
    body: { list_id: team.board.lists.find(({ title }) => title === list)?.id, position: 0 },
  })
const waiting = ({ hook }: Hooked) =>
  db()
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', hook.id)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute()
/** Everything that waited has arrived, also what another process claimed. */
const delivered = async (team: Hooked) => {
  await server.app.runJobs()
  await expect.poll(() => waiting(team)).toEqual([])
}
const messages = (team: Hooked) => arrived(team).map((one) => verified(team.hook.secret, one))
/** Keeps every process from sending what waits, until it is released. */
const hold = ({ hook }: Hooked) =>
  db().updateTable('webhooks').set({ next_try_at: '9000-01-01T00:00:00.000Z', tries: 1 }).where('id', '=', hook.id).execute()
const release = ({ hook }: Hooked) =>
  db().updateTable('webhooks').set({ next_try_at: new Date().toISOString(), tries: 0 }).where('id', '=', hook.id).execute()

test('what happens arrives signed, in order, with ids, keys and titles, and no address of anybody', async () => {
  const team = await teamWithHook()
  const { board, member, admin } = team
  const card = await makeCard(server, member, board, 'Pix <!channel>')
  ok(await server.call(cardsApi.update, { token: member.token, params: { cardId: card.id }, body: { due_date: '2031-02-03' } }))
  ok(await move(team, member, card.id, 'Concluído'))
  ok(await move(team, member, card.id, 'A Fazer'))
  ok(await server.call(commentsApi.add, { token: member.token, params: { cardId: card.id }, body: { content: 'Um segredo' } }))
  const of = { token: admin.token, params: { cardId: card.id } }
  ok(await server.call(cardsApi.archive, of))
  ok(await server.call(cardsApi.restore, of))
  ok(await server.call(cardsApi.remove, of))
  const sprint = await makeSprint(server, admin, board, { nome: 'Sprint 7' })
  ok(await server.call(sprintsApi.update, { token: admin.token, params: { sprintId: sprint.id }, body: { status: 'encerrada' } }))
  const newcomer = await register(server, { name: 'Eva' })
  await addToBoard(server, admin, board.id, newcomer, 'member')
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId: board.id, userId: newcomer.user.id } }))
  await delivered(team)

  const told = messages(team)
  expect(told.map(({ type }) => type)).toEqual([
    'card.created',
    'card.updated',
    'card.moved',
    'card.done',
    'card.moved',
    'card.reopened',
    'comment.created',
    'card.archived',
    'card.restored',
    'card.deleted',
    'sprint.started',
    'sprint.ended',
    'member.added',
    'member.removed',
  ])
  const [created, updated, moved] = told
  const bia = { id: member.user.id, name: 'Bia', program: false }
  const place = { list: { id: board.lists[0]?.id, title: 'A Fazer' }, sprint: null }
  expect(created?.data).toEqual({
    board: { id: board.id, title: 'Entregas' },
    card: {
      id: card.id,
      key: card.key,
      title: 'Pix <!channel>',
      ...place,
      status: 'pendente',
      priority: card.priority,
      start_date: null,
      due_date: null,
      estimate: null,
      assigned_user: null,
    },
    actor: bia,
  })
  expect(updated?.data).toMatchObject({ changed: ['due_date'], card: { due_date: '2031-02-03' } })
  expect(moved?.data).toMatchObject({ from: place, card: { list: { title: 'Concluído' }, status: 'concluida' } })
  expect(told[6]?.data).toMatchObject({ card: { key: card.key }, comment: { id: expect.any(Number) }, actor: bia })
  expect(told[11]?.data).toMatchObject({ sprint: { id: sprint.id, nome: 'Sprint 7' }, done: 0, total: 0 })
  expect(told[12]?.data).toMatchObject({ member: { id: newcomer.user.id, name: 'Eva' }, actor: { id: admin.user.id } })
  const all = arrived(team)
    .map(({ body }) => body)
    .join()
  for (const { email } of [member, admin, newcomer]) expect(all).not.toContain(email)
  expect(all).not.toContain('segredo')
  // Each message has its own id, and nobody else's secret signs it.
  expect(new Set(arrived(team).map(({ headers }) => headers['webhook-id'])).size).toBe(told.length)
  const other = await teamWithHook()
  expect(() => arrived(team).map((one) => verified(other.hook.secret, one))).toThrow()
})

test('the secret is shown once and both it and the address are kept sealed', async () => {
  const team = await teamWithHook(['card.done'], { name: 'Publicação\r\nautomática' })
  expect(team.hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const { secret, ...shown } = team.hook
  expect(await read(team)).toEqual(shown)
  expect(shown).toMatchObject({
    name: 'Publicação automática',
    form: 'rodada',
    masked_url: `${new URL(receiver.url).host}/…${addressOf(team.board).slice(-4)}`,
    events: ['card.done'],
    set_by: { id: team.admin.user.id },
    stopped: null,
    failing_since: null,
    switched_off_at: null,
  })
  const row = await db().selectFrom('webhooks').selectAll().where('id', '=', team.hook.id).executeTakeFirstOrThrow()
  for (const sealed of [row.url, row.secret]) expect(sealed.startsWith('v1:') || sealed.startsWith('plain:')).toBe(true)
})

test('a secret is changed where it is: the new one is shown once and signs also what waits, and the old one nothing', async () => {
  const team = await teamWithHook(['card.created'])
  const { board, admin, hook, params } = team
  const change = () => server.call(webhooksApi.changeSecret, { token: admin.token, params })
  await hold(team)
  await makeCard(server, admin, board, 'Pix')
  const { secret } = ok(await change())
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(secret).not.toBe(hook.secret)
  await release(team)
  await delivered(team)
  const [told] = arrived(team)
  if (!told) throw new Error('nothing arrived')
  expect(verified(secret, told)).toMatchObject({ type: 'card.created' })
  expect(() => verified(hook.secret, told)).toThrow()

  const { secret: _, ...before } = hook
  const shown = await read(team)
  expect(shown).toEqual({ ...before, updated_at: expect.any(String), today: { all: 1, failed: 0 } })
  expect(JSON.stringify([shown, await deliveries(team)])).not.toContain(secret)
  const [line] = ok(await server.call(boardsApi.activity, { token: admin.token, params }))
  expect(line).toMatchObject({ kind: 'integration.secret', subject: 'Webhook' })
  const { entries } = ok(await server.call(auditApi.list, { token: root.token, query: { kind: 'integration.secret' } }))
  expect(entries[0]).toMatchObject({ details: { board: board.id, service: 'Webhook', to: hook.masked_url } })
  expect(JSON.stringify(entries)).not.toContain(secret)
})

test('only chosen events of its own board are told, and another board is never named', async () => {
  const team = await teamWithHook(['card.created', 'card.deleted'])
  const away = await makeBoard(server, team.admin, { title: 'Sigiloso' })
  const card = await makeCard(server, team.admin, team.board, 'Anda')
  ok(await move(team, team.member, card.id, 'Concluído'))
  const to = (boardId: number, list_id: number | undefined) =>
    server.call(cardsApi.move, { token: team.admin.token, params: { cardId: card.id }, body: { list_id, position: 0, board_id: boardId } })
  ok(await to(away.id, away.lists[0]?.id))
  ok(await to(team.board.id, team.board.lists[0]?.id))
  await delivered(team)
  expect(messages(team).map(({ type }) => type)).toEqual(['card.created', 'card.deleted', 'card.created'])
  expect(
    arrived(team)
      .map(({ body }) => body)
      .join(),
  ).not.toContain('Sigiloso')
})

test('a sprint that was planned is told on its first day, once', async () => {
  const team = await teamWithHook(['sprint.started'])
  const day = today()
  const dates = { data_inicio: addDays(day, 3), data_fim: addDays(day, 12) }
  const [by, later] = [await makeSprint(server, team.admin, team.board, dates), await makeSprint(server, team.admin, team.board, dates)]
  await delivered(team)
  expect(arrived(team)).toEqual([])
  ok(await server.call(sprintsApi.update, { token: team.admin.token, params: { sprintId: by.id }, body: { status: 'ativa' } }))
  await db().updateTable('sprints').set({ starts_on: day }).where('id', '=', later.id).execute()
  await server.app.runJobs()
  await server.app.runJobs()
  await delivered(team)
  await expect
    .poll(() => messages(team).map(({ data }) => data.sprint))
    .toEqual([
      { id: by.id, nome: by.nome },
      { id: later.id, nome: later.nome },
    ])
})

test('what did not happen in the end is not told', async () => {
  const team = await teamWithHook()
  const { events } = server.app.deps
  const { memberAdded } = await import('../boards/events.ts')
  const { findBoardAccess } = await import('../boards/queries.ts')
  const viewer = { userId: team.admin.user.id, role: 'admin' as const, token: null }
  const board = await findBoardAccess(db(), viewer, team.board.id)
  await expect(
    db()
      .transaction()
      .execute(async (trx) => {
        if (board) await events.begin(trx, null).emit(memberAdded, { board, userId: team.member.user.id, name: 'Bia' })
        expect(await trx.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', team.hook.id).execute()).toHaveLength(1)
        throw new Error('undone')
      }),
  ).rejects.toThrow('undone')
  expect(await deliveries(team)).toEqual([])
})

const said = {
  slack: '{"text":"Cartão concluído: KEY *&lt;a&gt; @here [x](http://mal.com)* em Entregas\\n<LINK|Abrir na Rodada>","unfurl_links":false}',
  mattermost:
    '{"text":"Cartão concluído: KEY **\\\\<a\\\\> @\u200bhere \\\\[x\\\\]\\\\(http://mal.com\\\\)** em Entregas\\n[Abrir na Rodada](LINK)"}',
  discord:
    '{"content":"Cartão concluído: KEY **\\\\<a\\\\> @\u200bhere \\\\[x\\\\]\\\\(http://mal.com\\\\)** em Entregas\\n[Abrir na Rodada](LINK)","allowed_mentions":{"parse":[]},"flags":4}',
  teams: expect.stringContaining('"type":"Action.OpenUrl","title":"Abrir na Rodada","url":"LINK"'),
  ntfy: 'Cartão concluído: KEY <a> @here [x](http://mal.com) em Entregas',
}
test.each(webhookForms.filter((form) => form !== 'rodada'))(
  '%s gets a sentence in its own form, without anything that it reads as markup',
  async (form) => {
    const team = await teamWithHook(['card.done'], { form })
    const card = await makeCard(server, team.member, team.board, '<a> @here [x](http://mal.com)')
    ok(await move(team, team.member, card.id, 'Concluído'))
    await delivered(team)
    const link = `https://rodada.exemplo.com.br/board/${team.board.id}?card=${card.id}`
    const [one] = arrived(team)
    expect(one?.body.replaceAll(link, 'LINK').replaceAll(card.key, 'KEY')).toEqual(said[form])
    if (form === 'ntfy') expect(one?.headers.click).toBe(link)
  },
)

test.each([
  'http://exemplo.com/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest',
  'https://10.0.0.5/x',
  'https://u:p@exemplo.com/x',
  'nada',
])('%s is no address to tell', async (url) => {
  const team = await makeTeam(server)
  const { status, body } = await addHook(team, { url })
  expect([status, body.fields]).toEqual([400, { url: texts.webhookUrlRefused }])
})

test('an address that is private when a message goes out gets none, and a redirect is not followed', async () => {
  const team = await teamWithHook(['card.created'])
  receiver.answer = () => 302
  receiver.headers = { location: receiver.url }
  const test = async () => ok(await server.call(webhooksApi.test, { token: team.admin.token, params: team.params }))
  expect(await test()).toMatchObject({ status: 'failed', answer_status: 302, problem: null, tries: 1 })
  expect(arrived(team)).toHaveLength(1)
  const url = createSecretBox(server.app.deps.config.secret).seal('https://127.0.0.1/x', `webhook of board ${team.board.id}`)
  await db().updateTable('webhooks').set({ url }).where('id', '=', team.hook.id).execute()
  expect(await test()).toMatchObject({ status: 'failed', answer_status: null, problem: 'address' })
  expect(arrived(team)).toHaveLength(1)
})

test('a board has ten webhooks at most, and one that is removed takes its deliveries with it', async () => {
  const team = await teamWithHook()
  for (let more = 1; more < limits.boardWebhooks; more++) ok(await addHook(team))
  expect((await addHook(team)).body.message).toBe(texts.webhooksFull)
  await makeCard(server, team.admin, team.board, 'Pix')
  ok(await server.call(webhooksApi.remove, { token: team.admin.token, params: team.params }))
  expect(await db().selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', team.hook.id).execute()).toEqual([])
  ok(await addHook(team))
  // Of another board it does not exist.
  const other = await teamWithHook()
  const wrong = { boardId: team.board.id, webhookId: other.hook.id }
  for (const endpoint of [webhooksApi.remove, webhooksApi.test, webhooksApi.deliveries] as const)
    expect((await server.call(endpoint, { token: root.token, params: wrong })).status).toBe(404)
})

test('what is said about an address is what it was set to, on the board and in the audit log', async () => {
  const team = await teamWithHook()
  const { token } = team.admin
  const { params } = team
  ok(await server.call(webhooksApi.update, { token, params, body: { events: ['card.done'], name: 'Novo' } }))
  ok(await server.call(webhooksApi.update, { token, params, body: { url: `${receiver.url}?b=2222` } }))
  ok(await server.call(webhooksApi.update, { token, params, body: { confirm: true } }))
  expect(await read(team)).toMatchObject({ name: 'Novo', events: ['card.done'], masked_url: expect.stringMatching(/…2222$/) })
  ok(await server.call(webhooksApi.remove, { token, params }))
  const lines = ok(await server.call(boardsApi.activity, { token, params }))
  const kinds = ['integration.removed', 'integration.confirmed', 'integration.set', 'integration.changed', 'integration.set']
  expect(lines.filter(({ kind }) => kind.startsWith('integration')).map(({ kind, subject }) => [kind, subject])).toEqual(
    kinds.map((kind) => [kind, 'Webhook']),
  )
  const entries = await db()
    .selectFrom('audit_log')
    .select(['kind', 'details'])
    .where('user_id', '=', team.admin.user.id)
    .orderBy('id')
    .execute()
  const told = entries.filter(({ kind }) => kind.startsWith('integration'))
  expect(told.map(({ kind }) => kind)).toEqual(['integration.set', 'integration.set', 'integration.confirmed', 'integration.removed'])
  expect(told.map(({ details }) => details).join()).not.toContain(new URL(receiver.url).pathname)
  expect(auditApi.list.access).toBe('admin')
})

test('it stops once the person who set it no longer administers the board, until somebody answers for it', async () => {
  const team = await makeTeam(server)
  const [boardId, userId] = [team.board.id, team.member.user.id]
  const role = (role: string) => server.call(boardsApi.updateMember, { token: root.token, params: { boardId, userId }, body: { role } })
  ok(await role('admin'))
  const hook = ok(await addHook({ ...team, admin: team.member }, { events: ['card.created'] }))
  const hooked: Hooked = { ...team, hook, params: { boardId, webhookId: hook.id } }
  await makeCard(server, team.admin, team.board, 'Ouvida')
  await delivered(hooked)
  expect(arrived(team)).toHaveLength(1)
  await hold(hooked)
  await makeCard(server, team.admin, team.board, 'À espera')
  ok(await role('member'))
  await release(hooked)
  await delivered(hooked)
  await makeCard(server, team.admin, team.board, 'Segredo')
  await delivered(hooked)
  expect(await read(hooked)).toMatchObject({ stopped: 'lost_rights', set_by: { id: userId } })
  const test = () => server.call(webhooksApi.test, { token: team.admin.token, params: hooked.params })
  expect((await test()).body.message).toBe(texts.webhookOutStopped)
  // Other events are no confirmation of the address.
  const change = (body: object) => server.call(webhooksApi.update, { token: team.admin.token, params: hooked.params, body })
  ok(await change({ events: ['card.created', 'card.done'] }))
  expect((await read(hooked))?.stopped).toBe('lost_rights')
  ok(await change({ confirm: true }))
  await makeCard(server, team.admin, team.board, 'De volta')
  await delivered(hooked)
  expect(arrived(team).map(({ body }) => JSON.parse(body).data.card.title)).toEqual(['Ouvida', 'De volta'])
})

test('a delivery is sent again with the id that it had, also after it was given up', async () => {
  const team = await teamWithHook(['card.created'])
  await makeCard(server, team.admin, team.board, 'Pix')
  await delivered(team)
  const [first] = await deliveries(team)
  expect(first).toMatchObject({ status: 'delivered', answer_status: 204, tries: 1, type: 'card.created', next_try_at: null, problem: null })
  expect(first?.duration_ms).toBeGreaterThanOrEqual(0)
  const again = () => server.call(webhooksApi.again, { token: team.admin.token, params: { deliveryId: first?.id ?? 0 } })
  expect(ok(await again())).toMatchObject({ id: first?.id, message_id: first?.message_id, status: 'delivered' })
  expect(arrived(team).map(({ headers }) => headers['webhook-id'])).toEqual([first?.message_id, first?.message_id])
  expect(arrived(team)[1]?.body).toBe(arrived(team)[0]?.body)
  receiver.answer = () => 500
  expect(ok(await again())).toMatchObject({ status: 'waiting', answer_status: 500, tries: 1, next_try_at: expect.any(String) })
  receiver.answer = () => 204
  expect(ok(await again())).toMatchObject({ status: 'delivered', answer_status: 204 })
  await delivered(team)
  expect(await deliveries(team, { failed: 'true' })).toEqual([])
  expect((await server.call(webhooksApi.again, { token: team.admin.token, params: { deliveryId: 999_999 } })).status).toBe(404)
})

test('tests, redeliveries and new addresses of a person are limited together', async () => {
  const strict = await startServer({ alone: true, env: { ...receiver.env, RATE_LIMIT_FACTOR: '1' } })
  const { token } = await register(strict)
  const board = await makeBoard(strict, { token })
  const body = { url: addressOf(board), events: webhookEvents }
  const { id } = ok(await strict.call(webhooksApi.create, { token, params: { boardId: board.id }, body }))
  const params = { boardId: board.id, webhookId: id }
  const statuses: number[] = []
  for (let turn = 0; turn < 30; turn++) statuses.push((await strict.call(webhooksApi.test, { token, params })).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([29, 429])
  const [last] = ok(await strict.call(webhooksApi.deliveries, { token, params }))
  expect((await strict.call(webhooksApi.again, { token, params: { deliveryId: last?.id ?? 0 } })).status).toBe(429)
  await strict.stop()
})

test('of more than may wait the oldest is dropped, and that is said', async () => {
  const team = await teamWithHook(['card.created'])
  const { queueMessages } = await import('./waiting-queries.ts')
  const { messageOf } = await import('./messages.ts')
  await hold(team)
  const say = (n: number) => messageOf('card.created', { n })
  const many = Array.from({ length: limits.webhookWaiting }, (_, n) => say(n))
  await db()
    .transaction()
    .execute((trx) => queueMessages(trx, team.hook.id, many))
  expect((await read(team))?.dropped_at).toBeNull()
  await makeCard(server, team.admin, team.board, 'Transborda')
  const left = await waiting(team)
  expect([left.length, JSON.parse(left[0]?.body ?? '{}').data, JSON.parse(left.at(-1)?.body ?? '{}').data.card.title]).toEqual([
    limits.webhookWaiting,
    { n: 1 },
    'Transborda',
  ])
  expect((await read(team))?.dropped_at).not.toBeNull()
  const all = await deliveries(team, { limit: 100, before: left[0]?.id ?? 0 })
  expect(all).toMatchObject([{ status: 'dropped', problem: 'crowded' }])
})

test('each message arrives once, however many processes look', async () => {
  const team = await teamWithHook(['card.created'])
  for (let n = 0; n < 12; n++) await makeCard(server, team.admin, team.board, `Cartão ${n}`)
  await Promise.all([server.app.runJobs(), server.app.runJobs()])
  await delivered(team)
  await expect.poll(() => arrived(team).length).toBe(12)
  expect(messages(team).map(({ data }) => (data.card as { title: string }).title)).toEqual(
    Array.from({ length: 12 }, (_, n) => `Cartão ${n}`),
  )
})
