import { boardsApi } from '@rodada/contract/boards/board-calls'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { relationsApi } from '@rodada/contract/cards/relations'
import { largestInteger } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport } from '../../../test/imports.ts'
import { makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const exported = async (boardId: number): Promise<BoardExport> =>
  BoardExport.parse(
    JSON.parse(ok(await server.call(boardExportApi.json, { token: team.admin.token, params: { boardId } })) as unknown as string),
  )

/** What a file says of a board, with names in the place of ids, which are others on every board. */
function told({ board, labels, fields, lists, cards, people }: BoardExport) {
  const name = (id: number | null) => people.find((person) => person.id === id)?.name ?? null
  const list = (id: number) => lists.find((known) => known.id === id)?.title
  const keys = new Map(cards.map(({ id, key }) => [id, key]))
  return {
    board: [board.title, board.description, board.color, board.key_prefix],
    labels: labels.map(({ name: called, color }) => [called, color]),
    fields: fields.map(({ name: called, type, on_card, options }) => [
      called,
      type,
      on_card,
      options.map((option) => [option.name, option.color]),
    ]),
    lists: lists.map(({ title, status, wip_limit, archived_at }) => [title, status, wip_limit, archived_at !== null]),
    cards: cards.map(({ id: _, rank: __, list_id, assigned_to, participant_ids, label_ids, fields: values, created_by, ...card }) => ({
      ...card,
      ...{ list: list(list_id), assigned_to: name(assigned_to), participants: participant_ids.map(name), created_by: name(created_by) },
      labels: label_ids.map((label) => labels.find((known) => known.id === label)?.name),
      fields: Object.entries(values).map(([field, value]) => {
        const known = fields.find((each) => each.id === Number(field))
        return [known?.name, known?.options.find((option) => option.id === value)?.name ?? value]
      }),
      checklists: card.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed_at])]),
      comments: card.comments.map(({ user_id, content, created_at }) => [name(user_id), content, created_at]),
      relations: card.relations.map(({ kind, card: other }) => [kind, keys.get(other?.id ?? 0)]),
    })),
  }
}

test('a board that was saved here and is brought back says the same as before', async () => {
  const { admin, member, board } = team
  const at = { token: admin.token, params: { boardId: board.id } }
  const field = ok(
    await server.call(boardFieldsApi.add, {
      ...at,
      body: { name: 'Canal', type: 'choice', options: [{ name: 'Loja', color: '#2a7d48' }], on_card: true },
    }),
  )
  const text = ok(await server.call(boardFieldsApi.add, { ...at, body: { name: 'Cliente', type: 'text' } }))
  const label = ok(await server.call(boardsApi.addLabel, { ...at, body: { name: 'Dados', color: '#954886' } }))
  const [gone, pix, part] = [
    await makeCard(server, admin, board, 'Some'),
    await makeCard(server, admin, board, 'Pix'),
    await makeCard(server, member, board, 'Parte'),
  ]
  ok(await server.call(cardsApi.remove, { token: admin.token, params: { cardId: gone.id } }))
  const on = { token: admin.token, params: { cardId: pix.id } }
  const values = { [field.id]: field.options[0]?.id ?? 0, [text.id]: '=SOMA(A1)' }
  const body = {
    description: 'Vê ENT-3\n<b>x</b>',
    priority: 'high' as const,
    start_date: '2026-03-01',
    due_date: '2026-03-09',
    estimate: 5,
    fields: values,
  }
  ok(await server.call(cardsApi.update, { ...on, body }))
  ok(await server.call(cardsApi.addLabel, { ...on, body: { label_id: label.id } }))
  ok(await server.call(cardsApi.assign, { ...on, body: { user_id: member.user.id } }))
  ok(await server.call(participantsApi.add, { token: admin.token, params: { cardId: pix.id, userId: admin.user.id } }))
  const checklist = ok(await server.call(checklistsApi.add, { ...on, body: { title: 'Pronto' } }))
  const inList = { token: admin.token, params: { cardId: pix.id, checklistId: checklist.id } }
  const item = ok(await server.call(checklistsApi.addItem, { ...inList, body: { title: 'Um' } }))
  ok(await server.call(checklistsApi.addItem, { ...inList, body: { title: 'Dois' } }))
  ok(
    await server.call(checklistsApi.updateItem, {
      token: admin.token,
      params: { ...inList.params, itemId: item.id },
      body: { completed: true },
    }),
  )
  ok(await server.call(commentsApi.add, { token: member.token, params: { cardId: pix.id }, body: { content: 'Vi na ata.' } }))
  ok(await server.call(relationsApi.add, { token: admin.token, params: { cardId: part.id }, body: { kind: 'part_of', card_id: pix.id } }))
  ok(await server.call(cardsApi.move, { ...on, body: { list_id: board.lists[2]?.id ?? 0, position: 0 } }))
  ok(await server.call(cardsApi.archive, { token: admin.token, params: { cardId: part.id } }))

  const before = await exported(board.id)
  const looked = await sendImport(server, admin, 'rodada', before)
  expect([looked.status, looked.message, looked.warnings.map(({ kind }) => kind)]).toEqual(['ready', null, []])
  const done = await runImport(server, admin, looked.id)
  expect(done.status).toBe('done')
  const after = await exported(done.board_id ?? 0)
  expect(told(after)).toEqual(told(before))
  // The way through the lists, from which figures of flow are made.
  const way = ({ journal, lists }: BoardExport) =>
    journal
      .filter(({ after: then, before: once }) => then && once && once.list_id !== then.list_id)
      .map((entry) => [
        lists.find(({ id }) => id === entry.before?.list_id)?.title,
        lists.find(({ id }) => id === entry.after?.list_id)?.title,
        entry.created_at,
      ])
  expect(way(after)).toEqual(way(before))
})

