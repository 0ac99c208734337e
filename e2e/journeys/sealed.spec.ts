import type { Page } from '@playwright/test'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { deckPresets } from '@rodada/contract/rooms/deck-texts'
import type { Account } from '../../scripts/lib/accounts.ts'
import { callAs } from '../../scripts/lib/api-client.ts'
import { expectGoodOnBoth } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

const titles = ['Pix parcelado', 'Boleto vencido', 'Cartão recusado'] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, face: string) => page.getByRole('button', { name: `Votar ${face}`, exact: true })

/** An estimation of `owner` on the cards of a board, for an hour. */
async function opened(origin: string, owner: Account, mates: readonly Account[]) {
  const { boardId } = await stageBoard(origin, owner, { cards: { 'A Fazer': [...titles] }, members: [...mates] })
  const { lists } = await callAs(origin, owner, boardsApi.get, { params: { boardId } })
  const cardIds = lists.flatMap(({ cards }) => cards.map(({ id: cardId }) => cardId))
  const { id } = await callAs(origin, owner, estimationsApi.create, {
    body: {
      board_id: boardId,
      card_ids: cardIds,
      deck: [...deckPresets.fibonacci],
      voter_ids: [owner, ...mates].map(({ user }) => user.id),
      closes_at: new Date(Date.now() + 3_600_000).toISOString(),
      settle: 'neighbours',
    },
  })
  const vote = (who: Account, index: number, face: string, more: object = {}) =>
    callAs(origin, who, estimationsApi.vote, { params: { estimationId: id, cardId: cardIds[index] ?? 0 }, body: { vote: face, ...more } })
  return { boardId, id, vote }
}

test('two people estimate without a meeting, one by keyboard and one by thumb, and take what is left to the table', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia', { device: 'phone' })
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': [...titles] }, members: [bia.account] })
  await ana.signIn()
  await bia.signIn()

  await test.step('Ana opens it from the backlog', async () => {
    await ana.page.goto(`/board/${boardId}/backlog`)
    for (const title of titles) await ana.page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await ana.page.getByRole('button', { name: 'Estimar sem reunião' }).click()
    await ana.page.getByRole('button', { name: 'Abrir para 2 pessoas' }).click()
    await expect(heading(ana.page, 'Estimativa de')).toBeVisible()
    await expect(ana.page.getByRole('region', { name: 'Quem terminou' })).toContainText('0 de 2')
  })
  const path = new URL(ana.page.url()).pathname

  await test.step('Bia is told, and votes by thumb', async () => {
    await bia.page.goto('/dashboard')
    await bia.page.getByRole('link', { name: /^Notificações/ }).click()
    await bia.page.getByRole('link', { name: /pede a sua estimativa de 3 cartões/ }).click()
    await bia.page.getByRole('link', { name: 'Votar' }).click()
    for (const [title, face] of [
      [titles[0], '5'],
      [titles[1], '13'],
      [titles[2], '3'],
    ] as const) {
      await expect(heading(bia.page, title)).toBeVisible()
      await card(bia.page, face).click()
      await expect(card(bia.page, face)).toHaveAttribute('aria-pressed', 'true')
      await bia.page.getByRole('button', { name: /^(Próximo|Ver os meus votos)/ }).click()
    }
    await expect(bia.page.getByText(/^Você votou em tudo/)).toBeVisible()
    await bia.page.getByRole('button', { name: 'Concluir' }).click()
    await expect(bia.page.getByRole('region', { name: 'Quem terminou' })).toContainText('1 de 2')
  })

  await test.step('Ana hears that Bia has finished, and of no value', async () => {
    await expect(ana.page.getByRole('region', { name: 'Quem terminou' })).toContainText('1 de 2')
    await expect(ana.page.getByRole('listitem').filter({ hasText: titles[0] })).toContainText('falta o seu voto')

    await ana.page.goto(`/board/${boardId}/backlog`)
    await ana.page
      .getByRole('navigation', { name: 'Estimativas sem reunião' })
      .getByRole('link', { name: /Falta o seu voto/ })
      .click()
    await expect(heading(ana.page, 'Estimativa de')).toBeVisible()
  })

  await test.step('Ana votes by keyboard: a card of two digits, how sure, why, and the next', async () => {
    const { keyboard } = ana.page
    await ana.page.getByRole('link', { name: 'Votar' }).click()
    await expect(heading(ana.page, titles[0])).toBeVisible()
    await keyboard.press('5')
    await keyboard.press('s')
    await expect(ana.page.getByRole('button', { name: 'Seguro' })).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('Enter')
    await expect(heading(ana.page, titles[1])).toBeVisible()
    await keyboard.press('2')
    await expect(card(ana.page, '2')).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('m')
    await keyboard.type('Já temos a tela.')
    await keyboard.press('Enter')
    await expect(heading(ana.page, titles[2])).toBeVisible()
    await keyboard.press('ArrowLeft')
    await expect(ana.page.getByRole('textbox')).toHaveValue('Já temos a tela.')
    await keyboard.press('ArrowRight')
    await keyboard.press('3')
  })

  await test.step('everybody has voted: it closes, and says what agreed and what is left', async () => {
    await expect(ana.page).toHaveURL(new RegExp(`${path}$`))
    const talks = ana.page.getByRole('region', { name: '1 para conversar' })
    await expect(talks).toContainText(titles[1])
    await expect(talks).toContainText('2 a 13')
    await expect(talks).toContainText('Já temos a tela.')
    await expect(ana.page.getByRole('region', { name: '2 com acordo' })).toContainText('8 pontos, já salvos')
    await expect(bia.page.getByRole('region', { name: '1 para conversar' })).toBeVisible()
  })

  await test.step('what agreed can be taken back, what is left goes to the table', async () => {
    await ana.page.getByRole('button', { name: `Ações de ${titles[0]}` }).click()
    await ana.page.getByRole('menuitem', { name: 'Desfazer' }).click()
    await expect(ana.page.getByText(`A estimativa de ${titles[0]} voltou ao que era.`)).toBeVisible()
    await ana.page.getByRole('button', { name: 'Levar 1 à mesa' }).click()
    await ana.room.seated()
    await expect(ana.room.task).toContainText(titles[1])
    await ana.page.getByRole('button', { name: 'Votos de antes (2)' }).click()
    await expect(ana.page.getByRole('dialog')).toContainText('Já temos a tela.')
  })
})

