import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

/** A board with the team's people on it, each in their role. */
async function freshBoard(more: Record<string, unknown> = {}): Promise<Board> {
  const board = await makeBoard(server, team.admin, more)
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  await addToBoard(server, team.admin, board.id, team.guest, 'guest')
  return board
}
const late = { due: ['late'] }
const save = ({ token }: Account, boardId: number, body: Record<string, unknown> = {}) =>
  server.call(savedFiltersApi.add, { token, params: { boardId }, body: { name: 'Atrasados', filter: late, ...body } })
const list = ({ token }: Account, boardId: number) => server.call(savedFiltersApi.list, { token, params: { boardId } })
const namesOf = async (who: Account, boardId: number) => ok(await list(who, boardId)).map(({ name }) => name)
const update = ({ token }: Account, boardId: number, filterId: number, body: unknown) =>
  server.call(savedFiltersApi.update, { token, params: { boardId, filterId }, body })
const remove = ({ token }: Account, boardId: number, filterId: number) =>
  server.call(savedFiltersApi.remove, { token, params: { boardId, filterId } })
const activityOf = async (boardId: number) =>
  ok(await server.call(boardsApi.activity, { token: team.admin.token, params: { boardId } })).flatMap(({ kind, subject }) =>
    kind.startsWith('filter.') ? [[kind, subject]] : [],
  )

test('a person who sees a board keeps filters for themselves, which nobody else sees or changes', async () => {
  const { admin, member, guest, stranger } = team
  const board = await freshBoard()
  const { revision } = ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: board.id } }))
  const own = ok(await save(guest, board.id))
  expect(own).toMatchObject({ name: 'Atrasados', shared: false, board_id: board.id, filter: { due: ['late'], text: '', people: [] } })
  expect(await namesOf(guest, board.id)).toEqual(['Atrasados'])
  for (const other of [admin, member]) {
    expect(await namesOf(other, board.id)).toEqual([])
    expect((await update(other, board.id, own.id, { name: 'Meu' })).status).toBe(404)
    expect((await remove(other, board.id, own.id)).status).toBe(404)
  }
  expect((await save(stranger, board.id)).status).toBe(404)
  expect((await list(stranger, board.id)).status).toBe(404)
  expect(ok(await update(guest, board.id, own.id, { name: 'Vencidos' }))).toMatchObject({ name: 'Vencidos', filter: { due: ['late'] } })
  ok(await remove(guest, board.id, own.id))
  expect(await namesOf(guest, board.id)).toEqual([])
  // It is no news of the board.
  expect(await activityOf(board.id)).toEqual([])
  const after = ok(await server.call(boardsApi.get, { token: admin.token, params: { boardId: board.id } }))
  expect(after.revision).toBe(revision)
})

test('who writes on a board keeps filters for all on it; who reads uses them', async () => {
  const { admin, member, guest } = team
  const board = await freshBoard()
  expect((await save(guest, board.id, { shared: true })).status).toBe(403)
  const watching = await new LiveClient(server.url(), guest.token).ready()
  await watching.watch(board.id)
  const heard = watching.next('boardChanged')
  const shared = ok(await save(member, board.id, { name: 'Época', shared: true }))
  expect(await heard).toMatchObject({ boardId: board.id })
  watching.leave()
  ok(await save(guest, board.id, { name: 'bugs' }))
  ok(await save(admin, board.id, { name: 'Zona', shared: true }))
  expect(await namesOf(guest, board.id)).toEqual(['bugs', 'Época', 'Zona'])
  expect((await update(guest, board.id, shared.id, { name: 'Meu' })).status).toBe(403)
  expect((await remove(guest, board.id, shared.id)).status).toBe(403)
  ok(await update(admin, board.id, shared.id, { name: 'Era', filter: { blocked: true } }))
  // The same again is no news.
  ok(await update(admin, board.id, shared.id, { name: 'Era' }))
  expect(ok(await list(guest, board.id)).find(({ id }) => id === shared.id)).toMatchObject({
    name: 'Era',
    shared: true,
    filter: { blocked: true, due: [] },
  })
  ok(await remove(member, board.id, shared.id))
  expect(await activityOf(board.id)).toEqual([
    ['filter.deleted', 'Era'],
    ['filter.updated', 'Era'],
    ['filter.created', 'Zona'],
    ['filter.created', 'Época'],
  ])
})

