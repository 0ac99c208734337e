import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { referencesApi } from '@rodada/contract/cards/references'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { dayOf, defaultTimeZone, startOfDay } from '../../../platform/time.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
})
afterAll(() => server.stop())

/** Noon of the team's day so many days ago. */
const noon = (daysAgo: number) => {
  const day = dayOf(new Date(Date.now() - daysAgo * 86_400_000), defaultTimeZone)
  return new Date(Date.parse(startOfDay(day, defaultTimeZone)) + 12 * 3_600_000).toISOString()
}

const listOf = (board: Board, status: string) => board.lists.find((list) => list.status === status)?.id ?? 0
const references = async (cardId: number, token = ana.token) => ok(await server.call(referencesApi.ofCard, { token, params: { cardId } }))

/** A card that was worked on and is done, by moves alone; then it is said that this was days ago. */
async function finish(board: Board, title: string, estimate: number, days: number, ended = 1) {
  const card = await makeCard(server, ana, board, title)
  const call = { token: ana.token, params: { cardId: card.id } }
  ok(await server.call(cardsApi.update, { ...call, body: { estimate } }))
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: listOf(board, 'em_andamento') } }))
  ok(await server.call(cardsApi.move, { ...call, body: { list_id: listOf(board, 'concluida') } }))
  const { db } = server.app.deps
  const row = await db.selectFrom('cards').select(['started_at', 'completed_at']).where('id', '=', card.id).executeTakeFirstOrThrow()
  expect(row).toEqual({ started_at: expect.any(String), completed_at: expect.any(String) })
  await db
    .updateTable('cards')
    .set({ started_at: noon(ended + days - 1), completed_at: noon(ended) })
    .where('id', '=', card.id)
    .execute()
  return card
}

describe('what a board remembers of its finished cards', () => {
  test('of each estimate the cards that are the most alike by words, with the days they took, and an interval from eight on', async () => {
    const board = await makeBoard(server, ana)
    const asked = await makeCard(server, ana, board, 'Boleto: mostrar juros antes de gerar')
    expect(await references(asked.id)).toEqual([])

    await finish(board, 'Trocar o ícone do menu', 5, 1)
    await finish(board, 'BOLETO: mostrar o total com júros', 5, 4)
    await finish(board, 'Boleto vencido', 5, 3)
    await finish(board, 'Ler o código de barras', 5, 2)
    await finish(board, 'Corrigir um texto', 2, 1)
    const few = await references(asked.id)
    expect(few.map(({ estimate, interval }) => [estimate, interval])).toEqual([
      [2, null],
      [5, null],
    ])
    expect(few[1]?.cards.map(({ title, days }) => [title, days])).toEqual([
      ['BOLETO: mostrar o total com júros', 4],
      ['Boleto vencido', 3],
      ['Ler o código de barras', 2],
    ])

    for (const days of [2, 3, 3, 9]) await finish(board, 'Outra coisa', 5, days, 20)
    const [, enough] = await references(asked.id)
    expect(enough?.days.slice().sort((a, b) => a - b)).toEqual([1, 2, 2, 3, 3, 3, 4, 9])
    expect(enough?.interval).toEqual({ from: 1, to: 4 })
  })

  test('a card that was never seen being worked on, one that is open again, one that is deleted and the asked one are left out', async () => {
    const board = await makeBoard(server, ana)
    const asked = await finish(board, 'A própria', 3, 2)
    const skipped = await makeCard(server, ana, board, 'Direto ao fim')
    const move = async (cardId: number, status: string) =>
      ok(await server.call(cardsApi.move, { token: ana.token, params: { cardId }, body: { list_id: listOf(board, status) } }))
    ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: skipped.id }, body: { estimate: 3 } }))
    await move(skipped.id, 'concluida')
    await move((await finish(board, 'Reaberta', 3, 2)).id, 'pendente')
    const deleted = await finish(board, 'Excluída', 3, 2)
    ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: deleted.id } }))
    expect(await references(asked.id)).toEqual([])

    const archived = await finish(board, 'Arquivada', 3, 2)
    ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: archived.id } }))
    expect((await references(asked.id)).map(({ days }) => days)).toEqual([[2]])
  })

  test('work that began is not begun a second time, and only cards of the same board are compared', async () => {
    const board = await makeBoard(server, ana)
    const other = await makeBoard(server, ana)
    const card = await finish(board, 'Duas vezes', 8, 6)
    const call = { token: ana.token, params: { cardId: card.id } }
    ok(await server.call(cardsApi.move, { ...call, body: { list_id: listOf(board, 'em_andamento') } }))
    ok(await server.call(cardsApi.move, { ...call, body: { list_id: listOf(board, 'concluida') } }))
    const here = await makeCard(server, ana, board, 'Aqui')
    const there = await makeCard(server, ana, other, 'Ali')
    // It ended now, a day later than before.
    expect((await references(here.id)).map(({ days }) => days)).toEqual([[7]])
    expect(await references(there.id)).toEqual([])
  })
})