test('a vote that the network refuses stays on the screen and is sent again', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { id } = await opened(server.origin, ana.account, [])
  await ana.signIn()
  ana.watch.allowNetworkErrors()
  await ana.page.goto(`/estimativas/${id}/votar`)
  await expect(heading(ana.page, titles[0])).toBeVisible()
  await ana.goOffline()
  await card(ana.page, '5').click()
  await expect(ana.page.getByRole('alert')).toContainText('Este voto ainda não foi guardado.')
  await expect(card(ana.page, '5')).toHaveAttribute('aria-pressed', 'true')
  await ana.goOnline()
  await ana.page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(ana.page.getByRole('alert')).toBeHidden()
  await ana.page.reload()
  await expect(heading(ana.page, titles[1]), 'where a vote is missing').toBeVisible()
})

test('every state is accessible and fits', async ({ team, server }) => {
  const ana = await team.member('Ana', { device: 'phone' })
  const bia = await team.member('Bia')
  const { boardId, id, vote } = await opened(server.origin, ana.account, [bia.account])
  const { page } = ana
  await ana.signIn()
  await page.goto(`/board/${boardId}/backlog`)
  for (const title of titles) await page.getByRole('checkbox', { name: new RegExp(title) }).check()
  await page.getByRole('button', { name: 'Estimar sem reunião' }).click()
  await expect(page.getByRole('button', { name: 'Abrir para 2 pessoas' })).toBeVisible()
  await expectGoodOnBoth(page, 'the window')
  await page.goto(`/estimativas/${id}`)
  await expect(heading(page, 'Estimativa de')).toBeVisible()
  await expectGoodOnBoth(page, 'open')
  await page.getByRole('link', { name: 'Votar' }).click()
  await card(page, '5').click()
  await page.getByRole('button', { name: 'Em dúvida' }).click()
  await expectGoodOnBoth(page, 'voting')
  for (let n = 0; n < titles.length; n++) await page.keyboard.press('ArrowRight')
  await expect(heading(page, 'Os seus votos')).toBeVisible()
  await expectGoodOnBoth(page, 'summary')
  for (const [index, face] of ['5', '1', '8'].entries()) {
    await vote(ana.account, index, face, { reason: 'Depende do banco', confidence: 'sure' })
    await vote(bia.account, index, index === 0 ? '5' : '21')
  }
  await page.goto(`/estimativas/${id}`)
  await expect(page.getByRole('region', { name: '2 para conversar' })).toBeVisible()
  await expectGoodOnBoth(page, 'closed')
})
