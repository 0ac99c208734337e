import type { Locator } from '@playwright/test'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { callAs } from '../../scripts/lib/api-client.ts'
import { sit } from '../../scripts/lib/room-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { CardPage } from '../pages/card.ts'
import { NotificationsPage } from '../pages/notifications.ts'
import { PalettePage } from '../pages/palette.ts'

const [pix, boleto, juros] = ['Pix parcelado', 'Boleto vencido', 'Calcular juros']

test('a developer works a day without a mouse: what is new, the inbox, their tasks, the board, a card, and a vote', async ({
  team,
  server,
}) => {
  test.setTimeout(300_000)
  const { origin } = server
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia')]
  const { boardId, cardIds } = await makeBoard(origin, bia.account, { title: 'Entregas do dia' }, [
    { title: pix, due: 0 },
    { title: boleto },
    { title: juros },
  ])
  const [pixId = 0, boletoId = 0, jurosId = 0] = cardIds
  await addMember(origin, bia.account, boardId, ana.account)
  await callAs(origin, bia.account, cardsApi.assign, { params: { cardId: pixId }, body: { user_id: ana.account.user.id } })
  await callAs(origin, bia.account, cardsApi.update, { params: { cardId: boletoId }, body: { priority: 'urgent' } })
  await callAs(origin, bia.account, commentsApi.add, { params: { cardId: jurosId }, body: { content: 'Qual é a taxa, @Ana?' } })
  await callAs(origin, ana.account, savedFiltersApi.add, {
    params: { boardId },
    body: { name: 'O que pega fogo', filter: { priorities: ['urgent'] } },
  })
  await ana.signIn()

  const { page, board } = ana
  const { keyboard } = page
  const card = new CardPage(page)
  const inbox = new NotificationsPage(page)
  const palette = new PalettePage(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const hasFocus = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))
  const expectFocusIn = (place: Locator) => expect.poll(() => hasFocus(place)).toBe(true)
  /** Presses a key until something has the focus, as somebody does who sees where it goes. */
  const reach = async (place: Locator, key = 'Tab') => {
    await expect(place).toBeVisible()
    for (let steps = 0; steps < 80 && !(await hasFocus(place)); steps++) await press(key)
    await expectFocusIn(place)
  }
  /** Ctrl+K, the first letters, Enter. */
  const go = async (letters: string, title: string) => {
    await palette.open()
    await keyboard.type(letters)
    await expect.poll(() => palette.active()).toContain(title)
    await press('Enter')
    await expect(palette.dialog).toHaveCount(0)
  }
  await page.goto('/dashboard')

  await test.step('what changed since the last visit: read one card, and all is seen', async () => {
    const since = page.getByRole('region', { name: 'Desde sua última visita' })
    await reach(since.getByRole('link', { name: boleto }))
    await press('Enter')
    await expect(page.getByRole('dialog', { name: boleto })).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await go('pain', 'Painel')
    await reach(since.getByRole('button', { name: 'Tudo visto' }))
    await press('Enter')
    await expect(since).toHaveCount(0)
    await expectFocusIn(page.getByRole('main'))
  })

  await test.step('the inbox: answer a mention on its card, come back to the list, done', async () => {
    await go('notif', 'Notificações')
    const mention = inbox.row(`Bia mencionou você em ${juros}`)
    await expect(mention).toBeVisible()
    await reach(mention, 'j')
    await expect(inbox.pane.getByText('Qual é a taxa')).toBeVisible()
    await press('r')
    await expectFocusIn(inbox.pane)
    await keyboard.type('Dois por cento')
    await press('Control+Enter')
    await expect(inbox.pane.getByRole('listitem').filter({ hasText: 'Dois por cento' })).toBeVisible()
    await press('Escape')
    await expect(mention, 'Escape leads from the card back to its row').toBeFocused()
    await press('Enter', 'e')
    await expect(mention).toHaveCount(0)
  })

  await test.step('their tasks: open one over the list, and back', async () => {
    await go('minhas', 'Minhas tarefas')
    const row = page.getByRole('main').getByRole('link', { name: pix, exact: true })
    await expect(row).toBeVisible()
    await press('j')
    await expect(row).toBeFocused()
    await press('Enter')
    await expect(page).toHaveURL(/card=/)
    // Before the window is drawn, let alone has the focus.
    await press('Escape')
    await expect(page).toHaveURL('/my-tasks')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toBeFocused()
  })

  await test.step('the board: only what is theirs, then all again, and a card goes on', async () => {
    await go('entregas', 'Entregas do dia')
    await expect(board.menuButton).toBeVisible()
    await reach(page.getByRole('toolbar', { name: 'Filtrar por pessoa' }))
    await press('Home')
    await reach(board.face('Ana'), 'ArrowRight')
    await press('Enter')
    await board.expectCards('A Fazer', [pix])
    await press('Escape')
    await board.expectCards('A Fazer', [pix, boleto, juros])
    await reach(board.card(pix))
    await press('.')
    await board.expectCards('Em Andamento', [pix])
    await expect(board.card(pix)).toBeFocused()
  })

  await test.step('its card: a checklist, an item done, a comment, and back to the board', async () => {
    await press('Enter')
    await expectFocusIn(card.window)
    await press('-')
    await expect(page.getByRole('textbox', { name: 'Título da checklist' })).toBeFocused()
    await keyboard.type('Antes de publicar')
    await press('Enter')
    const field = card.section('Antes de publicar').getByRole('textbox', { name: 'Novo item' })
    await expect(field).toBeFocused()
    await keyboard.type('Testar no celular')
    await press('Enter')
    await expect(card.item('Testar no celular')).toBeVisible()
    await press('Escape')
    await expect(field).toHaveCount(0)
    await expectFocusIn(card.window)
    await reach(card.item('Testar no celular'), 'Shift+Tab')
    await press('Space')
    await expect(card.item('Testar no celular')).toBeChecked()
    await press('r')
    await expect(card.commentField).toBeFocused()
    await keyboard.type('No ar à tarde')
    await press('Control+Enter')
    await expect(card.comments.filter({ hasText: 'No ar à tarde' })).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(board.card(pix)).toBeFocused()
  })

  await test.step('a saved filter is a command, and its part has a way out', async () => {
    await go('pega', 'O que pega fogo')
    await board.expectCards('A Fazer', [boleto])
    await reach(page.getByRole('button', { name: /^Tirar o filtro/ }), 'Shift+Tab')
    await press('Enter')
    await board.expectCards('A Fazer', [boleto, juros])
  })

  await test.step('a vote on the card: the room from the board, the estimate back on the card', async () => {
    await reach(board.card(boleto))
    await press('ArrowRight')
    await expect(board.card(pix)).toBeFocused()
    await go('abrir sala com', 'Abrir sala com este cartão')
    await ana.room.seated()
    const roomId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const seat = await sit(origin, roomId, 'Bia', { token: bia.account.token })
    await press('5')
    await ana.room.expectOwnCard(5)
    await seat.emitWithAck('vote', { roomId, vote: '5' })
    await ana.room.expectVotes(2, 2)
    await press('r')
    await expect(ana.room.result.getByRole('button', { name: 'Salvar 5 no cartão' })).toBeVisible()
    // Right after a reveal Enter does nothing, so that a line that somebody was sending saves no estimate.
    await expect(async () => {
      await press('Enter')
      await expect(ana.room.result).toContainText('5 pontos no cartão', { timeout: 3000 })
    }).toPass()
    const estimate = async () => (await callAs(origin, bia.account, cardsApi.get, { params: { cardId: pixId } })).estimate
    await expect.poll(estimate).toBe(5)
    seat.disconnect()
  })
})
