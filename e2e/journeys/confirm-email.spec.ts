import { type Mailbox, openMailbox } from '../../packages/server/test/mailbox.ts'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { Instance } from '../../scripts/lib/instance.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { cheap, expect, test } from '../harness/fixtures.ts'
import { Team } from '../harness/team.ts'
import { SettingsPage } from '../pages/settings.ts'

let box: Mailbox
let instance: Instance
test.beforeAll(async () => {
  box = await openMailbox()
  instance = await Instance.start({ ...cheap, ...box.env })
  await createAccount(instance.origin, { name: 'Administração' })
})
test.afterAll(async () => {
  await instance.stop()
  await box.stop()
})

/** The link of the newest email to an address, as a path of the instance. */
async function linkTo(email: string): Promise<string> {
  let path = ''
  await expect
    .poll(() => {
      path = /(\/confirmar-email#[\w-]{43})/.exec(box.takeConfirmations(email).at(-1)?.text ?? '')?.[1] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

test('the email of a new account confirms its address, by way of the login, and only once', async ({ browser }) => {
  const team = new Team(browser, instance.origin)
  const bia = await team.member('Bia')
  const link = await linkTo(bia.account.email)
  await bia.page.goto(link)
  await expect(bia.page).toHaveURL(/\/login/)
  await bia.login.signIn(bia.account.email, bia.account.password)
  await expect(bia.page.getByRole('heading', { level: 1 })).toHaveText('Confirmar o e-mail')
  await expect(bia.page.getByText(`Você está na conta de Bia, que usa o e-mail ${bia.account.email}.`)).toBeVisible()
  await bia.page.getByRole('button', { name: 'Confirmar o e-mail' }).click()
  await expect(bia.page.getByRole('heading', { level: 1 })).toHaveText('E-mail confirmado')
  await bia.page.reload()
  await bia.page.getByRole('button', { name: 'Confirmar o e-mail' }).click()
  await expect(bia.page.getByText('Este link expirou, já foi usado ou é de outra conta. Peça outro no seu perfil.')).toBeVisible()
  await bia.page.getByRole('link', { name: 'Abrir as configurações' }).click()
  await expect(bia.page).toHaveURL(/\/settings/)
  expect(team.problems.filter((problem) => !problem.includes('400'))).toEqual([])
  await team.leave()
})

test('the profile sends the email again, and says that the address is confirmed once it is', async ({ browser }) => {
  const team = new Team(browser, instance.origin)
  const bia = await team.member('Bia')
  const first = await linkTo(bia.account.email)
  await bia.signIn()
  const settings = new SettingsPage(bia.page)
  await settings.open()
  await expect(settings.panel.getByText('E-mail não confirmado')).toBeVisible()
  await settings.panel.getByRole('button', { name: 'Enviar o link de novo' }).click()
  await expect(settings.toast.filter({ hasText: bia.account.email })).toBeVisible()
  const second = await linkTo(bia.account.email)
  expect(second).not.toBe(first)
  await bia.page.goto(second)
  await bia.page.getByRole('button', { name: 'Confirmar o e-mail' }).click()
  await expect(bia.page.getByRole('heading', { level: 1 })).toHaveText('E-mail confirmado')
  await settings.open()
  await expect(settings.panel.getByText('E-mail confirmado')).toBeVisible()
  await expect(settings.panel.getByRole('button', { name: 'Enviar o link de novo' })).toHaveCount(0)
  expect(team.problems).toEqual([])
  await team.leave()
})

test('somebody else who follows the email sees whose account it is not, and confirms nothing', async ({ browser }) => {
  const team = new Team(browser, instance.origin)
  const [thief, owner] = [await team.member('Tito'), await team.member('Olga')]
  const link = await linkTo(thief.account.email)
  await owner.signIn()
  await owner.page.goto(link)
  await expect(owner.page.getByText(owner.account.email)).toBeVisible()
  await owner.page.getByRole('button', { name: 'Confirmar o e-mail' }).click()
  await expect(owner.page.getByRole('heading', { level: 1 })).toHaveText('Este link não confirma mais nada')
  await team.leave()
})

test('the page is accessible', async ({ browser }) => {
  const team = new Team(browser, instance.origin)
  const bia = await team.member('Bia', { device: 'phone' })
  await bia.signIn()
  await bia.page.goto('/confirmar-email#x')
  await expect(bia.page.getByRole('button', { name: 'Confirmar o e-mail' })).toBeVisible()
  await expectGoodOnBoth(bia.page, 'confirm')
  await team.leave()
})
