import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { type PublicBoard, readLinksApi } from '@rodada/contract/boards/read-links'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { untilWaiting } from '../../../test/locks.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { day } from '../../../test/sprints.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { holdBoard } from '../boards/queries.ts'
import { endWhatWasRevived } from '../maintenance/restore-queries.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://rodada.exemplo.com.br' } })
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

type Given = { names?: boolean; expires_in_days?: number | null }
/** A new link of a board: its id and its secret. */
async function makeLink(of: Pick<TestServer, 'call'>, { token }: Pick<Account, 'token'>, boardId: number, body: Given = {}) {
  const { id, url } = ok(await of.call(readLinksApi.create, { token, params: { boardId }, body }))
  expect(url).toMatch(/\/publico\/[\w-]{43}$/)
  return { id, url, secret: url.slice(-43) }
}
async function read(secret: string): Promise<PublicBoard> {
  const page = ok(await server.call(readLinksApi.read, { params: { secret } }))
  if (page.kind !== 'board') throw new Error('the link shows no board')
  return page
}
const statusOf = async (secret: string) => (await server.call(readLinksApi.read, { params: { secret } })).status
const titles = (board: PublicBoard) => board.lists.flatMap(({ cards }) => cards.map(({ title }) => title))

/** A board on which everything that a link must not tell is called a secret. */
async function fullBoard() {
  const team = await makeTeam(server, { title: 'Pagamentos', description: 'Segredo da descrição do quadro' })
  const { board, admin: ana, member: bia } = team
  const { token } = ana
  const params = { boardId: board.id }
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Urgente', color: '#c33438' } }))
  const body = { name: 'Segredo do campo', type: 'text' as const, on_card: true }
  ok(await server.call(boardFieldsApi.add, { token, params, body }))
  const card = await makeCard(server, ana, board, 'Pix parcelado', 0, { due_date: day(3), description: 'Segredo da descrição' })
  const of = { cardId: card.id }
  ok(await server.call(cardsApi.update, { token, params: of, body: { estimate: 5, notes: 'Segredo das notas' } }))
  ok(await server.call(cardsApi.addLabel, { token, params: of, body: { label_id: label.id } }))
  ok(await server.call(cardsApi.assign, { token, params: of, body: { user_id: ana.user.id } }))
  ok(await server.call(participantsApi.add, { token, params: { ...of, userId: bia.user.id } }))
  ok(await server.call(participantsApi.add, { token, params: { ...of, userId: ana.user.id } }))
  ok(await server.call(commentsApi.add, { token, params: of, body: { content: 'Segredo do comentário' } }))
  const checklist = ok(await server.call(checklistsApi.add, { token, params: of, body: { title: 'Segredo da lista' } }))
  const inChecklist = { ...of, checklistId: checklist.id }
  ok(await server.call(checklistsApi.addItem, { token, params: inChecklist, body: { title: 'Segredo do item' } }))
  const archived = await makeCard(server, ana, board, 'Segredo arquivado')
  ok(await server.call(cardsApi.archive, { token, params: { cardId: archived.id } }))
  return { ...team, card }
}

test('a link shows lists and cards with what they plan, and nobody and nothing else', async () => {
  const { board, admin: ana, member, card } = await fullBoard()
  const { secret, url } = await makeLink(server, ana, board.id)
  expect(url).toBe(`https://rodada.exemplo.com.br/publico/${secret}`)
  const shown = await read(secret)
  expect(shown).toEqual({
    kind: 'board',
    title: 'Pagamentos',
    color: board.color,
    names: false,
    labels: [{ name: 'Urgente', color: '#c33438' }],
    lists: board.lists.map(({ title, status }, index) => ({
      title,
      status,
      cards:
        index === 0
          ? [
              {
                key: card.key,
                title: 'Pix parcelado',
                status: 'pendente',
                start_date: null,
                due_date: day(3),
                estimate: 5,
                labels: [0],
                checklist_done: 0,
                checklist_total: 1,
                people: [],
              },
            ]
          : [],
    })),
    left_out: 0,
  })
  const text = JSON.stringify(shown)
  for (const hidden of ['Segredo', '@', ana.user.name, member.user.name]) expect(text).not.toContain(hidden)
})

test('people are named only where the link says so, and without anything else about them', async () => {
  const { board, admin: ana } = await fullBoard()
  const [without, named] = [await makeLink(server, ana, board.id), await makeLink(server, ana, board.id, { names: true })]
  const shown = await read(named.secret)
  expect(shown.lists[0]?.cards[0]?.people).toEqual(['Ana', 'Bia'])
  expect(JSON.stringify(shown)).not.toMatch(/Segredo|@|avatar|"id"/)
  expect((await read(without.secret)).lists[0]?.cards[0]?.people).toEqual([])
})

