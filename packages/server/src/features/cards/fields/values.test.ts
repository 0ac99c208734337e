import { boardsApi } from '@rodada/contract/boards/board-calls'
import { type BoardField, boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'

let server: TestServer
let team: Team
/** One of each type, by it; those of the types 'number', 'choice' and 'person' are shown on cards. */
let fields: Record<FieldType, BoardField>
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
  fields = await makeFields()
})
afterAll(() => server.stop())

const options = [
  { name: 'Desenho', color: '#266fb8' },
  { name: 'Teste', color: '#c33438' },
]
async function makeField(type: FieldType, name: string = type): Promise<BoardField> {
  const on_card = type === 'number' || type === 'choice' || type === 'person'
  const body = { name, type, on_card, ...(type === 'choice' && { options }) }
  return ok(await server.call(boardFieldsApi.add, { token: team.admin.token, params: { boardId: team.board.id }, body }))
}
const makeFields = async () => ({
  text: await makeField('text'),
  number: await makeField('number'),
  date: await makeField('date'),
  checkbox: await makeField('checkbox'),
  choice: await makeField('choice'),
  person: await makeField('person'),
})

const set = (cardId: number, values: Record<string, unknown>, who = team.member) =>
  server.call(cardsApi.update, { token: who.token, params: { cardId }, body: { fields: values } })
const card = () => makeCard(server, team.member, team.board)
const read = async (cardId: number): Promise<Card> => ok(await server.call(cardsApi.get, { token: team.guest.token, params: { cardId } }))
const board = async () => ok(await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: team.board.id } }))
const onBoard = async (cardId: number) => (await board()).lists.flatMap((list) => list.cards).find(({ id }) => id === cardId)?.fields
const whole = () => ({
  [fields.text.id]: 'Padaria Sol',
  [fields.number.id]: -12.5,
  [fields.date.id]: '2026-11-14',
  [fields.checkbox.id]: true,
  [fields.choice.id]: fields.choice.options[1]?.id ?? 0,
  [fields.person.id]: team.guest.user.id,
})

test('a card has what was filled in, and the board shows of it what its cards show', async () => {
  const { id, fields: before } = await card()
  expect(before).toEqual({})
  expect(await onBoard(id)).toEqual({})
  expect(ok(await set(id, whole())).fields).toEqual(whole())
  expect((await read(id)).fields).toEqual(whole())
  const { [fields.text.id]: _, [fields.date.id]: __, [fields.checkbox.id]: ___, ...shown } = whole()
  expect(await onBoard(id)).toEqual(shown)
})

test('what the cards have in one field is told to who sees the board, of the cards that it shows', async () => {
  const [{ id }, archived, empty] = [await card(), await card(), await card()]
  for (const cardId of [id, archived.id]) ok(await set(cardId, { [fields.text.id]: 'Padaria Sol', [fields.checkbox.id]: true }))
  ok(await server.call(cardsApi.archive, { token: team.member.token, params: { cardId: archived.id } }))
  const ask = (fieldId: number, { token } = team.guest, boardId = team.board.id) =>
    server.call(boardFieldsApi.values, { token, params: { boardId, fieldId } })
  const of = async (fieldId: number) => ok(await ask(fieldId)).filter(({ card_id }) => [id, archived.id, empty.id].includes(card_id))
  expect(await of(fields.text.id)).toEqual([{ card_id: id, value: 'Padaria Sol' }])
  expect(await of(fields.checkbox.id)).toEqual([{ card_id: id, value: true }])
  const elsewhere = await makeBoard(server, team.stranger)
  expect([
    (await ask(fields.text.id, team.stranger)).status,
    (await ask(fields.text.id, team.stranger, elsewhere.id)).status,
    (await ask(999_999)).status,
  ]).toEqual([404, 404, 404])
})

test('null and an empty text empty a field, and the others stay', async () => {
  const { id } = await card()
  ok(await set(id, whole()))
  const { [fields.text.id]: _, [fields.number.id]: __, ...rest } = whole()
  expect(ok(await set(id, { [fields.text.id]: '  ', [fields.number.id]: null })).fields).toEqual(rest)
  expect(ok(await set(id, { [fields.checkbox.id]: false })).fields).toEqual({ ...rest, [fields.checkbox.id]: false })
})

