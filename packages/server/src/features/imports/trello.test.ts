import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { filesMs, runImport, sendImport, settled } from '../../../test/imports.ts'
import { trelloBoard } from '../../../test/trello.ts'

vi.setConfig({ testTimeout: filesMs })

let server: TestServer
let admin: Account
let ana: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Quem Administra' })
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(() => server.stop())

const boardOf = async (who: Account, boardId: number) => ok(await server.call(boardsApi.get, { token: who.token, params: { boardId } }))
const cardsOf = async (who: Account, boardId: number) =>
  (await boardOf(who, boardId)).lists.flatMap(({ title, cards }) => cards.map((card) => ({ list: title, ...card })))
const cardOf = async (who: Account, cardId: number) => ok(await server.call(cardsApi.get, { token: who.token, params: { cardId } }))

test('a first look says what will come and writes nothing; then all of it is there', async () => {
  const bia = await register(server, { name: 'Bia Nogueira' })
  const trello = trelloBoard()
  const before = ok(await server.call(boardsApi.list, { token: ana.token })).length
  const looked = await sendImport(server, ana, 'trello', trello.export)
  expect(looked).toMatchObject({ status: 'ready', board_id: null, message: null })
  expect(ok(await server.call(boardsApi.list, { token: ana.token }))).toHaveLength(before)
  const { plan } = looked
  expect(plan?.board).toEqual({ title: 'Checkout', exists: null })
  expect(plan?.totals).toEqual({ cards: 5, archived: 2, comments: 2, checklists: 1, attachments: 1, files: 1, moves: 2, relations: 0 })
  expect(plan?.lists.map(({ title, status, archived, cards }) => [title, status, archived, cards])).toEqual([
    ['Ideias', 'pendente', false, 3],
    ['Concluído', 'concluida', false, 1],
    ['Fazendo', 'em_andamento', false, 0],
    ['Velharias', 'pendente', true, 1],
  ])
  expect(plan?.people.map(({ name, user_id }) => [name, user_id])).toEqual([
    ['Bia Nogueira', null],
    ['Jonas Dev', null],
  ])
  expect(looked.warnings.map(({ kind }) => kind).sort()).toEqual(['automations', 'files_as_links', 'links_refused', 'plugins'])

  // Somebody with whom she shares no board is nobody she could name.
  const refused = await server.call(importsApi.run, {
    token: ana.token,
    params: { importId: looked.id },
    body: { people: { [trello.ids.bia]: bia.user.id } },
  })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['people']])

  const done = await runImport(server, ana, looked.id, { people: { [trello.ids.bia]: ana.user.id } })
  expect(done).toMatchObject({ status: 'done', progress: 100, done: 5, total: 5, board_title: 'Checkout' })
  const boardId = done.board_id ?? 0
  const board = await boardOf(ana, boardId)
  expect(board.lists.map(({ title }) => title)).toEqual(['Ideias', 'Concluído', 'Fazendo'])
  expect(board.labels.map(({ name, color }) => [name, color])).toEqual([
    ['Urgente', '#c33438'],
    ['Verde', '#2a7d48'],
  ])
  const cards = await cardsOf(ana, boardId)
  expect(cards.map(({ list, title }) => [list, title])).toEqual([
    ['Ideias', 'Primeira ideia'],
    ['Ideias', '=HYPERLINK("http://mal","clique")'],
    ['Concluído', 'Pagar com Pix'],
  ])
  const archive = ok(await server.call(boardsApi.archive, { token: ana.token, params: { boardId } }))
  expect(archive.cards.map(({ title }) => title).sort()).toEqual(['Da lista velha', 'Guardada'])

  const pix = await cardOf(ana, cards.at(-1)?.id ?? 0)
  expect(pix).toMatchObject({
    ...{
      title: 'Pagar com Pix',
      start_date: '2026-03-01',
      due_date: '2026-03-10',
      status: 'concluida',
      created_at: '2026-02-01T12:00:00.000Z',
    },
    ...{ description: '**Como** o Pix é pago\n\n<script>alert(1)</script>', notes: 'Pessoas em Trello: Jonas Dev' },
    ...{ completed_at: '2026-03-08T12:00:00.000Z' },
  })
  expect(pix.assigned_user?.id).toBe(ana.user.id)
  expect(pix.labels.map(({ name }) => name)).toEqual(['Urgente', 'Verde'])
  expect(pix.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed])])).toEqual([
    [
      'Pronto quando',
      [
        ['Primeiro', true],
        ['Segundo', false],
      ],
    ],
  ])
  const [valor, canal] = board.fields
  expect([valor?.name, canal?.name]).toEqual(['Valor', 'Canal'])
  expect(pix.fields).toEqual({ [valor?.id ?? 0]: 12.5, [canal?.id ?? 0]: canal?.options[0]?.id })
  const links = ok(await server.call(attachmentsApi.list, { token: ana.token, params: { cardId: pix.id } }))
  expect(links.map(({ title, url }) => [title, url.slice(0, 18)])).toEqual([['tela.png', 'https://trello.com']])
  const comments = ok(await server.call(commentsApi.list, { token: ana.token, params: { cardId: pix.id } }))
  expect(comments.map(({ user, author_name, content, created_at }) => [user?.name ?? null, author_name, content, created_at])).toEqual([
    ['Ana Importa', 'Bia Nogueira', 'Vamos?', '2026-03-01T12:00:00.000Z'],
    [null, 'Jonas Dev', '=1+1 foi o **Jonas**', '2026-03-02T12:00:00.000Z'],
  ])
  const told = ok(await server.call(cardsApi.activity, { token: ana.token, params: { cardId: pix.id } }))
  expect(told.map(({ kind, details, created_at }) => [kind, details.from ?? null, details.to, created_at])).toEqual([
    ['card.moved', 'Fazendo', 'Concluído', '2026-03-08T12:00:00.000Z'],
    ['card.moved', 'Ideias', 'Fazendo', '2026-02-20T12:00:00.000Z'],
    ['card.created', null, 'Ideias', '2026-02-01T12:00:00.000Z'],
  ])
})

