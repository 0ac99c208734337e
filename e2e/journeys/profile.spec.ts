import { authApi } from '@rodada/contract/auth/auth'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuseUntilRetried } from '../harness/refusal.ts'
import type { Member } from '../harness/team.ts'
import { DashboardPage } from '../pages/dashboard.ts'
import { SettingsPage } from '../pages/settings.ts'

async function atSettings(ana: Member): Promise<SettingsPage> {
  await ana.signIn()
  const settings = new SettingsPage(ana.page)
  await settings.open()
  return settings
}

test('a profile is read, changed, left as it was and saved, with every field', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const settings = await atSettings(ana)
  await settings.edit()
  await settings.field('Sobre você').fill('Isto não fica')
  await ana.page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(ana.page.getByRole('button', { name: 'Editar' })).toBeVisible()
  await expect(settings.panel.getByText('Isto não fica')).toHaveCount(0)

  await settings.edit()
  const typed = {
    'Nome completo': 'Ana Luísa Prado',
    'Sobre você': 'Produto e pesquisa.',
    Cargo: 'Gerente de produto',
    Empresa: 'Aroeira',
    'Onde você está': 'Recife',
    Telefone: '+55 81 99999-0000',
    Site: 'https://aroeira.com.br/ana',
  }
  for (const [label, text] of Object.entries(typed)) await settings.field(label).fill(text)
  await ana.page.getByRole('radio', { name: 'Pipa' }).check({ force: true })
  await settings.field('Fuso horário').selectOption('Tóquio')
  await settings.save()
  await expect(settings.toast.filter({ hasText: 'Perfil salvo.' })).toBeVisible()
  for (const text of ['Ana Luísa Prado', 'Produto e pesquisa.', 'Aroeira', 'Recife', 'Tóquio'])
    await expect(settings.panel.getByText(text).first()).toBeVisible()
  await expect(settings.panel.getByRole('link', { name: /aroeira.com.br\/ana/ })).toHaveAttribute('href', typed.Site)
  await expect(ana.page.getByRole('button', { name: 'Menu de Ana Luísa Prado' })).toBeVisible()

  await expect
    .poll(() => callAs(server.origin, ana.account, authApi.profile))
    .toMatchObject({
      name: 'Ana Luísa Prado',
      bio: 'Produto e pesquisa.',
      position: 'Gerente de produto',
      company: 'Aroeira',
      location: 'Recife',
      phone: '+55 81 99999-0000',
      website: 'https://aroeira.com.br/ana',
      timezone: 'Asia/Tokyo',
      avatar_url: 'pipa',
    })
  expect(JSON.parse((await ana.stored()).userData ?? '{}')).toMatchObject({ name: 'Ana Luísa Prado', avatar: 'pipa' })
})

