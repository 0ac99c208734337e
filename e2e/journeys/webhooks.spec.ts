import { verified } from '../../packages/server/test/webhook-receiver.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, openIntegrations, test } from '../harness/integration-stage.ts'

test('a program hears of a card, checks who says so, and gets again what it missed', async ({ team, server, services: { program } }) => {
  program.reset()
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'] } })
  await ana.signIn()
  const { page } = ana
  await ana.board.open(boardId)
  await openIntegrations(page)
  const part = page.getByRole('region', { name: 'Avisos para programas' })
  await part.getByRole('button', { name: 'Novo aviso' }).click()
  await part.getByRole('button', { name: 'Criar aviso' }).click()
  await expect(part.getByText('Escreva o endereço, que começa com https://.')).toBeVisible()
  await expect(part.getByText('Escolha de que eventos avisar.')).toBeVisible()
  await part.getByRole('textbox', { name: 'Endereço' }).fill(program.url)
  await part.getByRole('textbox', { name: 'Nome' }).fill('Publicação automática')
  await part.getByRole('checkbox', { name: 'Cartão criado' }).check()
  await part.getByRole('button', { name: 'Criar aviso' }).click()
  const once = part.getByRole('region', { name: 'Copie agora. Este segredo não aparece de novo.' })
  await expect(once).toBeFocused()
  const copied = async () => {
    await once.getByRole('button', { name: 'Copiar' }).click()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    await expect(once).toContainText(secret)
    await once.getByRole('button', { name: 'Já guardei' }).click()
    await expect(page.getByText(secret)).toHaveCount(0)
    return secret
  }
  const secret = await copied()
  await expect(part.getByRole('button', { name: 'Novo aviso' })).toBeFocused()

  const hook = part.getByRole('listitem', { name: 'Publicação automática' })
  await expect(hook.getByText('Em dia')).toBeVisible()
  await hook.getByRole('button', { name: 'Testar' }).click()
  await expect(page.getByText(/^O teste chegou: 204/)).toBeVisible()
  expect(program.arrived.map((one) => verified(secret, one).type)).toEqual(['webhook.test'])

  // The program is away while a card is made.
  program.reset()
  program.answer = () => 503
  await page.keyboard.press('Escape')
  await ana.board.addCards('A Fazer', 'Emitir nota')
  await expect.poll(() => program.arrived.length).toBe(1)
  await openIntegrations(page)
  await expect(hook.getByText('Não chega', { exact: true })).toBeVisible()
  await hook.getByRole('button', { name: 'Entregas' }).click()
  const delivery = hook.getByRole('button', { name: /^503 Cartão criado/ })
  await delivery.click()
  await expect(hook.getByText('"title": "Emitir nota"')).toBeVisible()
  program.answer = () => 204
  await hook.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(hook.getByRole('button', { name: /^204 Cartão criado/ })).toBeVisible()
  const [first, again] = program.arrived
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(again && verified(secret, again).data).toMatchObject({ card: { title: 'Emitir nota' } })

  await hook.getByRole('button', { name: 'Mudar' }).click()
  await hook.getByRole('checkbox', { name: 'Comentário' }).check()
  await hook.getByRole('button', { name: 'Salvar' }).click()
  await expect(hook.getByText('Cartão criado, Comentário')).toBeVisible()

  // Another secret, where it is: the old one is no longer theirs who had it.
  program.reset()
  await hook.getByRole('button', { name: 'Mudar' }).click()
  await hook.getByRole('button', { name: 'Trocar segredo' }).click()
  await page.getByRole('dialog', { name: 'Trocar o segredo deste aviso?' }).getByRole('button', { name: 'Trocar segredo' }).click()
  await expect(once).toBeFocused()
  const next = await copied()
  await expect(hook.getByRole('button', { name: 'Mudar' })).toBeFocused()
  await hook.getByRole('button', { name: 'Testar' }).click()
  await expect.poll(() => program.arrived.length).toBe(1)
  const [signed] = program.arrived
  expect(signed && verified(next, signed).type).toBe('webhook.test')
  expect(() => signed && verified(secret, signed)).toThrow()

  await hook.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('dialog', { name: 'Excluir este aviso?' }).getByRole('button', { name: 'Excluir' }).click()
  await expect(part.getByText('Nenhum aviso ainda.')).toBeVisible()
})

test('updates for programs are accessible and fit a phone', async ({ team, server, services: { program } }) => {
  program.reset()
  const ana = await team.member('Ana', { device: 'phone' })
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Calcular frete'] } })
  await ana.signIn()
  const { page } = ana
  await page.goto(`/board/${boardId}`)
  await openIntegrations(page)
  const part = page.getByRole('region', { name: 'Avisos para programas' })
  await part.getByRole('button', { name: 'Novo aviso' }).click()
  await part.scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'webhook-form', '[role="dialog"]')
  await part.getByRole('textbox', { name: 'Endereço' }).fill(program.url)
  await part.getByRole('checkbox', { name: 'Cartão concluído' }).check()
  await part.getByRole('button', { name: 'Criar aviso' }).click()
  await expect(part.getByRole('region', { name: 'Copie agora. Este segredo não aparece de novo.' })).toBeVisible()
  await part.scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'webhook-secret', '[role="dialog"]')
  await part.getByRole('button', { name: 'Já guardei' }).click()
  await part.getByRole('button', { name: 'Mudar' }).click()
  await part.getByRole('button', { name: 'Trocar segredo' }).scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'webhook-change', '[role="dialog"]')
  await part.getByRole('button', { name: 'Cancelar' }).click()
  program.answer = () => 500
  await part.getByRole('button', { name: 'Testar' }).click()
  await expect(page.getByText('O teste não chegou: Status 500.')).toBeVisible()
  await part.getByRole('button', { name: 'Entregas' }).click()
  await part.getByRole('button', { name: /^500 Teste/ }).click()
  await expect(part.getByText('Enviar de novo')).toBeVisible()
  await part.getByText('Enviar de novo').scrollIntoViewIfNeeded()
  await expectGoodOnBoth(page, 'webhook-deliveries', '[role="dialog"]')
})
