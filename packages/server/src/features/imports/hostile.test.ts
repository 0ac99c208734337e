import { boardsApi } from '@rodada/contract/boards/board-calls'
import { importsApi } from '@rodada/contract/boards/imports'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport, settled } from '../../../test/imports.ts'

let server: TestServer
let admin: Account
let ana: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Quem Administra' })
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(() => server.stop())

let serial = 0
/** A small board, as Trello exports it. */
const board = (more: object = {}) => ({
  ...{ id: `quadro ${++serial}`, name: 'Checkout', lists: [{ id: 'l', name: 'Ideias', pos: 1 }] },
  ...{ cards: [{ id: 'c', idList: 'l', name: 'Um' }] },
  ...more,
})
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const bring = async (who: Account, file: object) => runImport(server, who, (await sendImport(server, who, 'trello', file)).id)
const undo = (who: Account, importId: number) => server.call(importsApi.undo, { token: who.token, params: { importId } })
const boardOf = (who: Account, boardId: number) => server.call(boardsApi.get, { token: who.token, params: { boardId } })
const cardIn = async (who: Account, boardId: number) => ok(await boardOf(who, boardId)).lists.flatMap(({ cards }) => cards)[0]?.id ?? 0

test('who left a board, or only works on it, takes nothing of it back', async () => {
  const bia = await register(server, { name: 'Bia' })
  const file = board()
  const made = await bring(ana, file)
  const boardId = made.board_id ?? 0
  const update = await bring(ana, { ...file, cards: [{ id: 'c', idList: 'l', name: 'Um, mudado' }] })
  ok(await server.call(boardsApi.addMember, { token: ana.token, params: { boardId }, body: { email: bia.email, role: 'member' } }))
  ok(await server.call(boardsApi.updateMember, { token: ana.token, params: { boardId, userId: bia.user.id }, body: { role: 'admin' } }))
  const titleOf = async () => ok(await boardOf(bia, boardId)).lists[0]?.cards.map(({ title }) => title)

  await server.app.deps.db.updateTable('board_members').set({ role: 'member' }).where('user_id', '=', ana.user.id).execute()
  expect([(await undo(ana, made.id)).status, (await undo(ana, update.id)).status]).toEqual([403, 403])
  ok(await server.call(boardsApi.removeMember, { token: ana.token, params: { boardId, userId: ana.user.id } }))
  expect([(await undo(ana, made.id)).status, (await undo(ana, update.id)).status]).toEqual([404, 404])
  expect(await titleOf()).toEqual(['Um, mudado'])

  // Nor by what was begun while they were there.
  await server.app.deps.db
    .updateTable('imports')
    .set({ status: 'running', step: 'undo', phase: 'undoing' })
    .where('id', 'in', [made.id, update.id])
    .execute()
  const other = await sendImport(server, ana, 'trello', board())
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: other.id } }))
  expect([(await settled(server, ana, update.id)).status, (await settled(server, ana, made.id)).status]).toEqual(['done', 'done'])
  expect(await titleOf()).toEqual(['Um, mudado'])
})

test('what was renamed since on a board that who imported has lost is not told to them', async () => {
  const dora = await register(server, { name: 'Dora' })
  const file = board()
  const { board_id } = await bring(ana, file)
  const boardId = board_id ?? 0
  const update = await bring(ana, { ...file, cards: [{ id: 'c', idList: 'l', name: 'Um, mudado' }] })
  ok(await server.call(boardsApi.addMember, { token: ana.token, params: { boardId }, body: { email: dora.email, role: 'member' } }))
  ok(await server.call(boardsApi.updateMember, { token: ana.token, params: { boardId, userId: dora.user.id }, body: { role: 'admin' } }))
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params: { boardId, userId: ana.user.id } }))
  const params = { cardId: await cardIn(dora, boardId) }
  const { version } = ok(await server.call(cardsApi.get, { token: dora.token, params }))
  ok(await server.call(cardsApi.update, { token: dora.token, params, body: { title: 'Só entre nós', version } }))

  // One that never came to its end is taken back in any case.
  await server.app.deps.db
    .updateTable('imports')
    .set({ status: 'running', step: 'undo', phase: 'undoing', finished_at: null })
    .where('id', '=', update.id)
    .execute()
  const other = await sendImport(server, ana, 'trello', board())
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: other.id } }))
  const stayed = async () => {
    const { status, warnings } = await settled(server, ana, update.id)
    return [status, ...warnings.flatMap(({ kind, count, subjects }) => (kind === 'changed_since' ? [count, subjects] : []))]
  }
  expect(await stayed()).toEqual(['cancelled', 1, []])
  // Who sees the board reads there what it is called.
  ok(await server.call(boardsApi.addMember, { token: dora.token, params: { boardId }, body: { email: ana.email, role: 'guest' } }))
  expect(await stayed()).toEqual(['cancelled', 1, ['Só entre nós']])
})