test('settings and sprints come with their cards and figures', async () => {
  const { admin } = team
  const board = ok(
    await server.call(boardsApi.get, {
      token: admin.token,
      params: { boardId: (await makeBoard(server, admin, { title: 'Com sprints' })).id },
    }),
  )
  const at = { token: admin.token, params: { boardId: board.id } }
  ok(await server.call(boardsApi.update, { ...at, body: { key_prefix: 'ZIP', deck: ['1', '2', 'G'], auto_sprint: true } }))
  ok(await server.call(deckPointsApi.change, { ...at, body: { points: [{ face: 'G', points: 5 }] } }))
  const past = await makeSprint(server, admin, board, { nome: 'A que passou' })
  await makeTask(server, admin, past, 'Velha')
  ok(await server.call(sprintsApi.update, { token: admin.token, params: { sprintId: past.id }, body: { status: 'encerrada' } }))
  const open = await makeSprint(server, admin, board, { nome: 'A de agora', descricao: 'Vender mais' })
  for (const title of ['Pix', 'Boleto']) await makeTask(server, admin, open, title)
  const before = await exported(board.id)
  const done = await runImport(server, admin, (await sendImport(server, admin, 'rodada', before)).id)
  expect(done.warnings).toEqual([])
  const after = await exported(done.board_id ?? 0)
  const settings = ({ deck, deck_points, auto_sprint, former_prefixes }: BoardExport['board']) => [
    deck,
    deck_points,
    auto_sprint,
    former_prefixes,
  ]
  expect(settings(after.board)).toEqual(settings(before.board))
  const sprint = after.sprints.find(({ nome }) => nome === 'A de agora')
  const figures = (each?: BoardExport['sprints'][number]) =>
    each && { ...each, id: 0, journal_end: 0, columns: each.columns.map(({ nome, status }) => [nome, status]) }
  expect(after.sprints.map(figures)).toEqual(before.sprints.map(figures))
  const shown = await readSprint(server, admin, { id: sprint?.id ?? 0 })
  const placed = ({ columns: all, tasks }: typeof shown) =>
    tasks.map(({ titulo, column_id }) => [titulo, all.findIndex(({ id }) => id === column_id)])
  expect(placed(shown)).toEqual([
    ['Pix', 0],
    ['Boleto', 0],
  ])
  const entered = ({ journal }: BoardExport, id?: number) =>
    journal.filter(({ after: then, before: once }) => then?.sprint_id === id && once?.sprint_id !== id).map(({ created_at }) => created_at)
  expect(entered(after, sprint?.id)).toEqual(entered(before, open.id))
})

