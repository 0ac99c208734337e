import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileStatus } from '../../../../test/accounts.ts'
import { type Company, openCompany, openJar } from '../../../../test/company.ts'
import { somebody, take, visitsOf } from '../../../../test/company-visits.ts'
import type { TestServer } from '../../../../test/harness.ts'
import { holdTable, untilWaiting } from '../../../../test/locks.ts'

let company: Company
let server: TestServer
const { open, travel } = visitsOf(() => company)
beforeAll(async () => {
  company = await openCompany()
  ;({ server } = await open({}, { alone: true }))
})
afterAll(async () => {
  await server.stop()
  await company.stop()
})

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)('who is logged out at the provider while their account is made is not in', async () => {
  const [newcomer, jar] = [somebody(), openJar()]
  const ways: ReturnType<typeof travel>[] = []
  const leaving: Promise<void>[] = []
  await server.app.deps.db.transaction().execute(async (trx) => {
    // Whether they were logged out is asked before this.
    await holdTable(trx, 'oidc_handovers')
    ways.push(travel(server, newcomer, { jar }))
    await untilWaiting(server, 1)
    leaving.push(company.logOut(jar))
    await Promise.race([untilWaiting(server, 2), ...leaving])
  })
  await Promise.all(leaving)
  const [way] = await Promise.all(ways)
  if (!way) throw new Error('nobody came')
  // Either there is no session to take, or it ends.
  const { token = '' } = (await take(server, way)).body
  await expect.poll(() => profileStatus(server, token)).toBe(401)
})
