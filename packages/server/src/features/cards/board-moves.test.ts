import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { cast, openEstimation, seeEstimation } from '../../../test/estimations.ts'
import { upload } from '../../../test/files.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint, readSprint } from '../../../test/sprints.ts'

let server: TestServer
/** Ana administers both boards, Bia writes on the first, Caio reads it, and only Edu is on the second besides Ana. */
let team: Team
let edu: Account
let other: Board
beforeAll(async () => {
  server = await startServer({ env: { BOARD_FILES_MAX_BYTES: '1000' } })
  // The first account administers the installation.
  await register(server)
  edu = await register(server, { name: 'Edu' })
})
beforeEach(async () => {
  team = await makeTeam(server, { title: 'Pagamentos' })
  other = await makeBoard(server, team.admin, { title: 'Loja' })
  await addToBoard(server, team.admin, other.id, edu, 'member')
})
afterAll(() => server.stop())

const move = (who: Account, cardId: number, list_id: number, more: Record<string, unknown> = {}) =>
  server.call(cardsApi.move, { token: who.token, params: { cardId }, body: { list_id, ...more } })
const get = (who: Account, cardId: number) => server.call(cardsApi.get, { token: who.token, params: { cardId } })
const listOf = (board: Board, index: number) => board.lists[index]?.id ?? 0
const read = async (who: Account, board: Board) => ok(await server.call(boardsApi.get, { token: who.token, params: { boardId: board.id } }))
const shown = async (who: Account, board: Board) => (await read(who, board)).lists.flatMap(({ cards }) => cards.map(({ title }) => title))
const activity = async (who: Account, cardId: number) =>
  ok(await server.call(cardsApi.activity, { token: who.token, params: { cardId } })).map(({ kind, details }) => [kind, details.from])

test('a card goes to another board with what hangs on it, and its old key leads there', async () => {
  const { admin, member, board } = team
  const { id, key } = await makeCard(server, member, board, 'Pix parcelado', 0, { description: 'Com juros' })
  const params = { cardId: id }
  for (const [where, name] of [
    [board, 'Front-end'],
    [board, 'Só aqui'],
    [other, 'front-END'],
  ] as const) {
    const label = ok(
      await server.call(boardsApi.addLabel, { token: admin.token, params: { boardId: where.id }, body: { name, color: '#266fb8' } }),
    )
    if (where === board) ok(await server.call(cardsApi.addLabel, { token: member.token, params, body: { label_id: label.id } }))
  }
  ok(await server.call(cardsApi.assign, { token: member.token, params, body: { user_id: member.user.id } }))
  for (const { user } of [admin, member])
    ok(await server.call(participantsApi.add, { token: member.token, params: { cardId: id, userId: user.id } }))
  ok(await server.call(commentsApi.add, { token: member.token, params, body: { content: 'Vai junto' } }))
  ok(await upload(server, member, id, 'um', 'lista.txt'))
  const before = [(await read(admin, board)).revision, (await read(admin, other)).revision]

  const moved = ok(await move(admin, id, listOf(other, 2)))
  expect(moved).toMatchObject({
    id,
    key: 'LOJ-1',
    board_id: other.id,
    list_id: listOf(other, 2),
    status: 'concluida',
    description: 'Com juros',
  })
  // The one of the same name there, and the other is made.
  expect(moved.labels.map(({ name }) => name).sort()).toEqual(['Só aqui', 'front-END'])
  expect(moved.participant_ids).toEqual([admin.user.id])
  expect([moved.assigned_user, moved.comments.map(({ content }) => content), moved.files.map(({ name }) => name)]).toEqual([
    null,
    ['Vai junto'],
    ['lista.txt'],
  ])
  expect(await shown(admin, board)).toEqual([])
  expect(await shown(edu, other)).toEqual(['Pix parcelado'])
  for (const [index, at] of [board, other].entries()) {
    const query = { since: before[index] ?? 0 }
    const changes = ok(await server.call(boardsApi.changes, { token: admin.token, params: { boardId: at.id }, query }))
    expect([changes.cards.map((card) => card.id), changes.removed]).toEqual(at === other ? [[id], []] : [[], [id]])
  }
  for (const name of [key, 'LOJ-1'])
    expect(ok(await server.call(cardsApi.byKey, { token: admin.token, params: { key: name } })).board_id).toBe(other.id)
  expect(await get(edu, id)).toMatchObject({ status: 200 })
  // Who is on the first board only has neither the card nor its old key any more.
  expect(await get(member, id)).toMatchObject({ status: 404 })
  expect(await server.call(cardsApi.byKey, { token: member.token, params: { key } })).toMatchObject({ status: 404 })
  expect((await makeCard(server, admin, board)).key).toBe('PAG-2')
})