test('a sprint lasts no longer than one that is made here, and a moment is as long as one', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'De mil anos' })
  const sprint = await makeSprint(server, admin, board, { nome: 'Mil anos' })
  await makeTask(server, admin, sprint, 'Fica')
  const file = await exported(board.id)
  const long = { ...file, sprints: file.sprints.map((each) => ({ ...each, data_inicio: '1900-01-01', data_fim: '2999-12-31' })) }
  const done = await runImport(server, admin, (await sendImport(server, admin, 'rodada', long)).id)
  expect(done.warnings.map(({ kind }) => kind)).toContain('dates_invalid')
  const after = await exported(done.board_id ?? 0)
  expect([after.sprints, after.cards.map(({ title }) => title)]).toEqual([[], ['Fica']])
  for (const moved_at of [`2026-01-01T00:00:00.${'0'.repeat(1_000_000)}Z`, '0000-01-01T00:00:00.000Z']) {
    const cards = file.cards.map((card) => ({ ...card, moved_at }))
    const refused = await sendImport(server, admin, 'rodada', { ...file, cards })
    expect([refused.status, refused.message]).toEqual(['failed', expect.stringContaining('cards[0].moved_at')])
  }
})

test('a column of a sprint is called as briefly as one here, and a file brings no more of them than are made and read at once', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'De colunas' })
  await makeTask(server, admin, await makeSprint(server, admin, board), 'Fica')
  const file = await exported(board.id)
  const [sprint] = file.sprints
  const [column] = sprint?.columns ?? []
  if (!sprint || !column) throw new Error('the sprint has columns')
  const columnsOf = (from: number) =>
    Array.from({ length: limits.sprintColumns }, (_, index) => ({ ...column, id: from + index, nome: 'x'.repeat(200) }))
  const more = Array.from({ length: limits.importedColumns / limits.sprintColumns + 2 }, (_, index) => ({
    ...{ ...sprint, id: 1e6 + index, status: 'planejada' as const, data_inicio: '2999-01-01', data_fim: '2999-01-15' },
    columns: columnsOf(1e6 + index * limits.sprintColumns),
  }))
  const looked = await sendImport(server, admin, 'rodada', { ...file, sprints: more })
  expect(looked.plan?.sprints).toHaveLength(limits.importedColumns / limits.sprintColumns)
  expect(looked.warnings.find(({ kind }) => kind === 'sprints_surplus')?.count).toBe(2)
  const after = await exported((await runImport(server, admin, looked.id)).board_id ?? 0)
  expect(after.sprints[0]?.columns[0]?.nome).toHaveLength(limits.columnName)
  expect(after.cards.map(({ title }) => title)).toEqual(['Fica'])
})

test('a list is to hold as many cards as it may be said here, and no text that is no colour is kept', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'De cores' })
  const at = { token: admin.token, params: { boardId: board.id } }
  await makeCard(server, admin, board, 'Fica')
  ok(await server.call(boardsApi.addLabel, { ...at, body: { name: 'Dados', color: '#954886' } }))
  const body = { name: 'Canal', type: 'choice', options: [{ name: 'Loja', color: '#2a7d48' }], on_card: true }
  ok(await server.call(boardFieldsApi.add, { ...at, body }))
  const file = await exported(board.id)
  const color = 'x'.repeat(300_000)
  const odd = {
    ...file,
    board: { ...file.board, color, former_prefixes: Array.from({ length: 90_000 }, (_, n) => `A${n.toString(36).toUpperCase()}`) },
    labels: file.labels.map((label) => ({ ...label, color })),
    fields: file.fields.map((field) => ({ ...field, options: field.options.map((option) => ({ ...option, color })) })),
    lists: file.lists.map((list, n) => ({ ...list, wip_limit: [-3, 0, 1_000][n % 3] })),
  }
  const looked = await sendImport(server, admin, 'rodada', odd)
  const kept = await server.app.deps.db.selectFrom('imports').select('head').where('id', '=', looked.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(kept.head).length).toBeLessThan(20_000)
  const done = await runImport(server, admin, looked.id)
  const after = await exported(done.board_id ?? 0)
  expect(after.lists.map(({ wip_limit }) => wip_limit)).toEqual(file.lists.map(() => null))
  expect([after.board, ...after.labels].every((each) => /^#[0-9a-f]{6}$/.test(each.color))).toBe(true)
})

