import { stageCard } from '../harness/card-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { refuse } from '../harness/refusal.ts'
import { CardPage } from '../pages/card.ts'

test('checklists: rename, reorder by keys and mouse, delete and take back', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.addChecklist('Primeira')
  await card.addItems('um', 'dois', 'três')
  await ana.page.keyboard.press('Escape')
  const order = () => card.items.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')))
  await expect.poll(order).toEqual(['um', 'dois', 'três'])
  await card.expectSaved()

  const handle = card.window.getByRole('button', { name: /^Mover um:/ })
  await handle.focus()
  await handle.press('ArrowDown')
  await expect.poll(order).toEqual(['dois', 'um', 'três'])
  await expect(handle, 'the focus goes with the item').toBeFocused()
  await card.itemAction('três', 'Mover para cima')
  await expect.poll(order).toEqual(['dois', 'três', 'um'])
  await card.window
    .getByRole('listitem')
    .filter({ has: ana.page.getByRole('checkbox', { name: 'um' }) })
    .hover()
  await handle.dragTo(card.window.getByRole('listitem').filter({ has: ana.page.getByRole('checkbox', { name: 'dois' }) }), {
    targetPosition: { x: 80, y: 4 },
  })
  await expect.poll(order).toEqual(['um', 'dois', 'três'])

  await card.section('Primeira').getByRole('button', { name: 'dois', exact: true }).click()
  await card.window.getByRole('textbox', { name: 'Texto do item' }).fill('dois e meio')
  await ana.page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['um', 'dois e meio', 'três'])
  await card.itemAction('dois e meio', 'Excluir')
  await expect.poll(order).toEqual(['um', 'três'])
  await ana.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(order).toEqual(['um', 'dois e meio', 'três'])

  await card.section('Primeira').getByRole('button', { name: 'Primeira', exact: true }).click()
  await card.window.getByRole('textbox', { name: 'Título da checklist' }).fill('Antes de publicar')
  await ana.page.keyboard.press('Enter')
  await card.addChecklist('Segunda')
  await ana.page.keyboard.press('Escape')
  await card.window.getByRole('button', { name: 'Ações da checklist Segunda' }).click()
  await ana.page.getByRole('button', { name: 'Mover para cima' }).click()
  await expect(card.window.getByRole('heading', { level: 3 }).filter({ hasText: /Antes|Segunda/ })).toHaveText([
    'Segunda',
    'Antes de publicar',
  ])
  await card.expectSaved()

  await card.open(stage.path)
  await expect.poll(order).toEqual(['um', 'dois e meio', 'três'])
  await card.window.getByRole('button', { name: 'Ações da checklist Antes de publicar' }).click()
  await ana.page.getByRole('button', { name: 'Excluir checklist' }).click()
  await expect(ana.page.getByText('Excluir “Antes de publicar” e 3 itens?')).toBeVisible()
  await ana.page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(card.items).toHaveCount(0)
})

test('an item that is being written is kept when the window is closed, and comes back when it is refused', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const stage = await stageCard(server.origin, ana.account)
  await ana.signIn()
  const card = new CardPage(ana.page)
  await card.open(stage.path)
  await card.addChecklist('Aceite')
  const field = card.section('Aceite').getByRole('textbox', { name: 'Novo item' })
  const reopen = async () => {
    await expect(card.title).toBeHidden()
    await ana.page.getByRole('link', { name: /Pix parcelado/ }).click()
    await card.section('Aceite').getByRole('button', { name: 'Adicionar item' }).click()
  }
  await field.fill('Meio item')
  await card.closeButton.first().click()
  await ana.page.getByRole('button', { name: 'Guardar e fechar' }).click()
  await reopen()
  await expect(field).toHaveValue('Meio item')

  ana.watch.allowNetworkErrors()
  await refuse(ana.page, 'POST', /\/items$/)
  await field.press('Enter')
  await expect(ana.page.getByText('A Rodada volta em instantes.')).toBeVisible()
  await expect(field).toHaveValue('Meio item')
  await expect(card.items).toHaveCount(0)
  await ana.page.unrouteAll({ behavior: 'wait' })
  await field.press('Enter')
  await expect(card.item('Meio item')).toBeVisible()
  await expect(field).toHaveValue('')

  await field.fill('Outro')
  await card.closeButton.first().click()
  await ana.page.getByRole('button', { name: 'Descartar' }).click()
  await reopen()
  await expect(field).toHaveValue('')
})