test('who is known by an id only is called by it as by a name, in one line', async () => {
  const [named, unknown] = ['quem\n\u202Eassina', 'quem\n\u202Epassa']
  const file = { ...board({ members: [{ id: named }] }), cards: [{ id: 'c', idList: 'l', name: 'Um', idMembers: [named, unknown] }] }
  const looked = await sendImport(server, ana, 'trello', file)
  expect(looked.plan?.people.map(({ name }) => name)).toEqual(['quem assina'])
  const { board_id } = await runImport(server, ana, looked.id)
  const params = { cardId: await cardIn(ana, board_id ?? 0) }
  const { notes } = ok(await server.call(cardsApi.get, { token: ana.token, params }))
  expect(notes).toMatch(/quem assina, quem passa/)
})

test('ids may be of any length, and none is kept whole', async () => {
  const long = (begin: string) => `${begin}${'x'.repeat(300_000)}`
  const looked = await sendImport(
    server,
    ana,
    'trello',
    board({
      lists: [1, 2].map((pos) => ({ id: long(`${pos}`), name: `Lista ${pos}`, pos })),
      labels: [{ id: long('etiqueta'), name: 'Urgente', color: 'red' }],
      members: [{ id: long('pessoa'), fullName: 'Bia', email: `${long('bia')}@exemplo.com.br` }],
      customFields: [{ id: long('campo'), name: 'Canal', type: 'list', options: [{ id: long('opção'), value: { text: 'Loja' } }] }],
      cards: [
        {
          ...{ id: long('cartão'), idList: long('2'), name: 'Um', idLabels: [long('etiqueta')], idMembers: [long('pessoa')] },
          customFieldItems: [{ idCustomField: long('campo'), idValue: long('opção') }],
        },
      ],
      actions: [
        {
          id: long('fala'),
          type: 'commentCard',
          date: at(1),
          idMemberCreator: long('pessoa'),
          data: { card: { id: long('cartão') }, text: 'Oi' },
        },
      ],
    }),
  )
  expect(JSON.stringify(looked).length).toBeLessThan(5000)
  const [person] = looked.plan?.people ?? []
  const done = await runImport(server, ana, looked.id, { people: { [person?.id ?? '']: ana.user.id } })
  expect([done.status, person?.email]).toEqual(['done', null])
  const found = ok(await boardOf(ana, done.board_id ?? 0))
  const [card] = found.lists[1]?.cards ?? []
  const whole = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: card?.id ?? 0 } }))
  expect([whole.labels.map(({ name }) => name), whole.assigned_user?.id]).toEqual([['Urgente'], ana.user.id])
  expect(Object.values(whole.fields)).toEqual([found.fields[0]?.options[0]?.id])
  const [comment] = ok(await server.call(commentsApi.list, { token: ana.token, params: { cardId: card?.id ?? 0 } }))
  expect([comment?.user?.id, comment?.author_name]).toEqual([ana.user.id, 'Bia'])
})

test.each([
  ['that is not as its format has it', (name: string) => `{"format":"rodada-board","board":{"${name}":{"${name}_at":"nunca"}}}`],
  ['that is no JSON', (name: string) => `{"format":"rodada-board","journal":{"${name}":{},}`],
])('where a file %s is wrong is said in few letters, however long its names are', async (_, file) => {
  const { status, message } = await sendImport(server, ana, 'rodada', file('x'.repeat(300_000)))
  expect(status).toBe('failed')
  expect(message).toMatch(/(board|journal)\.x/)
  expect(message?.length).toBeLessThan(500)
})

