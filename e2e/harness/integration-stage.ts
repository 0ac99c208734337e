import type { Page } from '@playwright/test'
import { openGithub, type StandInGithub } from '../../packages/server/test/github.ts'
import { openSlack, type StandInSlack } from '../../packages/server/test/slack.ts'
import { openReceiver, type Receiver } from '../../packages/server/test/webhook-receiver.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { adminEmail, test as base, cheap, expect } from './fixtures.ts'
import type { Member } from './team.ts'

type Services = { github: StandInGithub; slack: StandInSlack; program: Receiver }

/** As the journeys' own, with a GitHub, a Slack and a program on this machine that the server is told of. */
export const test = base.extend<object, { services: Services }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter to know what a fixture needs
    async ({}, use) => {
      const [github, slack, program] = [await openGithub(), await openSlack(), await openReceiver()]
      await use({ github, slack, program })
      await github.stop()
      await slack.stop()
      await program.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ services: { github, slack, program } }, use) => {
      const OUTGOING_HOSTS = `${slack.env.OUTGOING_HOSTS},${program.env.OUTGOING_HOSTS}`
      const server = await Instance.start({ ...cheap, ...github.env, OUTGOING_HOSTS })
      await createAccount(server.origin, { name: 'Administração', email: adminEmail })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})
export { expect }

/** Connects the person's GitHub as people do: to the page that authorizes, and back. */
export async function connectGithub({ page, watch }: Member, github: StandInGithub): Promise<void> {
  watch.allowVisit(github.url)
  await page.goto('/settings?aba=integracoes')
  await page.getByRole('button', { name: 'Conectar GitHub' }).click()
  await expect(page.getByText(`Conectado como ${github.person}`)).toBeVisible()
}

/** Opens the dialog of a board's integrations from its menu. */
export async function openIntegrations(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu do quadro' }).click()
  await page.getByRole('menuitem', { name: 'Integrações' }).click()
  await expect(page.getByRole('dialog', { name: 'Integrações do quadro' })).toBeVisible()
}
