import { expect } from '@playwright/test'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { watchingApi } from '@rodada/contract/cards/watching'
import { createAccount } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { inDays } from '../harness/card-stage.ts'
import type { Member } from '../harness/team.ts'
import { addMember, makeBoard } from '../harness/work.ts'
import { NotificationsPage } from '../pages/notifications.ts'
import type { Stage } from './stage.ts'

/** Ana Luísa was away while Bia and Caio worked on her board. */
async function whileAway({ team, origin, look }: Stage) {
  const ana = await team.member('Ana Luísa', look)
  const [bia, caio] = [await createAccount(origin, { name: 'Bia' }), await createAccount(origin, { name: 'Caio' })]
  const { boardId, cardIds } = await makeBoard(origin, bia, { title: 'Checkout e pagamentos' }, [
    { title: 'Pix parcelado: mostrar simulação antes de confirmar' },
    { title: 'Copiar código Pix com um toque' },
    { title: 'Contrato da API de parcelamento' },
    { title: 'Total do carrinho diverge quando há frete grátis' },
  ])
  for (const one of [ana.account, caio]) await addMember(origin, bia, boardId, one)
  const [pix = 0, copy = 0, contract = 0, total = 0] = cardIds
  const due = (by: typeof bia, cardId: number, days: number) =>
    callAs(origin, by, cardsApi.update, { params: { cardId }, body: { due_date: inDays(days) } })
  await due(bia, copy, 2)
  await callAs(origin, ana.account, watchingApi.watchCard, { params: { cardId: copy } })
  await callAs(origin, bia, cardsApi.assign, { params: { cardId: contract }, body: { user_id: ana.account.user.id } })
  await due(caio, copy, 1)
  await callAs(origin, caio, cardsApi.update, { params: { cardId: total }, body: { priority: 'urgent', estimate: 5 } })
  await callAs(origin, bia, commentsApi.add, {
    params: { cardId: pix },
    body: { content: '@Ana falta decidir o texto quando não há juros. O jurídico já respondeu?' },
  })
  await ana.signIn()
  return { ana, boardId }
}

/** The inbox, and what changed since the last visit. */
export const inboxScenes: Record<string, (stage: Stage) => Promise<Member>> = {
  inbox: async (stage) => {
    const { ana } = await whileAway(stage)
    await ana.page.goto('/notificacoes')
    await expect(new NotificationsPage(ana.page).row('Copiar código Pix')).not.toHaveCount(0)
    return ana
  },
  'inbox-card': async (stage) => {
    const { ana } = await whileAway(stage)
    await ana.page.goto('/notificacoes')
    const inbox = new NotificationsPage(ana.page)
    await inbox.row('Contrato da API').first().click()
    await expect(inbox.pane.getByRole('region', { name: 'Contrato da API' })).toBeVisible()
    return ana
  },
  'since-dashboard': async (stage) => {
    const { ana } = await whileAway(stage)
    await ana.page.goto('/dashboard')
    await expect(ana.page.getByRole('region', { name: 'Desde sua última visita' })).toBeVisible()
    return ana
  },
  'since-board': async (stage) => {
    const { ana, boardId } = await whileAway(stage)
    await ana.page.goto(`/board/${boardId}`)
    await ana.page.getByRole('button', { name: /cartões mudaram/ }).click()
    await expect(ana.page.getByRole('dialog', { name: 'Desde sua última visita' }).getByText('Prazo').first()).toBeVisible()
    return ana
  },
}
