import { type Mailbox, openMailbox } from '../../packages/server/test/mailbox.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { administrator } from '../harness/administrator.ts'
import { expectAccessible, expectFits, expectGoodOnBoth } from '../harness/axe.ts'
import { adminEmail, adminName, cheap, expect, onEmptyInstance, test } from '../harness/fixtures.ts'
import { type Person, Team } from '../harness/team.ts'
import { makeBoard } from '../harness/work.ts'

const open = async (admin: Person, button: string, title: string) => {
  await admin.page.getByRole('button', { name: button, exact: true }).click()
  return admin.page.getByRole('dialog', { name: title })
}

onEmptyInstance(
  'sign-up is closed by keyboard, many are invited at once, and each invitation lets one person in',
  async ({ team, server }) => {
    await createAccount(server.origin, { name: adminName, email: adminEmail })
    const admin = await administrator(team)
    const { page } = admin
    await page.goto('/admin/members')
    await expect(page.getByRole('heading', { level: 1, name: 'Membros' })).toBeVisible()
    await expect(page.getByText('1 conta · Cadastro aberto')).toBeVisible()

    await page.getByRole('button', { name: 'Quem cria conta' }).focus()
    await page.keyboard.press('Enter')
    const rule = page.getByRole('dialog', { name: 'Quem pode criar conta' })
    await expect(rule.getByRole('radio', { name: /^Qualquer pessoa/ })).toBeFocused()
    await expect(rule.getByRole('radio', { name: /domínio/ }), 'without mail an address proves nothing').toBeDisabled()
    await expect(rule).toContainText('sem ele não há como saber de quem é um endereço')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(rule).toHaveCount(0)
    await expect(page.getByText('1 conta · Cadastro só por convite')).toBeVisible()

    const stranger = await team.person('Estranho')
    await stranger.login.open()
    await stranger.login.toRegisterMode()
    await expect(stranger.page.getByText('Aqui se cria conta com um convite.')).toBeVisible()
    await expect(stranger.login.name, 'nothing to type in vain').toHaveCount(0)

    const dialog = await open(admin, 'Convidar', 'Convidar para a Rodada')
    await dialog.getByLabel('Convidar por e-mail').fill(`Bia Souza <bia@aroeira.com.br>\ncaio@aroeira.com.br, davi@aroeira; ${adminEmail}`)
    await expect(dialog.getByText('Confira davi@aroeira. Os outros 3 endereços estão certos.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Convidar 3 pessoas' }).click()
    const outcomes = dialog.getByRole('region', { name: 'O que houve com cada convite' })
    await expect(outcomes.getByRole('listitem')).toHaveText([
      /^bia@aroeira.com.brConvite criado/,
      /^caio@aroeira.com.brConvite criado/,
      /Já tem conta aqui$/,
    ])
    await expect(dialog.getByLabel('Convidar por e-mail'), 'what was no address stays to be mended').toHaveValue('davi@aroeira')
    await outcomes.getByRole('button', { name: 'Copiar os 2 links' }).click()
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(copied.map((line) => line.split('\t')[0])).toEqual(['bia@aroeira.com.br', 'caio@aroeira.com.br'])
    const [links, caios] = [copied.map((line) => line.split('\t')[1] ?? ''), copied[1]?.split('\t')[1] ?? '']
    await page.keyboard.press('Escape')

    const bia = await team.person('Bia')
    await bia.page.goto(links[0] ?? '')
    await expect(bia.page.getByText('Administração convidou você para a Rodada.')).toBeVisible()
    await expect(bia.login.email).toHaveValue('bia@aroeira.com.br')
    await expect(bia.login.email).toHaveAttribute('readonly')
    await bia.login.name.fill('Bia Souza')
    await bia.login.password.fill('umasenha123')
    await bia.login.confirmation.fill('umasenha123')
    await bia.login.submitButton.click()
    await expect(bia.page).toHaveURL(/\/dashboard/)

    const pending = page.getByRole('region', { name: 'Convites à espera' })
    await page.reload()
    await expect(pending.getByRole('listitem')).toHaveText([/^caio@aroeira.com.brPara a Rodada, por Administração, até/])
    await expect(page.getByRole('row').filter({ hasText: 'Bia Souza' })).toBeVisible()
    await pending.getByRole('button', { name: 'Reenviar o convite de caio@aroeira.com.br' }).click()
    const fresh = pending.getByRole('textbox', { name: 'Link de caio@aroeira.com.br' })
    await expect(fresh).toHaveValue(/#/)
    const second = await fresh.inputValue()
    const caio = await team.person('Caio')
    await caio.page.goto(caios)
    await expect(caio.page.getByText('Este convite expirou ou já foi usado.'), 'another one replaced it').toBeVisible()
    await caio.page.goto('about:blank')
    await caio.page.goto(second)
    await expect(caio.login.email).toHaveValue('caio@aroeira.com.br')
    await pending.getByRole('button', { name: 'Cancelar convite de caio@aroeira.com.br' }).click()
    await expect(page.getByText('Convite cancelado')).toBeVisible()
    await expect(pending).toHaveCount(0)
    await caio.login.name.fill('Caio Lima')
    await caio.login.password.fill('umasenha123')
    await caio.login.confirmation.fill('umasenha123')
    caio.watch.allowNetworkErrors()
    await caio.login.submitButton.click()
    await expect(caio.page.getByText('Este convite expirou ou já foi usado.')).toBeVisible()
  },
)

onEmptyInstance('an invitation to a board, made from the members’ page, lets somebody in here and there', async ({ team, server }) => {
  const who = await createAccount(server.origin, { name: adminName, email: adminEmail })
  await makeBoard(server.origin, who, { title: 'Checkout' })
  const admin = await administrator(team)
  await admin.page.goto('/admin/members')
  const rule = await open(admin, 'Quem cria conta', 'Quem pode criar conta')
  await rule.getByRole('radio', { name: /^Só quem tem convite/ }).check()
  await rule.getByRole('button', { name: 'Salvar' }).click()
  const dialog = await open(admin, 'Convidar', 'Convidar para a Rodada')
  await dialog.getByLabel('Quadro').selectOption('Checkout')
  await dialog.getByLabel('Papel').selectOption('Convidado')
  await dialog.getByLabel('Convidar por e-mail').fill('elisa@aroeira.com.br')
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link de elisa@aroeira.com.br' }).inputValue()
  await admin.page.keyboard.press('Escape')
  await expect(admin.page.getByRole('region', { name: 'Convites à espera' })).toContainText('Para o quadro Checkout')

  const elisa = await team.person('Elisa')
  await elisa.page.goto(link)
  await elisa.login.toRegisterMode()
  await expect(elisa.page.getByText('Administração convidou você para o quadro Checkout.')).toBeVisible()
  await elisa.login.name.fill('Elisa')
  await elisa.login.password.fill('umasenha123')
  await elisa.login.confirmation.fill('umasenha123')
  await elisa.login.submitButton.click()
  await elisa.page.getByRole('button', { name: 'Entrar no quadro' }).click()
  await expect(elisa.page).toHaveURL(/\/board\/\d+/)
})

test.describe('where mail is sent', () => {
  let box: Mailbox
  let instance: Instance
  test.beforeAll(async () => {
    box = await openMailbox()
    instance = await Instance.start({ ...cheap, ...box.env })
    await createAccount(instance.origin, { name: adminName, email: adminEmail })
  })
  test.afterAll(async () => {
    await instance.stop()
    await box.stop()
  })

  test('who reads mail at one of the domains gets the link and makes a confirmed account', async ({ browser }) => {
    const team = new Team(browser, instance.origin)
    const admin = await administrator(team)
    await admin.page.goto('/admin/members')
    const rule = await open(admin, 'Quem cria conta', 'Quem pode criar conta')
    await rule.getByRole('radio', { name: /domínio/ }).check()
    await rule.getByRole('button', { name: 'Salvar' }).click()
    await expect(rule.getByText('Diga pelo menos um domínio.')).toBeVisible()
    await rule.getByLabel('Domínios').fill('aroeira.com.br, sem-ponto')
    await rule.getByRole('button', { name: 'Salvar' }).click()
    await expect(rule.getByText('Escreva o domínio como empresa.com.br.')).toBeVisible()
    await rule.getByLabel('Domínios').fill('@Aroeira.com.br')
    await expectAccessible(admin.page, 'the rule of sign-up')
    await rule.getByRole('button', { name: 'Salvar' }).click()
    await expect(admin.page.getByText('Cadastro por domínio')).toBeVisible()

    const bia = await team.person('Bia', { device: 'phone' })
    await bia.page.goto('/login?modo=criar')
    await expect(bia.page.getByText('Aqui se cria conta com um e-mail @aroeira.com.br.')).toBeVisible()
    await expectAccessible(bia.page, 'asking for the link of an account')
    await expectFits(bia.page)
    await bia.login.email.fill('bia@outra.com.br')
    bia.watch.allowNetworkErrors()
    await bia.page.getByRole('button', { name: 'Receber o link' }).click()
    await expect(bia.page.getByText('Este endereço não é de um domínio aceito aqui.')).toBeVisible()
    await bia.login.email.fill('bia@aroeira.com.br')
    await bia.page.getByRole('button', { name: 'Receber o link' }).click()
    await expect(bia.page.getByText('o link chega em instantes')).toBeVisible()
    let path = ''
    await expect
      .poll(() => {
        path = /(\/login\?modo=criar#[\w-]{43})/.exec(box.take('bia@aroeira.com.br').at(-1)?.text ?? '')?.[1] ?? path
        return path
      })
      .not.toBe('')
    await bia.page.goto('about:blank')
    await bia.page.goto(path)
    await expect(bia.login.email).toHaveValue('bia@aroeira.com.br')
    await expectAccessible(bia.page, 'an account by link')
    await expectFits(bia.page)
    await bia.login.name.fill('Bia')
    await bia.login.password.fill('umasenha123')
    await bia.login.confirmation.fill('umasenha123')
    await bia.login.submitButton.click()
    await expect(bia.page).toHaveURL(/\/dashboard/)
    await bia.page.goto('/settings')
    await expect(bia.page.getByRole('tab', { name: 'Perfil' })).toHaveAttribute('aria-selected', 'true')
    await expect(bia.page.getByText(/Confirme o seu e-mail/)).toHaveCount(0)
    await team.leave()
  })
})

onEmptyInstance('the members’ page with its dialogs is accessible', async ({ team, server }) => {
  await createAccount(server.origin, { name: adminName, email: adminEmail })
  const admin = await administrator(team, { device: 'phone' })
  await admin.page.goto('/admin/members')
  const rule = await open(admin, 'Quem cria conta', 'Quem pode criar conta')
  await expect(rule.getByRole('radio').first()).toBeVisible()
  await expectGoodOnBoth(admin.page, 'the rule of sign-up')
  await rule.getByRole('radio', { name: /^Só quem tem convite/ }).check()
  await rule.getByRole('button', { name: 'Salvar' }).click()
  const dialog = await open(admin, 'Convidar', 'Convidar para a Rodada')
  await dialog.getByLabel('Convidar por e-mail').fill('bia@aroeira.com.br caio@aroeira.com.br')
  await dialog.getByRole('button', { name: 'Convidar 2 pessoas' }).click()
  await expect(dialog.getByRole('button', { name: 'Copiar os 2 links' })).toBeVisible()
  await expectGoodOnBoth(admin.page, 'people invited')
  await admin.page.keyboard.press('Escape')
  await expect(admin.page.getByRole('region', { name: 'Convites à espera' }).getByRole('listitem')).toHaveCount(2)
  await expectGoodOnBoth(admin.page, 'members and invitations')
  const stranger = await team.person('Estranho', { device: 'phone' })
  await stranger.page.goto('/login?modo=criar')
  await expect(stranger.page.getByText('Aqui se cria conta com um convite.')).toBeVisible()
  await expectGoodOnBoth(stranger.page, 'sign-up closed')
})