test('a filter is reached by its own board only', async () => {
  const [board, other] = [await freshBoard(), await freshBoard()]
  const { id } = ok(await save(team.member, board.id, { shared: true }))
  expect((await update(team.member, other.id, id, { name: 'Outro' })).status).toBe(404)
  expect((await remove(team.member, other.id, id)).status).toBe(404)
  expect(await namesOf(team.member, other.id)).toEqual([])
})

test('what the board no longer has is left out', async () => {
  const board = await freshBoard()
  const [token, params] = [team.admin.token, { boardId: board.id }]
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Defeito', color: '#c33438' } }))
  const kept = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Design', color: '#ba5314' } }))
  const options = ['Pix', 'Boleto'].map((name) => ({ name, color: '#266fb8' }))
  const field = ok(await server.call(boardFieldsApi.add, { token, params, body: { name: 'Meio', type: 'choice', options } }))
  const gone = ok(await server.call(boardFieldsApi.add, { token, params, body: { name: 'Cliente', type: 'text' } }))
  const [pix, boleto] = field.options.map(({ id }) => id)
  const { member, guest, stranger } = team
  const filter = {
    labels: [label.id, kept.id],
    people: [member.user.id, guest.user.id, stranger.user.id, 'me', null],
    fields: { [field.id]: [pix, boleto, null], [gone.id]: [true] },
  }
  ok(await save(team.admin, board.id, { filter, shared: true }))
  ok(await server.call(boardsApi.removeLabel, { token, params: { ...params, labelId: label.id } }))
  ok(await server.call(boardFieldsApi.remove, { token, params: { ...params, fieldId: gone.id } }))
  const body = { options: field.options.slice(1) }
  ok(await server.call(boardFieldsApi.update, { token, params: { ...params, fieldId: field.id }, body }))
  ok(await server.call(boardsApi.removeMember, { token, params: { ...params, userId: guest.user.id } }))
  const [read] = ok(await list(member, board.id))
  expect(read?.filter).toMatchObject({
    labels: [kept.id],
    people: [member.user.id, 'me', null],
    fields: { [field.id]: [boleto, null] },
  })
})

test('what a field must be is kept as far as its type can be so, and with a copied board', async () => {
  const board = await freshBoard()
  const [token, params] = [team.admin.token, { boardId: board.id }]
  const add = async (name: string, type: FieldType, boardId = board.id) =>
    ok(await server.call(boardFieldsApi.add, { token, params: { boardId }, body: { name, type } })).id
  const [amount, ship, client] = [await add('Valor', 'number'), await add('Entrega', 'date'), await add('Cliente', 'text')]
  const gone = await add('Saiu', 'text')
  const conditions = {
    [amount]: { min: 0.5, max: 100 },
    [ship]: { from: '2026-11-01', when: ['late', 'week'] },
    [client]: { has: 'São João' },
  }
  const filter = {
    start: ['late'],
    conditions: { ...conditions, [amount]: { ...conditions[amount], has: 'x' }, [gone]: { has: 'x' }, 999999: { min: 1 } },
  }
  ok(await save(team.admin, board.id, { filter, shared: true }))
  ok(await server.call(boardFieldsApi.remove, { token, params: { ...params, fieldId: gone } }))
  expect(ok(await list(team.guest, board.id))[0]?.filter).toMatchObject({ start: ['late'] })
  expect(ok(await list(team.guest, board.id))[0]?.filter.conditions).toEqual(conditions)
  const copy = ok(await server.call(boardsApi.copy, { token, params, body: { title: 'Cópia', cards: false } }))
  const fields = ok(await server.call(boardsApi.get, { token, params: { boardId: copy.id } })).fields
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? 0
  expect(ok(await list(team.admin, copy.id))[0]?.filter.conditions).toEqual({
    [idOf('Valor')]: conditions[amount],
    [idOf('Entrega')]: conditions[ship],
    [idOf('Cliente')]: conditions[client],
  })
})

test('a member’s own filters go with the seat on the board', async () => {
  const board = await freshBoard({ is_public: true })
  ok(await save(team.member, board.id))
  ok(await save(team.guest, board.id, { name: 'Do convidado' }))
  const params = { boardId: board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.removeMember, { token: team.admin.token, params }))
  // The board is public: what is gone is not only out of sight.
  expect(await namesOf(team.member, board.id)).toEqual([])
  expect(await namesOf(team.guest, board.id)).toEqual(['Do convidado'])
})

