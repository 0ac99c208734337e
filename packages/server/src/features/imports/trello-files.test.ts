import { tokensApi } from '@rodada/contract/auth/tokens'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { filesApi } from '@rodada/contract/cards/files'
import { adminApi } from '@rodada/contract/instance/admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { picture } from '../../../test/files.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { filesMs, runImport, sendImport, settled } from '../../../test/imports.ts'
import { untilWaiting, waitsInPeace } from '../../../test/locks.ts'
import { makeToken } from '../../../test/tokens.ts'
import { trelloHost } from '../../../test/trello-host.ts'

vi.setConfig({ testTimeout: filesMs })

const trello = { key: '0123456789abcdef0123456789abcdef', token: `ATTA${'0123456789abcdef'.repeat(4)}` }
const authorization = `OAuth oauth_consumer_key="${trello.key}", oauth_token="${trello.token}"`
const secret = 'a secret that seals what is kept of others'

let host: Awaited<ReturnType<typeof trelloHost>>
let server: TestServer
let ana: Account
let png: Buffer
/** Lets a request for a file of this name wait. */
const held = new Map<string, { begun: PromiseWithResolvers<void>; over: Promise<void> }>()
beforeAll(async () => {
  png = await picture(40, 30).png().toBuffer()
  host = await trelloHost(async ({ wanted }, response) => {
    const name = decodeURIComponent(wanted.split('/').at(-1) ?? '')
    const hold = held.get(name)
    hold?.begun.resolve()
    await hold?.over
    const away = (location: string) => response.writeHead(302, { location }).end()
    if (wanted.startsWith('https://trello-attachments.s3.amazonaws.com/back')) return away(address('de volta.txt'))
    if (wanted.startsWith('https://trello-attachments.s3.amazonaws.com/')) return response.end('do armazém')
    if (name === 'tela.png') return response.end(png)
    if (name === 'mudou.txt') return away('https://trello-attachments.s3.amazonaws.com/bytes?assinado=1')
    if (name === 'vai e volta.txt') return away('https://trello-attachments.s3.amazonaws.com/back')
    if (name === 'fora.txt') return away('https://ladrao.exemplo.com/x')
    if (name === 'dentro.txt') return away('https://169.254.169.254/latest')
    if (name === 'claro.txt') return away('http://trello.com/1/x')
    if (name === 'sumiu.txt') return response.writeHead(404).end('not found')
    if (name === 'segredo.txt') return response.writeHead(401).end('unauthorized card permission requested')
    if (name === 'ocupado.txt') return response.writeHead(429).end()
    if (name === 'cortado.txt') {
      response.writeHead(200, { 'content-length': '1000' }).write('um pedaço')
      return setImmediate(() => response.destroy())
    }
    if (name === 'enorme.bin') {
      response.writeHead(200)
      return response.end(Buffer.alloc(3_000_000))
    }
    return response.end(`bytes de ${name}`)
  })
  server = await startServer({ alone: true, env: { ...host.env, SECRET: secret, FILE_MAX_BYTES: '1000000' } })
  host.standIn(server)
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.stop()
  host.stop()
})
beforeEach(() => {
  host.asked.length = 0
  held.clear()
})

let serial = 0
const hex = () => (++serial).toString(16).padStart(24, '6')
const address = (name: string, card = 'c1') => `https://trello.com/1/cards/${card}/attachments/a1/download/${encodeURIComponent(name)}`
const upload = (name: string, more: object = {}) => ({
  ...{ id: hex(), name, url: address(name), isUpload: true, bytes: 10, date: '2026-02-02T12:00:00.000Z' },
  ...more,
})
const board = (attachments: object[], more: object = {}) => ({
  ...{ id: hex(), name: 'Checkout', lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
  cards: [{ id: hex(), idList: 'l', name: 'Pix', attachments, ...more }],
})
const look = (file: object) => sendImport(server, ana, 'trello', file)
const bring = async (file: object, body: object = { trello }) => runImport(server, ana, (await look(file)).id, body)
const undo = (importId: number) => server.call(importsApi.undo, { token: ana.token, params: { importId } })
const cardOf = async (boardId: number | null) => {
  const { lists } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: boardId ?? 0 } }))
  return lists.flatMap(({ cards }) => cards)[0]?.id ?? 0
}
const filesOf = async (cardId: number) => ok(await server.call(filesApi.list, { token: ana.token, params: { cardId } }))
const linksOf = async (cardId: number) => ok(await server.call(attachmentsApi.list, { token: ana.token, params: { cardId } }))
const secretOf = async (importId: number) =>
  (await server.app.deps.db.selectFrom('imports').select('secret').where('id', '=', importId).executeTakeFirstOrThrow()).secret
