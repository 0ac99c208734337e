import { trelloBoard } from '../../packages/server/test/trello.ts'
import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a board of Trello comes after a first look, by keyboard alone, and is taken back as a whole', async ({ team }) => {
  const ana = await team.member('Ana')
  const { page } = ana
  await ana.signIn()
  await page.goto('/trello')
  await page.getByRole('link', { name: 'Trazer de outra ferramenta' }).first().click()
  await expect(page.getByRole('heading', { name: 'Trazer de outra ferramenta', level: 1 })).toBeVisible()

  await test.step('a file that is none is refused with what to do', async () => {
    await page
      .getByLabel('Arquivo', { exact: true })
      .setInputFiles({ name: 'quadro.json', mimeType: 'application/json', buffer: Buffer.from('{"id":') })
    await page.getByRole('button', { name: 'Ler o arquivo' }).press('Enter')
    await expect(page.getByText(/danificado ou incompleto.*linha 1/)).toBeVisible()
    await page.getByRole('link', { name: 'Escolher outro arquivo' }).press('Enter')
  })

  const buffer = Buffer.from(JSON.stringify(trelloBoard().export))
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name: 'checkout.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Ler o arquivo' }).press('Enter')

  await test.step('what will come, what each list means and who is who', async () => {
    await expect(page.getByText('checkout.json. Nada foi gravado ainda.')).toBeVisible()
    await expect(page.getByLabel('Status da lista Fazendo')).toHaveValue('em_andamento')
    await page.getByLabel('Status da lista Ideias').selectOption('Impedimento')
    await page.getByLabel('Quem é Bia Nogueira').selectOption({ label: 'Ana' })
    await expect(page.getByText('Arquivos que viram link: 1')).toBeVisible()
    await expectAccessible(page, 'first look')
  })
  await page.getByRole('button', { name: 'Trazer 5 cartões' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Seu quadro está pronto' })).toBeVisible()
  await expectAccessible(page, 'done')
  const address = page.url()
  await page.getByRole('link', { name: 'Abrir o quadro' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('Pagar com Pix', { exact: true })).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Desfazer tudo' }).press('Enter')
  await page.getByRole('button', { name: 'Desfazer mesmo' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Desfeita' })).toBeVisible()
})
