import { boardsApi } from '@rodada/contract/boards/board-calls'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import type { Recurrence, RecurrenceMode } from '@rodada/contract/cards/settings'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'
import { tooMany } from '../../../platform/limits/rate-limits.ts'
import { addDays, dayOf, defaultTimeZone } from '../../../platform/time.ts'
import { createWrite } from '../../boards/write.ts'
import { repeatCards } from './commands.ts'
import { nextDay } from './days.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ alone: true })
  // What is due is done when a test says so, and never between two of its steps.
  await server.app.pauseJobs()
})
afterAll(() => server.stop())
beforeEach(async () => {
  team = await makeTeam(server)
})

const today = dayOf(new Date(), defaultTimeZone)
const listId = (at: number) => team.board.lists[at]?.id ?? 0
const who = () => ({ token: team.member.token })
const repeats = async (cardId: number, every: Recurrence, mode: RecurrenceMode) =>
  ok(await server.call(recurrenceApi.set, { ...who(), params: { cardId }, body: { every, mode } }))
const load = async (cardId: number) => ok(await server.call(cardsApi.get, { ...who(), params: { cardId } }))
const move = async (cardId: number, at: number) => {
  ok(await server.call(cardsApi.move, { ...who(), params: { cardId }, body: { list_id: listId(at) } }))
}
const titles = async (at: number) => {
  const board = ok(await server.call(boardsApi.get, { ...who(), params: { boardId: team.board.id } }))
  return board.lists.find(({ id }) => id === listId(at))?.cards.map(({ title }) => title)
}
const activity = async (cardId: number) =>
  ok(await server.call(cardsApi.activity, { ...who(), params: { cardId } })).map(({ kind, user }) => [kind, user?.name])

/** What falls due by the noon of a day, on three processes at once. */
async function onDay(day: string): Promise<void> {
  await Promise.all([1, 2, 3].map(() => repeatCards(context(), noonOf(day))))
}

const context = () => ({ ...server.app.deps, publish: () => {}, write: createWrite(server.app.deps, () => {}) })
const noonOf = (day: string) => new Date(`${day}T15:00:00Z`)

test.each(['copy', 'reset'] as const)('a card that goes to another board while it is its turn comes again there (%s)', async (mode) => {
  const { id: cardId } = await makeCard(server, team.member, team.board, 'Backup', 1)
  await repeats(cardId, 'week', mode)
  const other = await makeBoard(server, team.member)
  const list_id = other.lists[1]?.id ?? 0
  const { write, ...rest } = context()
  await repeatCards(
    {
      ...rest,
      write: async (person, work) => {
        ok(await server.call(cardsApi.move, { ...who(), params: { cardId }, body: { list_id, after_id: null } }))
        return write(person, work)
      },
    },
    noonOf(addDays(today, 7)),
  )
  const on = async (boardId: number) =>
    ok(await server.call(boardsApi.get, { ...who(), params: { boardId } })).lists.map(({ cards }) => cards.map(({ title }) => title))
  expect([await on(team.board.id), await on(other.id)]).toEqual([
    [[], [], []],
    [[], ['Backup'], []],
  ])
  await onDay(addDays(today, 7))
  const there = (await on(other.id)).flat()
  expect([(await on(team.board.id)).flat(), there]).toEqual([[], mode === 'copy' ? ['Backup', 'Backup'] : ['Backup']])
})

test('a copy comes at the top of the list where the card was, with later dates and nothing ticked, once for all days that were missed', async () => {
  const card = await makeCard(server, team.member, team.board, 'Backup', 0, { due_date: addDays(today, 2) })
  await makeCard(server, team.member, team.board, 'Outro')
  ok(await server.call(cardsApi.update, { ...who(), params: { cardId: card.id }, body: { start_date: today } }))
  const checklist = { cardId: card.id, checklistId: 0 }
  checklist.checklistId = ok(await server.call(checklistsApi.add, { ...who(), params: { cardId: card.id }, body: { title: 'Passos' } })).id
  const item = ok(await server.call(checklistsApi.addItem, { ...who(), params: checklist, body: { title: 'Um' } }))
  ok(await server.call(checklistsApi.updateItem, { ...who(), params: { ...checklist, itemId: item.id }, body: { completed: true } }))
  const set = await repeats(card.id, 'week', 'copy')
  expect(set.recurrence).toMatchObject({ every: 'week', mode: 'copy', next_on: addDays(today, 7), set_by: { id: team.member.user.id } })
  await move(card.id, 2)

  await onDay(addDays(today, 6))
  expect(await titles(0)).toEqual(['Outro'])
  await onDay(addDays(today, 23))
  expect(await titles(0)).toEqual(['Backup', 'Outro'])
  expect(await titles(2)).toEqual(['Backup'])
  const board = ok(await server.call(boardsApi.get, { ...who(), params: { boardId: team.board.id } }))
  const copy = await load(board.lists[0]?.cards[0]?.id ?? 0)
  expect(copy).toMatchObject({ start_date: addDays(today, 23), due_date: addDays(today, 25), status: 'pendente', recurrence: null })
  expect(copy.checklists[0]?.items.map(({ completed }) => completed)).toEqual([false])
  expect((await load(card.id)).recurrence?.next_on).toBe(addDays(today, 28))
  expect(await activity(copy.id)).toContainEqual(['card.created', 'Bia'])
})

