import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

test('a search of many statements has no longer than one of a single statement', async () => {
  const { engine, searchInTurn } = server.app.deps
  const statement = engine === 'postgres' ? sql`select pg_sleep(0.5)` : sql`select 1`
  const end = performance.now() + 15_000
  const search = searchInTurn({ userId: 1, token: null, address: '192.0.2.1' }, async (db) => {
    while (performance.now() < end) await statement.execute(db)
  })
  await expect(search).rejects.toMatchObject({ status: 503, message: texts.searchTakesLong })
})

/** Accounts that search for some milliseconds each. @returns who began, in that order, as it goes on */
function openSearches() {
  const begun: string[] = []
  const search = (name: string, userId: number, address: string) =>
    server.app.deps.searchInTurn({ userId, token: null, address }, async (db) => {
      begun.push(name)
      const until = performance.now() + 10
      while (performance.now() < until) await sql`select 1`.execute(db)
    })
  return { begun, search }
}
const [office, elsewhere] = ['192.0.2.1', '198.51.100.1']
const accounts = Array.from({ length: 30 }, (_, i) => i + 1)

test('who searches from another network comes before what many accounts of one have waiting', async () => {
  const { begun, search } = openSearches()
  const all = accounts.map((id) => search('flood', id, office))
  await Promise.all([...all, search('other', 100, elsewhere)])
  // Behind those that go on already, of which there are places for a few.
  expect(begun.indexOf('other')).toBeLessThan(6)
})

test('who has hardly searched comes before the neighbours who do without end', async () => {
  const { begun, search } = openSearches()
  await Promise.all(accounts.map((id) => search('before', id, office)))
  begun.length = 0
  const all = accounts.flatMap((id) => [search('flood', id, office), search('flood', id, office)])
  await Promise.all([...all, search('colleague', 101, office)])
  expect(begun.indexOf('colleague')).toBeLessThan(6)
})
