import type { Page } from '@playwright/test'
import { openGithub, type StandInGithub } from '../../packages/server/test/github.ts'
import { openSlack, type StandInSlack } from '../../packages/server/test/slack.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { adminEmail, test as base, cheap, expect } from './fixtures.ts'
import type { Member } from './team.ts'

type Services = { github: StandInGithub; slack: StandInSlack }

/** As the journeys' own, with a GitHub and a Slack on this machine that the server is told of. */
export const test = base.extend<object, { services: Services }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter to know what a fixture needs
    async ({}, use) => {
      const [github, slack] = [await openGithub(), await openSlack()]
      await use({ github, slack })
      await github.stop()
      await slack.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ services: { github, slack } }, use) => {
      const server = await Instance.start({ ...cheap, ...github.env, ...slack.env })
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