test('keys begin as they may begin here, however many spaces a file puts around them', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'De espaços' })
  await makeCard(server, admin, board, 'Fica')
  const file = await exported(board.id)
  const spaces = ' '.repeat(500_000)
  const odd = { ...file, board: { ...file.board, key_prefix: `zip${spaces}`, former_prefixes: [`${spaces}zap`, `ZIP${spaces}`, 'zap'] } }
  const done = await runImport(server, admin, (await sendImport(server, admin, 'rodada', odd)).id)
  const after = await exported(done.board_id ?? 0)
  expect([after.board.key_prefix, after.board.former_prefixes, after.cards.map(({ key }) => key)]).toEqual(['ZIP', ['ZAP'], ['ZIP-1']])
})

test('after the last number that a file may say there are numbers for new cards, whose keys lead to them', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'De números' })
  for (const title of ['Primeiro', 'Último']) await makeCard(server, admin, board, title)
  const file = await exported(board.id)
  const [first, last] = file.cards
  const odd = {
    ...file,
    cards: [first, { ...last, key: 'NUM-999999999' }],
    board: { ...file.board, key_prefix: 'NUM', last_number: 999_999_999 },
  }
  const { board_id } = await runImport(server, admin, (await sendImport(server, admin, 'rodada', odd)).id)
  const after = ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: board_id ?? 0 } }))
  const added = await makeCard(server, admin, after, 'Novo')
  const cards = (await exported(after.id)).cards.map(({ id, key }) => ({ id, key }))
  expect(cards).toContainEqual({ id: expect.any(Number), key: 'NUM-1' })
  expect(cards).toContainEqual({ id: added.id, key: added.key })
  expect(cards).toHaveLength(3)
  for (const { id, key } of cards)
    expect(ok(await server.call(cardsApi.byKey, { token: admin.token, params: { key } })), key).toMatchObject({ id })
})

test('a file that is no board of ours is refused with the place', async () => {
  const none = await sendImport(server, team.admin, 'rodada', { format: 'outro', board: {} })
  expect([none.status, none.message]).toEqual(['failed', expect.stringContaining('format')])
  const broken = { format: 'rodada-board', version: 1, source: { url: '', version: '' }, board: {}, cards: [{ id: 'x' }] }
  expect((await sendImport(server, team.admin, 'rodada', broken)).message).toMatch(/em board\.\w+/)
})

test('thousands of votes of one card come a few at a time, each once, and only with the card', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin)
  await makeCard(server, admin, board, 'Muito votado')
  const file = await exported(board.id)
  const [card] = file.cards
  if (!card) throw new Error('the board has cards')
  const vote = (n: number) => ({ participant_id: n, name: `Pessoa ${n}`, vote: '5', reason: 'Porque sim. '.repeat(11).trim() })
  const votes = Array.from({ length: limits.estimateVotes }, (_, n) => vote(n))
  const estimates = (of: string) =>
    Array.from({ length: 60 }, (_, n) => ({
      ...{ id: Number(`${of}${n}`), estimate: n, average: '5', votes, room_name: 'Mesa', user_id: null, created_at: card.created_at },
    }))
  const other = { ...card, id: card.id + 1_000_000, key: 'ENT-9001', relations: [], estimates: estimates('2') }
  const of = { ...file, board: { ...file.board, id: 77_000_001 }, journal: [] }
  const first = { ...of, cards: [{ ...card, relations: [], estimates: estimates('1') }] }
  const told = async (boardId: number) => (await exported(boardId)).cards.map((each) => each.estimates.map(({ estimate }) => estimate))
  const all = Array.from({ length: 60 }, (_, n) => n)
  const revision = async (boardId: number) =>
    ok(await server.call(boardsApi.changes, { token: admin.token, params: { boardId }, query: { since: largestInteger } })).revision

  const made = await runImport(server, admin, (await sendImport(server, admin, 'rodada', first)).id)
  const boardId = made.board_id ?? 0
  expect([made.status, await told(boardId)]).toEqual(['done', [all]])
  expect(await revision(boardId)).toBeGreaterThan(40)
  // Each turn holds the board.
  const before = await revision(boardId)
  const again = await runImport(server, admin, (await sendImport(server, admin, 'rodada', { ...first, cards: [...first.cards, other] })).id)
  expect([again.status, again.board_id, await told(boardId)]).toEqual(['done', boardId, [all, all]])
  expect((await revision(boardId)) - before).toBeGreaterThan(40)
}, 240_000)
