import { type Mailbox, openMailbox } from '../../packages/server/test/mailbox.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { expectAccessible } from '../harness/axe.ts'
import { adminEmail, test as base, cheap, expect } from '../harness/fixtures.ts'
import { Team } from '../harness/team.ts'

/** An installation that sends its emails to a real mail server of this journey. */
const test = base.extend<{ mailing: { team: Team; mailbox: Mailbox } }>({
  mailing: async ({ browser }, use) => {
    const mailbox = await openMailbox()
    const server = await Instance.start({ ...cheap, ...mailbox.env })
    await createAccount(server.origin, { name: 'Administração', email: adminEmail })
    const team = new Team(browser, server.origin)
    await use({ team, mailbox })
    const problems = team.problems
    await team.leave()
    await server.stop()
    await mailbox.stop()
    expect(problems, 'errors in a console, or requests that left the origin').toEqual([])
  },
})

/** The way that the email's link leads, on the installation under test. */
async function linkTo(mailbox: Mailbox, address: string): Promise<string> {
  const emails = () => mailbox.received.filter(({ to, text }) => to === address && text.includes('/redefinir-senha#'))
  await expect.poll(() => emails().length).toBeGreaterThan(0)
  return /\/redefinir-senha#\S+/.exec(emails().at(-1)?.text ?? '')?.[0] ?? ''
}

test('a forgotten password is replaced by the email’s link, once', async ({ mailing: { team, mailbox } }) => {
  const ana = await team.member('Ana')
  const { login, page, account } = ana
  await login.open()
  await login.email.fill(account.email)
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible()
  await expectAccessible(page, 'forgotten password')
  await page.getByRole('button', { name: 'Enviar o link' }).click()
  await expect(page.getByText(`Se houver uma conta com ${account.email}, o link chega em instantes.`)).toBeVisible()
  await expectAccessible(page, 'forgotten password, sent')

  const link = await linkTo(mailbox, account.email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Crie outra senha' })).toBeVisible()
  await expectAccessible(page, 'reset')
  const save = page.getByRole('button', { name: 'Salvar senha' })
  await page.getByLabel('Nova senha', { exact: true }).fill('12345')
  await save.click()
  await expect(page.getByText('A senha deve ter pelo menos 6 caracteres')).toBeVisible()
  await page.getByLabel('Nova senha', { exact: true }).fill('outrasenha123')
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill('outrasenha12')
  await save.click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await page.getByLabel('Confirme a nova senha', { exact: true }).fill('outrasenha123')
  await save.click()
  await expect(page).toHaveURL('/login')
  await login.signIn(account.email, account.password)
  await expect(login.problem('E-mail ou senha incorretos. Confira e tente de novo.')).toBeVisible()
  await login.signIn(account.email, 'outrasenha123')
  await expect(page).toHaveURL('/dashboard')

  const thief = await team.person('Alguém')
  await thief.page.goto(link)
  await thief.page.getByLabel('Nova senha', { exact: true }).fill('roubada123')
  await thief.page.getByLabel('Confirme a nova senha', { exact: true }).fill('roubada123')
  await thief.page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(thief.page.getByText('Este link expirou ou já foi usado. Peça outro.')).toBeVisible()
  await expectAccessible(thief.page, 'reset, over')
  await thief.page.getByRole('link', { name: 'Pedir outro link' }).click()
  await expect(thief.page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible()
})

test('an address without an account is answered the same, and gets no email', async ({ mailing: { team, mailbox } }) => {
  const { login, page } = await team.person('Alguém')
  await login.open()
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await page.getByRole('button', { name: 'Enviar o link' }).click()
  await expect(page.getByText('Por favor, digite seu e-mail!')).toBeVisible()
  await login.email.fill('ninguem@aroeira.com.br')
  await page.getByRole('button', { name: 'Enviar o link' }).click()
  await expect(page.getByText('Se houver uma conta com ninguem@aroeira.com.br, o link chega em instantes.')).toBeVisible()
  // Emails go out in their order: once a later one is here, an earlier one would be here too.
  const bia = await team.member('Bia')
  await bia.login.open()
  await bia.page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await bia.login.email.fill(bia.account.email)
  await bia.page.getByRole('button', { name: 'Enviar o link' }).click()
  await linkTo(mailbox, bia.account.email)
  expect(mailbox.received.filter(({ to }) => to === 'ninguem@aroeira.com.br')).toEqual([])
})

test('an address without its token says so', async ({ team }) => {
  const { page } = await team.person('Ana')
  await page.goto('/redefinir-senha')
  await expect(page.getByText('O endereço está incompleto. Abra o link do e-mail de novo ou peça outro.')).toBeVisible()
})