test('two people who fill in different fields at once both keep theirs, and of the same field the last one counts', async () => {
  const { id } = await card()
  const [text, number] = [fields.text.id, fields.number.id]
  const both = [set(id, { [text]: 'Bia' }), set(id, { [number]: 7 }, team.admin)]
  for (const answer of await Promise.all(both)) ok(answer)
  expect((await read(id)).fields).toEqual({ [text]: 'Bia', [number]: 7 })
  ok(await set(id, { [text]: 'depois' }, team.admin))
  expect((await read(id)).fields).toEqual({ [text]: 'depois', [number]: 7 })
})

test('people who fill in the same field at once are all answered, one of them counts, and the activity has each in the order of the writes', async () => {
  const { id } = await card()
  const [text] = [fields.text.id]
  const people = [team.member, team.admin]
  const values = Array.from({ length: 12 }, (_, at) => `valor ${at}`)
  const replies = await Promise.all(values.map((value, at) => set(id, { [text]: value }, people[at % 2])))
  // Each is answered with what they wrote, and not with what somebody else did.
  expect(replies.map((reply) => ok(reply).fields[text])).toEqual(values)
  const final = (await read(id)).fields[text]
  expect(values).toContain(final)
  const lines = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: id } }))
    .filter(({ kind }) => kind === 'card.field_set')
    .toReversed()
  expect(lines.map(({ details }) => details.to).toSorted()).toEqual(values.toSorted())
  expect(lines.map(({ details }) => details.from)).toEqual(['', ...lines.slice(0, -1).map(({ details }) => details.to)])
  expect(lines.at(-1)?.details.to).toBe(final)
})

test('two people who change the title and the same field at once: the text of the later one is given back, and none of their values is kept', async () => {
  const { id, version } = await card()
  const write = (title: string, value: number, { token }: { token: string }) =>
    server.call(cardsApi.update, { token, params: { cardId: id }, body: { title, version, fields: { [fields.number.id]: value } } })
  const replies = await Promise.all([write('De Bia', 1, team.member), write('De Ana', 2, team.admin)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const kept = replies.find(({ status }) => status === 200)?.body
  expect(await read(id)).toMatchObject({ title: kept?.title, fields: kept?.fields })
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ current: { title: kept?.title, fields: kept?.fields } })
})

test.each([
  ['text', [5, true], texts.fieldValueInvalid],
  ['text', ['x'.repeat(501)], texts.fieldTextTooLong],
  ['number', ['5', true, 1.00001, 1e12 + 1, -1e13, 1e308], texts.fieldNumberInvalid],
  ['date', ['2026-02-30', '14/11/2026', 5, true, '2026-11-14T00:00:00Z'], texts.dateInvalid],
  ['date', ['0000-01-01', '3000-01-01'], texts.dateYear],
  ['checkbox', ['true', 1, 0], texts.fieldValueInvalid],
  ['choice', ['Teste', 2 ** 31, -1, true, 0.5], texts.fieldOptionUnknown],
  ['person', ['Ana', true, 0, -1, 1.5, 2 ** 31], texts.fieldValueInvalid],
  ['person', [999_999], texts.assigneeElsewhere],
] as [FieldType, unknown[], string][])('a %s is refused what does not fit it (%#)', async (type, values, text) => {
  const { id } = await card()
  const other = fields[type === 'text' ? 'number' : 'text'].id
  for (const value of values) {
    const answer = await set(id, { [fields[type].id]: value, [other]: other === fields.text.id ? 'x' : 1 })
    expect([value, answer.status, answer.body.fields]).toEqual([value, 400, { [`fields.${fields[type].id}`]: text }])
  }
  expect((await read(id)).fields).toEqual({})
})

test('numbers keep their decimals, and texts their length and letters', async () => {
  const { id } = await card()
  for (const value of [0, 0.1, 1234.5678, -0.0001, 1e12, -1e12, 999_999_999_999.9999])
    expect(ok(await set(id, { [fields.number.id]: value })).fields).toEqual({ [fields.number.id]: value })
  for (const text of ['=HYPERLINK("x")', '<b>oi</b>', 'á'.repeat(500)])
    expect(ok(await set(id, { [fields.text.id]: text })).fields[fields.text.id]).toBe(text)
})