test('a picture of one’s own is sent, shown, given up for one of the eight and deleted', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const settings = await atSettings(ana)
  await settings.edit()
  const file = ana.page.locator('input[type="file"]')
  await file.setInputFiles({ name: 'nota.txt', mimeType: 'image/png', buffer: Buffer.from('isto não é uma imagem') })
  await expect(settings.panel.getByText('Envie uma imagem PNG, JPEG ou WebP.')).toBeVisible()
  await file.setInputFiles({ name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
  await expect(settings.panel.getByText('A imagem pode ter no máximo 2 MB.')).toBeVisible()
  await file.setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: await ana.page.screenshot() })
  await expect(settings.toast.filter({ hasText: 'Foto enviada.' })).toBeVisible()
  const mine = ana.page.getByRole('button', { name: 'Menu de Ana' }).locator('img')
  await expect(mine).toHaveAttribute('src', /^\/api\/avatars\//)
  await expect.poll(() => mine.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await ana.page.getByRole('radio', { name: 'Sol' }).check({ force: true })
  await settings.save()
  await expect(ana.page.getByRole('button', { name: 'Editar' })).toBeFocused()
  await expect.poll(() => callAs(server.origin, ana.account, authApi.profile)).toMatchObject({ avatar_url: 'sol' })
  await settings.edit()
  await ana.page.getByRole('button', { name: 'Usar a foto' }).click()
  await settings.save()
  await expect(mine).toHaveAttribute('src', /^\/api\/avatars\//)
  await settings.edit()
  await ana.page.getByRole('button', { name: 'Excluir a foto' }).click()
  await expect(settings.toast.filter({ hasText: 'Foto excluída.' })).toBeVisible()
  await expect(mine).toHaveCount(0)
  await expect.poll(() => callAs(server.origin, ana.account, authApi.profile)).toMatchObject({ avatar_url: null, uploaded_avatar: null })
})

test('what is wrong with a profile is said in the words of the specification', async ({ team }) => {
  const ana = await team.member('Ana')
  const other = await team.member('Outra')
  const settings = await atSettings(ana)
  await settings.edit()
  await settings.field('Nome completo').fill(' ')
  await settings.field('E-mail').fill('')
  await settings.save()
  await expect(settings.panel.getByText('Nome é obrigatório')).toBeVisible()
  await expect(settings.panel.getByText('Email é obrigatório')).toBeVisible()
  await expect(settings.field('Nome completo')).toBeFocused()
  await settings.field('Nome completo').fill('Ana')
  await settings.field('E-mail').fill('ana@sem-ponto')
  await settings.save()
  await expect(settings.panel.getByText('Email inválido')).toBeVisible()
  await settings.field('E-mail').fill(ana.account.email)
  await settings.field('Site').fill('javascript:alert(1)')
  await settings.save()
  await expect(settings.panel.getByText('O site precisa começar com http:// ou https://.')).toBeVisible()
  await settings.field('Site').fill('')

  await settings.field('E-mail').fill(other.account.email)
  await settings.save()
  await expect(settings.panel.getByText('Digite sua senha atual.')).toBeVisible()
  await ana.page.locator('[name="current_password"]').first().fill('errada-errada')
  await settings.save()
  await expect(settings.panel.getByText('A senha atual não confere.')).toBeVisible()
  await ana.page.locator('[name="current_password"]').first().fill(ana.account.password)
  await settings.save()
  await expect(settings.panel.getByText('Já existe uma conta com esse e-mail. Entre com ela ou use outro.')).toBeVisible()
  const moved = `mudei.${ana.account.email}`
  await settings.field('E-mail').fill(moved)
  await settings.save()
  await expect(settings.panel.getByText(moved)).toBeVisible()
})

test('a profile that cannot be saved or read says so', async ({ team }) => {
  const ana = await team.member('Ana')
  const settings = await atSettings(ana)
  ana.watch.allowNetworkErrors()
  await settings.edit()
  await settings.field('Empresa').fill('Aroeira')
  const retry = await refuseUntilRetried(ana.page, /^\/api\/auth\/profile$/)
  await settings.save()
  await expect(settings.panel.getByText('Erro ao salvar perfil. A Rodada volta em instantes.')).toBeVisible()
  await expect(settings.field('Empresa')).toHaveValue('Aroeira')
  await ana.page.reload()
  await expect(ana.page.getByText('Erro ao carregar configurações')).toBeVisible()
  await retry()
  await expect(settings.panel.getByText(ana.account.email)).toBeVisible()
})

test('another password: the button waits for both, the checks hold, the other devices are signed out', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const settings = await atSettings(ana)
  const change = settings.panel.getByRole('button', { name: 'Alterar senha' })
  await expect(change).toBeDisabled()
  await settings.field('Senha atual').fill('errada-errada')
  await expect(change).toBeDisabled()
  await settings.field('Nova senha').fill('12345')
  await expect(change).toBeEnabled()
  await change.click()
  await expect(settings.panel.getByText('A senha deve ter pelo menos 6 caracteres')).toBeVisible()
  await settings.field('Nova senha').fill('outrasenha123')
  await settings.field('Confirme a nova senha').fill('outrasenha124')
  await change.click()
  await expect(settings.panel.getByText('As senhas não coincidem')).toBeVisible()
  await settings.field('Confirme a nova senha').fill('outrasenha123')
  await change.click()
  await expect(settings.panel.getByText('A senha atual não confere.')).toBeVisible()

  const phone = await team.person('Ana no celular', { device: 'phone' })
  await phone.login.open()
  await phone.login.signIn(ana.account.email, ana.account.password)
  await expect(phone.page).toHaveURL('/dashboard')
  await settings.field('Senha atual').fill(ana.account.password)
  await change.click()
  await expect(settings.toast.filter({ hasText: 'Senha alterada.' })).toBeVisible()
  await expect(settings.field('Senha atual')).toHaveValue('')
  await phone.page.goto('/my-tasks')
  await expect(phone.page).toHaveURL('/login')
  await phone.login.signIn(ana.account.email, ana.account.password)
  await expect(phone.login.problem('E-mail ou senha incorretos. Confira e tente de novo.')).toBeVisible()
  await phone.login.signIn(ana.account.email, 'outrasenha123')
  await expect(phone.page).toHaveURL(`${server.origin}/my-tasks`)
})

test('Meu Perfil is the same over any page, and the language is chosen in it', async ({ team }) => {
  const ana = await team.member('Ana')
  await ana.signIn()
  const dashboard = new DashboardPage(ana.page)
  await dashboard.open()
  await dashboard.choose('Ana', 'Meu Perfil')
  const profile = ana.page.getByRole('dialog', { name: 'Meu Perfil' })
  await profile.getByRole('button', { name: 'Editar' }).click()
  await profile.getByLabel('Empresa').fill('Aroeira')
  await profile.getByRole('button', { name: 'Salvar' }).click()
  await expect(profile.getByText('Aroeira', { exact: true })).toBeVisible()
  await profile.getByRole('button', { name: 'Editar' }).click()
  await profile.getByLabel('Idioma').selectOption('English (US)')
  await profile.getByRole('button', { name: 'Salvar' }).click()
  await expect(ana.page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(ana.page.getByRole('link', { name: 'My tasks' }).first()).toBeVisible()
})

test('the profile is accessible', async ({ team }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const settings = await atSettings(ana)
  await expectGoodOnBoth(ana.page, 'profile')
  await settings.edit()
  await settings.field('Nome completo').fill('')
  await settings.field('E-mail').fill('outra@aroeira.com.br')
  await settings.save()
  await expect(settings.panel.getByText('Nome é obrigatório')).toBeVisible()
  await expectGoodOnBoth(ana.page, 'profile, editing')
})
