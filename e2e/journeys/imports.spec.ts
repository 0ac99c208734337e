import { jiraSprints } from '../../packages/server/test/jira.ts'
import { trelloBoard } from '../../packages/server/test/trello.ts'
import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { NotificationsPage } from '../pages/notifications.ts'

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
    await page.getByLabel('Chave de API').fill('0123456789abcdef0123456789abcdef')
    await page.getByRole('button', { name: 'Trazer 5 cartões' }).press('Enter')
    await expect(page.getByText('Diga a chave e o token, ou nenhum dos dois.')).toBeVisible()
    await page.getByLabel('Chave de API').fill('')
    await expectAccessible(page, 'first look')
  })
  await page.getByRole('button', { name: 'Trazer 5 cartões' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Seu quadro está pronto' })).toBeVisible()
  await expectAccessible(page, 'done')
  const address = page.url()
  await test.step('the bell tells that it is done, and leads to the board', async () => {
    const notifications = new NotificationsPage(page)
    await notifications.unread(1).press('Enter')
    await notifications.row('A importação de Checkout terminou').press('Enter')
  })
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('Pagar com Pix', { exact: true })).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Desfazer tudo' }).press('Enter')
  await page.getByRole('button', { name: 'Desfazer mesmo' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Desfeita' })).toBeVisible()
})

test('sprints of Jira are told in the first look, come with their cards, and their reports say what the file did not', async ({ team }) => {
  const ana = await team.member('Ana')
  const { page } = ana
  await ana.signIn()
  await page.goto('/trazer')
  await page.getByLabel('Ferramenta').selectOption('jira')
  const buffer = Buffer.from(JSON.stringify(jiraSprints()))
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name: 'PAG.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Ler o arquivo' }).press('Enter')
  await expect(page.getByRole('heading', { name: '4 sprints' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sprint 8' }).first()).toContainText('datas supostas')
  await expectAccessible(page, 'first look of sprints')
  await page.getByRole('button', { name: 'Trazer 7 cartões' }).press('Enter')
  await page.getByRole('link', { name: 'Abrir o quadro' }).press('Enter')
  await page.getByRole('link', { name: 'Sprints', exact: true }).last().click()
  await page.getByRole('link', { name: 'Sprint 6' }).first().click()
  await page.getByRole('link', { name: 'Relatório', exact: true }).click()
  await expect(page.getByText('Ela veio de outra ferramenta, já encerrada')).toBeVisible()
  // No sprint of this board says what it promised.
  await expect(page.getByRole('heading', { name: 'Velocidade' })).toBeVisible()
  await expect(page.getByText('Prometido', { exact: true })).toBeHidden()
  await expectAccessible(page, 'report of a sprint that came over')
})

test('on a phone a board comes, its people are matched, it is brought up to date and that is undone, and the inbox tells of it', async ({
  team,
}) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const { page } = ana
  const fits = () => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const trello = trelloBoard().export
  const send = async (file: object) => {
    await page.goto('/trazer')
    const buffer = Buffer.from(JSON.stringify(file))
    await page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name: 'checkout.json', mimeType: 'application/json', buffer })
    await fits()
    await page.getByRole('button', { name: 'Ler o arquivo' }).tap()
    await page.getByText('checkout.json. Nada foi gravado ainda.').waitFor()
    await fits()
  }
  await ana.signIn()

  await test.step('a first look, with who is who', async () => {
    await send(trello)
    await page.getByLabel('Quem é Bia Nogueira').selectOption({ label: 'Ana' })
    await page.getByLabel('Chave de API').fill('curta')
    await page.getByRole('button', { name: 'Trazer 5 cartões' }).tap()
    await expect(page.getByText('Confira o que você copiou do Trello')).toBeVisible()
    await fits()
    await expectAccessible(page, 'first look on a phone')
    await page.getByLabel('Chave de API').fill('')
    await page.getByRole('button', { name: 'Trazer 5 cartões' }).tap()
  })
  await expect(page.getByRole('heading', { name: 'Seu quadro está pronto' })).toBeVisible()
  await fits()
  await expectAccessible(page, 'done on a phone')

  await test.step('a newer file brings the same board up to date, and that is undone', async () => {
    await send({ ...trello, cards: trello.cards.map((card) => ({ ...card, desc: 'Mudou lá' })) })
    await expect(page.getByText('Você já trouxe este quadro')).toBeVisible()
    await page.getByRole('button', { name: 'Trazer 5 cartões' }).tap()
    await page.getByRole('button', { name: 'Desfazer tudo' }).tap()
    await fits()
    await page.getByRole('button', { name: 'Desfazer mesmo' }).tap()
    await expect(page.getByRole('heading', { name: 'Desfeita' })).toBeVisible()
    await fits()
  })
  const address = page.url()
  await page.goto('/notificacoes')
  const notifications = new NotificationsPage(page)
  await expect(notifications.row('A importação de Checkout terminou')).toBeVisible()
  await fits()
  await expectAccessible(page, 'inbox on a phone')
  await notifications.row('A importação em Checkout foi desfeita').tap()
  await expect(page).toHaveURL(address)
})
