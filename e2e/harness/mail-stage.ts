import { type Mailbox, openMailbox } from '../../packages/server/test/mailbox.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { freePort } from '../../scripts/lib/processes.ts'
import { adminEmail, test as base, cheap } from './fixtures.ts'

/** As the others, with an instance that sends its mail to a real mail server. */
export const test = base.extend<object, { box: Mailbox }>({
  box: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter to know what a fixture needs
    async ({}, use) => {
      const box = await openMailbox()
      await use(box)
      await box.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ box }, use) => {
      const port = String(await freePort())
      const server = await Instance.start({ ...cheap, ...box.env, port, PUBLIC_URL: `http://127.0.0.1:${port}` })
      await createAccount(server.origin, { name: 'Administração', email: adminEmail })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})