test('it shows the board as it is now, asks for no session, and is for no search engine', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const { secret } = await makeLink(server, ana, board.id)
  const card = await makeCard(server, ana, board, 'Antes')
  expect(titles(await read(secret))).toEqual(['Antes'])
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: card.id }, body: { title: 'Depois' } }))
  expect(titles(await read(secret))).toEqual(['Depois'])
  const answer = await server.raw(`/api/public/${secret}`)
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await server.raw(`/publico/${secret}`)).headers.get('x-robots-tag')).toContain('noindex')
})

test('a board too large for a page says how many cards it leaves out', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  await makeManyCards(server, ana, board, limits.publicCards)
  const { db } = server.app.deps
  await db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', board.id)
    .execute()
  const shown = await read((await makeLink(server, ana, board.id)).secret)
  expect([titles(shown).length, shown.left_out]).toEqual([limits.publicCards, 1])
})

describe('a link ends at once', () => {
  test('when a member ends it, which the board and the audit log hear of', async () => {
    const { board, admin: ana, member } = await makeTeam(server, { title: 'Contado' })
    const { id, secret } = await makeLink(server, ana, board.id, { names: true, expires_in_days: 7 })
    const list = async () => ok(await server.call(readLinksApi.list, { token: member.token, params: { boardId: board.id } }))
    const [link] = await list()
    expect(link).toMatchObject({ id, names: true, made_by: { name: 'Ana' }, last_read_at: null })
    expect(Date.parse(link?.expires_at ?? '') - Date.now()).toBeCloseTo(7 * 86_400_000, -5)
    expect(JSON.stringify(link)).not.toContain(secret)
    expect(await statusOf(secret)).toBe(200)
    expect((await list())[0]?.last_read_at).toEqual(expect.any(String))
    ok(await server.call(readLinksApi.remove, { token: member.token, params: { boardId: board.id, linkId: id } }))
    expect([await statusOf(secret), await list()]).toEqual([404, []])
    const twice = await server.call(readLinksApi.remove, { token: member.token, params: { boardId: board.id, linkId: id } })
    expect(twice.status).toBe(404)
    const activity = ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId: board.id } }))
    expect(activity.flatMap(({ kind, user }) => (kind.startsWith('link.') ? [[kind, user?.name]] : []))).toEqual([
      ['link.deleted', 'Bia'],
      ['link.created', 'Ana'],
    ])
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: 'Contado' } }))
    expect(entries.filter(({ kind }) => kind.startsWith('link.')).map(({ kind, details }) => [kind, details])).toEqual([
      ['link.deleted', { board: board.id }],
      ['link.created', { board: board.id, names: 1, days: 7 }],
    ])
  })

  test('with its day', async () => {
    const ana = await register(server)
    const board = await makeBoard(server, ana)
    const { id, secret } = await makeLink(server, ana, board.id, { expires_in_days: 1 })
    await server.app.deps.db.updateTable('read_links').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    expect(await statusOf(secret)).toBe(404)
  })

  test('when who made it leaves the board or only reads it, and does not come back with them', async () => {
    const { board, admin: ana, member } = await makeTeam(server)
    const params = { boardId: board.id, userId: member.user.id }
    const first = await makeLink(server, member, board.id)
    ok(await server.call(boardsApi.removeMember, { token: ana.token, params }))
    expect(await statusOf(first.secret)).toBe(404)
    await addToBoard(server, ana, board.id, member, 'member')
    expect(await statusOf(first.secret)).toBe(404)
    const second = await makeLink(server, member, board.id)
    ok(await server.call(boardsApi.updateMember, { token: ana.token, params, body: { role: 'guest' } }))
    ok(await server.call(boardsApi.updateMember, { token: ana.token, params, body: { role: 'member' } }))
    expect(await statusOf(second.secret)).toBe(404)
  })

  test('with the account of who made it, with a reset of their password, and with the rights of an administrator', async () => {
    const { board, member, admin: ana } = await makeTeam(server)
    const first = await makeLink(server, member, board.id)
    const params = { userId: member.user.id }
    ok(await server.call(adminApi.updateUser, { token: admin.token, params, body: { is_active: false } }))
    ok(await server.call(adminApi.updateUser, { token: admin.token, params, body: { is_active: true } }))
    expect(await statusOf(first.secret)).toBe(404)

    const second = await makeLink(server, ana, board.id)
    const token = `link-${ana.user.id}`
    const row = { token_hash: hashSecret(token), user_id: ana.user.id, expires_at: new Date(Date.now() + 60_000).toISOString() }
    await server.app.deps.db.insertInto('password_resets').values(row).execute()
    ok(await server.call(passwordResetApi.complete, { body: { token, new_password: 'outra senha', confirmation: 'outra senha' } }))
    expect(await statusOf(second.secret)).toBe(404)

    const caio = await register(server)
    const role = (to: 'admin' | 'collaborator') =>
      server.call(adminApi.updateUser, { token: admin.token, params: { userId: caio.user.id }, body: { role: to } })
    ok(await role('admin'))
    const third = await makeLink(server, caio, board.id)
    const own = await makeLink(server, caio, (await makeBoard(server, caio)).id)
    expect(await statusOf(third.secret)).toBe(200)
    ok(await role('collaborator'))
    expect(await statusOf(third.secret)).toBe(404)
    ok(await role('admin'))
    expect([await statusOf(third.secret), await statusOf(own.secret)]).toEqual([404, 200])
  })

  /** SQLite has one transaction at a time. */
  test.runIf(process.env.TEST_DATABASE_URL)('before it is there, when who makes it loses their role meanwhile', async () => {
    const [caio, { board }] = [await register(server), await makeTeam(server)]
    const role = async (to: 'admin' | 'collaborator') =>
      ok(await server.call(adminApi.updateUser, { token: admin.token, params: { userId: caio.user.id }, body: { role: to } }))
    await role('admin')
    const of = { token: caio.token, params: { boardId: board.id } }
    const making: ReturnType<typeof server.call<typeof readLinksApi.create>>[] = []
    await server.app.deps.db.transaction().execute(async (trx) => {
      await holdBoard(trx, board.id)
      making.push(server.call(readLinksApi.create, { ...of, body: {} }))
      await untilWaiting(server, 1)
      await role('collaborator')
    })
    expect((await Promise.all(making)).map(({ status }) => status)).toEqual([404])
    await role('admin')
    expect(ok(await server.call(readLinksApi.list, of))).toEqual([])
  })

  test('with the board, and with a restored copy', async () => {
    const alone = await startServer({ alone: true })
    try {
      const ana = await register(alone)
      const board = await makeBoard(alone, ana)
      const { secret } = await makeLink(alone, ana, board.id)
      const status = async () => (await alone.call(readLinksApi.read, { params: { secret } })).status
      ok(await alone.call(boardsApi.remove, { token: ana.token, params: { boardId: board.id } }))
      expect(await status()).toBe(404)
      ok(await alone.call(boardsApi.restore, { token: ana.token, params: { boardId: board.id } }))
      expect(await status()).toBe(200)
      await alone.app.deps.db.transaction().execute(endWhatWasRevived)
      expect(await status()).toBe(404)
    } finally {
      await alone.stop()
    }
  })
})

