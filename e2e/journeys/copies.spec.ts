import { alone } from '../harness/board-people.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a board is copied, becomes a template, and others are made from it', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin)
  const { page, board } = ana
  await board.openMenu('Copiar quadro')
  const dialog = board.dialog('Copiar quadro')
  await dialog.getByLabel('Título da cópia').fill('Modelo de entrega')
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Modelo de entrega' })).toBeVisible()
  await board.expectCards('A Fazer', ['A', 'B', 'C'])

  await board.openMenu('Usar como modelo')
  await expect(page.getByText('Modelo', { exact: true })).toBeVisible()
  await page.goto(`${server.origin}/trello`)
  const templates = page.getByRole('region', { name: 'Modelos' })
  await expect(templates.getByRole('link', { name: 'Modelo de entrega' })).toBeVisible()

  await page.getByRole('link', { name: 'Criar Quadro' }).click()
  const create = board.dialog('Criar Quadro')
  await create.getByLabel('Título').fill('Entrega de junho')
  await create.getByLabel('A partir de um modelo').selectOption('Modelo de entrega')
  await create.getByRole('button', { name: 'Criar Quadro' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Entrega de junho' })).toBeVisible()
  await board.expectCards('A Fazer', ['A', 'B', 'C'])

  await test.step('a template that comes with the program needs no board before it', async () => {
    await page.goto(`${server.origin}/trello`)
    await page.getByRole('link', { name: 'Criar Quadro' }).click()
    await create.getByLabel('Título').fill('Retro de maio')
    await create.getByLabel('A partir de um modelo').selectOption('Retrospectiva')
    await create.getByRole('button', { name: 'Criar Quadro' }).click()
    await board.expectLists(['Foi bem', 'Pode melhorar', 'Ideias', 'Ações', 'Concluído'])
  })
})
