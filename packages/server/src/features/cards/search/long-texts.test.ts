import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { FoundCard } from '@rodada/contract/cards/cards'
import { systemApi } from '@rodada/contract/instance/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let eva: Account
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  await register(server)
  eva = await register(server, { name: 'Eva' })
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

const search = (who: Account, q: string, limit = 50) => server.call(cardsApi.search, { token: who.token, query: { q, limit } })
const describeCard = async (who: Account, cardId: number, description: string) =>
  ok(await server.call(cardsApi.update, { token: who.token, params: { cardId }, body: { description } }))
const marked = ({ match }: FoundCard) => match?.marks.map(({ from, to }) => match.text.slice(from, to))

test('a search through long texts of many cards lets others have their turn meanwhile, and marks what it found', async () => {
  const board = await makeBoard(server, eva, { is_public: true })
  // Each of these letters becomes three when it is folded.
  const text = `${'한'.repeat(19_900)} Ágora e ágora`
  for (let i = 0; i < 60; i += 1) await describeCard(eva, (await makeCard(server, eva, board, `Cartão ${i}`)).id, text)
  let isOver = false
  let answers = 0
  const found = search(ana, 'agora', 60).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await server.call(systemApi.health)
    answers += 1
  }
  const cards = ok(await found)
  expect(cards).toHaveLength(60)
  expect(marked(cards[0] as FoundCard)).toEqual(['Ágora', 'ágora'])
  expect(answers).toBeGreaterThan(10)
})

test('a word that nearly is in texts of one letter stops the process no longer than another word', async () => {
  const board = await makeBoard(server, eva)
  for (let i = 0; i < 60; i += 1) await describeCard(eva, (await makeCard(server, eva, board, `Cartão ${i}`)).id, 'a'.repeat(20_000))
  /** What the process spends, however busy its machine is. */
  const cost = async (q: string) => {
    const before = process.cpuUsage()
    expect(ok(await search(eva, q))).toEqual([])
    return process.cpuUsage(before).user / 1000
  }
  await cost('mesa redonda')
  const usual = Math.min(await cost('mesa oval'), await cost('mesa longa'))
  expect(await cost(`${'a'.repeat(199)}b`)).toBeLessThan(usual + 150)
})

test('of accents in a row no more stay than can be sorted at once', async () => {
  const board = await makeBoard(server, ana)
  const { id } = await makeCard(server, ana, board, `Zalgo e${'\u0301\u0323'.repeat(100)}`)
  const { title, description } = await describeCard(ana, id, `de${'\u0F73'.repeat(19_900)} perto`)
  expect([title.length, description]).toEqual([`Zalgo e`.length + 30, `de${'\u0F73'.repeat(30)} perto`])
  expect(ok(await search(ana, 'zalgo perto')).map((card) => card.id)).toEqual([id])
})

test("names on other people's public boards crowd out none on the own ones, and are not too many to ask for", async () => {
  const { db } = server.app.deps
  const crowd = await makeBoard(server, eva, { is_public: true, title: 'Multidão' })
  const names = Array.from({ length: 5000 }, (_, i) => `Urgente ${i}`)
  for (let from = 0; from < names.length; from += 1000)
    await db
      .insertInto('labels')
      .values(
        names.slice(from, from + 1000).map((name) => ({ board_id: crowd.id, name, color: '#266fb8', search_text: name.toLowerCase() })),
      )
      .execute()
  const board = await makeBoard(server, ana, { title: 'Meu quadro' })
  const card = await makeCard(server, ana, board, 'Conferir')
  const labels = { board_id: board.id, name: 'Urgente mesmo', color: '#266fb8', search_text: 'urgente mesmo' }
  const { id } = await db.insertInto('labels').values(labels).returning('id').executeTakeFirstOrThrow()
  ok(await server.call(cardsApi.addLabel, { token: ana.token, params: { cardId: card.id }, body: { label_id: id } }))
  expect(ok(await search(ana, 'etiqueta:mesmo')).map(({ title }) => title)).toEqual(['Conferir'])
  expect(ok(await search(ana, 'etiqueta:urgente '.repeat(11))).map(({ title }) => title)).toEqual(['Conferir'])
})
