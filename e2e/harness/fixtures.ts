import { test as base, expect } from '@playwright/test'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { Tabs } from './tabs.ts'
import { Team } from './team.ts'

/** The administrator of each instance, with the password of every account made here. */
export const adminName = 'Administração'
export const adminEmail = 'administracao@aroeira.com.br'
/** The hashes of the accounts that journeys make need not be strong, and took a sixth of the server's time. */
export const cheap = { PASSWORD_COST: 'm=64,t=1,p=1' }

/**
 * `server` is a real process of this worker, with its own data, that a journey may kill and launch again.
 * With `serverOfOurOwn` the journeys of a file share it with nobody: what they look at shows what others made, too.
 * `team` gives people; when the journey ends, none of their browsers may have written an error or left the origin. With `firstVisits`
 * their browsers have never been here, nor anybody else's before them: nothing of the program is in a cache.
 */
export const test = base.extend<{ team: Team; firstVisits: boolean }, { server: Instance; serverOfOurOwn: boolean; tabs: Tabs }>({
  firstVisits: [false, { option: true }],
  serverOfOurOwn: [false, { option: true, scope: 'worker' }],
  server: [
    // Named, because a test that asks for another value gets another server.
    async ({ serverOfOurOwn: _ }, use) => {
      const server = await Instance.start(cheap)
      // The first account of an instance is its administrator; the people of the journeys are not.
      await createAccount(server.origin, { name: adminName, email: adminEmail })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  tabs: [async ({}, use) => use(new Tabs()), { scope: 'worker' }],
  team: async ({ browser, server, tabs, firstVisits }, use) => {
    const team = new Team(browser, server.origin, firstVisits ? undefined : tabs)
    await use(team)
    const problems = team.problems
    await team.leave()
    expect(problems, 'errors in a console, or requests that left the origin').toEqual([])
  },
})
/** A test whose people have an instance of their own that nobody has used: its first account administers it. Their browsers are watched too. */
export const onEmptyInstance = base.extend<{ server: Instance; team: Team }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  server: async ({}, use) => {
    const server = await Instance.start(cheap)
    await use(server)
    await server.stop()
  },
  team: async ({ browser, server }, use) => {
    const team = new Team(browser, server.origin)
    await use(team)
    const { problems } = team
    await team.leave()
    expect(problems, 'errors in a console, or requests that left the origin').toEqual([])
  },
})
export { expect }