test('what is no value, no field of this board or too much is refused', async () => {
  const { id } = await card()
  const elsewhere = await makeBoard(server, team.admin)
  const foreign = ok(
    await server.call(boardFieldsApi.add, {
      token: team.admin.token,
      params: { boardId: elsewhere.id },
      body: { name: 'Fora', type: 'text' },
    }),
  )
  for (const field of [foreign.id, 2 ** 31, '0', 'x', '__proto__', '1e3', '']) {
    const body = JSON.parse(`{"fields":{"${field}":"x"}}`) as object
    const { status } = await server.call(cardsApi.update, { token: team.member.token, params: { cardId: id }, body })
    expect([field, status]).toEqual([field, 400])
  }
  expect(await set(id, { [foreign.id]: 'x' })).toMatchObject({ status: 400, body: { message: texts.fieldUnknown } })
  for (const wrong of [{ [fields.text.id]: {} }, { [fields.text.id]: ['x'] }, [], 'x', 5, null])
    expect((await set(id, wrong as Record<string, unknown>)).status).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [index + 1, null]))
  expect(await set(id, many)).toMatchObject({ status: 400, body: { message: texts.tooManyFields } })
  expect((await read(id)).fields).toEqual({})
})

test('the option of another field is none of this one', async () => {
  const other = await makeField('choice', 'Outra')
  const { id } = await card()
  expect((await set(id, { [fields.choice.id]: other.options[0]?.id })).body.message).toBe(texts.fieldOptionUnknown)
})

test('the activity of the card tells what a field was and became', async () => {
  const { id } = await card()
  ok(await set(id, { [fields.choice.id]: fields.choice.options[0]?.id, [fields.person.id]: team.admin.user.id }))
  ok(await set(id, { [fields.choice.id]: fields.choice.options[1]?.id }))
  ok(await set(id, { [fields.choice.id]: null }))
  const lines = ok(await server.call(cardsApi.activity, { token: team.guest.token, params: { cardId: id } }))
  const told = lines.filter(({ kind }) => kind === 'card.field_set')
  expect(told.map(({ details, user }) => [details.fields, details.type, details.from, details.to, user?.name])).toEqual([
    [['choice'], 'choice', 'Teste', '', 'Bia'],
    [['choice'], 'choice', 'Desenho', 'Teste', 'Bia'],
    [['person'], 'person', '', 'Ana', 'Bia'],
    [['choice'], 'choice', '', 'Desenho', 'Bia'],
  ])
})

test('who looks at the board is told, and reads the card with its new value', async () => {
  const { id } = await card()
  const { revision } = await board()
  const watcher = await new LiveClient(server.url(), team.guest.token).ready()
  await watcher.watch(team.board.id)
  const news = watcher.next('boardChanged')
  ok(await set(id, { [fields.number.id]: 3 }))
  expect(await news).toMatchObject({ boardId: team.board.id })
  const query = { since: revision }
  const changes = ok(await server.call(boardsApi.changes, { token: team.guest.token, params: { boardId: team.board.id }, query }))
  expect(changes.cards.map((changed) => [changed.id, changed.fields])).toEqual([[id, { [fields.number.id]: 3 }]])
  expect(changes.fields.map((field) => field.id)).toContain(fields.number.id)
  watcher.leave()
})

test('what cards show follows when a field is shown or no longer, and its cards are read again', async () => {
  const { id } = await card()
  ok(await set(id, { [fields.text.id]: 'Padaria' }))
  const { revision } = await board()
  const params = { boardId: team.board.id, fieldId: fields.text.id }
  ok(await server.call(boardFieldsApi.update, { token: team.admin.token, params, body: { on_card: true } }))
  const { cards } = ok(
    await server.call(boardsApi.changes, { token: team.guest.token, params: { boardId: team.board.id }, query: { since: revision } }),
  )
  expect(cards.find((changed) => changed.id === id)?.fields).toEqual({ [fields.text.id]: 'Padaria' })
  ok(await server.call(boardFieldsApi.update, { token: team.admin.token, params, body: { on_card: false } }))
  expect(await onBoard(id)).toEqual({})
})