/** Holds the file of a name; `begun` when somebody asks for it. */
const hold = (name: string) => {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  held.set(name, { begun, over: over.promise })
  return { begun: begun.promise, letGo: over.resolve }
}

test('with a key and a token the files of cards come as files, and what cannot come stays a link and is told with its reason', async () => {
  const link = { id: hex(), name: 'Um link', url: 'https://exemplo.com.br/x', isUpload: false }
  const names = [
    'mudou.txt',
    'vai e volta.txt',
    'fora.txt',
    'dentro.txt',
    'claro.txt',
    'sumiu.txt',
    'segredo.txt',
    'ocupado.txt',
    'cortado.txt',
  ]
  const elsewhere = upload('de outro.txt', { url: 'https://outro.exemplo.com/1/cards/c/attachments/a/download/x.txt' })
  const file = board([link, upload('tela.png'), ...names.map((name) => upload(name)), upload('enorme.bin'), elsewhere])
  const looked = await look(file)
  expect([looked.plan?.totals.attachments, looked.plan?.totals.files]).toEqual([13, 11])
  const done = await runImport(server, ana, looked.id, { trello })
  expect(done).toMatchObject({ status: 'done', progress: 100, files_done: 11, files_total: 11 })
  expect(done.warnings.map(({ kind, count, subjects }) => [kind, count, subjects]).sort()).toEqual([
    ['automations', 1, []],
    ['files_as_links', 1, ['Pix']],
    ['files_gone', 1, ['Pix']],
    ['files_refused', 5, ['Pix']],
    ['files_too_large', 1, ['Pix']],
    ['files_unreachable', 2, ['Pix']],
  ])
  const cardId = await cardOf(done.board_id)
  const files = (await filesOf(cardId)).map(({ name, type, size, width, has_preview, created_at, user }) => [
    name,
    type,
    size,
    width,
    has_preview,
    created_at,
    user?.id,
  ])
  expect(files.sort()).toEqual([
    ['mudou.txt', 'text/plain', 11, null, false, '2026-02-02T12:00:00.000Z', ana.user.id],
    ['tela.png', 'image/png', png.length, 40, true, '2026-02-02T12:00:00.000Z', ana.user.id],
  ])
  const links = (await linksOf(cardId)).map(({ title }) => title)
  expect(links.sort()).toEqual(['Um link', ...names.slice(1), 'de outro.txt', 'enorme.bin'].sort())

  // Trello's own hosts are told the key, and nobody else is, also not Trello after a way through another host.
  expect(host.asked.filter(({ url }) => !url.startsWith('https://trello')).map(({ url }) => url)).toEqual([])
  for (const { url, authorization: told } of host.asked) {
    const isOwn = url.startsWith('https://trello.com/')
    expect([url, told]).toEqual([url, isOwn ? authorization : undefined])
  }
  expect(host.asked.filter(({ url }) => url.includes('de%20volta'))).toEqual([])
})

test('what is typed is sealed while the import runs, and nowhere to be read then or later', async () => {
  const wait = hold('ata.txt')
  const looked = await look(board([upload('ata.txt')]))
  const begun = await server.call(importsApi.run, { token: ana.token, params: { importId: looked.id }, body: { trello } })
  await wait.begun
  const sealed = await secretOf(looked.id)
  expect(sealed).toMatch(/^v1:/)
  const under = ok(await server.call(importsApi.get, { token: ana.token, params: { importId: looked.id } }))
  expect(under).toMatchObject({ status: 'running', phase: 'files', files_done: 0, files_total: 1 })
  wait.letGo()
  const done = await settled(server, ana, looked.id)
  expect([done.status, await secretOf(looked.id)]).toEqual(['done', null])
  const rows = await server.app.deps.db.selectFrom('imports').selectAll().execute()
  const told = JSON.stringify([begun, under, done, rows, server.app.deps.logs.read({ limit: 5000 })])
  expect([told.includes(trello.key), told.includes(trello.token)]).toEqual([false, false])
})

