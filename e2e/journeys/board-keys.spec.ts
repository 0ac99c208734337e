import { boardsApi } from '@rodada/contract/boards/board-calls'
import { callAs } from '../../scripts/lib/api-client.ts'
import { alone, together } from '../harness/board-people.ts'
import { cardsOf } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'
import { CardPage } from '../pages/card.ts'

test('a card goes through seven lists by keys alone, the focus with it, and back again', async ({ team, server }) => {
  const { ana, boardId } = await alone(team, server.origin)
  const more = ['Em revisão', 'Em teste', 'Para publicar', 'No ar']
  for (const title of more) await callAs(server.origin, ana.account, boardsApi.addList, { params: { boardId }, body: { title } })
  const lists = ['A Fazer', 'Em Andamento', 'Concluído', ...more]
  await ana.board.expectLists(lists)
  await ana.board.card('A').focus()
  for (const list of lists.slice(1)) {
    await ana.page.keyboard.press('Control+ArrowRight')
    await expect(ana.board.list(list).getByRole('heading', { level: 3, name: 'A', exact: true })).toBeInViewport()
    await expect(ana.board.card('A')).toBeFocused()
  }
  await expect.poll(() => cardsOf(server.origin, ana.account, boardId, 'No ar')).toEqual(['A'])
  for (const _ of lists.slice(1)) await ana.page.keyboard.press('Control+ArrowLeft')
  await expect(ana.board.card('A')).toBeFocused()
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await expect.poll(() => cardsOf(server.origin, ana.account, boardId, 'A Fazer')).toEqual(['A', 'B', 'C'])
})

test('a deleted card comes back by the toast, which waits for the pointer, and by Ctrl+Z', async ({ team, server }) => {
  const { ana, bia } = await together(team, server.origin)
  const { clock } = notHandedOn(ana.page)
  await clock.install()
  const remove = async () => {
    await ana.board.card('B').focus()
    await ana.page.keyboard.press('e')
    await ana.board.dialog('Edição rápida').getByRole('button', { name: 'Excluir', exact: true }).click()
  }
  await remove()
  const undo = ana.page.getByRole('button', { name: 'Desfazer' })
  await undo.hover()
  await bia.board.expectCards('A Fazer', ['A', 'C'])
  await clock.fastForward(60_000)
  await expect(undo, 'it waits while the pointer is on it').toBeVisible()
  await undo.click()
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await remove()
  await bia.board.expectCards('A Fazer', ['A', 'C'])
  await ana.page.mouse.move(0, 0)
  await clock.fastForward(11_000)
  await expect(undo).toBeHidden()
  await ana.page.keyboard.press('Control+z')
  await bia.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('what was done is taken back while a dialog is open: by its toast, and by Ctrl+Z from the card window', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin)
  await ana.board.card('A').focus()
  await ana.page.keyboard.press('.')
  await ana.board.expectCards('Em Andamento', ['X', 'Y', 'A'])
  await ana.page.keyboard.press('e')
  const edit = ana.board.dialog('Edição rápida')
  await expect(edit).toBeVisible()
  await edit.getByRole('button', { name: 'Desfazer' }).click()
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await expect(edit, 'the dialog stays').toBeVisible()
  await ana.page.keyboard.press('Escape')

  await ana.board.card('A').click()
  const card = new CardPage(ana.page)
  await card.moveTo('Concluído')
  await ana.board.expectCards('Concluído', ['A'])
  await card.commentField.fill('texto')
  await ana.page.keyboard.press('Control+z')
  await expect(card.commentField, 'in a field it is the field’s own').toHaveValue('')
  await ana.board.expectCards('Concluído', ['A'])
  await card.window.evaluate((element) => element.focus())
  await ana.page.keyboard.press('Control+z')
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
})

test('keys that are pressed alone can be turned off, and stay so', async ({ team, server }) => {
  const { ana } = await alone(team, server.origin)
  const { keyboard } = ana.page
  const help = ana.board.dialog('Atalhos de teclado')
  // The page listens a moment after it is drawn.
  await expect(async () => {
    await keyboard.press('?')
    await expect(help).toContainText('Buscar e fazer', { timeout: 2_000 })
  }).toPass()
  await help.getByRole('switch', { name: 'Atalhos de uma tecla só' }).uncheck()
  await keyboard.press('Escape')
  await expect(help).toBeHidden()
  await ana.page.reload()
  await ana.board.card('A').focus()
  for (const key of ['c', '.', 'e', '?', '/', 'n', 'f']) await keyboard.press(key)
  // What still works comes after what must not: by then it would have happened.
  await keyboard.press('ArrowDown')
  await expect(ana.board.card('B')).toBeFocused()
  await ana.board.expectCards('A Fazer', ['A', 'B', 'C'])
  await expect(ana.page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('Control+ArrowDown')
  await ana.board.expectCards('A Fazer', ['A', 'C', 'B'])
  await ana.board.openMenu('Atalhos de teclado')
  await help.getByRole('switch', { name: 'Atalhos de uma tecla só' }).check()
  await keyboard.press('Escape')
  await ana.board.card('B').focus()
  await keyboard.press('c')
  await ana.board.expectCards('A Fazer', ['A', 'C'])
})
