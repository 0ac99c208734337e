import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { makeBoard } from '../harness/work.ts'
import { SettingsPage } from '../pages/settings.ts'

test('an address for calendars is made, copied, read without a session, replaced and turned off', async ({ team, server }) => {
  const ana = await team.member('Ana Calendário')
  await makeBoard(server.origin, ana.account, { title: 'Prazos da Ana' }, [{ title: 'Conciliar o extrato', due: 3 }])
  await ana.signIn()
  const { page } = ana
  const settings = new SettingsPage(page)
  await settings.open('Integrações')
  const calendar = settings.region('Calendário')
  await calendar.getByRole('button', { name: 'Criar endereço' }).focus()
  await page.keyboard.press('Enter')
  const once = settings.region('Copie agora. Este endereço não aparece de novo.')
  await expect(once).toBeFocused()
  await expectGoodOnBoth(page, 'the address of a calendar, once')
  await notHandedOn(page).setViewportSize({ width: 360, height: 740 })
  await once.getByRole('button', { name: 'Copiar' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await notHandedOn(page).setViewportSize({ width: 1280, height: 800 })
  await once.getByRole('button', { name: 'Copiar' }).click()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  const path = new URL(address).pathname
  const text = await (await fetch(server.origin + path)).text()
  expect(text).toContain('Conciliar o extrato')
  expect(text).toContain('DTSTART;VALUE=DATE:')
  await once.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText(address)).toHaveCount(0)
  await expect(calendar.getByRole('button', { name: 'Trocar endereço' })).toBeFocused()

  await page.reload()
  await expect(calendar).toContainText('Lido pela última vez em')
  await expectGoodOnBoth(page, 'a calendar that is on')
  await calendar.getByRole('button', { name: 'Trocar endereço' }).click()
  await settings.dialog.getByRole('button', { name: 'Trocar endereço' }).click()
  await expect(once).toBeFocused()
  expect((await fetch(server.origin + path)).status).toBe(404)
  await calendar.getByRole('button', { name: 'Desligar' }).click()
  await settings.dialog.getByRole('button', { name: 'Desligar' }).click()
  await expect(calendar.getByRole('button', { name: 'Criar endereço' })).toBeFocused()
  await expect(once).toHaveCount(0)
})
