import { expect, test } from '../harness/fixtures.ts'
import { PalettePage } from '../pages/palette.ts'

const first = ['Pix parcelado', 'Calcular frete', 'Recibo por e-mail']
const second = ['Cupom de desconto', 'Boleto vencido', 'Trocar o cartão']

test('a product owner plans two sprints from nothing, sees what changed, and closes one into the next', async ({ team }) => {
  test.setTimeout(300_000)
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia')]
  await ana.signIn()
  await bia.signIn()
  const { page, board } = ana
  const parts = page.getByRole('navigation', { name: 'Partes do quadro' })
  const sprints = page.getByRole('region', { name: 'Sprints abertas' })
  const backlog = page.getByRole('region', { name: 'Backlog' })

  await test.step('a board with work and a colleague', async () => {
    await page.goto('/trello')
    await page.getByRole('link', { name: 'Criar Quadro' }).click()
    const create = board.dialog('Criar Quadro')
    await create.getByLabel('Título').fill('Loja')
    await create.getByRole('button', { name: 'Criar Quadro' }).click()
    await board.openMenu('Membros')
    const members = board.dialog(/Membros/)
    await members.getByRole('textbox', { name: /mail/i }).fill(bia.account.email)
    await members.getByRole('button', { name: /Convidar/ }).click()
    await expect(members.getByText('Bia', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await board.addCards('A Fazer', ...first, ...second)
  })
  const boardId = Number(new URL(page.url()).pathname.split('/').at(-1))

  await test.step('two sprints, planned in the backlog', async () => {
    await parts.getByRole('link', { name: 'Backlog' }).click()
    await expect(backlog.getByRole('listitem')).toHaveCount(6)
    for (const title of [...first, ...second]) {
      await page.getByRole('button', { name: `Estimar ${title}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: '5', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    for (const [name, titles] of [
      ['Sprint 1', first],
      ['Sprint 2', second],
    ] as const) {
      for (const title of titles) await page.getByRole('checkbox', { name: `Escolher ${title}` }).check()
      await page.getByRole('button', { name: 'Nova sprint' }).click()
      const form = page.getByRole('form', { name: 'Nova sprint' })
      await expect(form.getByLabel('Nome')).toHaveValue(name)
      await form.getByRole('button', { name: 'Criar e planejar 3' }).click()
      await expect(sprints.getByRole('listitem').filter({ hasText: name })).toContainText('15 pontos')
    }
    await expect(backlog.getByRole('listitem')).toHaveCount(0)
  })

  await test.step('a developer works on it without a mouse', async () => {
    await bia.page.goto(`/board/${boardId}`)
    const palette = new PalettePage(bia.page)
    const chosen = async (letters: string, title: string) => {
      await bia.page.keyboard.type(letters)
      await expect.poll(() => palette.active()).toContain(title)
      await bia.page.keyboard.press('Enter')
    }
    await bia.page.getByRole('link', { name: /Pix parcelado/ }).focus()
    await palette.open()
    await chosen('assu', 'Assumir')
    await expect(bia.page.getByText('LOJ-1 agora é de Bia.').first()).toBeVisible()
    await palette.open()
    await chosen('mov', 'Mover para…')
    await chosen('conc', 'Concluído')
    await expect(bia.page.getByRole('region', { name: /Concluído/ }).getByText('Pix parcelado')).toBeVisible()
  })

  await test.step('on her return Ana sees what changed', async () => {
    await page.goto('/dashboard')
    const since = page.getByRole('region', { name: 'Desde sua última visita' })
    await expect(since.getByRole('listitem').filter({ hasText: 'Pix parcelado' })).toContainText('Concluído')
    await expect(since.getByRole('listitem').filter({ hasText: 'Calcular frete' })).toHaveCount(0)
  })

  await test.step('the first sprint ends, and what is left goes into the second', async () => {
    await page.goto(`/board/${boardId}/backlog`)
    await page.getByRole('button', { name: 'Encerrar Sprint 1' }).click()
    const dialog = page.getByRole('dialog', { name: /^Encerrar/ })
    await dialog.getByRole('radio', { name: /^Sprint 2/ }).check()
    await dialog.getByRole('button', { name: 'Encerrar sprint' }).click()
    await expect(page).toHaveURL(/\/sprint\/\d+\/report$/)
    await expect(page.getByRole('region', { name: 'Leitura' })).toContainText('Vocês entregaram 5 pontos de 15 pontos.')
    await expect(page.getByRole('region', { name: 'Ficaram' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByRole('menuitem', { name: 'Copiar o resumo' }).click()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toContain('Entregues (1)\n- Pix parcelado (5 pontos)')
    expect(text).toMatch(/- Calcular frete \(5 pontos, .*Sprint 2\)/)
  })

  await test.step('every screen has the same figures', async () => {
    await page.goto(`/board/${boardId}/backlog`)
    await expect(sprints.getByRole('img', { name: '25 de cerca de 5 pontos' })).toBeVisible()
    await parts.getByRole('link', { name: 'Relatórios' }).click()
    await expect(page.getByText('Entregue na última: 5')).toBeVisible()
    await parts.getByRole('link', { name: 'Sprints' }).click()
    const card = page.getByRole('article').filter({ hasText: 'Sprint 2' })
    await expect(card).toContainText('5 tarefas')
  })
})
