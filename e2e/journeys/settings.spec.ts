import { accountApi } from '@rodada/contract/auth/account'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectGoodOnBoth } from '../harness/axe.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import type { Member } from '../harness/team.ts'
import { makeBoard } from '../harness/work.ts'
import { SettingsPage } from '../pages/settings.ts'

/** Signs in over the wire, as another device would. */
const createSession = async (origin: string, { email, password }: Account): Promise<void> => {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(reply.status).toBe(200)
}

async function settingsOf(ana: Member): Promise<SettingsPage> {
  await ana.signIn()
  return new SettingsPage(ana.page)
}

test('the tabs stand in the address, go by arrow keys, and Sistema is for admins', async ({ team }) => {
  const ana = await team.member('Ana')
  const settings = await settingsOf(ana)
  await settings.open()
  await expect(ana.page.getByRole('tab')).toHaveText(['Perfil', 'Notificações', 'Aparência', 'Segurança', 'Integrações', 'Programas'])
  await settings.choose('Segurança')
  await expect(ana.page).toHaveURL('/settings?aba=seguranca')
  await ana.page.reload()
  await settings.shows('Segurança')
  await settings.tab('Segurança').focus()
  await ana.page.keyboard.press('ArrowUp')
  await settings.shows('Aparência')
  await ana.page.goBack()
  await settings.shows('Segurança')
  await ana.page.goto('/settings?aba=sistema')
  await settings.shows('Perfil')

  const admin = await team.person('Administração')
  await admin.login.open()
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page).toHaveURL('/admin-dashboard')
  await new SettingsPage(admin.page).open('Sistema')
})

test('on a phone the strip of tabs shows the one that is open', async ({ team }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const settings = await settingsOf(ana)
  for (const tab of ['Programas', 'Perfil'] as const) {
    await settings.open(tab)
    await expect(settings.tab(tab)).toBeInViewport({ ratio: 1 })
  }
  await settings.tab('Perfil').focus()
  await ana.page.keyboard.press('End')
  await expect(settings.tab('Programas')).toBeInViewport({ ratio: 1 })
})

test('how it looks is kept with the account: at once, after a reload without a flash, and on the next device', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const settings = await settingsOf(ana)
  const html = ana.page.locator('html')
  await settings.open('Aparência')
  await settings.panel.getByRole('radio', { name: 'Escuro' }).check({ force: true })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await settings.switch('Modo compacto').click()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await settings.switch('Mostrar animações').click()
  await expect(html).toHaveAttribute('data-motion', 'off')
  await settings.switch('Mostrar avatares').click()
  const me = ana.page.getByRole('button', { name: 'Menu de Ana' })
  await expect(me.getByText('A', { exact: true })).toBeVisible()
  await settings.switch('Barra lateral recolhida').click()
  await expect(ana.page.getByRole('link', { name: 'Minhas Tarefas' })).toHaveText('')
  await expect
    .poll(async () => (await callAs(server.origin, ana.account, accountApi.settings)).appearance)
    .toEqual({
      theme: 'dark',
      theme_chosen: true,
      sidebar_collapsed: true,
      compact_mode: true,
      show_avatars: false,
      show_animations: false,
    })

  // Before any script of the app has run, the page already is as it will be.
  await notHandedOn(ana.page).route('**/assets/*.js', (route) => route.abort())
  ana.watch.allowNetworkErrors()
  await ana.page.goto('/my-tasks')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'compact')
  await expect(html).toHaveAttribute('data-motion', 'off')

  const elsewhere = await team.person('Ana em outro aparelho')
  await elsewhere.login.open()
  await elsewhere.login.signIn(ana.account.email, ana.account.password)
  const there = elsewhere.page.locator('html')
  await expect(there).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(there).toHaveAttribute('data-density', 'compact')
  await expect(elsewhere.page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Minhas Tarefas' })).toHaveText('')
})

test('the theme of the frame and the theme of the tab are one; one chosen before signing in stays', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await ana.login.open()
  await ana.page.getByRole('button', { name: /^Trocar tema/ }).click()
  await ana.login.signIn(ana.account.email, ana.account.password)
  await expect(ana.page).toHaveURL('/dashboard')
  const settings = new SettingsPage(ana.page)
  await settings.open('Aparência')
  await expect(settings.panel.getByRole('radio', { name: 'Escuro' })).toBeChecked()
  await ana.page.getByRole('button', { name: 'Menu de Ana' }).click()
  await ana.page.getByRole('menuitem', { name: 'Tema: Escuro' }).click()
  await expect(settings.panel.getByRole('radio', { name: 'Igual ao sistema' })).toBeChecked()
  await expect
    .poll(async () => (await callAs(server.origin, ana.account, accountApi.settings)).appearance)
    .toMatchObject({ theme: 'auto', theme_chosen: true })
})

