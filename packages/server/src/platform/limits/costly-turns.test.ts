import { setImmediate as nextLoop } from 'node:timers/promises'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { createCostlyTurns, expectingRows, expectRows } from './costly-turns.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

test('two go on at once, and the lines take turns', async () => {
  const take = createCostlyTurns()
  const begun: string[] = []
  const calls = ['a', 'a', 'a', 'a', 'b'].map((line) =>
    take({ line, who: line, rest: 0 }).then((end) => {
      begun.push(line)
      return end
    }),
  )
  await nextLoop()
  expect(begun).toEqual(['a', 'a'])
  ;(await calls[0])?.(1)
  await calls[4]
  expect(begun, 'another line comes before the rest of the first').toEqual(['a', 'a', 'b'])
  ;(await calls[1])?.(1)
  await calls[2]
  // The last one waits no longer than the test.
  ;(await calls[2])?.(1)
  await calls[3]
})

test('a place stays empty behind a call for as long as that kept the process busy, or longer', async () => {
  const take = createCostlyTurns()
  const of = { line: 'a', who: 'ana' }
  const [one, other] = [await take({ ...of, rest: 2 }), await take({ ...of, rest: 0 })]
  const next = take({ ...of, rest: 0 })
  const began = performance.now()
  one(40)
  await next
  expect(performance.now() - began).toBeGreaterThanOrEqual(79)
  other(0)
})

test('few rows wait for nothing, and many once', async () => {
  let begun = 0
  const begin = async () => {
    begun += 1
  }
  await expectingRows(begin, () => expectRows(1000))
  expect(begun).toBe(0)
  await expectingRows(begin, () => expectRows(1001))
  expect(begun).toBe(1)
  await expectRows(1_000_000)
})

test('of the large answers that many accounts ask for at once, those that wait have read nothing yet', async () => {
  const admin = await register(server, { name: 'Ana' })
  const board = await makeBoard(server, admin)
  const first = await makeManyCards(server, admin, board, 1500)
  const people: Account[] = []
  for (let i = 0; i < 10; i += 1) {
    const person = await register(server, { name: `Pessoa ${i}` })
    await addToBoard(server, admin, board.id, person, 'member')
    people.push(person)
  }
  const read = async ({ token }: Account) =>
    ok(await server.call(boardsApi.changes, { token, params: { boardId: board.id }, query: { since: 0 } }))
  const asked = people.flatMap((person) => Array.from({ length: 4 }, () => read(person)))
  await Promise.race(asked)
  ok(await server.call(cardsApi.update, { token: admin.token, params: { cardId: first }, body: { title: 'Outro título' } }))
  const titles = (await Promise.all(asked)).map(({ cards }) => cards.find(({ id }) => id === first)?.title)
  // While it was written some more went on; not all of them, as when each reads at once.
  expect(titles.filter((title) => title === 'Outro título').length).toBeGreaterThan(asked.length / 8)
})

test('who has one board of some size waits behind no neighbour who reads larger ones without end', async () => {
  const owner = await register(server, { name: 'Caio' })
  const large = await makeBoard(server, owner)
  await makeManyCards(server, owner, large, 3000)
  const colleague = await register(server, { name: 'Duda' })
  const own = await makeBoard(server, colleague)
  await makeManyCards(server, colleague, own, 1500)
  const neighbours: Account[] = []
  for (let i = 0; i < 5; i += 1) {
    const person = await register(server, { name: `Vizinho ${i}` })
    await addToBoard(server, owner, large.id, person, 'member')
    neighbours.push(person)
  }
  let answered = 0
  const read = async ({ token }: Account, boardId: number) => {
    ok(await server.call(boardsApi.changes, { token, params: { boardId }, query: { since: 0 } }))
    answered += 1
    return answered
  }
  const asked = neighbours.flatMap((person) => Array.from({ length: 5 }, () => read(person, large.id)))
  // Asked after all of them, and before the first is answered: what is answered on the way to its turn counts, too.
  const place = await read(colleague, own.id)
  await Promise.all(asked)
  // Those that go on already, and hardly any other of the two dozen that wait.
  expect(place).toBeLessThan(asked.length / 3)
})