test('the same board again is brought up to date, and what changed here and not there stays', async () => {
  const trello = trelloBoard()
  const first = await runImport(server, ana, (await sendImport(server, ana, 'trello', trello.export)).id)
  const boardId = first.board_id ?? 0
  const before = await cardsOf(ana, boardId)
  const mine = before.find(({ title }) => title === 'Primeira ideia')
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: mine?.id ?? 0 }, body: { title: 'Mudada aqui' } }))

  const again = await runImport(server, ana, (await sendImport(server, ana, 'trello', trello.export)).id)
  expect([again.status, again.board_id]).toEqual(['done', boardId])
  const same = await cardsOf(ana, boardId)
  expect(same.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(same[0]?.title).toBe('Mudada aqui')

  // There a card changed, another is new, and somebody said something.
  const [pix, formula] = trello.export.cards
  if (!pix || !formula) throw new Error('the board has cards')
  const newer = {
    ...trello.export,
    cards: [
      { ...pix, name: 'Pagar com Pix já', idLabels: [] },
      ...trello.export.cards.slice(1),
      { ...formula, id: `${formula.id.slice(0, -4)}ffff`, name: 'Nova', pos: 9000 },
    ],
    actions: [{ ...trello.export.actions[2], id: 'novo comentário', date: '2026-04-01T12:00:00.000Z' }, ...trello.export.actions],
  }
  const looked = await sendImport(server, ana, 'trello', newer)
  expect(looked.plan?.board.exists).toBe(boardId)
  const updated = await runImport(server, ana, looked.id)
  expect(updated.status).toBe('done')
  const after = await cardsOf(ana, boardId)
  expect(after.map(({ title }) => title)).toEqual(['Mudada aqui', '=HYPERLINK("http://mal","clique")', 'Nova', 'Pagar com Pix já'])
  const card = await cardOf(ana, after.at(-1)?.id ?? 0)
  expect([card.labels, card.checklists.length]).toEqual([[], 1])
  expect(ok(await server.call(commentsApi.list, { token: ana.token, params: { cardId: card.id } }))).toHaveLength(3)

  // Taken back, the board is as it was before that.
  ok(await server.call(importsApi.undo, { token: ana.token, params: { importId: updated.id } }))
  expect((await settled(server, ana, updated.id)).status).toBe('undone')
  const back = await cardsOf(ana, boardId)
  expect(back.map(({ id, title }) => [id, title])).toEqual(same.map(({ id, title }) => [id, title]))
  const backCard = await cardOf(ana, card.id)
  expect([backCard.labels.length, backCard.checklists.length]).toEqual([2, 1])
  expect(ok(await server.call(commentsApi.list, { token: ana.token, params: { cardId: card.id } }))).toHaveLength(2)

  const undone = ok(await server.call(importsApi.undo, { token: ana.token, params: { importId: first.id } }))
  expect([undone.status, undone.board_id]).toEqual(['undone', null])
  expect((await server.call(boardsApi.get, { token: ana.token, params: { boardId } })).status).toBe(404)
  // For a day it comes back, as every board that people had.
  expect((await server.call(boardsApi.restore, { token: ana.token, params: { boardId } })).status).toBe(200)
})