test('the same card goes back to its list, unticked, with later dates and an open status', async () => {
  const card = await makeCard(server, team.member, team.board, 'Rodízio', 0, { due_date: today })
  const params = { cardId: card.id }
  const { id: checklistId } = ok(await server.call(checklistsApi.add, { ...who(), params, body: { title: 'Passos' } }))
  const item = ok(await server.call(checklistsApi.addItem, { ...who(), params: { ...params, checklistId }, body: { title: 'Um' } }))
  ok(
    await server.call(checklistsApi.updateItem, {
      ...who(),
      params: { ...params, checklistId, itemId: item.id },
      body: { completed: true },
    }),
  )
  await repeats(card.id, 'weekday', 'reset')
  await move(card.id, 2)
  const next = nextDay('weekday', today, today) ?? ''
  await onDay(next)
  const back = await load(card.id)
  expect(back).toMatchObject({ list_id: listId(0), status: 'pendente', due_date: next, completed_at: null })
  expect(back.checklists[0]?.items.map(({ completed }) => completed)).toEqual([false])
  const after = nextDay('weekday', today, next) ?? ''
  await onDay(after)
  expect((await load(card.id)).due_date).toBe(after)
  expect((await load(card.id)).recurrence?.next_on).toBe(nextDay('weekday', today, after))
})

test('what comes again after completion does so once, and the copy takes the rule with it', async () => {
  const card = await makeCard(server, team.member, team.board, 'Renovar certificado')
  await repeats(card.id, 'completion', 'copy')
  await onDay(today)
  expect(await titles(0)).toEqual(['Renovar certificado'])
  await move(card.id, 2)
  await onDay(today)
  await onDay(today)
  expect([await titles(0), await titles(2)]).toEqual([['Renovar certificado'], ['Renovar certificado']])
  expect((await load(card.id)).recurrence).toBeNull()
  const board = ok(await server.call(boardsApi.get, { ...who(), params: { boardId: team.board.id } }))
  expect((await load(board.lists[0]?.cards[0]?.id ?? 0)).recurrence).toMatchObject({ every: 'completion', next_on: null })
})

test("one person's many completions do not hold up what another one's day has come for", async () => {
  const { token } = team.admin
  const many = await Promise.all(Array.from({ length: 60 }, (_, index) => makeCard(server, team.admin, team.board, `De Ana ${index}`)))
  for (const { id } of many)
    ok(await server.call(recurrenceApi.set, { token, params: { cardId: id }, body: { every: 'completion', mode: 'reset' } }))
  const card = await makeCard(server, team.member, team.board, 'De Bia', 1)
  const { recurrence } = await repeats(card.id, 'weekday', 'copy')
  ok(await server.call(bulkApi.change, { token, body: { card_ids: many.map(({ id }) => id), list_id: listId(2) } }))
  const { deps } = server.app
  const noon = new Date(`${recurrence?.next_on ?? ''}T15:00:00Z`)
  await repeatCards({ ...deps, publish: () => {}, write: createWrite(deps, () => {}) }, noon)
  expect(await titles(1)).toEqual(['De Bia', 'De Bia'])
})