test('ids may have signs that no database keeps', async () => {
  const ids = ['a\0b', '\ud800', '\ud801']
  const { board_id } = await bring(ana, board({ cards: ids.map((id) => ({ id, idList: 'l', name: 'Um' })) }))
  expect(ok(await boardOf(ana, board_id ?? 0)).lists[0]?.cards).toHaveLength(3)
})

test('what no address can be is none of somebody, and everybody else of the file comes', async () => {
  const emails = [
    'a\0na@exemplo.com.br',
    '\ud800@exemplo.com.br',
    'a mesma ana@',
    `${'x'.repeat(300)}@exemplo.com.br`,
    'bia@exemplo.com.br',
  ]
  const members = emails.map((email, index) => ({ id: `m${index}`, fullName: `Pessoa ${index}`, email }))
  const looked = await sendImport(server, ana, 'trello', board({ members }))
  expect([looked.status, looked.message]).toEqual(['ready', null])
  expect(looked.plan?.people.map(({ email }) => email)).toEqual([null, null, null, null, 'bia@exemplo.com.br'])
})

test('a table may say who answers for its cards in signs that no database keeps', async () => {
  const filler = Array.from({ length: 1200 }, (_, index) => `Cartão ${index} ${'x'.repeat(60)},`)
  const looked = await sendImport(server, ana, 'csv', ['Título,Responsável', ...filler, 'Último,a\0na@exemplo.com.br'].join('\n'), 't.csv')
  expect([looked.status, looked.plan?.people.map(({ email }) => email)]).toEqual(['ready', [null]])
})

test.each(['constructor', '__proto__', 'hasOwnProperty'])(
  'somebody, a list, a label or a field may be called %s',
  async (id) => {
    const file = board({
      lists: [{ id, name: 'Ideias', pos: 1 }],
      labels: [{ id, name: 'Urgente', color: 'red' }],
      members: [{ id, fullName: 'Bia' }],
      customFields: [{ id, name: 'Canal', type: 'list', options: [{ id, value: { text: 'Loja' } }] }],
      cards: [{ id, idList: id, name: 'Um', idLabels: [id], idMembers: [id] }],
      actions: [{ id, type: 'commentCard', date: at(1), idMemberCreator: id, data: { card: { id }, text: 'Oi' } }],
    })
    for (const done of [await bring(ana, file), await bring(ana, file)]) {
      expect(done.status).toBe('done')
      const cardId = await cardIn(ana, done.board_id ?? 0)
      const card = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId } }))
      expect([card.labels.map(({ name }) => name), card.assigned_user, card.comment_count]).toEqual([['Urgente'], null, 1])
    }
  },
  180_000,
)

test('a file whose short things name long ones does not fill the disk', async () => {
  const attachments = Array.from({ length: 60_000 }, (_, index) => ({ id: `${index}` }))
  const cards = Array.from({ length: 4 }, (_, index) => ({ id: `${index}${'c'.repeat(199)}`, idList: 'l', name: 'Um', attachments }))
  const looked = await sendImport(server, ana, 'trello', board({ cards }))
  expect([looked.status, looked.message]).toEqual(['failed', texts.importTooCostly])
})

/** A board of Planka with one card, and what hangs on it. */
const plankaBoard = (more: object) => ({
  item: { id: 'b', projectId: 'p', name: 'Checkout' },
  included: {
    lists: [{ id: 'l', name: 'Ideias', position: 1, type: 'active' }],
    cards: [{ id: 'c', listId: 'l', name: 'Um', position: 1 }],
    ...more,
  },
})

const githubItem = (state: string) => ({
  items: [{ id: 'PVTI_x', content: { url: 'https://github.com/a/b/issues/1', title: 'Um', state } }],
})
test.each<[string, Parameters<typeof sendImport>[2], object]>([
  ['comments that are no end of numbers', 'planka', plankaBoard({ cards: [{ id: 'c', listId: 'l', name: 'Um', commentsTotal: 1e308 }] })],
  ['half a comment', 'planka', plankaBoard({ cards: [{ id: 'c', listId: 'l', name: 'Um', commentsTotal: 1.5 }] })],
  ['half a log of work', 'jira', { issues: [{ key: 'PAG-1', fields: { summary: 'Um', worklog: { total: 2.5 } } }] }],
  ['items without end', 'github', { ...githubItem('OPEN'), totalCount: 1e300 }],
])('a file that says it has %s is told of in numbers', async (_what, source, file) => {
  const { id, status, warnings } = await sendImport(server, ana, source, file)
  expect(status).toBe('ready')
  for (const { count } of warnings) expect(count).toBeLessThanOrEqual(1_000_000_000)
  expect((await server.call(importsApi.list, { token: ana.token })).status).toBe(200)
  ok(await server.call(importsApi.cancel, { token: ana.token, params: { importId: id } }))
})