test('a board tells the texts of a card up to a bound, the short ones whole, and the card and its field tell them all', async () => {
  const long = []
  for (const name of ['A', 'B', 'C']) {
    const body = { name, type: 'text', on_card: true } as const
    long.push(ok(await server.call(boardFieldsApi.add, { token: team.admin.token, params: { boardId: team.board.id }, body })))
  }
  const [a = 0, b = 0, c = 0] = long.map(({ id }) => id)
  const { id } = await card()
  const values = { [a]: 'curto', [b]: 'b'.repeat(500), [c]: 'c'.repeat(500) }
  ok(await set(id, values))
  const shown = (await onBoard(id)) ?? {}
  expect(shown).toEqual({ [a]: 'curto', [b]: `${'b'.repeat(246)}…`, [c]: `${'c'.repeat(246)}…` })
  expect(Object.values(shown).join('').length).toBeLessThanOrEqual(limits.shownTexts)
  expect((await read(id)).fields).toEqual(values)
  const params = { boardId: team.board.id, fieldId: b }
  expect(ok(await server.call(boardFieldsApi.values, { token: team.guest.token, params }))).toEqual([{ card_id: id, value: values[b] }])
  ok(await set(id, { [c]: null }))
  expect(await onBoard(id)).toEqual({ [a]: 'curto', [b]: `${'b'.repeat(494)}…` })
  for (const fieldId of [a, b, c])
    ok(await server.call(boardFieldsApi.remove, { token: team.admin.token, params: { boardId: team.board.id, fieldId } }))
})

test('a deleted field or option goes from all cards, archived ones too', async () => {
  const field = await makeField('choice', 'Passageiro')
  const [gone, kept] = field.options
  const cards = [await card(), await card()]
  ok(await set(cards[0]?.id ?? 0, { [field.id]: gone?.id }))
  ok(await set(cards[1]?.id ?? 0, { [field.id]: kept?.id }))
  const ids = cards.map(({ id }) => id)
  ok(await server.call(cardsApi.archive, { token: team.member.token, params: { cardId: ids[0] ?? 0 } }))
  const params = { boardId: team.board.id, fieldId: field.id }
  ok(await server.call(boardFieldsApi.update, { token: team.admin.token, params, body: { options: [kept] } }))
  expect([(await read(ids[0] ?? 0)).fields, await onBoard(ids[1] ?? 0)]).toEqual([{}, { [field.id]: kept?.id }])
  ok(await server.call(boardFieldsApi.remove, { token: team.admin.token, params }))
  expect([(await read(ids[1] ?? 0)).fields, await onBoard(ids[1] ?? 0)]).toEqual([{}, {}])
  expect((await set(ids[1] ?? 0, { [field.id]: kept?.id })).body.message).toBe(texts.fieldUnknown)
})

test('a copy of a card has its values', async () => {
  const { id } = await card()
  ok(await set(id, whole()))
  const copy = ok(await server.call(cardsApi.copy, { token: team.member.token, params: { cardId: id }, body: {} }))
  expect(copy.fields).toEqual(whole())
  expect(await onBoard(copy.id)).toEqual(await onBoard(id))
})

test('who leaves the board leaves its fields, without a line in the activity', async () => {
  const { id } = await card()
  ok(await set(id, { [fields.person.id]: team.guest.user.id, [fields.number.id]: 1 }))
  const params = { boardId: team.board.id, userId: team.guest.user.id }
  const as = { token: team.admin.token }
  ok(await server.call(boardsApi.removeMember, { ...as, params }))
  const { fields: left } = ok(await server.call(cardsApi.get, { ...as, params: { cardId: id } }))
  expect(left).toEqual({ [fields.number.id]: 1 })
  const lines = ok(await server.call(cardsApi.activity, { ...as, params: { cardId: id } }))
  expect(lines.map(({ kind, details }) => [kind, details.to])).toEqual([
    ['card.field_set', 'Caio'],
    ['card.field_set', '1'],
    ['card.created', 'A Fazer'],
  ])
  ok(
    await server.call(boardsApi.addMember, { ...as, params: { boardId: team.board.id }, body: { email: team.guest.email, role: 'guest' } }),
  )
})