test('cancelled, it asks for nothing more, forgets the token, and leaves nothing', async () => {
  const wait = hold('ata.txt')
  const looked = await look(board([upload('ata.txt')]))
  ok(await server.call(importsApi.run, { token: ana.token, params: { importId: looked.id }, body: { trello } }))
  await wait.begun
  const cancelled = ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: looked.id } }))
  expect([cancelled.phase, await secretOf(looked.id)]).toEqual(['undoing', null])
  const over = await settled(server, ana, looked.id)
  wait.letGo()
  expect([over.status, over.board_id]).toEqual(['cancelled', null])
})

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)(
  'a file that is just added waits for no import that is being taken back, nor that for the file',
  async () => {
    const wait = hold('ata.txt')
    const { id: importId } = await look(board([upload('ata.txt')]))
    ok(await server.call(importsApi.run, { token: ana.token, params: { importId }, body: { trello } }))
    await wait.begun
    const { db } = server.app.deps
    const { board_id } = await db.selectFrom('imports').select('board_id').where('id', '=', importId).executeTakeFirstOrThrow()
    // As the transaction that adds a file: the board first, and then the import.
    await db.transaction().execute(async (trx) => {
      await waitsInPeace(trx)
      await sql`update boards set color = color where id = ${board_id}`.execute(trx)
      ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId } }))
      await untilWaiting(server, 1)
      await sql`update imports set files_done = files_done where id = ${importId}`.execute(trx)
    })
    wait.letGo()
    expect((await settled(server, ana, importId)).status).toBe('cancelled')
    expect(server.app.deps.logs.read({ limit: 5000 }).filter(({ message }) => message === 'an import failed')).toEqual([])
  },
)

test('of who may use their account no more, or whose program lost its token, nothing more is fetched, and no board is shown', async () => {
  const outcomeOf = async (end: (bia: Account, tokenId: number) => Promise<unknown>) => {
    const bia = await register(server, { name: 'Bia Sai' })
    const program = await makeToken(server, bia)
    const wait = hold('ata.txt')
    const looked = await sendImport(server, bia, 'trello', board([upload('ata.txt')]))
    const { token } = program
    ok(await server.call(importsApi.run, { token, params: { importId: looked.id }, body: { trello } }))
    await wait.begun
    await end(bia, program.id)
    wait.letGo()
    const find = () => server.app.deps.db.selectFrom('imports').selectAll().where('id', '=', looked.id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await find()).step).toBeNull(), { timeout: filesMs / 2, interval: 20 })
    const { status, board_id, secret: kept, problem } = await find()
    return [status, board_id, kept, problem]
  }
  const refused = ['failed', null, null, JSON.stringify({ kind: 'not_allowed' })]
  const deactivate = async ({ user }: Account) =>
    ok(await server.call(adminApi.updateUser, { token: ana.token, params: { userId: user.id }, body: { is_active: false } }))
  expect(await outcomeOf(deactivate)).toEqual(refused)
  const revoke = async ({ token }: Account, tokenId: number) => ok(await server.call(tokensApi.revoke, { token, params: { tokenId } }))
  expect(await outcomeOf(revoke)).toEqual(refused)
})

test("one person's files, however long they take, leave a place for another's", async () => {
  const bia = await register(server, { name: 'Bia Depois' })
  const wait = hold('demora.txt')
  const ids: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const { id } = await look(board([upload('demora.txt')]))
    ok(await server.call(importsApi.run, { token: ana.token, params: { importId: id }, body: { trello } }))
    ids.push(id)
  }
  await wait.begun
  const { id } = await sendImport(server, bia, 'trello', board([upload('ata.txt')]))
  expect(await runImport(server, bia, id, { trello })).toMatchObject({ status: 'done', files_done: 1 })
  wait.letGo()
  for (const importId of ids) expect((await settled(server, ana, importId)).status).toBe('done')
})