test('of one person so many cards come again, and those that do can be set otherwise', async () => {
  const { db } = server.app.deps
  const [known, further] = [await makeCard(server, team.member, team.board), await makeCard(server, team.member, team.board)]
  await repeats(known.id, 'week', 'copy')
  const ofCard = db.selectFrom('cards').selectAll().where('id', '=', known.id)
  const ofRule = db.selectFrom('card_recurrences').selectAll().where('card_id', '=', known.id)
  const [{ id: _, ...card }, rule] = [await ofCard.executeTakeFirstOrThrow(), await ofRule.executeTakeFirstOrThrow()]
  const rows = Array.from({ length: limits.repeatedCards - 1 }, (_, index) => ({ ...card, number: 1000 + index, rank: `z${index}` }))
  const others = await db.insertInto('cards').values(rows).returning('id').execute()
  await db
    .insertInto('card_recurrences')
    .values(others.map(({ id }) => ({ ...rule, card_id: id })))
    .execute()
  const [params, body] = [{ cardId: further.id }, { every: 'weekday', mode: 'reset' }]
  const refused = await server.call(recurrenceApi.set, { ...who(), params, body })
  expect(refused).toMatchObject({ status: 409, body: { message: texts.tooManyRepeatedCards } })
  expect((await repeats(known.id, 'month', 'reset')).recurrence?.every).toBe('month')
  // What others have counts for them.
  ok(await server.call(recurrenceApi.set, { token: team.admin.token, params, body }))
})

test('a completion that is taken back at once repeats nothing', async () => {
  const card = await makeCard(server, team.member, team.board, 'Engano')
  await repeats(card.id, 'completion', 'copy')
  await move(card.id, 2)
  await move(card.id, 0)
  await onDay(today)
  expect([await titles(0), await titles(2)]).toEqual([['Engano'], []])
})

test('an archived card rests, and what it missed does not come when it is back', async () => {
  const card = await makeCard(server, team.member, team.board, 'Pausa')
  await repeats(card.id, 'week', 'copy')
  ok(await server.call(cardsApi.archive, { ...who(), params: { cardId: card.id } }))
  const { db } = server.app.deps
  await db
    .updateTable('card_recurrences')
    .set({ next_on: addDays(today, -3) })
    .where('card_id', '=', card.id)
    .execute()
  await onDay(today)
  expect(await titles(0)).toEqual([])
  ok(await server.call(cardsApi.restore, { ...who(), params: { cardId: card.id } }))
  await onDay(today)
  expect(await titles(0)).toEqual(['Pausa'])
  expect((await load(card.id)).recurrence?.next_on).toBe(addDays(today, 7))
})

test('it stops, and says so, when who set it may not write any more', async () => {
  const card = await makeCard(server, team.member, team.board, 'Sem dono')
  await repeats(card.id, 'week', 'copy')
  const params = { boardId: team.board.id, userId: team.member.user.id }
  ok(await server.call(boardsApi.updateMember, { token: team.admin.token, params, body: { role: 'guest' } }))
  await onDay(addDays(today, 7))
  expect(await titles(0)).toEqual(['Sem dono'])
  expect((await load(card.id)).recurrence).toBeNull()
  expect((await activity(card.id))[0]).toEqual(['card.repeat_stopped', undefined])
})

test('a list that takes no more leaves the time out, with a line of activity, and does not hold up the next', async () => {
  const card = await makeCard(server, team.member, team.board, 'Cheia', 1)
  await repeats(card.id, 'week', 'copy')
  const params = { boardId: team.board.id, listId: listId(1) }
  ok(await server.call(boardsApi.updateList, { ...who(), params, body: { wip_limit: 1, wip_hard: true } }))
  await onDay(addDays(today, 7))
  expect(await titles(1)).toEqual(['Cheia'])
  expect((await load(card.id)).recurrence?.next_on).toBe(addDays(today, 14))
  expect((await activity(card.id))[0]).toEqual(['card.repeat_skipped', undefined])
})

test('what finds no place after completion is tried again on the next day, says so once, and comes when there is room', async () => {
  const card = await makeCard(server, team.member, team.board, 'Renovar', 0)
  await repeats(card.id, 'completion', 'copy')
  await makeCard(server, team.member, team.board, 'Outro', 0)
  await move(card.id, 2)
  const params = { boardId: team.board.id, listId: listId(0) }
  ok(await server.call(boardsApi.updateList, { ...who(), params, body: { wip_limit: 1, wip_hard: true } }))
  const skipped = async () => (await activity(card.id)).filter(([kind]) => kind === 'card.repeat_skipped').length
  for (const days of [0, 0, 1, 2]) await onDay(addDays(today, days))
  expect([await titles(0), await skipped()]).toEqual([['Outro'], 1])
  expect((await load(card.id)).recurrence?.next_on).toBe(addDays(today, 3))
  ok(await server.call(boardsApi.updateList, { ...who(), params, body: { wip_limit: null } }))
  await onDay(addDays(today, 2))
  expect(await titles(0)).toEqual(['Outro'])
  await onDay(addDays(today, 3))
  await onDay(addDays(today, 3))
  expect(await titles(0)).toEqual(['Renovar', 'Outro'])
  expect((await load(card.id)).recurrence).toBeNull()
})

