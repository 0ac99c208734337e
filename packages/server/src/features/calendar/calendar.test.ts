import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { day, makeSprint } from '../../../test/sprints.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { endWhatWasRevived } from '../maintenance/restore-queries.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://rodada.exemplo.com.br/', TRUST_PROXY: '1' } })
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

/** A new address of a person: the path, as a calendar asks for it. */
async function openCalendar({ token }: Pick<Account, 'token'>): Promise<{ id: number; path: string }> {
  const { id, url } = ok(await server.call(calendarApi.create, { token }))
  expect(url).toMatch(/^https:\/\/rodada\.exemplo\.com\.br\/api\/calendar\/[\w-]{43}\.ics$/)
  return { id, path: new URL(url).pathname }
}

const statusOf = async (path: string): Promise<number> => (await server.raw(path)).status

/** What a calendar shows, as another program reads it. */
async function read(path: string) {
  const response = await server.raw(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await response.text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      from: String(event.startDate),
      until: String(event.endDate),
      wholeDay: event.startDate.isDate,
      url: String(component.getFirstPropertyValue('url')),
      free: component.getFirstPropertyValue('transp') === 'TRANSPARENT',
    }
  })
  return { text, events, response }
}
const titles = async (path: string) => (await read(path)).events.map(({ summary }) => summary)

/** A card that is somebody's, due on a day. */
async function dueCard(owner: Account, board: Awaited<ReturnType<typeof makeBoard>>, title: string, due: string, of = owner) {
  const card = await makeCard(server, owner, board, title, 0, { due_date: due })
  ok(await server.call(cardsApi.assign, { token: owner.token, params: { cardId: card.id }, body: { user_id: of.user.id } }))
  return card
}

test('a calendar shows the own open cards with a date and the sprints of the own boards, as whole free days', async () => {
  const { board, admin: ana, member } = await makeTeam(server, { title: 'Pagamentos' })
  const pix = await dueCard(ana, board, 'Pix parcelado', day(3))
  await dueCard(ana, board, 'De outra pessoa', day(3), member)
  await makeCard(server, ana, board, 'Sem prazo')
  const done = await dueCard(ana, board, 'Já concluído', day(4))
  ok(await server.call(cardsApi.move, { token: ana.token, params: { cardId: done.id }, body: { list_id: board.lists.at(-1)?.id ?? 0 } }))
  await dueCard(ana, board, 'Atrasado de semana passada', day(-7))
  await dueCard(ana, board, 'Atrasado de outro ano', day(-limits.calendarDaysBack - 2))
  const archived = await dueCard(ana, board, 'Arquivado', day(5))
  ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: archived.id } }))
  const sprint = await makeSprint(server, ana, board, { nome: 'Sprint 12' })
  // Everybody reads it, and she is not on it.
  const elsewhere = await makeBoard(server, member, { title: 'Público', is_public: true })
  await makeSprint(server, member, elsewhere, { nome: 'Sprint dos outros' })

  const { events } = await read((await openCalendar(ana)).path)
  expect(events.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^\w+-\d+ Atrasado de semana passada$/),
    expect.stringMatching(/^\w+-\d+ Pix parcelado$/),
    'Sprint 12 · Pagamentos',
  ])
  const key = events[1]?.summary.split(' ')[0]
  expect(events[1]).toMatchObject({
    description: `Pagamentos · ${board.lists[0]?.title}`,
    from: day(3),
    until: day(4),
    wholeDay: true,
    free: true,
    url: `https://rodada.exemplo.com.br/cartao/${key}`,
    uid: expect.stringMatching(new RegExp(`^card-${pix.id}@`)),
  })
  expect(events[2]).toMatchObject({
    from: day(),
    until: day(14),
    wholeDay: true,
    url: `https://rodada.exemplo.com.br/sprint/${sprint.id}/board`,
  })
})

test('what people wrote stays within its field, whatever it holds, and no line is too long', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana, { title: 'Ç; vírgula, e \\ barra' })
  const hostile = 'Pix; DTSTART:19700101, "aspas" \\n END:VEVENT 🎉 '.padEnd(250, 'ção ')
  await dueCard(ana, board, hostile, day(1))
  const { text, events } = await read((await openCalendar(ana)).path)
  expect(events).toHaveLength(1)
  expect(events[0]?.summary).toMatch(/^\w+-\d+ Pix; DTSTART:19700101, "aspas" \\n END:VEVENT 🎉 ção/)
  expect(events[0]?.summary.endsWith(hostile.trim())).toBe(true)
  expect(events[0]?.description).toContain('Ç; vírgula, e \\ barra')
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('what did not change is not sent again, and what did keeps its name', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const card = await dueCard(ana, board, 'Pix parcelado', day(1))
  const { path } = await openCalendar(ana)
  const { response, events } = await read(path)
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  const again = await server.raw(path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: card.id }, body: { due_date: day(2) } }))
  const changed = await server.raw(path, { headers: { 'if-none-match': etag } })
  expect(changed.status).toBe(200)
  const later = (await read(path)).events
  expect([later[0]?.uid, later[0]?.from]).toEqual([events[0]?.uid, day(2)])
})

test('who leaves a board, or loses it, finds nothing of it in the next reading', async () => {
  const { board, admin: ana, member } = await makeTeam(server, { title: 'Segredo' })
  await dueCard(ana, board, 'Segredo do cartão', day(1), member)
  await makeSprint(server, ana, board, { nome: 'Segredo da sprint' })
  const { path } = await openCalendar(member)
  expect(await titles(path)).toHaveLength(2)
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params: { boardId: board.id, userId: member.user.id } }))
  expect(await titles(path)).toEqual([])
  await addToBoard(server, ana, board.id, member, 'member')
  ok(await server.call(boardsApi.remove, { token: ana.token, params: { boardId: board.id } }))
  expect(await titles(path)).toEqual([])
})