test('of a process that stops another one takes the rest, and nothing comes twice', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `ata ${index}.txt`)
  const wait = hold('ata 13.txt')
  const looked = await look(board(names.map((name) => upload(name, { url: address(name, `c${name.slice(4, -4)}`) }))))
  ok(await server.call(importsApi.run, { token: ana.token, params: { importId: looked.id }, body: { trello } }))
  await wait.begun
  // As a process leaves it that dies while it waits: its place is behind it, and its name is nobody's.
  const { db } = server.app.deps
  await db.updateTable('imports').set({ process_id: 'morto' }).where('id', '=', looked.id).execute()
  held.clear()
  wait.letGo()
  const done = await settled(server, ana, looked.id)
  expect([done.status, done.files_done, done.warnings.filter(({ kind }) => kind.startsWith('files'))]).toEqual(['done', 14, []])
  const cardId = await cardOf(done.board_id)
  expect((await filesOf(cardId)).map(({ name }) => name).sort()).toEqual(names.toSorted())
  expect(await linksOf(cardId)).toEqual([])
  // Those that were noted are not asked for again.
  expect(host.asked.filter(({ url }) => url.endsWith('ata%200.txt'))).toHaveLength(1)
})

test('brought again, links become files and files do not double; undone, they are links again', async () => {
  const file = board([upload('ata.txt'), upload('tela.png')])
  const first = await bring(file, {})
  const cardId = await cardOf(first.board_id)
  expect([(await filesOf(cardId)).length, (await linksOf(cardId)).length]).toEqual([0, 2])
  const before = (await linksOf(cardId)).map(({ url, title, created_at }) => [url, title, created_at])

  const second = await bring(file)
  expect([second.board_id, second.warnings.map(({ kind }) => kind)]).toEqual([first.board_id, ['automations']])
  const files = await filesOf(cardId)
  expect([files.length, (await linksOf(cardId)).length]).toEqual([2, 0])
  const cover = files.find(({ name }) => name === 'tela.png')?.id ?? 0
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId }, body: { cover_file_id: cover } }))

  // The card says something else there now, and has one file more.
  const [card] = file.cards
  const third = await bring({
    ...file,
    cards: [{ ...card, name: 'Pix já', attachments: [...(card?.attachments ?? []), upload('nova.txt')] }],
  })
  expect(third.status).toBe('done')
  expect((await filesOf(cardId)).map(({ name }) => name).sort()).toEqual(['ata.txt', 'nova.txt', 'tela.png'])
  expect(await linksOf(cardId)).toEqual([])

  ok(await undo(third.id))
  await settled(server, ana, third.id)
  expect((await filesOf(cardId)).map(({ name }) => name).sort()).toEqual(['ata.txt', 'tela.png'])
  expect(await linksOf(cardId)).toEqual([])
  ok(await undo(second.id))
  expect((await settled(server, ana, second.id)).status).toBe('undone')
  expect(await filesOf(cardId)).toEqual([])
  expect((await linksOf(cardId)).map(({ url, title, created_at }) => [url, title, created_at]).sort()).toEqual(before.sort())
  const shown = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId } }))
  expect([shown.title, shown.cover_file_id]).toEqual(['Pix', null])

  // Undone, it comes again.
  const again = await bring(file)
  expect([again.status, (await filesOf(cardId)).length]).toEqual(['done', 2])
})

test('with a token that is none Trello is asked a few times and no more', async () => {
  const many = Array.from({ length: 40 }, (_, index) => upload('segredo.txt', { url: address('segredo.txt', `c${index}`) }))
  const done = await bring(board(many))
  expect(done.warnings.find(({ kind }) => kind === 'files_refused')?.count).toBe(40)
  expect(host.asked.length).toBeLessThan(20)
})

test.each([
  ['a key that would end its header', { key: `${'a'.repeat(31)}"`, token: trello.token }],
  ['a token of two lines', { key: trello.key, token: `${'a'.repeat(31)}\r\nx-y: ${'b'.repeat(20)}` }],
  ['no token', { key: trello.key }],
])('%s is refused', async (_, given) => {
  const looked = await look(board([upload('ata.txt')]))
  const answer = await server.call(importsApi.run, { token: ana.token, params: { importId: looked.id }, body: { trello: given } })
  expect(answer.status).toBe(400)
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: looked.id } }))
})