test('a completion that found no place and is taken back repeats nothing, and the next one is tried at once', async () => {
  const card = await makeCard(server, team.member, team.board, 'Renovar', 0)
  await repeats(card.id, 'completion', 'copy')
  const params = { boardId: team.board.id, listId: listId(0) }
  ok(await server.call(boardsApi.updateList, { ...who(), params, body: { wip_limit: 1, wip_hard: true } }))
  await move(card.id, 2)
  await makeCard(server, team.member, team.board, 'Outro', 0)
  await onDay(today)
  await move(card.id, 1)
  await onDay(addDays(today, 1))
  expect([await titles(0), await titles(1)]).toEqual([['Outro'], ['Renovar']])
  expect((await load(card.id)).recurrence?.next_on).toBeNull()
  ok(await server.call(boardsApi.updateList, { ...who(), params, body: { wip_limit: null } }))
  await move(card.id, 2)
  await onDay(today)
  expect(await titles(0)).toEqual(['Renovar', 'Outro'])
})

test('a refusal that is none of room leaves no time out, and writes no line', async () => {
  const card = await makeCard(server, team.member, team.board, 'Depressa', 1)
  await repeats(card.id, 'week', 'copy')
  const day = addDays(today, 7)
  await repeatCards({ ...context(), write: () => Promise.reject(tooMany(60)) }, noonOf(day))
  expect((await load(card.id)).recurrence?.next_on).toBe(day)
  expect((await activity(card.id)).map(([kind]) => kind)).not.toContain('card.repeat_skipped')
  await onDay(day)
  expect(await titles(1)).toEqual(['Depressa', 'Depressa'])
})

test('on a template nothing repeats, and a board that is one no longer counts from that day', async () => {
  const weekly = await makeCard(server, team.member, team.board, 'Semanal')
  const done = await makeCard(server, team.member, team.board, 'Ao concluir')
  await repeats(weekly.id, 'week', 'copy')
  await repeats(done.id, 'completion', 'copy')
  const [token, params] = [team.admin.token, { boardId: team.board.id }]
  const { db } = server.app.deps
  ok(await server.call(boardsApi.update, { token, params, body: { is_template: true } }))
  await db
    .updateTable('card_recurrences')
    .set({ next_on: addDays(today, -3) })
    .where('card_id', '=', weekly.id)
    .execute()
  await move(done.id, 2)
  await onDay(today)
  expect([await titles(0), await titles(2)]).toEqual([['Semanal'], ['Ao concluir']])
  ok(await server.call(boardsApi.update, { token, params, body: { is_template: false } }))
  expect((await load(weekly.id)).recurrence?.next_on).toBe(addDays(today, 7))
  await onDay(today)
  expect([await titles(0), await titles(2)]).toEqual([['Ao concluir', 'Semanal'], ['Ao concluir']])
})

test('a list that is gone is replaced by the first one', async () => {
  const card = await makeCard(server, team.member, team.board, 'Mudou', 1)
  await repeats(card.id, 'month', 'reset')
  await move(card.id, 2)
  ok(await server.call(boardsApi.archiveList, { ...who(), params: { boardId: team.board.id, listId: listId(1) } }))
  await onDay(nextDay('month', today, today) ?? '')
  expect(await titles(0)).toEqual(['Mudou'])
})

