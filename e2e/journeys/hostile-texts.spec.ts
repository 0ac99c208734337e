import { boardsApi } from '@rodada/contract/boards/board-calls'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { callAs } from '../../scripts/lib/api-client.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { CardPage } from '../pages/card.ts'
import { NotificationsPage } from '../pages/notifications.ts'
import { PalettePage } from '../pages/palette.ts'

/** Short enough for every name; the Markdown of an attacker has its journey beside the card. */
const hostile = '<img src=x onerror="window.hit=1">'

test('names of people, boards, lists, labels, items and files are texts on every screen, whatever they say', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const eva = await team.member(hostile)
  const { origin } = server
  const { boardId, listIds } = await stageBoard(origin, ana.account, {
    title: hostile,
    cards: { 'A Fazer': [hostile] },
    members: [eva.account],
  })
  const [{ id: cardId } = { id: 0 }] = await callAs(origin, eva.account, cardsApi.search, { query: { board_id: boardId } })
  const params = { boardId, cardId, listId: listIds['A Fazer'] ?? 0 }
  await callAs(origin, eva.account, boardsApi.updateList, { params, body: { title: hostile } })
  const label = await callAs(origin, eva.account, boardsApi.addLabel, { params, body: { name: hostile, color: '#c33438' } })
  await callAs(origin, eva.account, cardsApi.addLabel, { params, body: { label_id: label.id } })
  await callAs(origin, eva.account, cardsApi.assign, { params, body: { user_id: eva.account.user.id } })
  await callAs(origin, eva.account, cardsApi.assign, { params, body: { user_id: ana.account.user.id } })
  const { id: checklistId } = await callAs(origin, eva.account, checklistsApi.add, { params, body: { title: hostile } })
  await callAs(origin, eva.account, checklistsApi.addItem, { params: { ...params, checklistId }, body: { title: hostile } })
  await callAs(origin, eva.account, attachmentsApi.add, { params, body: { url: 'https://drive.google.com/file/d/1', title: hostile } })

  await ana.signIn()
  const { page, board } = ana
  const expectText = async (screen: string) => {
    await expect(page.getByText(hostile).first(), screen).toBeVisible()
    await expect(page.locator('img[src="x"], [onerror]'), screen).toHaveCount(0)
    expect(await page.evaluate(() => 'hit' in window), screen).toBe(false)
  }
  await board.open(boardId)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile)
  await expect(page).toHaveTitle(`${hostile} · Rodada`)
  await board.expectLists([hostile, 'Em Andamento', 'Concluído'])
  await expect(board.card(hostile)).toContainText(`${hostile}`)
  await expectText('board')
  for (const item of ['Membros', 'Etiquetas', 'Atividade']) {
    await board.openMenu(item)
    await expect(page.getByRole('dialog').getByText(hostile).first()).toBeVisible()
    await expectText(item)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const card = new CardPage(page)
  await card.open(`/board/${boardId}?card=${cardId}`)
  await card.showActivity()
  await expect(card.item(hostile)).toBeVisible()
  await expect(card.window.getByRole('link', { name: hostile })).toHaveAttribute('href', 'https://drive.google.com/file/d/1')
  await expectText('card')
  for (const path of ['/dashboard', '/dashboard?ver=quadros', '/dashboard?ver=lista', '/trello']) {
    await page.goto(path)
    await expectText(path)
  }
  await new PalettePage(page).open()
  await expectText('palette')
  await page.keyboard.press('Escape')
  await new NotificationsPage(page).open()
  await expectText('notifications')
})
