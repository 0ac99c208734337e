import { expect } from '@playwright/test'
import { fillEstimations } from '../../scripts/demo/estimations.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import type { Person } from '../harness/team.ts'
import type { Stage } from './stage.ts'

type Made = { ana: Person; open: number; closed: number }

/** Ana Luísa, who opened two sealed estimations with her team. */
const at =
  (path: (made: Made) => string, ready: (made: Made) => Promise<unknown> = async () => {}) =>
  async ({ team, origin, look }: Stage): Promise<Person> => {
    const ana = await team.member('Ana Luísa', look)
    const mates = [await createAccount(origin, { name: 'Bia' }), await createAccount(origin, { name: 'Caio' })]
    const made = { ana, ...(await fillEstimations(origin, [ana.account, ...mates, await createAccount(origin, { name: 'Elisa' })])) }
    await ana.signIn()
    await ana.page.goto(path(made))
    await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible()
    await ready(made)
    return ana
  }

/** Sealed estimations in their states, by the name of the picture. */
export const sealedScenes: Record<string, (stage: Stage) => Promise<Person>> = {
  'sealed-open': at(({ open }) => `/estimativas/${open}`),
  'sealed-vote': at(
    ({ open }) => `/estimativas/${open}/votar`,
    async ({ ana: { page } }) => {
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('button', { name: 'Votar 8', exact: true }).click()
      await page.getByRole('button', { name: 'Em dúvida' }).click()
      await page.getByRole('textbox').fill('Quantos códigos a operadora manda?')
    },
  ),
  'sealed-summary': at(
    ({ open }) => `/estimativas/${open}/votar`,
    async ({ ana: { page } }) => {
      for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('heading', { level: 1, name: 'Os seus votos' })).toBeVisible()
    },
  ),
  'sealed-closed': at(({ closed }) => `/estimativas/${closed}`),
  'sealed-close': at(
    ({ open }) => `/estimativas/${open}`,
    async ({ ana: { page } }) => {
      await page.getByRole('button', { name: 'Encerrar agora' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ),
  'sealed-create': at(
    () => '/trello',
    async ({ ana: { page } }) => {
      await page
        .getByRole('link', { name: /Assinaturas/ })
        .first()
        .click()
      await page.waitForURL(/\/board\/\d+/)
      await page.goto(`${new URL(page.url()).pathname}/backlog`)
      for (const index of [0, 1, 2]) await page.getByRole('checkbox').nth(index).check()
      await page.getByRole('button', { name: 'Estimar sem reunião' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ),
}
