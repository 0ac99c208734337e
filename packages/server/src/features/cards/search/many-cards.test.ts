import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { FoundCard } from '@rodada/contract/cards/cards'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { normalize } from '../../../platform/normalize.ts'
import { ranksBehind } from '../../../platform/order/ranks.ts'
import { indexTexts } from './index-queries.ts'

// Of so many cards that what is said is sought in all there is, and not on them alone: 1,500. The last one changed last.
const count = 1600

let server: TestServer
let eva: Account
let bia: Account
let board: Board
let ids: number[]
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
  eva = await register(server, { name: 'Eva' })
  bia = await register(server, { name: 'Bia' })
  board = await makeBoard(server, eva)
  const first = await makeCard(server, eva, board, 'Cartão')
  const { db } = server.app.deps
  const { id: _, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const rows = ranksBehind(card.rank, count - 1).map((rank, i) => {
    const updated_at = new Date(Date.parse(card.updated_at) + (i + 1) * 1000).toISOString()
    return { ...card, rank, number: card.number + 1 + i, updated_at }
  })
  ids = [first.id]
  for (let from = 0; from < rows.length; from += 400) {
    const added = await db
      .insertInto('cards')
      .values(rows.slice(from, from + 400))
      .returning('id')
      .execute()
    ids.push(...added.map(({ id }) => id).sort((one, other) => one - other))
  }
})
afterAll(() => server.stop())

const idOf = (at: number): number => ids.at(at) ?? 0

const say = async (at: readonly number[], content: string): Promise<void> => {
  const { db, engine } = server.app.deps
  const said = { user_id: eva.user.id, content, search_text: normalize(content), version: 1, created_at: '2026-01-01T12:00:00.000Z' }
  await db
    .insertInto('comments')
    .values(at.map((one) => ({ ...said, card_id: idOf(one) })))
    .execute()
  await indexTexts(db, engine)
}
const addItem = async (at: number, title: string): Promise<void> => {
  const { db, engine } = server.app.deps
  const list = { card_id: idOf(at), title: 'Passos', rank: 'a0' }
  const { id } = await db.insertInto('checklists').values(list).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('checklist_items')
    .values({ checklist_id: id, title, search_text: normalize(title), rank: 'a0' })
    .execute()
  await indexTexts(db, engine)
}
const write = async (at: number, texts: { title: string; description?: string }): Promise<void> => {
  const { title, description = '' } = texts
  const { db, engine } = server.app.deps
  const own = { title, description, search_text: normalize(title, description) }
  await db.updateTable('cards').set(own).where('id', '=', idOf(at)).execute()
  await indexTexts(db, engine)
}
/** As if a hundred thousand comments and items came and went. PostgreSQL looks among the newest first. */
const passTime = async (): Promise<void> => {
  const { db, engine } = server.app.deps
  if (engine === 'sqlite') return
  for (const table of ['comments', 'checklist_items'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 100000 from ${sql.table(table)}))`.execute(
      db,
    )
}

const find = async (q: string, page: { limit?: number; offset?: number } = {}, who = eva): Promise<FoundCard[]> =>
  ok(await server.call(cardsApi.search, { token: who.token, query: { q, limit: 50, ...page } }))
/** Where the cards of all pages are among the thousands. */
async function findAll(q: string, limit: number): Promise<number[]> {
  const found: number[] = []
  for (;;) {
    const page = await find(q, { limit, offset: found.length })
    found.push(...page.map(({ id }) => ids.indexOf(id)))
    if (page.length < limit) return found
  }
}
const backFrom = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, i) => from - i)

test('what was said long ago is found as what was said lately is, and of a card the newest is shown', async () => {
  await say([3, 4], 'O ornitorrinco de antes')
  await addItem(5, 'Desenhar o ornitorrinco')
  await passTime()
  await say([4], 'O ornitorrinco de agora')
  await addItem(6, 'Pintar o ornitorrinco')
  const found = await find('ornitorrinco')
  expect(found.map(({ id, match }) => [ids.indexOf(id), match?.in, match?.text])).toEqual([
    [6, 'item', 'Pintar o ornitorrinco'],
    [5, 'item', 'Desenhar o ornitorrinco'],
    [4, 'comment', 'O ornitorrinco de agora'],
    [3, 'comment', 'O ornitorrinco de antes'],
  ])
  expect(await find('ornitorrinco', {}, bia), 'who does not see the board').toEqual([])
})

test('a word that is in more places than are looked at is found in the newest of them, in pages that together are all', async () => {
  await say(backFrom(399, 100).reverse(), 'Uma reunião')
  await passTime()
  await say(backFrom(699, 400).reverse(), 'Outra reunião')
  expect(await findAll('reuniao', 90)).toEqual(backFrom(699, 200))
  expect(await findAll('reuniao', 100), 'whose last page is full').toEqual(backFrom(699, 200))
  await passTime()
  await say(backFrom(1299, 700).reverse(), 'Mais uma reunião')
  expect(await findAll('reuniao', 90)).toEqual(backFrom(1299, 800))
})

test('words in different places are found together, whichever of them is said where', async () => {
  await write(20, { title: 'Papagaio' })
  await write(21, { title: 'Papagaio' })
  await write(22, { title: 'Outro', description: 'Papagaio e berimbau' })
  await say([20, 23], 'Toca berimbau')
  await passTime()
  await addItem(20, 'Comprar cavaquinho')
  await addItem(23, 'Achar o papagaio')
  await addItem(22, 'Afinar o cavaquinho')
  await say([22], 'Toca berimbau')
  // All in its own texts comes first, then what is said, the latest changed first.
  expect((await find('papagaio berimbau')).map(({ id }) => ids.indexOf(id))).toEqual([22, 23, 20])
  expect((await find('papagaio berimbau', { limit: 1, offset: 1 })).map(({ id }) => ids.indexOf(id))).toEqual([23])
  expect((await find('papagaio berimbau', { limit: 5, offset: 2 })).map(({ id }) => ids.indexOf(id))).toEqual([20])
  expect(await find('papagaio berimbau', { limit: 5, offset: 3 })).toEqual([])
  // One of the words is in the description and in a comment: shown is where the other one is said.
  const [described] = await find('berimbau cavaquinho')
  expect([ids.indexOf(described?.id ?? 0), described?.match?.in, described?.match?.text]).toEqual([22, 'item', 'Afinar o cavaquinho'])
  expect(await find('papagaio xilofone')).toEqual([])
})

test('own texts are found in one order, whether the latest cards fill the page or older ones are among them', async () => {
  const [late, early] = [
    [1590, 1580, 1570],
    [90, 60, 30],
  ]
  for (const at of [...late, ...early]) await write(at, { title: 'Lamparina' })
  for (const limit of [1, 2, 3, 4, 6, 50]) expect(await findAll('lamparina', limit), `${limit} at once`).toEqual([...late, ...early])
  expect(await findAll('la', 100), 'two letters').toEqual([...late, ...early])
  await say([10], 'Acender a lamparina')
  expect(await findAll('lamparina', 4)).toEqual([...late, ...early, 10])
})