test('people are found by their address; they are put on the board, and told of it once', async () => {
  const caio = await register(server, { name: 'Caio' })
  await addToBoard(server, ana, (await makeBoard(server, ana)).id, caio, 'member')
  const trello = trelloBoard()
  const withAddress = {
    ...trello.export,
    members: [{ ...trello.export.members[0], email: caio.user.email.toUpperCase() }, ...trello.export.members.slice(1)],
  }
  const looked = await sendImport(server, ana, 'trello', withAddress)
  expect(looked.plan?.people[0]).toMatchObject({ name: 'Bia Nogueira', user_id: caio.user.id })
  const done = await runImport(server, ana, looked.id)
  const pix = (await cardsOf(caio, done.board_id ?? 0)).find(({ title }) => title === 'Pagar com Pix')
  expect(pix?.assigned_user?.id).toBe(caio.user.id)
  const notifications = ok(await server.call(notificationsApi.list, { token: caio.token }))
  expect(notifications.map(({ kind }) => kind)).toEqual(['board_added', 'board_added'])
  const activity = ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId: done.board_id ?? 0 } }))
  const { kind, subject, details } = activity.find((entry) => entry.kind === 'board.imported') ?? {}
  expect([kind, subject, details?.to]).toEqual(['board.imported', 'Trello', '5'])
})

test('an import is there for who sent it, and for nobody else', async () => {
  const { id } = await sendImport(server, ana, 'trello', trelloBoard().export)
  for (const endpoint of [importsApi.get, importsApi.run, importsApi.cancel, importsApi.undo])
    expect(
      (await server.call(endpoint, { token: admin.token, params: { importId: id }, body: endpoint.method === 'POST' ? {} : undefined }))
        .status,
    ).toBe(404)
  expect(ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: id } })).status).toBe('cancelled')
  expect((await server.call(importsApi.run, { token: ana.token, params: { importId: id }, body: {} })).status).toBe(409)
})

test.for([
  ['nothing', '', 'vazio', undefined],
  ['a zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'compactado', undefined],
  ['a page', '<!doctype html><script>alert(1)</script>', 'página da web', undefined],
  ['another JSON', '{"nome": "outra coisa"}', 'não é uma exportação', undefined],
  ['half of one', '{\n"id": "x",\n"cards": [\n{"id": "1", "name":', 'danificado', 'linha 4'],
  ['broken in its middle', '{\n"id": "x",\n"cards": [\n{"id": "1"},\n{"id" "2"}]}', 'danificado', 'linha 5'],
  ['ten thousand deep', `{"id":"x","cards":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'partes demais', 'linha 1'],
  ['one endless text', `{"id":"x","name":"${'x'.repeat(3_000_000)}"}`, 'longo demais', 'linha 1'],
  ['cards that are none', '{"id":"x","name":"x","lists":[{"id":"l","name":"l"}],"cards":[]}', 'nenhum cartão', undefined],
] as const)('a file that is %s is refused with a clear text, and leaves nothing', async ([, file, text, place]) => {
  const body = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const sent = await server.call(importsApi.create, { token: ana.token, query: { source: 'trello' }, body })
  const message = sent.status === 200 ? (await settled(server, ana, sent.body.id)).message : Object.values(sent.body.fields ?? {})[0]
  expect(message).toContain(text)
  if (place) expect(message).toContain(place)
})
