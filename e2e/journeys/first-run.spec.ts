import { expectAccessible, expectGoodOnBoth } from '../harness/axe.ts'
import { expect, onEmptyInstance } from '../harness/fixtures.ts'
import { InvitationPage } from '../pages/invitation.ts'

onEmptyInstance('from an empty installation to a team that votes on its own story: at most 12 interactions', async ({ team }) => {
  const ana = await team.person('Ana Luísa')
  const { page } = ana
  await page.goto('/login?modo=criar')
  let interactions = 0
  const act = async (what: Promise<void>) => {
    interactions += 1
    await what
  }
  await act(ana.login.name.fill('Ana Luísa'))
  await act(ana.login.email.fill('ana@aroeira.com.br'))
  await act(ana.login.password.fill('umasenha123'))
  await act(ana.login.confirmation.fill('umasenha123'))
  await act(ana.login.confirmation.press('Enter'))

  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  const step = (name: string) => steps.getByRole('form', { name })
  await expect(step('Monte o quadro').getByLabel('Nome')).toHaveValue('Quadro do time')
  await expectAccessible(page, 'first steps, the board')
  await act(step('Monte o quadro').getByRole('button', { name: 'Montar o quadro' }).click())
  await expect(steps.getByRole('heading', { name: 'Quadro do time (feito)' })).toBeVisible()
  await act(step('Convidar').getByLabel('Convidar por e-mail').fill('bia@aroeira.com.br'))
  await act(step('Convidar').getByRole('button', { name: 'Convidar e copiar o link' }).click())
  await expect(steps.getByRole('heading', { name: 'Chame o time (feito)' })).toBeVisible()
  await expectAccessible(page, 'first steps, somebody invited')
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const bia = await team.person('Bia')
  await bia.page.goto(link)
  await bia.login.toRegister()
  await bia.login.register({ name: 'Bia', email: 'bia@aroeira.com.br', password: 'umasenha123' })
  await new InvitationPage(bia.page).enterButton.click()
  await expect(bia.page).toHaveURL(/\/board\/\d+/)

  await act(step('Abram a mesa').getByLabel('Primeira história').fill('Pix parcelado: mostrar simulação'))
  await act(step('Abram a mesa').getByRole('button', { name: 'Abrir a mesa' }).click())
  await expect(page).toHaveURL(/\/votacao\//)
  const roomId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(page.getByText('Pix parcelado: mostrar simulação').first()).toBeVisible()
  await bia.page.goto(`/votacao/${roomId}`)
  await bia.room.seated()
  await bia.room.vote('5')
  await act(ana.room.vote('5'))
  await ana.room.expectVotes(2, 2)
  await act(ana.room.revealButton.click())
  await expect(bia.page.getByText('Consenso!').first()).toBeVisible()
  expect(interactions).toBeLessThanOrEqual(12)

  // All three are done, so the page is the usual one.
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Desempenho por pessoa' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

onEmptyInstance(
  'a step that is passed over waits, by keyboard; what is put aside stays away, and comes back with undo',
  async ({ team }) => {
    const ana = await team.person('Ana')
    const { page } = ana
    await page.goto('/login?modo=criar')
    await ana.login.register({ name: 'Ana', email: 'ana@aroeira.com.br', password: 'umasenha123' })
    const steps = page.getByRole('region', { name: 'Primeiros passos' })
    await steps.getByRole('radio', { name: /^Desenvolvimento/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(steps.getByRole('radio', { name: /^Produto/ })).toBeChecked()
    await steps.getByLabel('Nome').fill('Portal')
    await page.keyboard.press('Enter')
    await expect(steps.getByRole('heading', { name: 'Portal (feito)' })).toBeVisible()
    await steps.getByRole('button', { name: 'Pular' }).press('Enter')
    await expect(steps.getByLabel('Primeira história')).toBeVisible()
    await page.reload()
    await expect(steps.getByLabel('Convidar por e-mail'), 'nobody was called yet').toBeVisible()
    await steps.getByRole('button', { name: 'Fazer depois' }).click()
    await expect(steps).toHaveCount(0)
    const undo = page.getByRole('button', { name: 'Desfazer' })
    await undo.hover()
    await undo.click()
    await expect(steps).toBeVisible()
    await steps.getByRole('button', { name: 'Fazer depois' }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Ações rápidas' })).toBeVisible()
    await expect(steps).toHaveCount(0)
  },
)

onEmptyInstance('the first steps are accessible', async ({ team }) => {
  const ana = await team.person('Ana', { device: 'phone' })
  const { page } = ana
  await page.goto('/login?modo=criar')
  await ana.login.register({ name: 'Ana', email: 'ana@aroeira.com.br', password: 'umasenha123' })
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  await expect(steps.getByLabel('Nome')).toBeVisible()
  await expectGoodOnBoth(page, 'first steps')
  await steps.getByRole('button', { name: 'Montar o quadro' }).click()
  await steps.getByLabel('Convidar por e-mail').fill('bia@aroeira.com.br caio@aroeira.com.br')
  await steps.getByRole('button', { name: 'Convidar 2 pessoas e copiar os links' }).click()
  await expect(steps.getByRole('listitem').filter({ hasText: 'bia@aroeira.com.br' }).first()).toBeVisible()
  await expectGoodOnBoth(page, 'first steps, people invited')
})