test.each<[string, Parameters<typeof sendImport>[2], object]>([
  [
    'state',
    'github',
    { data: { node: { id: 'x', title: 'Quadro', items: { nodes: [{ id: 'i', content: { title: 'Um', state: '__proto__' } }] } } } },
  ],
  ['type of field', 'trello', board({ customFields: [{ id: 'f', name: 'Canal', type: '__proto__' }] })],
  ['colour', 'trello', board({ labels: [{ id: 'e', color: 'constructor' }] })],
  ['type of field that is a function', 'trello', board({ customFields: [{ id: 'f', name: 'Canal', type: 'constructor' }] })],
])('a %s that every object has is none that a file may name', async (_what, source, file) => {
  const looked = await sendImport(server, ana, source, file)
  expect((await runImport(server, ana, looked.id)).status).toBe('done')
})

test('much that was said on one card is written piece by piece, in its order', async () => {
  const said = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `fala ${index}`, type: 'commentCard', date: at(index) },
    data: { card: { id: 'c' }, text: `${index} ${'a'.repeat(9000)}` },
  }))
  const file = board({ actions: said.slice(0, 99) })
  const done = await bring(ana, file)
  const boardId = done.board_id ?? 0
  const found = ok(await boardOf(ana, boardId))
  // Each transaction counts a revision: this many letters in one would keep votes waiting.
  expect(found.revision).toBeGreaterThan(10)
  const cardId = await cardIn(ana, boardId)
  const commentsOf = async () =>
    ok(await server.call(commentsApi.list, { token: ana.token, params: { cardId }, query: { limit: 100 } })).map(({ content }) =>
      Number(content.split(' ')[0]),
    )
  expect(await commentsOf()).toEqual(said.slice(0, 99).map((_, index) => index))
  expect(found.lists[0]?.cards[0]?.comment_count).toBe(99)

  // The same again brings what is new alone, and taken back that goes alone.
  const update = await bring(ana, { ...file, actions: said })
  expect([update.board_id, await commentsOf()]).toEqual([boardId, said.map((_, index) => index)])
  ok(await undo(ana, update.id))
  expect((await settled(server, ana, update.id)).status).toBe('undone')
  expect(await commentsOf()).toEqual(said.slice(0, 99).map((_, index) => index))
})

test('of a card that went to and fro for ever the last moves come', async () => {
  const [here, there] = [
    { id: 'l', name: 'Ideias' },
    { id: 'f', name: 'Fazendo' },
  ]
  const actions = Array.from({ length: limits.importedMoves + 500 }, (_, index) => ({
    ...{ id: `ida ${index}`, type: 'updateCard', date: at(index) },
    data: { card: { id: 'c' }, listBefore: index % 2 ? there : here, listAfter: index % 2 ? here : there },
  }))
  const looked = await sendImport(server, ana, 'trello', board({ actions }))
  expect(looked.plan?.totals.moves).toBe(limits.importedMoves)
  expect(looked.warnings.map(({ kind }) => kind)).toContain('history_short')
})

test('a file asks for no more addresses than invitations do, and puts nobody on board after board', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    await register(strict, { name: 'Quem Administra' })
    const [eva, bia] = [await register(strict, { name: 'Eva' }), await register(strict, { name: 'Bia' })]
    const strangers = Array.from({ length: 130 }, (_, index) => ({
      id: `${index}`,
      fullName: `N ${index}`,
      email: `n${index}@exemplo.com.br`,
    }))
    const named = { id: 'bia', fullName: 'Outra', email: bia.email }
    const last = await sendImport(strict, eva, 'trello', board({ members: [...strangers, named] }))
    expect(last.plan?.people.at(-1)?.user).toBeNull()

    const ines = await register(strict, { name: 'Inês' })
    const body = { email: bia.email, role: 'member' } as const
    for (let round = 0; round < 10; round += 1) {
      const { id: boardId } = ok(await strict.call(boardsApi.create, { token: ines.token, body: { title: `Quadro ${round}` } }))
      ok(await strict.call(boardsApi.addMember, { token: ines.token, params: { boardId }, body }))
    }
    // A hand would ask her now, and a file leaves her a text.
    const done = await runImport(strict, ines, (await sendImport(strict, ines, 'trello', board({ members: [named] }))).id)
    expect([done.status, (await strict.call(boardsApi.get, { token: bia.token, params: { boardId: done.board_id ?? 0 } })).status]).toEqual(
      ['done', 404],
    )
  } finally {
    await strict.stop()
  }
})

