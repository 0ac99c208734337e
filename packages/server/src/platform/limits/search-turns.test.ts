import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/harness.ts'

test.runIf(process.env.TEST_DATABASE_URL)('a search of many statements has no longer than one of a single statement', async () => {
  const server = await startServer({ alone: true })
  let begun = 0
  const search = server.app.deps.searchInTurn('1', async (db) => {
    for (let i = 0; i < 30; i += 1) {
      begun += 1
      await sql`select pg_sleep(0.5)`.execute(db)
    }
  })
  await expect(search).rejects.toMatchObject({ status: 503, message: texts.searchTakesLong })
  expect(begun).toBeLessThan(30)
  await server.stop()
})
