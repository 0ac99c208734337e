import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'

test('a card that repeats says so on everybody’s board, and the next one comes when it is done', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia', { device: 'phone' })
  const stage = await stageCard(server.origin, ana.account, { title: 'Backup do mês', members: [bia.account] })
  await ana.signIn()
  await bia.signIn()
  await bia.board.open(stage.boardId)
  await expect(bia.board.card('Backup do mês')).toBeVisible()
  await expect(bia.board.card('Backup do mês')).not.toContainText('Repete')

  const card = new CardPage(ana.page)
  const faceIn = (list: string) => ana.board.list(list).getByRole('link', { name: 'Backup do mês' })
  await card.open(stage.path)
  await expect(card.fact('Repete')).toHaveCount(0)
  await test.step('it is said from the menu by the keys, and the focus is back on it', async () => {
    await card.menuButton.focus()
    await ana.page.keyboard.press('Enter')
    await ana.page.getByRole('menuitem', { name: 'Repetir…' }).press('Enter')
    await ana.page.getByRole('button', { name: 'Depois de concluído' }).click()
    await expect(ana.page.getByRole('button', { name: /^Uma cópia no topo da lista/ })).toBeVisible()
    await expectAccessible(ana.page, 'the choice of how a card repeats')
    await ana.page.keyboard.press('Escape')
    await expect(card.menuButton).toBeFocused()
  })
  await expect(card.fact('Repete')).toContainText('Depois de concluído, como cópia')
  await expect(bia.board.card('Backup do mês')).toContainText('Repete')
  await expectFits(bia.page, 'a card that repeats')

  await test.step('done, it leaves its place to the next one', async () => {
    await card.moveTo('Concluído')
    await card.closeButton.click()
    await expect(faceIn('A Fazer')).toContainText('Repete')
    await expect(faceIn('Concluído')).toBeVisible()
    await expect(faceIn('Concluído')).not.toContainText('Repete')
  })

  await test.step('it stops, and the focus of who said so is not lost', async () => {
    await faceIn('A Fazer').click()
    await card.fact('Repete').getByRole('button').click()
    await ana.page.getByRole('button', { name: 'Não repetir mais' }).click()
    await expect(card.fact('Repete')).toHaveCount(0)
    await expect(card.menuButton).toBeFocused()
    await card.closeButton.click()
    await expect(faceIn('A Fazer')).toBeVisible()
    await expect(faceIn('A Fazer')).not.toContainText('Repete')
  })
})
