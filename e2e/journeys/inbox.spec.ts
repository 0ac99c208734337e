import { accountApi } from '@rodada/contract/auth/account'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { watchingApi } from '@rodada/contract/cards/watching'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { PersonOptions, Team } from '../harness/team.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { NotificationsPage } from '../pages/notifications.ts'

/** Bia was told three things of Ana's board, which are all that she has: a mention, a card of hers, and another due date. */
async function threeTold(team: Team, origin: string, look: PersonOptions = {}) {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia', look)]
  const titles = ['Calcular frete', 'Pix parcelado', 'Trocar o cartão']
  const { boardId, cardIds } = await makeBoard(
    origin,
    ana.account,
    { title: 'Checkout' },
    titles.map((title) => ({ title })),
  )
  await addMember(origin, ana.account, boardId, bia.account)
  // What happens on the board is gathered by a job, in its own time.
  await callAs(origin, bia.account, accountApi.updateSettings, { body: { notifications: { board_updates: false } } })
  for (const { id } of await callAs(origin, bia.account, notificationsApi.list))
    await callAs(origin, bia.account, notificationsApi.change, { params: { notificationId: id }, body: { state: 'done' } })
  const [frete = 0, pix = 0, troca = 0] = cardIds
  const due = (day: string) => callAs(origin, ana.account, cardsApi.update, { params: { cardId: troca }, body: { due_date: day } })
  await due('2031-11-12')
  await callAs(origin, bia.account, watchingApi.watchCard, { params: { cardId: troca } })
  await due('2031-11-14')
  await callAs(origin, ana.account, cardsApi.assign, { params: { cardId: pix }, body: { user_id: bia.account.user.id } })
  await callAs(origin, ana.account, commentsApi.add, { params: { cardId: frete }, body: { content: 'Falta decidir o texto, @Bia' } })
  await bia.signIn()
  return { ana, bia, boardId, inbox: new NotificationsPage(bia.page) }
}

test('a morning in the inbox without a mouse: walk, read the card beside it, answer, put aside, take back', async ({ team, server }) => {
  const { bia, inbox } = await threeTold(team, server.origin)
  const { page } = bia
  const mention = inbox.row('Ana mencionou você em Calcular frete')
  const assigned = inbox.row('Ana atribuiu a você Pix parcelado')
  await page.goto('/notificacoes')
  await expect(mention).toContainText('Falta decidir o texto, @Bia')
  await expect(inbox.row('Trocar o cartão')).toContainText('de 12 nov')
  await expect(inbox.row('Trocar o cartão')).toContainText('para 14 nov')
  await page.keyboard.press('j')
  await expect(mention).toBeFocused()
  await expect(inbox.pane.getByRole('region', { name: 'Calcular frete' })).toContainText('Falta decidir o texto')
  await expect(inbox.unread(2)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(inbox.pane.getByRole('region', { name: 'Pix parcelado' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(mention).toHaveAttribute('aria-current', 'true')
  await expect(inbox.pane.getByRole('region', { name: 'Calcular frete' })).toBeVisible()
  await page.keyboard.press('r')
  const field = inbox.pane.getByRole('textbox', { name: 'Escreva um comentário' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Fica como está')
  await page.keyboard.press('Control+Enter')
  await expect(inbox.pane.getByText('Fica como está')).toBeVisible()
  await mention.focus()
  await page.keyboard.press('e')
  await expect(mention).toHaveCount(0)
  await expect(assigned).toBeFocused()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(mention).toBeVisible()
  await assigned.focus()
  await page.keyboard.press('u')
  await expect(inbox.row('Não lida: Ana atribuiu a você Pix parcelado')).toBeVisible()
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: /^Amanhã/ }).press('Enter')
  await expect(assigned).toHaveCount(0)
  await inbox.filter('Adiadas').click()
  await expect(assigned).toContainText(/volta em .*09:00/)
  await page.reload()
  await expect(page).toHaveURL(/filtro=adiadas/)
  await expect(assigned).toBeVisible()
  await expect(mention).toHaveCount(0)
})

test('a filter keeps what is being read open, and a snoozed notification comes back by itself', async ({ team, server }) => {
  const { bia, inbox } = await threeTold(team, server.origin)
  const { page } = bia
  const mention = inbox.row('Ana mencionou você em Calcular frete')
  await page.goto('/notificacoes?filtro=nao-lidas')
  await mention.click()
  await expect(mention).toHaveCount(0)
  await expect(inbox.pane.getByRole('region', { name: 'Calcular frete' })).toBeVisible()
  const [told] = await callAs(server.origin, bia.account, notificationsApi.list, { query: { filter: 'mentions' } })
  const snoozed_until = new Date(Date.now() + 5000).toISOString()
  const change = { params: { notificationId: told?.id ?? 0 }, body: { state: 'snoozed' as const, snoozed_until } }
  await callAs(server.origin, bia.account, notificationsApi.change, change)
  await expect(mention).toContainText('voltou')
})

test('on a phone the open notification fills the screen, and the way back leads to its row', async ({ team, server }) => {
  const { bia, inbox } = await threeTold(team, server.origin, { device: 'phone' })
  await bia.page.goto('/notificacoes')
  await inbox.row('Ana mencionou você em Calcular frete').click()
  await expect(inbox.pane.getByRole('region', { name: 'Calcular frete' })).toBeVisible()
  await expect(inbox.inbox).toHaveCount(0)
  await inbox.pane.getByRole('button', { name: 'Voltar à lista' }).click()
  await expect(inbox.row('Ana mencionou você em Calcular frete')).toBeFocused()
})

test('who no longer sees the board finds nothing of it, however the address is kept', async ({ team, server }) => {
  const { ana, bia, boardId, inbox } = await threeTold(team, server.origin)
  await bia.page.goto('/notificacoes')
  await inbox.row('Ana mencionou você em Calcular frete').click()
  await expect(inbox.pane).toBeVisible()
  const params = { boardId, userId: bia.account.user.id }
  await callAs(server.origin, ana.account, boardsApi.removeMember, { params })
  await bia.page.reload()
  await expect(inbox.inbox.getByText('Nada por aqui')).toBeVisible()
  await expect(bia.page.getByText('Calcular frete')).toHaveCount(0)
})