test('a calendar never shows more than its limits', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  await makeManyCards(server, ana, board, limits.calendarCards)
  const { db } = server.app.deps
  await db
    .updateTable('cards')
    .set({ due_date: day(1), assignee_id: ana.user.id })
    .where('board_id', '=', board.id)
    .execute()
  expect(await titles((await openCalendar(ana)).path)).toHaveLength(limits.calendarCards)
})

describe('an address ends at once', () => {
  test('when its owner closes it, and only they do; a new one takes its place', async () => {
    const [ana, bia] = [await register(server), await register(server)]
    expect(ok(await server.call(calendarApi.get, { token: ana.token }))).toEqual({ feed: null })
    const first = await openCalendar(ana)
    expect(ok(await server.call(calendarApi.get, { token: ana.token })).feed).toMatchObject({ id: first.id, last_read_at: null })
    expect(await statusOf(first.path)).toBe(200)
    expect(ok(await server.call(calendarApi.get, { token: ana.token })).feed?.last_read_at).toEqual(expect.any(String))
    const second = await openCalendar(ana)
    expect([await statusOf(first.path), await statusOf(second.path)]).toEqual([404, 200])
    // Neither somebody else nor a page that still shows the first one ends the second.
    for (const [token, feedId] of [
      [bia.token, second.id],
      [ana.token, first.id],
    ] as const)
      expect((await server.call(calendarApi.remove, { token, params: { feedId } })).status).toBe(404)
    ok(await server.call(calendarApi.remove, { token: ana.token, params: { feedId: second.id } }))
    expect(await statusOf(second.path)).toBe(404)
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: ana.email } }))
    const told = entries.filter(({ kind }) => kind.startsWith('calendar.'))
    expect(told.map(({ kind }) => kind)).toEqual(['calendar.closed', 'calendar.opened', 'calendar.opened'])
    expect(JSON.stringify(told)).not.toContain(second.path.slice(14, 57))
  })

  test('with the account, and does not come back with it', async () => {
    const ana = await register(server)
    const { path } = await openCalendar(ana)
    const params = { userId: ana.user.id }
    ok(await server.call(adminApi.updateUser, { token: admin.token, params, body: { is_active: false } }))
    expect(await statusOf(path)).toBe(404)
    ok(await server.call(adminApi.updateUser, { token: admin.token, params, body: { is_active: true } }))
    expect(await statusOf(path)).toBe(404)
  })

  test('with a reset of the password', async () => {
    const ana = await register(server)
    const { path } = await openCalendar(ana)
    const token = `link-${ana.user.id}`
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    const row = { token_hash: hashSecret(token), user_id: ana.user.id, expires_at }
    await server.app.deps.db.insertInto('password_resets').values(row).execute()
    ok(await server.call(passwordResetApi.complete, { body: { token, new_password: 'outra senha', confirmation: 'outra senha' } }))
    expect(await statusOf(path)).toBe(404)
  })

  test('with a restored copy', async () => {
    const alone = await startServer({ alone: true })
    try {
      const ana = await register(alone)
      const { url } = ok(await alone.call(calendarApi.create, { token: ana.token }))
      await alone.app.deps.db.transaction().execute(endWhatWasRevived)
      expect((await alone.raw(new URL(url).pathname)).status).toBe(404)
    } finally {
      await alone.stop()
    }
  })
})

test('what is no address of a calendar is not found, and tells nothing', async () => {
  const wrong = [`/api/calendar/${'a'.repeat(43)}.ics`, '/api/calendar/x.ics', `/api/calendar/${'a'.repeat(43)}`, '/api/calendar/.ics']
  expect(await Promise.all(wrong.map(statusOf))).toEqual([404, 404, 404, 404])
})

test('made-up addresses keep no calendar of their network from reading', async () => {
  const limited = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.01', PUBLIC_URL: 'https://rodada.exemplo.com.br/' } })
  try {
    const { url } = ok(await limited.call(calendarApi.create, { token: (await register(limited)).token }))
    const madeUp = async (turn: number) => (await limited.raw(`/api/calendar/${String(turn).padStart(43, 'x')}.ics`)).status
    const statuses: number[] = []
    for (let turn = 0; turn < 14; turn += 1) statuses.push(await madeUp(turn))
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
    expect((await limited.raw(new URL(url).pathname)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('one address is read sixty times an hour from one network, and the next network has its own count', async () => {
  const limited = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } })
  try {
    const ana = await register(limited)
    const { url } = ok(await limited.call(calendarApi.create, { token: ana.token }))
    const ask = async (from: string) => (await limited.raw(new URL(url).pathname, { headers: { 'x-forwarded-for': from } })).status
    const first: number[] = []
    for (let turn = 0; turn < 61; turn += 1) first.push(await ask('198.51.100.7'))
    expect([first.filter((status) => status === 200).length, first.at(-1)]).toEqual([60, 429])
    expect(await ask('203.0.113.9')).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('a sprint that another name was given keeps its place in the calendar', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board)
  const { path } = await openCalendar(ana)
  const before = (await read(path)).events
  ok(await server.call(sprintsApi.update, { token: ana.token, params: { sprintId: sprint.id }, body: { nome: 'Sprint da Black Friday' } }))
  const after = (await read(path)).events
  expect([after[0]?.uid, after[0]?.summary.split(' · ')[0]]).toEqual([before[0]?.uid, 'Sprint da Black Friday'])
})
