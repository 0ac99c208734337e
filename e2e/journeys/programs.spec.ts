import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { adminEmail, expect, test } from '../harness/fixtures.ts'
import { makeBoard } from '../harness/work.ts'
import { SettingsPage } from '../pages/settings.ts'

test('a token is made with the keyboard, kept, used by a program, told in the activity, and revoked', async ({ team, server }) => {
  const ana = await team.member('Ana Programas')
  const [board, other] = [
    await makeBoard(server.origin, ana.account, { title: 'Checkout e pagamentos' }),
    await makeBoard(server.origin, ana.account, { title: 'Portal do lojista' }),
  ]
  await ana.signIn()
  const { page } = ana
  const settings = new SettingsPage(page)
  await settings.open('Programas')
  await expect(settings.panel.getByText('Nenhum programa age em seu nome')).toBeVisible()
  await expect(settings.panel.getByRole('link', { name: 'Como usar a API' })).toHaveAttribute('href', '/api/docs#tokens')
  const assistants = settings.region('Assistentes')
  await expect(assistants).toContainText(`${server.origin}/mcp`)
  await expect(assistants.getByRole('link', { name: 'Como ligar' })).toHaveAttribute('href', '/api/docs#assistentes')
  await expectGoodOnBoth(page, 'programs, none')
  await assistants.getByRole('button', { name: 'Copiar endereço' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/mcp`)

  await settings.panel.getByRole('button', { name: 'Novo token' }).focus()
  await page.keyboard.press('Enter')
  const { dialog } = settings
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Dê um nome ao token.')).toBeVisible()
  await expect(dialog.getByText('Escolha ao menos um quadro, ou todos.')).toBeVisible()
  await expectGoodOnBoth(page, 'a new token')
  await expect(dialog.getByLabel('Nome')).toBeFocused()
  await page.keyboard.type('Assistente da Ana')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: /^Leitura/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^Escrita/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: /^Só os quadros/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('checkbox', { name: 'Checkout e pagamentos' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('checkbox', { name: 'Checkout e pagamentos' })).toBeChecked()
  await dialog.getByLabel('Validade').selectOption({ label: '7 dias' })
  await dialog.getByRole('button', { name: 'Criar token' }).focus()
  await page.keyboard.press('Enter')

  const once = settings.region('Copie agora. Este token não aparece de novo.')
  await expect(once).toBeFocused()
  await expect(once).toContainText('Assistente da Ana: escreve em Checkout e pagamentos')
  await expectGoodOnBoth(page, 'a token, once')
  await once.getByRole('button', { name: 'Copiar' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^rdd_\w{38}$/)
  const row = settings.panel.getByRole('listitem').filter({ hasText: 'Assistente da Ana' })
  await expect(row).toContainText(`rdd_…${token.slice(-4)}`)
  await expect(row).toContainText('nunca')
  await once.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(settings.panel.getByRole('button', { name: 'Novo token' })).toBeFocused()

  // The program, which needs no page.
  const asProgram = (path: string, init: RequestInit = {}) =>
    fetch(`${server.origin}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.body !== undefined && { 'content-type': 'application/json' }) },
    })
  const [list] = await callAs(server.origin, ana.account, boardsApi.lists, { params: { boardId: board.boardId } })
  const made = await asProgram(listCardsApi.create.url.replace(':boardId', String(board.boardId)).replace(':listId', String(list?.id)), {
    method: 'POST',
    body: JSON.stringify({ title: 'Conciliar o extrato' }),
  })
  expect(made.status).toBe(200)
  const { id } = (await made.json()) as { id: number }
  expect((await asProgram(boardsApi.get.url.replace(':boardId', String(other.boardId)))).status).toBe(404)
  expect((await asProgram('/tokens')).status).toBe(403)

  await page.goto(`/board/${board.boardId}?card=${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Mostrar atividade' }).click()
  await expect(page.getByRole('dialog').getByText('Um programa de Ana Programas')).toBeVisible()

  await settings.open('Programas')
  await expect(row).not.toContainText('nunca')
  await row.getByRole('button', { name: 'Revogar Assistente da Ana' }).click()
  await dialog.getByRole('button', { name: 'Revogar token' }).click()
  await expect(settings.panel.getByText('Nenhum programa age em seu nome')).toBeVisible()
  expect((await asProgram(cardsApi.get.url.replace(':cardId', String(id)))).status).toBe(401)
})

test('who administers sees the tokens of all accounts, and ends one', async ({ team, server }) => {
  const caio = await team.member('Caio Programas')
  await makeBoard(server.origin, caio.account, { title: 'Entregas do Caio' })
  await caio.signIn()
  const own = new SettingsPage(caio.page)
  await own.open('Programas')
  await own.panel.getByRole('button', { name: 'Novo token' }).click()
  await own.dialog.getByLabel('Nome').fill('Painel da TV')
  await own.dialog.getByRole('radio', { name: /^Todos os quadros/ }).check()
  await own.dialog.getByRole('button', { name: 'Criar token' }).click()
  await expect(own.region('Copie agora. Este token não aparece de novo.')).toBeVisible()

  const admin = await team.person('Administração')
  await admin.login.open()
  await admin.login.signIn(adminEmail, 'umasenha123')
  await expect(admin.page).toHaveURL('/admin-dashboard')
  const settings = new SettingsPage(admin.page)
  await settings.open('Sistema')
  const all = settings.region('Tokens de todas as contas')
  const row = all.getByRole('listitem').filter({ hasText: 'Caio Programas' })
  await expect(row).toContainText('Todos os quadros')
  await row.getByRole('button', { name: 'Revogar Painel da TV' }).click()
  await expect(settings.dialog).toContainText('Caio Programas recebe um e-mail')
  await settings.dialog.getByRole('button', { name: 'Revogar token' }).click()
  await expect(row).toHaveCount(0)
  const audit = settings.region('Auditoria')
  await expect(audit.getByRole('listitem').filter({ hasText: 'Token pessoal revogado' }).first()).toContainText('Painel da TV')
})
