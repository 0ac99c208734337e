import { alone } from '../harness/board-people.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'

test('on a phone the person’s menu, the search and every page are at hand on a board too', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin, undefined, { device: 'phone' })
  const menu = ana.page.getByRole('button', { name: 'Menu de Ana' })
  await menu.click()
  await ana.page.getByRole('menuitem', { name: 'Buscar', exact: true }).click()
  await expect(ana.page.getByRole('dialog', { name: 'Buscar quadros e cartões' })).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await menu.click()
  await expect(ana.page.getByRole('menuitem', { name: 'Gerenciamento de Membros' })).toHaveCount(0)
  await ana.page.getByRole('menuitem', { name: 'Minhas Tarefas' }).click()
  await expect(ana.page).toHaveURL('/my-tasks')
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  const admin = await team.person('Administração', { device: 'phone' })
  await admin.page.goto('/login')
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page).toHaveURL(/admin-dashboard/)
  await admin.page.getByRole('button', { name: 'Menu de Administração' }).click()
  await expect(admin.page.getByRole('menuitem', { name: 'Gerenciamento de Membros' })).toBeVisible()
})
