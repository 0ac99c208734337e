import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { participantsApi } from '@rodada/contract/cards/participants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { addDays, dayOf } from '../../../platform/time.ts'

let server: TestServer
let ana: Account
let bia: Account
let board: Board
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;[ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
  board = await makeBoard(server, bia, { title: 'Checkout' })
  await addToBoard(server, bia, board.id, ana, 'member')
})

const mine = async ({ token }: Account = ana, query: Record<string, string | number> = {}) =>
  ok(await server.call(cardsApi.mine, { token, query }))
const groupsOf = ({ groups }: Awaited<ReturnType<typeof mine>>) =>
  groups.map(({ due, count, cards }) => [due, count, cards.map(({ title }) => title)])
const today = (zone = 'America/Sao_Paulo') => dayOf(new Date(), zone)

async function give(title: string, fields: Record<string, unknown> = {}, { list = 0, to = ana, on = board } = {}) {
  const { id } = await makeCard(server, bia, on, title, list)
  ok(await server.call(cardsApi.update, { token: bia.token, params: { cardId: id }, body: fields }))
  return ok(await server.call(cardsApi.assign, { token: bia.token, params: { cardId: id }, body: { user_id: to.user.id } }))
}

test('what is open stands by when it is due, the nearest date first, then the higher priority, then by board', async () => {
  const other = await makeBoard(server, bia)
  await addToBoard(server, bia, other.id, ana, 'member')
  expect(await mine()).toEqual({ open: 0, points: 0, boards: 0, groups: [] })
  await give('Em outro quadro', { due_date: addDays(today(), -1) }, { on: other })
  await give('Ontem', { due_date: addDays(today(), -1) })
  await give('Urgente', { due_date: addDays(today(), -1), priority: 'urgent', estimate: 2.5 })
  await give('Há muito', { due_date: addDays(today(), -9), priority: 'low' })
  await give('Hoje', { due_date: today(), estimate: 3 }, { list: 1 })
  await give('Longe', { due_date: addDays(today(), 30) })
  await give('Sem prazo', { priority: 'none' })
  await give('Sem prazo, alta', { priority: 'high', estimate: 0.2 })
  await give('Feita', { due_date: today() }, { list: 2 })
  const all = await mine()
  expect(groupsOf(all)).toEqual([
    ['late', 4, ['Há muito', 'Urgente', 'Ontem', 'Em outro quadro']],
    ['today', 1, ['Hoje']],
    ['later', 1, ['Longe']],
    ['undated', 2, ['Sem prazo, alta', 'Sem prazo']],
  ])
  expect([all.open, all.boards, all.points, all.groups.map(({ points }) => points)]).toEqual([8, 2, 5.7, [2.5, 3, 0, 0.2]])
  expect(all.groups[1]?.cards[0]).toMatchObject({
    board_title: 'Checkout',
    list_title: board.lists[1]?.title,
    status: 'em_andamento',
    estimate: 3,
  })
})

test('a card says whether the person may change it: who is a guest of its board only reads it', async () => {
  const other = await makeBoard(server, bia)
  await addToBoard(server, bia, other.id, ana, 'guest')
  await give('De convidada', {}, { on: other })
  await give('De membro')
  const cards = (await mine()).groups.flatMap((group) => group.cards.map(({ title, can_write }) => [title, can_write]))
  expect(cards.toSorted()).toEqual([
    ['De convidada', false],
    ['De membro', true],
  ])
})

test('a page has an end, and the rest of a group comes with the next', async () => {
  for (const title of ['A', 'B', 'C']) await give(title)
  await give('Hoje', { due_date: today() })
  expect(groupsOf(await mine(ana, { limit: 2 }))).toEqual([
    ['today', 1, ['Hoje']],
    ['undated', 3, ['A', 'B']],
  ])
  expect(groupsOf(await mine(ana, { limit: 2, offset: 2, due: 'undated' }))).toEqual([['undated', 3, ['C']]])
  expect(groupsOf(await mine(ana, { due: 'late' }))).toEqual([])
})

test('a card counts once for who answers for it and takes part, and nobody sees what is another’s', async () => {
  const card = await give('De Ana', { estimate: 5 })
  ok(await server.call(participantsApi.add, { token: bia.token, params: { cardId: card.id, userId: ana.user.id } }))
  ok(await server.call(participantsApi.add, { token: bia.token, params: { cardId: card.id, userId: bia.user.id } }))
  for (const who of [ana, bia])
    expect(await mine(who)).toMatchObject({ open: 1, points: 5, groups: [{ count: 1, cards: [{ id: card.id }] }] })
  const outsider = await register(server)
  expect(await mine(outsider)).toMatchObject({ open: 0, groups: [] })
})

test('what is archived, deleted, cancelled, in a hidden list, on a template or on a board that one left is not there', async () => {
  const [archived, removed, kept] = [await give('Arquivada'), await give('Excluída'), await give('Fica', {}, { list: 1 })]
  await give('Lista escondida', {}, { list: 0 })
  ok(await server.call(cardsApi.archive, { token: bia.token, params: { cardId: archived.id } }))
  ok(await server.call(cardsApi.remove, { token: bia.token, params: { cardId: removed.id } }))
  const inList = (at: number) => ({ token: bia.token, params: { boardId: board.id, listId: board.lists[at]?.id ?? 0 } })
  ok(await server.call(boardsApi.archiveList, inList(0)))
  expect(groupsOf(await mine())).toEqual([['undated', 1, ['Fica']]])

  ok(await server.call(boardsApi.updateList, { ...inList(1), body: { status: 'cancelada' } }))
  expect((await mine()).open).toBe(0)
  ok(await server.call(boardsApi.updateList, { ...inList(1), body: { status: 'em_andamento' } }))
  expect((await mine()).open).toBe(1)
  const setTemplate = (is_template: boolean) =>
    server.call(boardsApi.update, { token: bia.token, params: { boardId: board.id }, body: { is_template } })
  ok(await setTemplate(true))
  expect((await mine()).open).toBe(0)
  ok(await setTemplate(false))
  ok(await server.call(boardsApi.removeMember, { token: bia.token, params: { boardId: board.id, userId: ana.user.id } }))
  expect((await mine()).groups).toEqual([])
  expect(kept.title).toBe('Fica')
})

test('days are those of the person’s own time zone', async () => {
  const setZone = (timezone: string) => server.call(authApi.updateProfile, { token: ana.token, body: { timezone } })
  // One of these two zones is a day ahead of the other, or they share the day in between.
  const [west, east] = ['America/New_York', 'Asia/Tokyo']
  await give('Hoje no oeste', { due_date: today(west) })
  ok(await setZone(west))
  expect((await mine()).groups[0]?.due).toBe('today')
  ok(await setZone(east))
  expect((await mine()).groups[0]?.due).toBe(today(west) < today(east) ? 'late' : 'today')
})
