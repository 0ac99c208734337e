import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import type { PersonOptions, Team } from '../harness/team.ts'
import { addMember, makeBoard } from '../harness/work.ts'

/** Bia was away while Ana worked on two cards of their board. */
async function whileAway(team: Team, origin: string, look: PersonOptions = {}) {
  const [ana, bia] = [await team.member('Ana'), await team.member('Bia', look)]
  const { boardId, cardIds } = await makeBoard(origin, ana.account, { title: 'Checkout' }, [
    { title: 'Calcular frete' },
    { title: 'Pix parcelado' },
    { title: 'Trocar o cartão' },
    { title: 'Boleto' },
  ])
  await addMember(origin, ana.account, boardId, bia.account)
  const [frete = 0, pix = 0, troca = 0, boleto = 0] = cardIds
  const update = (cardId: number, body: { due_date?: string; title?: string }) =>
    callAs(origin, ana.account, cardsApi.update, { params: { cardId }, body })
  await update(pix, { due_date: '2031-11-12' })
  await update(pix, { due_date: '2031-11-14' })
  await update(frete, { title: 'Calcular frete de Manaus' })
  await callAs(origin, ana.account, commentsApi.add, { params: { cardId: frete }, body: { content: 'Falta o texto' } })
  await callAs(origin, ana.account, cardsApi.remove, { params: { cardId: boleto } })
  await bia.signIn()
  return { ana, bia, boardId, update, troca }
}

test('somebody comes back, sees what changed while they were away, and says that they saw it', async ({ team, server }) => {
  const { bia, boardId, update, troca } = await whileAway(team, server.origin)
  const { page } = bia
  await page.goto('/dashboard')
  const since = page.getByRole('region', { name: 'Desde sua última visita' })
  const frete = since.getByRole('listitem').filter({ hasText: 'Calcular frete de Manaus' })
  await expect(frete).toContainText('Calcular frete')
  await expect(frete).toContainText('Comentário')
  await expect(frete).toContainText('Falta o texto')
  await expect(since.getByRole('listitem').filter({ hasText: 'Pix parcelado' })).toContainText('14 nov')
  await expect(since.getByRole('listitem').filter({ hasText: 'Trocar o cartão' })).toHaveCount(0)
  const boleto = since.getByRole('listitem').filter({ hasText: 'Boleto' })
  await expect(boleto, 'who deleted a card').toContainText('ExcluídoAna')
  await expect(boleto.getByRole('link'), 'a card that is gone has no way to it').toHaveCount(0)

  await since.getByRole('link', { name: 'Pix parcelado' }).click()
  await expect(page.getByRole('dialog', { name: 'Pix parcelado' })).toBeVisible()
  await page.keyboard.press('Escape')
  const changed = page.getByText('Mudou desde a sua última visita')
  const news = page.getByRole('button', { name: /cart(ão|ões) mud/ })
  await expect(news).toHaveAccessibleName('2 cartões mudaram')
  await expect(changed).toHaveCount(1)

  await update(troca, { due_date: '2031-12-01' })
  await expect(news, 'what happens now is marked now').toHaveAccessibleName('3 cartões mudaram')
  await news.click()
  const dialog = page.getByRole('dialog', { name: 'Desde sua última visita' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Trocar o cartão' })).toContainText('1 dez')
  await dialog.getByRole('button', { name: 'Tudo visto' }).click()
  await expect(news).toHaveCount(0)
  await expect(changed).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Suas tarefas' })).toBeVisible()
  await expect(since).toHaveCount(0)
  await page.goto(`/board/${boardId}`)
  await expect(page.getByText('Trocar o cartão')).toBeVisible()
  await expect(changed).toHaveCount(0)
})

test('what changed is accessible on the dashboard and on the board', async ({ team, server }) => {
  const { bia, boardId } = await whileAway(team, server.origin, { device: 'phone' })
  const { page } = bia
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Desde sua última visita' })).toBeVisible()
  await expectGoodOnBoth(page, 'the dashboard')
  await page.goto(`/board/${boardId}`)
  await page.getByRole('button', { name: '3 cartões mudaram' }).click()
  const dialog = page.getByRole('dialog', { name: 'Desde sua última visita' })
  await expect(dialog.getByText('14 nov')).toBeVisible()
  await expectGoodOnBoth(page, 'what changed')
})