test('a copied board has the filters of the first for all, with its own labels and fields', async () => {
  const board = await freshBoard()
  const [token, params] = [team.admin.token, { boardId: board.id }]
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Defeito', color: '#c33438' } }))
  const options = [{ name: 'Pix', color: '#266fb8' }]
  const field = ok(await server.call(boardFieldsApi.add, { token, params, body: { name: 'Meio', type: 'choice', options } }))
  const filter = { labels: [label.id], fields: { [field.id]: [field.options[0]?.id, null] }, text: 'pix' }
  ok(await save(team.admin, board.id, { name: 'Do quadro', filter, shared: true }))
  ok(await save(team.admin, board.id, { name: 'Meu' }))
  const { id } = ok(await server.call(boardsApi.copy, { token, params, body: { title: 'Cópia', cards: false } }))
  const copy = ok(await server.call(boardsApi.get, { token, params: { boardId: id } }))
  const filters = ok(await list(team.admin, id))
  expect(filters.map(({ name, shared }) => [name, shared])).toEqual([['Do quadro', true]])
  expect(filters[0]?.filter).toMatchObject({
    labels: [copy.labels[0]?.id],
    fields: { [copy.fields[0]?.id ?? 0]: [copy.fields[0]?.options[0]?.id, null] },
    text: 'pix',
  })
})

test('a person and a board keep fifty each', async () => {
  const board = await freshBoard()
  const created_at = new Date().toISOString()
  const row = { board_id: board.id, name: 'Filtro', filter: '{}', created_at }
  const rows = [team.member.user.id, null].flatMap((user_id) => Array.from({ length: limits.savedFilters }, () => ({ ...row, user_id })))
  await server.app.deps.db.insertInto('saved_filters').values(rows).execute()
  expect(await save(team.member, board.id)).toMatchObject({ status: 409, body: { message: texts.tooManyFilters } })
  expect(await save(team.member, board.id, { shared: true })).toMatchObject({ status: 409, body: { message: texts.tooManyBoardFilters } })
  ok(await save(team.guest, board.id))
  expect(ok(await list(team.member, board.id))).toHaveLength(2 * limits.savedFilters)
})

test('filters that name more people than one statement takes, as they could once be saved, are read all the same', async () => {
  const board = await freshBoard()
  let last = 1_000_000
  const people = () => [team.member.user.id, ...Array.from({ length: 1500 }, () => ++last)]
  const row = { board_id: board.id, user_id: null, name: 'Filtro', created_at: new Date().toISOString() }
  const rows = Array.from({ length: limits.savedFilters }, () => ({ ...row, filter: JSON.stringify({ people: people() }) }))
  await server.app.deps.db.insertInto('saved_filters').values(rows).execute()
  const filters = ok(await list(team.guest, board.id))
  expect(filters).toHaveLength(limits.savedFilters)
  expect(filters[0]?.filter).toMatchObject({ people: [team.member.user.id], text: '', fields: {}, due: [] })
})

test.each([
  ['an unknown due', { due: ['tomorrow'] }, texts.filterInvalid],
  ['a person who is no number', { people: ['ela'] }, texts.filterInvalid],
  ['too many labels', { labels: Array.from({ length: 51 }, (_, at) => at + 1) }, texts.filterTooLong],
  ['too long a text', { text: 'x'.repeat(101) }, texts.filterTooLong],
  ['twenty thousand fields', { fields: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [at + 1, {}])) }, texts.filterTooLong],
  ['a field whose id is a long text', { fields: { ['9'.repeat(200_000)]: [true] } }, texts.filterInvalid],
  [
    'too much in all',
    { fields: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [at + 1, Array.from({ length: 41 }, (__, of) => of + 1)])) },
    texts.filterTooLong,
  ],
  ['an empty text of a field', { conditions: { 1: { has: ' ' } } }, texts.filterInvalid],
  ['too long a text of a field', { conditions: { 1: { has: 'x'.repeat(101) } } }, texts.filterTooLong],
  ['a number that no field holds', { conditions: { 1: { min: 1e13 } } }, texts.fieldNumberInvalid],
  ['a day that is none', { conditions: { 1: { from: '2026-02-30' } } }, texts.dateInvalid],
  ['a way of a date that is none', { conditions: { 1: { when: ['none'] } } }, texts.filterInvalid],
  [
    'conditions of too many fields',
    { conditions: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [at + 1, { min: 1 }])) },
    texts.filterTooLong,
  ],
  ['too many fields', { fields: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [at + 1, [true]])) }, texts.filterTooLong],
])('a filter with %s is refused', async (_, filter, text) => {
  const board = await freshBoard()
  const { status, body } = await save(team.member, board.id, { filter })
  expect([status, Object.values((body as { fields?: Record<string, string> }).fields ?? {})]).toEqual([400, [text]])
})