test('a card that comes back has its first key again, and each board tells what happened there without naming the other', async () => {
  const { admin, member, board } = team
  const { id, key } = await makeCard(server, member, board)
  ok(await move(admin, id, listOf(other, 0)))
  const lines = ok(await server.call(boardsApi.activity, { token: member.token, params: { boardId: board.id } }))
  expect(lines[0]).toMatchObject({ kind: 'card.left', subject: 'Pix parcelado', details: {} })
  expect(JSON.stringify(lines)).not.toContain('Loja')
  // Edu does not see the board that it came from, and so not what happened there.
  expect(await activity(edu, id)).toEqual([['card.arrived', key]])
  expect(await activity(admin, id)).toEqual([
    ['card.arrived', key],
    ['card.left', undefined],
    ['card.created', undefined],
  ])
  const { revision } = await read(admin, board)
  expect(ok(await move(admin, id, listOf(board, 1))).key).toBe(key)
  const query = { since: revision }
  const changes = ok(await server.call(boardsApi.changes, { token: admin.token, params: { boardId: board.id }, query }))
  expect([changes.cards.map((card) => card.id), changes.removed]).toEqual([[id], []])
  expect(ok(await server.call(cardsApi.byKey, { token: admin.token, params: { key: 'LOJ-1' } })).key).toBe(key)
})

test('it keeps what it has in fields that both boards have, by their names', async () => {
  const { admin, member, board } = team
  const makeField = async (boardId: number, body: { name: string; type: FieldType; on_card?: boolean }) => {
    const options = ['Cartão', boardId === board.id ? 'Pix' : 'PIX'].map((name) => ({ name, color: '#266fb8' }))
    const more = body.type === 'choice' ? { options } : {}
    return ok(await server.call(boardFieldsApi.add, { token: admin.token, params: { boardId }, body: { ...body, ...more } }))
  }
  const kinds = [
    { name: 'Meio', type: 'choice', on_card: true },
    { name: 'Impacto', type: 'number' },
    { name: 'Testes', type: 'person' },
    { name: 'Revisão', type: 'person' },
  ] as const
  const here = await Promise.all(kinds.map((kind) => makeField(board.id, kind)))
  const onlyHere = await makeField(board.id, { name: 'Só aqui', type: 'text' })
  const otherType = await makeField(board.id, { name: 'Quando', type: 'text' })
  const there = await Promise.all([...kinds, { name: 'quando', type: 'date' } as const].map((kind) => makeField(other.id, kind)))
  const { id } = await makeCard(server, member, board)
  const values = [here[0]?.options[1]?.id, 48_000, member.user.id, admin.user.id]
  const fields = Object.fromEntries([...here.map((field, index) => [field.id, values[index]]), [onlyHere.id, 'x'], [otherType.id, 'logo']])
  ok(await server.call(cardsApi.update, { token: admin.token, params: { cardId: id }, body: { fields } }))
  const kept = { [there[0]?.id ?? 0]: there[0]?.options[1]?.id, [there[1]?.id ?? 0]: 48_000, [there[3]?.id ?? 0]: admin.user.id }
  expect(ok(await move(admin, id, listOf(other, 0))).fields).toEqual(kept)
  const [shownCard] = (await read(edu, other)).lists.flatMap(({ cards }) => cards)
  expect(shownCard?.fields).toEqual({ [there[0]?.id ?? 0]: there[0]?.options[1]?.id })
})

test('it is moved by who writes on both boards, and by nobody else', async () => {
  const { admin, member, guest, stranger, board } = team
  const { id } = await makeCard(server, member, board)
  const elsewhere = { status: 400, body: { fields: { list_id: texts.listElsewhere } } }
  // Bia sees no such list, Edu and a stranger no such card, Caio may not write.
  expect(await move(member, id, listOf(other, 0))).toMatchObject(elsewhere)
  expect(await move(edu, id, listOf(other, 0))).toMatchObject({ status: 404 })
  expect(await move(stranger, id, listOf(other, 0))).toMatchObject({ status: 404 })
  await addToBoard(server, admin, other.id, guest, 'member')
  expect(await move(guest, id, listOf(other, 0))).toMatchObject({ status: 403 })
  await addToBoard(server, admin, other.id, member, 'guest')
  expect(await move(member, id, listOf(other, 0))).toMatchObject({ status: 403 })
  // By the whole path a card stays on its board.
  const params = { boardId: board.id, listId: listOf(board, 0), cardId: id }
  expect(await server.call(listCardsApi.move, { token: admin.token, params, body: { list_id: listOf(other, 0) } })).toMatchObject(elsewhere)
  expect(ok(await get(admin, id)).board_id).toBe(board.id)
})