test('the rule can be changed and taken away, and only known ones are taken', async () => {
  const card = await makeCard(server, team.member, team.board)
  const params = { cardId: card.id }
  await repeats(card.id, 'week', 'copy')
  expect((await repeats(card.id, 'month', 'reset')).recurrence).toMatchObject({ every: 'month', mode: 'reset' })
  for (const body of [{ every: 'year', mode: 'copy' }, { every: 'week', mode: 'move' }, { every: null, mode: 'copy' }, {}])
    expect((await server.call(recurrenceApi.set, { ...who(), params, body })).status).toBe(400)
  const wrong = await server.call(recurrenceApi.set, { ...who(), params, body: { every: 'year', mode: 'copy' } })
  expect(wrong.body).toMatchObject({ fields: { every: texts.recurrenceInvalid } })
  expect(ok(await server.call(recurrenceApi.remove, { ...who(), params })).recurrence).toBeNull()
  expect(ok(await server.call(recurrenceApi.remove, { ...who(), params })).recurrence).toBeNull()
  await onDay(addDays(today, 40))
  expect(await titles(0)).toEqual(['Pix parcelado'])
})

test('the activity tells who said that a card repeats, said it otherwise and ended it, and what came of it', async () => {
  const card = await makeCard(server, team.member, team.board, 'Relatório')
  const params = { cardId: card.id }
  const told = async (cardId: number) =>
    ok(await server.call(cardsApi.activity, { ...who(), params: { cardId } })).map(({ kind, user, details }) => [
      kind,
      user?.name,
      details.fields ?? details.to,
    ])
  const said = (name: string) => ['card.updated', name, ['recurrence']]
  const created = ['card.created', 'Bia', 'A Fazer']
  await repeats(card.id, 'week', 'copy')
  expect(await told(card.id)).toEqual([said('Bia'), created])
  const body = { every: 'month', mode: 'copy' }
  ok(await server.call(recurrenceApi.set, { token: team.admin.token, params, body }))
  expect(await told(card.id)).toEqual([said('Ana'), said('Bia'), created])

  // What comes again comes in the name of who said so last.
  const before = await told(card.id)
  const next = nextDay('month', today, today) ?? ''
  await onDay(next)
  expect(await told(card.id)).toEqual(before)
  const board = ok(await server.call(boardsApi.get, { ...who(), params: { boardId: team.board.id } }))
  const made = board.lists[0]?.cards.find(({ id }) => id !== card.id)?.id ?? 0
  expect(await told(made)).toEqual([['card.created', 'Ana', 'A Fazer']])
  const ofBoard = ok(await server.call(boardsApi.activity, { ...who(), params: { boardId: team.board.id } }))
  expect(ofBoard[0]).toMatchObject({ kind: 'card.created', card_id: made, user: { name: 'Ana' } })

  ok(await server.call(recurrenceApi.remove, { ...who(), params }))
  expect((await told(card.id)).slice(0, 2)).toEqual([said('Bia'), said('Ana')])
  // Ended already: nothing happens, and nothing is told.
  ok(await server.call(recurrenceApi.remove, { ...who(), params }))
  expect(await told(card.id)).toHaveLength(4)

  await repeats(card.id, 'weekday', 'reset')
  await move(card.id, 2)
  await onDay(nextDay('weekday', today, today) ?? '')
  const [again] = ok(await server.call(cardsApi.activity, { ...who(), params }))
  expect(again).toMatchObject({ kind: 'card.moved', user: { name: 'Bia' }, details: { from: 'Concluído', to: 'A Fazer' } })
})

test('a card that repeats is marked on its board, in its sprint, and for pages that ask what changed', async () => {
  const sprint = await makeSprint(server, team.member, team.board)
  const card = await makeTask(server, team.member, sprint, 'Backup')
  const other = await makeTask(server, team.member, sprint, 'Outro')
  const board = async () => ok(await server.call(boardsApi.get, { ...who(), params: { boardId: team.board.id } }))
  const marked = async () => {
    const { lists } = await board()
    const { tasks } = await readSprint(server, team.member, sprint)
    const ids = (cards: readonly { id: number; recurs: boolean }[]) => cards.filter(({ recurs }) => recurs).map(({ id }) => id)
    return [ids(lists.flatMap(({ cards }) => cards)), ids(tasks)]
  }
  const { revision } = await board()
  expect((await repeats(card.id, 'week', 'copy')).recurs).toBe(true)
  expect(await marked()).toEqual([[card.id], [card.id]])
  const changes = ok(await server.call(boardsApi.changes, { ...who(), params: { boardId: team.board.id }, query: { since: revision } }))
  expect(changes.cards).toMatchObject([{ id: card.id, recurs: true }])
  ok(await server.call(recurrenceApi.remove, { ...who(), params: { cardId: card.id } }))
  expect(await marked()).toEqual([[], []])
  expect((await load(other.id)).recurs).toBe(false)
})
