import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardColors } from '@rodada/contract/boards/settings'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'

test('several cards are chosen by keys and by pointer, and moved, assigned and archived with one way back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const caio = await team.member('Caio')
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado', members: [caio.account] })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  await ana.board.addCards('A Fazer', 'Boleto vencido', 'Cupom', 'Frete')
  const { page, board } = ana
  const bar = page.getByRole('region', { name: 'Ações para os escolhidos' })

  await board.card('Pix parcelado').focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 escolhido')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('3 escolhidos')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar).toContainText('2 escolhidos')
  await expect(board.card('Boleto vencido')).toContainText('Escolhido')
  await board.card('Frete').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar).toContainText('3 escolhidos')
  await expectAccessible(page, 'chosen cards')

  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Em Andamento' }).click()
  await board.expectCards('A Fazer', ['Cupom'])
  await board.expectCards('Em Andamento', ['Pix parcelado', 'Boleto vencido', 'Frete'])
  await expect(board.toast).toContainText('3 cartões movidos para Em Andamento')
  await expect(bar).toBeHidden()
  await expect(board.card('Frete')).toBeFocused()
  await page.keyboard.press('Control+z')
  await board.expectCards('A Fazer', ['Pix parcelado', 'Boleto vencido', 'Cupom', 'Frete'])
  await expect(board.toast).toContainText('Tudo voltou a ser como era')

  await board.card('Pix parcelado').hover()
  await page.getByRole('checkbox', { name: 'Escolher Pix parcelado' }).click()
  await board.card('Cupom').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 escolhidos')
  await bar.getByRole('button', { name: 'Pessoa' }).click()
  await page.getByRole('menuitem', { name: 'Caio' }).click()
  await expect(board.toast).toContainText('3 cartões agora são de Caio')
  await expect(board.card('Cupom').getByRole('img', { name: /Caio/ })).toBeVisible()
  await caio.signIn()
  await caio.page.goto(`/board/${stage.boardId}`)
  await expect(caio.board.card('Boleto vencido').getByRole('img', { name: /Caio/ })).toBeVisible()

  // Somebody moves one of them before the others are taken back.
  await caio.board.card('Cupom').focus()
  await caio.page.keyboard.press(' ')
  await expect(board.card('Cupom').getByRole('img', { name: /Caio/ })).toHaveCount(0)
  await board.undo()
  await expect(board.toast).toContainText('1 cartão mudou nesse meio-tempo e ficou como está')
  await expect(board.card('Boleto vencido').getByRole('img', { name: /Caio/ })).toHaveCount(0)

  await test.step('a label for all of them, and off again at once from those that did not have it', async () => {
    await callAs(server.origin, ana.account, boardsApi.addLabel, {
      params: { boardId: stage.boardId },
      body: { name: 'Pagamento', color: boardColors.folha },
    })
    await board.card('Cupom').focus()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Buscar ou criar etiqueta' }).fill('Pagamento')
    // Before the page has heard of it, Enter would make another one.
    await expect(page.getByRole('option', { name: 'Pagamento', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(board.card('Cupom')).toContainText('Pagamento')
    await page.keyboard.press('Control+a')
    await bar.getByRole('button', { name: 'Etiqueta' }).click()
    await expectAccessible(page, 'the labels for chosen cards')
    await page.getByRole('menuitem', { name: 'Pagamento' }).click()
    await expect(board.toast).toContainText('3 cartões ganharam a etiqueta Pagamento')
    await expect(caio.board.card('Frete')).toContainText('Pagamento')
    await page.keyboard.press('Control+z')
    await expect(caio.board.card('Frete')).not.toContainText('Pagamento')
    await expect(board.card('Pix parcelado')).not.toContainText('Pagamento')
    await expect(board.card('Cupom')).toContainText('Pagamento')
  })

  await board.card('Pix parcelado').focus()
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('4 escolhidos')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Control+a')
  await bar.getByRole('button', { name: 'Arquivar' }).click()
  await board.expectCards('A Fazer', [])
  await board.undo()
  await board.expectCards('A Fazer', ['Pix parcelado', 'Boleto vencido', 'Cupom', 'Frete'])

  // A refusal changes none of them, and says so.
  ana.watch.allowNetworkErrors()
  await refuse(page, 'POST', /\/api\/cards\/bulk$/)
  await board.card('Pix parcelado').focus()
  await page.keyboard.press('Control+a')
  await bar.getByRole('button', { name: 'Arquivar' }).click()
  await expect(board.toast).toContainText('A Rodada volta em instantes.')
  await board.expectCards('A Fazer', ['Pix parcelado', 'Boleto vencido', 'Cupom', 'Frete'])
  await expect(bar).toContainText('4 escolhidos')
})

test('on a phone cards are chosen from the menu, by touch', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Pix parcelado' })
  await ana.signIn()
  await ana.page.goto(`/board/${stage.boardId}`)
  const bar = ana.page.getByRole('region', { name: 'Ações para os escolhidos' })
  await ana.board.openMenu('Escolher cartões')
  await expect(bar).toContainText('Toque nos cartões para escolher')
  await ana.board.card('Pix parcelado').tap()
  await expect(bar).toContainText('1 escolhido')
  await expectFits(ana.page, 'chosen cards')
  await expectAccessible(ana.page, 'chosen cards on a phone')
  await bar.getByRole('button', { name: 'Mover' }).tap()
  await ana.page.getByRole('menuitem', { name: 'Concluído' }).tap()
  await ana.board.expectCards('Concluído', ['Pix parcelado'])
  await expect(bar).toBeHidden()
})