test('it leaves its sprint, whose figures count it no longer and whose report does not tell where it is', async () => {
  const { admin, board } = team
  const sprint = await makeSprint(server, admin, board)
  const cards = [await makeCard(server, admin, board, 'Fica'), await makeCard(server, admin, board, 'Vai')].map(({ id }) => id)
  ok(await server.call(sprintTasksApi.changeMany, { token: admin.token, body: { task_ids: cards, sprint_id: sprint.id } }))
  const { revision } = await readSprint(server, admin, sprint)
  ok(await move(admin, cards[1] ?? 0, listOf(other, 0)))
  const path = { token: admin.token, params: { sprintId: sprint.id } }
  const changes = ok(await server.call(sprintTasksApi.changes, { ...path, query: { since: revision } })).data
  expect([changes.tasks, changes.removed]).toEqual([[], [cards[1]]])
  const after = await readSprint(server, admin, sprint)
  expect([after.tasks.map(({ titulo }) => titulo), after.sprint.total_tasks]).toEqual([['Fica'], 1])
  const elsewhere = await makeSprint(server, admin, other, { nome: 'Sprint da loja' })
  ok(await server.call(sprintTasksApi.changeMany, { token: admin.token, body: { task_ids: [cards[1] ?? 0], sprint_id: elsewhere.id } }))
  const report = ok(await server.call(sprintReportsApi.report, path)).data
  expect(JSON.stringify(report)).not.toContain('Sprint da loja')
  const journal = await server.app.deps.db
    .selectFrom('activities')
    .select(['board_id', 'kind', 'from_sprint_id', 'sprint_id', 'from_status', 'shown'])
    .where('of_card_id', '=', cards[1] ?? 0)
    .orderBy('id')
    .execute()
  expect(journal.slice(-3)).toMatchObject([
    { board_id: board.id, kind: 'card.left', from_sprint_id: sprint.id, sprint_id: null, shown: 0 },
    { board_id: other.id, kind: 'card.arrived', from_sprint_id: null, sprint_id: null, from_status: null, shown: 1 },
    { board_id: other.id, kind: 'card.moved', from_sprint_id: null, sprint_id: elsewhere.id },
  ])
})

test('its place in an open estimation is gone with it, and votes on it are seen by nobody', async () => {
  const { admin, member, board } = team
  const cards = [await makeCard(server, admin, board, 'Fica'), await makeCard(server, admin, board, 'Vai')].map(({ id }) => id)
  const estimation = await openEstimation(server, admin, {
    board_id: board.id,
    card_ids: cards,
    voter_ids: [admin.user.id, member.user.id],
  })
  await cast(server, member, estimation, cards[1] ?? 0, '5')
  ok(await move(admin, cards[1] ?? 0, listOf(other, 0)))
  expect((await seeEstimation(server, member, estimation)).cards.map(({ title }) => title)).toEqual(['Fica'])
  const params = { estimationId: estimation.id, cardId: cards[1] ?? 0 }
  expect(await server.call(estimationsApi.vote, { token: admin.token, params, body: { vote: '8' } })).toMatchObject({ status: 404 })
  // With Bia's vote on what is left it would close, were the other card still counted as hers.
  await cast(server, member, estimation, cards[0] ?? 0, '3')
  expect((await seeEstimation(server, admin, estimation)).status).toBe('open')
})

test('a full list, a hard limit or files without room refuse it, and nothing has changed', async () => {
  const { admin, board } = team
  const { id } = await makeCard(server, admin, board)
  const params = { boardId: other.id, listId: listOf(other, 0) }
  ok(await server.call(boardsApi.updateList, { token: admin.token, params, body: { wip_limit: 1, wip_hard: true } }))
  await makeCard(server, admin, other)
  expect(await move(admin, id, listOf(other, 0))).toMatchObject({ status: 409, body: { message: texts.listFull } })
  ok(await upload(server, admin, id, 'a'.repeat(600)))
  ok(await upload(server, admin, (await makeCard(server, admin, other, 'Cheio', 1)).id, 'a'.repeat(500)))
  expect(await move(admin, id, listOf(other, 1))).toMatchObject({ status: 409, body: { message: texts.boardFilesFull } })
  expect(ok(await get(admin, id))).toMatchObject({ board_id: board.id, key: 'PAG-1' })
  expect((await makeCard(server, admin, other, 'Seguinte', 1)).key).toBe('LOJ-3')
})

test('people who move cards against each other at once all succeed', async () => {
  const { admin, board } = team
  const here = await Promise.all(Array.from({ length: 4 }, (_, n) => makeCard(server, admin, board, `A${n}`)))
  const there = await Promise.all(Array.from({ length: 4 }, (_, n) => makeCard(server, admin, other, `B${n}`)))
  const moves = [...here.map(({ id }) => move(admin, id, listOf(other, 0))), ...there.map(({ id }) => move(admin, id, listOf(board, 0)))]
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await shown(admin, board)).sort()).toEqual(['B0', 'B1', 'B2', 'B3'])
  expect((await shown(admin, other)).sort()).toEqual(['A0', 'A1', 'A2', 'A3'])
})