test('what changed on a board since keeps nothing from being taken back', async () => {
  const bia = await register(server, { name: 'Bia' })
  const { id: shared } = ok(await server.call(boardsApi.create, { token: ana.token, body: { title: 'De nós duas' } }))
  ok(await server.call(boardsApi.addMember, { token: ana.token, params: { boardId: shared }, body: { email: bia.email, role: 'member' } }))
  const file = board({
    ...{ lists: [1, 2].map((pos) => ({ id: `l${pos}`, name: `Lista ${pos}`, pos })), labels: [{ id: 'e', name: 'Urgente', color: 'red' }] },
    members: [
      { id: 'b', fullName: 'Outra', email: bia.email },
      { id: 'a', fullName: 'Ana', email: ana.email },
    ],
    customFields: [{ id: 'f', name: 'Canal', type: 'list', options: [{ id: 'o', value: { text: 'Loja' } }] }],
  })
  const card = { id: 'c', idList: 'l1', name: 'Um', idLabels: ['e'], idMembers: ['b'], due: '2026-05-05T12:00:00.000Z' }
  const made = await bring(ana, { ...file, cards: [{ ...card, customFieldItems: [{ idCustomField: 'f', idValue: 'o' }] }] })
  const boardId = made.board_id ?? 0
  const changed = { ...card, idList: 'l2', name: 'Mudado', idLabels: [], idMembers: ['a'], due: null }
  const update = await bring(ana, { ...file, cards: [changed] })
  const before = ok(await boardOf(ana, boardId))
  const cardId = await cardIn(ana, boardId)
  const params = { boardId, labelId: before.labels[0]?.id ?? 0, listId: before.lists[0]?.id ?? 0, userId: bia.user.id }
  for (const endpoint of [boardsApi.removeLabel, boardsApi.removeList, boardsApi.removeMember])
    ok(await server.call(endpoint, { token: ana.token, params }))
  ok(
    await server.call(cardsApi.update, {
      token: ana.token,
      params: { cardId },
      body: { start_date: '2026-06-01', due_date: '2026-07-01' },
    }),
  )

  ok(await undo(ana, update.id))
  expect((await settled(server, ana, update.id)).status).toBe('undone')
  const whole = ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId } }))
  expect([whole.title, whole.labels, whole.list_id, whole.assigned_user?.id]).toEqual(['Um', [], before.lists[1]?.id, ana.user.id])
  expect(ok(await boardOf(ana, boardId)).lists.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual([cardId])
})

test('what cannot be taken back is given up after some tries, and keeps nobody else from bringing a board', async () => {
  const file = board()
  await bring(ana, file)
  const update = await bring(ana, { ...file, cards: [{ id: 'c', idList: 'l', name: 'Mudado' }] })
  await server.app.deps.db.updateTable('import_changes').set({ earlier: '{' }).where('import_id', '=', update.id).execute()
  ok(await undo(ana, update.id))
  const caio = await register(server, { name: 'Caio' })
  for (let sent = 0; sent < 5; sent += 1) expect((await bring(caio, board())).status).toBe('done')
  const kept = await settled(server, ana, update.id)
  expect([kept.status, kept.message !== null]).toEqual(['done', true])
})

test('what waits for a day to be run is given up without being read', async () => {
  const { db } = server.app.deps
  const { id, status } = await sendImport(server, ana, 'trello', board())
  expect(status).toBe('ready')
  // Reading it fails, as reading a hundred large ones would hold up everybody.
  const created_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  await db.updateTable('imports').set({ head: '{', created_at }).where('id', '=', id).execute()
  await server.app.runJobs()
  const listed = ok(await server.call(importsApi.list, { token: ana.token }))
  expect(listed.find((each) => each.id === id)?.status).toBe('cancelled')
})