test('a board has twenty links at most, and neither its copy nor its file has any', async () => {
  const ana = await register(server)
  const { id: boardId } = await makeBoard(server, ana)
  for (let made = 0; made < limits.readLinks; made += 1) await makeLink(server, ana, boardId)
  const more = await server.call(readLinksApi.create, { token: ana.token, params: { boardId }, body: {} })
  expect([more.status, more.body.message]).toEqual([409, texts.tooManyLinks])
  ok(await server.call(boardsApi.copy, { token: ana.token, params: { boardId }, body: { title: 'Cópia' } }))
  const rows = await server.app.deps.db.selectFrom('read_links').select('board_id').distinct().where('user_id', '=', ana.user.id).execute()
  expect(rows).toEqual([{ board_id: boardId }])
  const file = ok(await server.call(boardExportApi.json, { token: ana.token, params: { boardId } })) as unknown as string
  expect(file).not.toContain('secret')
})

test('made-up secrets keep no link of their network from opening, and no other link does', async () => {
  const limited = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.05' } })
  try {
    const ana = await register(limited)
    const { id: boardId } = await makeBoard(limited, ana)
    const [first, second] = [await makeLink(limited, ana, boardId), await makeLink(limited, ana, boardId)]
    const ask = async (secret: string) => (await limited.call(readLinksApi.read, { params: { secret } })).status
    const madeUp: number[] = []
    for (let turn = 0; turn < 61; turn += 1) madeUp.push(await ask(String(turn).padStart(43, 'x')))
    expect([madeUp[0], madeUp.at(-1)]).toEqual([404, 429])
    expect(await ask(first.secret)).toBe(200)
    for (let turn = 0; turn < 6; turn += 1) await ask(first.secret)
    expect([await ask(first.secret), await ask(second.secret)]).toEqual([429, 200])
  } finally {
    await limited.stop()
  }
})

test('a link is read a hundred and twenty times in ten minutes from one network, and the next network has its own count', async () => {
  const limited = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } })
  try {
    const ana = await register(limited)
    const { secret } = await makeLink(limited, ana, (await makeBoard(limited, ana)).id)
    const ask = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return (await limited.call(readLinksApi.read, { params: { secret }, headers })).status
    }
    const first: number[] = []
    for (let turn = 0; turn < 121; turn += 1) first.push(await ask('198.51.100.7'))
    expect([first.filter((status) => status === 200).length, first.at(-1)]).toEqual([120, 429])
    expect(await ask('203.0.113.9')).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('what a link may not be is said field by field', async () => {
  const ana = await register(server)
  const { id: boardId } = await makeBoard(server, ana)
  for (const expires_in_days of [0, 366, 1.5]) {
    const { status, body } = await server.call(readLinksApi.create, { token: ana.token, params: { boardId }, body: { expires_in_days } })
    expect([status, body.fields]).toEqual([400, { expires_in_days: texts.linkDays }])
  }
  expect([await statusOf('a'.repeat(43)), await statusOf('curto')]).toEqual([404, 404])
})
