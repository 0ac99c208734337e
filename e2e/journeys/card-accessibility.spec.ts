import { cardsApi } from '@rodada/contract/cards/card-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectGoodOnBoth, opened } from '../harness/axe.ts'
import { fillCard, stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { onOtherDevice } from '../harness/tabs.ts'
import { CardPage } from '../pages/card.ts'

test('the card window in its states', async ({ team, server }) => {
  // Many states are examined one after the other; a loaded machine takes its time.
  test.slow()
  const ana = await team.member('Ana', { device: 'phone' })
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, {
    description: '# Título\n\nUm [link](https://aroeira.com.br), `código` e\n\n> uma citação',
    members: [caio.account],
  })
  await fillCard(server.origin, stage, ana.account, caio.account)
  const params = { cardId: stage.cardId }
  const { page } = ana
  await ana.signIn()
  const card = new CardPage(page)
  await card.open(stage.path)
  await card.showActivity()
  await expectAccessible(page, 'full card', opened)
  await expectGoodOnBoth(page, 'full card', opened)

  const examinePopovers = async () => {
    for (const [name, open] of [
      ['labels', () => card.openLabels()],
      ['new label', () => page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' }).fill('Nova')],
    ] as const) {
      await open()
      await expectAccessible(page, name, opened)
    }
    await card.expectPopoverFocused()
    await page.keyboard.press('Escape')
    for (const fact of ['Responsável', 'Participantes', 'Prioridade', 'Lista']) {
      await card.fact(fact).getByRole('button').first().click()
      await expectAccessible(page, fact, opened)
      await card.expectPopoverFocused()
      await page.keyboard.press('Escape')
    }
    const menu = card.window.getByRole('button', { name: 'Ações de Funciona com leitor de tela' })
    await menu.focus()
    await menu.press('Enter')
    await expectAccessible(page, 'menu of an item', opened)
    await card.expectPopoverFocused()
    await page.keyboard.press('Escape')
  }
  await examinePopovers()
  await onOtherDevice(page, examinePopovers)

  await card.writeDescription('O texto da Ana')
  await callAs(server.origin, caio.account, cardsApi.update, { params, body: { description: 'O texto do Caio' } })
  await expect(card.description.getByText('Caio mudou a descrição')).toBeVisible()
  await expectGoodOnBoth(page, 'editing', opened)
  await card.saveDescription()
  await expect(card.conflict).toBeVisible()
  await expectGoodOnBoth(page, 'conflict', opened)
  await card.closeButton.click()
  await expect(page.getByRole('button', { name: 'Guardar e fechar' })).toBeVisible()
  await expectGoodOnBoth(page, 'unsent text', opened)
  await page.getByRole('button', { name: 'Voltar ao texto' }).click()
  await callAs(server.origin, caio.account, cardsApi.archive, { params })
  await expect(card.window.getByText('Caio arquivou este cartão.')).toBeVisible()
  await expectGoodOnBoth(page, 'archived', opened)
  await callAs(server.origin, ana.account, cardsApi.remove, { params })
  await expect(card.window.getByRole('heading', { name: 'Este cartão não está mais aqui' })).toBeVisible()
  await expectGoodOnBoth(page, 'gone', opened)
})

test('what guests see of a card', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, caio.account, { description: 'texto', guests: [ana.account] })
  await fillCard(server.origin, stage, caio.account, caio.account)
  await ana.signIn()
  await new CardPage(ana.page).open(stage.path)
  await expectGoodOnBoth(ana.page, 'guest', opened)
})
