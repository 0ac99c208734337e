import { type Company, openCompany } from '../../packages/server/test/company.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { adminEmail, test as base, cheap, expect } from './fixtures.ts'

/** Two instances that one provider of sign-ins knows: the journeys' own, and a `strict` one that leads there at once and takes no password. */
export const test = base.extend<object, { company: Company; strict: Instance }>({
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter to know what a fixture needs
    async ({}, use) => {
      const company = await openCompany()
      await use(company)
      await company.stop()
    },
    { scope: 'worker' },
  ],
  strict: [
    async ({ company }, use) => {
      const strict = await Instance.start({ ...cheap, ...company.env, OIDC_AUTO_REDIRECT: 'on', PASSWORD_LOGIN: 'off' })
      await use(strict)
      await strict.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ company, strict }, use) => {
      const server = await Instance.start({ ...cheap, ...company.env, OIDC_GROUPS_CLAIM: 'groups' })
      await createAccount(server.origin, { name: 'Administração', email: adminEmail })
      await company.know([server.origin, strict.origin])
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})
export { expect }
