import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { accountExportApi } from '@rodada/contract/auth/account-export'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { CardFilter, savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { type Account, register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { makeCards, openEstimation } from '../../../test/estimations.ts'
import { upload } from '../../../test/files.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { putPicture } from '../auth/avatar/avatar-queries.ts'

let server: TestServer
let admin: Account
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rodada-zip-'))
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = ({ token }: Pick<Account, 'token'>, current_password: string) =>
  server.raw(`/api${accountExportApi.download.url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password }),
  })

/** What is in a person's file, as another program opens it: the text of each entry by its name. */
async function saved(account: Account): Promise<Map<string, string>> {
  const answer = await ask(account, account.password)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toMatch(/filename="rodada-conta-\d{4}-\d\d-\d\d\.zip"/)
  const path = join(folder, `${account.user.id}-${performance.now()}.zip`)
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path))
  const zip = await yauzl.openPromise(path)
  const entries = new Map<string, string>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, await textOf(await zip.openReadStreamPromise(entry)))
  return entries
}
const json = (entries: ReadonlyMap<string, string>, name: string) => JSON.parse(entries.get(name) ?? 'null')

test('a person takes along what is theirs, as other programs read it, and nothing of others', async () => {
  const { board, admin: ana, member: bia } = await makeTeam(server, { title: 'Pagamentos' })
  const mine = await makeCard(server, ana, board, 'Pix parcelado', 0, { description: 'Com juros' })
  const theirs = await makeCard(server, bia, board, 'Segredo de Bia')
  ok(await server.call(commentsApi.add, { token: ana.token, params: { cardId: theirs.id }, body: { content: 'Disse Ana' } }))
  ok(await server.call(commentsApi.add, { token: bia.token, params: { cardId: mine.id }, body: { content: 'Segredo dito por Bia' } }))
  const file = ok(await upload(server, ana, mine.id, 'linha 1\nlinha 2\n', '../ata: ção.txt'))
  ok(await upload(server, bia, mine.id, 'Segredo em arquivo', 'de-bia.txt'))

  await server.app.deps.db.transaction().execute((trx) => putPicture(trx, ana.user.id, 'foto-de-ana', Buffer.from('a própria foto')))
  const filter = { ...CardFilter.parse({}), text: 'pix' }
  const keep = (by: Account, name: string, body: object = {}) =>
    server.call(savedFiltersApi.add, { token: by.token, params: { boardId: board.id }, body: { name, filter, ...body } })
  ok(await keep(ana, 'Meu Pix'))
  ok(await keep(bia, 'Segredo do filtro'))

  const entries = await saved(ana)
  const path = `files/${file.id}-${file.name.replaceAll(/[/\\:]/g, '_')}`
  expect([...entries.keys()]).toEqual([
    'profile.json',
    'company.json',
    'settings.json',
    'avatar.webp',
    'boards.json',
    'saved-filters.json',
    'cards.json',
    'comments.json',
    'notifications.json',
    'votes.json',
    'estimation-votes.json',
    'files.json',
    path,
  ])
  expect(json(entries, 'profile.json')).toMatchObject({ id: ana.user.id, email: ana.email })
  expect(json(entries, 'company.json')).toBeNull()
  expect(json(entries, 'settings.json')).toMatchObject({ appearance: { theme: 'light' } })
  expect(json(entries, 'boards.json')).toMatchObject([{ id: board.id, title: 'Pagamentos', role: 'admin' }])
  expect(json(entries, 'cards.json')).toMatchObject([
    { id: mine.id, key: mine.key, title: 'Pix parcelado', description: 'Com juros', created_by_me: true, assigned_to_me: false },
  ])
  expect(json(entries, 'comments.json')).toMatchObject([{ card_id: theirs.id, content: 'Disse Ana' }])
  expect(entries.get('avatar.webp')).toBe('a própria foto')
  expect(json(entries, 'saved-filters.json')).toMatchObject([{ board: 'Pagamentos', name: 'Meu Pix', filter: { text: 'pix' } }])
  expect(json(entries, 'notifications.json')).toMatchObject([
    { kind: 'card_commented', from: 'Bia', board: 'Pagamentos', card_key: mine.key, subject: 'Pix parcelado', read_at: null },
  ])
  expect(json(entries, 'files.json')).toMatchObject([{ id: file.id, name: file.name, path, size: 16 }])
  expect(entries.get(path)).toBe('linha 1\nlinha 2\n')
  const all = [...entries.values()].join('\n')
  // The title of the card that she wrote on she sees; what was said and sent there by others is theirs.
  for (const hidden of ['dito por Bia', 'em arquivo', 'do filtro', bia.email, 'password', 'hash']) expect(all).not.toContain(hidden)
  const { entries: told } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: ana.email } }))
  expect(told.filter(({ kind }) => kind === 'account.exported')).toHaveLength(1)
})

test('a file whose name is as long as one may be has a name that a disk takes', async () => {
  const { board, admin: ana } = await makeTeam(server)
  const card = await makeCard(server, ana, board)
  const name = `${'ã'.repeat(125)}x.txt`
  const file = ok(await upload(server, ana, card.id, 'inteiro', name))
  expect(file.name).toBe(name)
  const entries = await saved(ana)
  const [{ path }] = json(entries, 'files.json')
  expect(path).toMatch(new RegExp(`^files/${file.id}-ã+x?\\.txt$`))
  expect(Buffer.byteLength(path.replace('files/', ''))).toBeLessThanOrEqual(255)
  expect(entries.get(path)).toBe('inteiro')
})

test('what a person does not see any more stays out of it', async () => {
  const { board, admin: ana, member: bia } = await makeTeam(server)
  const card = await makeCard(server, bia, board, 'De antes')
  ok(await server.call(commentsApi.add, { token: bia.token, params: { cardId: card.id }, body: { content: 'Dito antes' } }))
  ok(await upload(server, bia, card.id, 'enviado antes'))
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params: { boardId: board.id, userId: bia.user.id } }))
  const entries = await saved(bia)
  for (const name of ['boards.json', 'saved-filters.json', 'cards.json', 'comments.json', 'notifications.json', 'files.json'])
    expect([name, json(entries, name)]).toEqual([name, []])
  expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toEqual([])
})

test('own votes are in it once they were revealed, and never before', async () => {
  const ana = await register(server, { name: 'Ana Vota' })
  const other = await register(server, { name: 'Caio Vota' })
  const host = await new RoomClient(server.url(), { token: ana.token }).ready()
  const { roomId, hostToken } = await host.send('createRoom', { roomName: 'Planejamento', userName: 'Ana Vota' })
  await host.join(String(roomId), 'Ana Vota', { hostToken })
  expect(await host.send('vote', { roomId, vote: '8', round: 1 })).toEqual({ ok: true })
  expect(json(await saved(ana), 'votes.json')).toMatchObject([{ room: 'Planejamento', votes: [] }])
  await host.send('revealVotes', { roomId })
  expect(json(await saved(ana), 'votes.json')).toMatchObject([{ room: 'Planejamento', votes: [{ round: 1, value: '8' }] }])
  expect(json(await saved(other), 'votes.json')).toEqual([])
  host.leave()
})

test('very many votes of one seat are all in it, in their order', async () => {
  const ana = await register(server, { name: 'Ana Vota Muito' })
  const host = await new RoomClient(server.url(), { token: ana.token }).ready()
  const { roomId, hostToken } = await host.send('createRoom', { roomName: 'Anos', userName: 'Ana Vota Muito' })
  await host.join(String(roomId), 'Ana Vota Muito', { hostToken })
  await host.send('vote', { roomId, vote: '8', round: 1 })
  await host.send('revealVotes', { roomId })
  host.leave()
  const { db } = server.app.deps
  const { room_id } = await db.selectFrom('seats').select('room_id').where('id', '=', host.participantId).executeTakeFirstOrThrow()
  const round = await db.selectFrom('rounds').selectAll().where('room_id', '=', room_id).executeTakeFirstOrThrow()
  const numbers = Array.from({ length: 1200 }, (__, index) => 2 + index)
  await db
    .insertInto('rounds')
    .values(numbers.map((number) => ({ ...round, number })))
    .execute()
  const vote = { room_id, seat_id: host.participantId, value: '5', voted_at: new Date().toISOString() }
  await db
    .insertInto('votes')
    .values(numbers.map((number) => ({ ...vote, round: number })))
    .execute()
  expect(json(await saved(ana), 'votes.json')[0].votes.map((own: { round: number }) => own.round)).toEqual([1, ...numbers])
})

test('sealed votes are all in it, however many estimations there were', async () => {
  const { board, admin: ana, member: bia } = await makeTeam(server)
  const [cardId = 0] = await makeCards(server, { board, admin: ana }, ['Pix'])
  const { id } = await openEstimation(server, ana, { board_id: board.id, card_ids: [cardId], voter_ids: [bia.user.id] })
  const { db } = server.app.deps
  await db.updateTable('estimations').set({ closed_at: new Date().toISOString() }).where('id', '=', id).execute()
  const { id: _, ...estimation } = await db.selectFrom('estimations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ids = [id]
  for (let index = 0; index < 120; index++)
    ids.push((await db.insertInto('estimations').values(estimation).returning('id').executeTakeFirstOrThrow()).id)
  const [user_id, card_id] = [bia.user.id, cardId]
  const others = ids.slice(1).map((estimation_id) => ({ estimation_id }))
  await db
    .insertInto('estimation_cards')
    .values(others.map((of) => ({ ...of, card_id, place: 0 })))
    .execute()
  await db
    .insertInto('estimation_voters')
    .values(others.map((of) => ({ ...of, user_id })))
    .execute()
  await db
    .insertInto('estimation_votes')
    .values(ids.map((estimation_id) => ({ estimation_id, card_id, user_id, value: '5' })))
    .execute()
  const votes = json(await saved(bia), 'estimation-votes.json')
  expect(votes.map((vote: { estimation_id: number }) => vote.estimation_id)).toEqual(ids)
})

test('a page after another comes whole and once', async () => {
  const { board, admin: ana } = await makeTeam(server)
  for (let made = 0; made < 120; made += 1) await makeCard(server, ana, board, `Cartão ${made}`)
  const cards: { title: string }[] = json(await saved(ana), 'cards.json')
  expect(cards.map(({ title }) => title)).toEqual(Array.from({ length: 120 }, (_, made) => `Cartão ${made}`))
})

test('it asks for the password, and a session that ends while it is made cuts it off', async () => {
  const { board, admin: ana } = await makeTeam(server)
  const wrong = await ask(ana, 'não é esta')
  expect([wrong.status, ((await wrong.json()) as { fields: object }).fields]).toEqual([
    400,
    { current_password: texts.currentPasswordWrong },
  ])
  await makeCard(server, ana, board, 'Um')
  // Large enough to be on its way for longer than any buffer.
  const card = await makeCard(server, ana, board, 'Outro')
  for (let made = 0; made < 3; made += 1) ok(await upload(server, ana, card.id, Buffer.alloc(8_000_000, made), `${made}.bin`))
  const answer = await ask(ana, ana.password)
  const reader = answer.body?.getReader()
  await reader?.read()
  ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: card.id } }))
  await server.app.deps.db.deleteFrom('sessions').where('user_id', '=', ana.user.id).execute()
  const rest = (async () => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) await Promise.resolve()
  })()
  await expect(rest).rejects.toThrow()
})

test('once an hour', async () => {
  const limited = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const ana = await register(limited)
    const once = () => limited.call(accountExportApi.download, { token: ana.token, body: { current_password: ana.password } })
    expect((await once()).status).toBe(200)
    expect((await once()).status).toBe(429)
  } finally {
    await limited.stop()
  }
})
