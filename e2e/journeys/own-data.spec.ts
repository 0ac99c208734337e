import { readFile } from 'node:fs/promises'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { makeBoard } from '../harness/work.ts'
import { SettingsPage } from '../pages/settings.ts'

test('all that is one’s own is taken along as a zip, once the password was said again', async ({ team, server }) => {
  const ana = await team.member('Ana Leva')
  await makeBoard(server.origin, ana.account, { title: 'Quadro da Ana' }, [{ title: 'Conciliar o extrato' }])
  await ana.signIn()
  const { page } = ana
  const settings = new SettingsPage(page)
  await settings.open('Perfil')
  await settings.region('Seus dados').getByRole('button', { name: 'Baixar meus dados' }).focus()
  await page.keyboard.press('Enter')
  const { dialog } = settings
  await expect(dialog.getByLabel('Senha atual', { exact: true })).toBeFocused()
  await expectGoodOnBoth(page, 'own data')
  await page.keyboard.type('não é esta')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('A senha atual não confere.')).toBeVisible()
  await dialog.getByLabel('Senha atual', { exact: true }).fill('umasenha123')
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^rodada-conta-\d{4}-\d\d-\d\d\.zip$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.toString('latin1')).toContain('cards.json')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Seus dados foram salvos.')).toBeVisible()
})