test('compact boards show more, and nothing moves without animations', async ({ team, server }) => {
  const ana = await team.member('Ana', { movement: true })
  const cards = Array.from({ length: 6 }, (_, index) => ({ title: `Cartão ${index}` }))
  const { boardId } = await makeBoard(server.origin, ana.account, { title: 'Checkout' }, cards)
  const settings = await settingsOf(ana)
  const heightOfList = async () => {
    await ana.page.goto(`/board/${boardId}`)
    const last = ana.page.getByRole('heading', { name: 'Cartão 5' })
    await expect(last).toBeVisible()
    return (await last.boundingBox())?.y ?? 0
  }
  const before = await heightOfList()
  await settings.open('Aparência')
  await settings.switch('Modo compacto').click()
  await settings.switch('Mostrar animações').click()
  await expect
    .poll(async () => (await callAs(server.origin, ana.account, accountApi.settings)).appearance)
    .toMatchObject({ compact_mode: true, show_animations: false })
  expect(await heightOfList()).toBeLessThan(before - 20)
  await expect(ana.page.getByRole('link', { name: 'Sprints' }).first()).toHaveCSS('transition-property', 'none')
})

test('the time until a session ends is chosen, and counts at once', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const settings = await settingsOf(ana)
  await settings.open('Segurança')
  await expect(settings.field('Encerrar a sessão depois de').locator('option')).toHaveText([
    '15 minutos',
    '30 minutos',
    '1 hora',
    '2 horas',
    '8 horas',
  ])
  await settings.field('Encerrar a sessão depois de').selectOption('15 minutos')
  await expect(settings.toast.filter({ hasText: 'Configuração salva.' })).toBeVisible()
  expect((await ana.stored())['rodada.idleMinutes']).toBe('15')
  expect((await callAs(server.origin, ana.account, accountApi.settings)).security.session_timeout).toBe(15)

  // Nobody at the keyboard: the live connection takes the jump of the clock for a sleep, reconnects and fetches, and that is no use.
  const { page } = ana
  ana.watch.allowNetworkErrors()
  const { clock } = notHandedOn(page)
  await clock.install()
  await page.reload()
  await settings.shows('Segurança')
  // The warning begins at 13:00. The clock runs on: most of its two minutes are left for looking at it.
  await clock.fastForward('13:10')
  const warning = page.getByRole('dialog', { name: 'Sua sessão vai expirar' })
  await expect(warning).toBeVisible()
  await expectAccessible(page, 'the warning')
  await warning.getByRole('button', { name: 'Continuar conectado' }).click()
  await expect(warning).toBeHidden()
  await clock.fastForward('15:01')
  await expect(page).toHaveURL('/login')
  expect((await ana.stored()).authToken).toBeUndefined()
})

test('without mail the switches for emails say so', async ({ team }) => {
  const ana = await team.member('Ana')
  const settings = await settingsOf(ana)
  await settings.open('Segurança')
  await expect(settings.switch('Avisar por e-mail de novos logins')).toBeDisabled()
  await expect(settings.panel.getByText('Esta instalação da Rodada não envia e-mails.')).toBeVisible()

  await settings.open('Notificações')
  for (const emails of ['E-mail', 'Resumo semanal']) {
    await expect(settings.switch(emails)).toBeDisabled()
    await expect(settings.switch(emails)).not.toBeChecked()
  }
  await expect(settings.panel.getByText('Esta instalação não envia e-mails.')).toHaveCount(2)
})

test('every device that is signed in is listed, and one or all others are signed out', async ({ team, server }) => {
  const ana = await team.member('Ana')
  await ana.login.open()
  await ana.login.signIn(ana.account.email, ana.account.password)
  await expect(ana.page).toHaveURL('/dashboard')
  const settings = new SettingsPage(ana.page)
  const phone = await team.person('Ana no celular', { device: 'phone' })
  await phone.login.open()
  await phone.login.signIn(ana.account.email, ana.account.password)
  await expect(phone.page).toHaveURL('/dashboard')
  await settings.open('Segurança')
  const devices = settings.region('Onde você está conectado').getByRole('listitem')
  // The third is the registration over the wire.
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'Este aparelho' })).toHaveCount(1)
  await expect(devices.filter({ hasText: 'Em uso agora' })).toContainText('Linux')
  await devices.filter({ hasText: 'Outro programa' }).getByRole('button').click()
  await expect(devices).toHaveCount(2)
  await expect(callAs(server.origin, ana.account, accountApi.sessions)).rejects.toThrow('401')
  await createSession(server.origin, ana.account)
  await ana.page.reload()
  await expect(devices).toHaveCount(3)
  await settings.panel.getByRole('button', { name: 'Encerrar as outras' }).click()
  await settings.dialog.getByRole('button', { name: 'Encerrar as outras' }).click()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('Este aparelho')
  await phone.page.reload()
  await expect(phone.page).toHaveURL('/login')
})

test('the settings are accessible', async ({ team }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const settings = await settingsOf(ana)
  for (const tab of ['Aparência', 'Segurança'] as const) {
    await settings.open(tab)
    await expectGoodOnBoth(ana.page, tab)
  }
})
