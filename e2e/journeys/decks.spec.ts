import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { callAs } from '../../scripts/lib/api-client.ts'
import { sit } from '../../scripts/lib/room-client.ts'
import { devices, expectAccessible, expectFits } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

const shirts = ['PP', 'P', 'M', 'G', 'GG', '?']

test('a moderator types a deck by keyboard, it is voted by keyboard, and the next room starts with it', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia')
  await bia.joinAsGuest(roomId)
  const { page, room } = ana
  await room.openSettings()
  const field = room.settings.getByRole('textbox', { name: 'Cartas, separadas por espaço ou vírgula' })

  await test.step('what is no deck is said at once, and not saved', async () => {
    await room.settings.getByRole('radio', { name: /^Sequência/ }).focus()
    // Up from the first one is the last one.
    await page.keyboard.press('ArrowUp')
    await expect(room.settings.getByRole('radio', { name: 'Baralho próprio' })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('1 2 3 4 5 6 7 8')
    await field.fill('1 1')
    await expect(field).toHaveAccessibleDescription(/Há cartas repetidas/)
    await field.fill('1 abcde')
    await expect(field).toHaveAccessibleDescription(/até 4 caracteres/)
    await field.fill(Array.from({ length: 21 }, (_, index) => index).join(' '))
    await expect(field).toHaveAccessibleDescription(/no máximo 20 cartas/)
    await field.fill('1')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/pelo menos 2 cartas/)
    await expect(field).toBeFocused()
  })

  await test.step('the cards are drawn with their keys as they will be', async () => {
    await field.fill('½, 1, 1½, 2, Alto, Baix, ?')
    const preview = room.settings.getByRole('list', { name: 'Como elas ficam' })
    await expect(preview.getByRole('listitem')).toHaveCount(7)
    const keys = await preview.locator('[data-keys]').evaluateAll((caps) => caps.map((cap) => cap.getAttribute('data-keys')))
    expect(keys).toEqual(['0', '1', '1\u2009,', '2', 'a', 'b', '?'])
    await page.keyboard.press('Enter')
    await expect(room.settings).toBeHidden()
  })

  await test.step('keys vote for what the cards show; arrows move along them', async () => {
    for (const [keys, card] of [
      ['0', '½'],
      ['1,', '1½'],
      ['1', '1'],
      ['a', 'Alto'],
    ] as const) {
      await page.keyboard.type(keys)
      await room.expectOwnCard(card)
    }
    // From where the dialog left the focus.
    await page.keyboard.press('ArrowRight')
    await expect(room.card('Alto')).toBeFocused()
    await bia.room.card('Baix').focus()
    await bia.page.keyboard.press('ArrowLeft')
    await expect(bia.room.card('Alto')).toBeFocused()
    await bia.page.keyboard.press('Home')
    await expect(bia.room.card('½')).toBeFocused()
    await bia.page.keyboard.press('ArrowLeft')
    await expect(bia.room.card('?')).toBeFocused()
    await bia.page.keyboard.press('ArrowRight')
    await bia.page.keyboard.press('Enter')
    await bia.room.expectOwnCard('½')
  })

  await test.step('halves count in the average', async () => {
    await page.keyboard.type('1,')
    await room.expectOwnCard('1½')
    await room.expectVotes(2, 2)
    await page.keyboard.press('r')
    await room.expectAverage('1,0')
  })

  await test.step('the room that this browser opens next has the same deck', async () => {
    await ana.landing.open()
    await ana.landing.createRoom()
    await ana.landing.startButton.click()
    await ana.login.enterAsGuest('Ana')
    await room.seated()
    await expect(room.card('Baix')).toBeVisible()
  })
})

test('a round of T-shirts is saved as the points that the board gives them, by keyboard', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix parcelado', 'Boleto vencido'] } })
  await callAs(server.origin, ana.account, boardsApi.update, { params: { boardId }, body: { deck: shirts } })
  await ana.signIn()
  const { page, room } = ana

  await test.step('a room that is opened from the board has its deck', async () => {
    await page.goto(`/board/${boardId}/backlog`)
    for (const title of ['Pix parcelado', 'Boleto vencido']) await page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await page.getByRole('button', { name: 'Levar à mesa' }).click()
    await room.seated()
    await expect(room.card('GG')).toBeVisible()
  })
  const roomId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const seats = []
  for (const [name, vote] of [
    ['Bia', 'M'],
    ['Caio', 'G'],
    ['Davi', 'M'],
    ['Elisa', 'P'],
  ] as const) {
    const seat = await sit(server.origin, roomId, name)
    await seat.emitWithAck('vote', { roomId, vote })
    seats.push(seat)
  }

  await test.step('the figure is the middle size, and the board is asked first what sizes are worth', async () => {
    await page.keyboard.type('m')
    await room.expectOwnCard('M')
    await room.expectVotes(5, 5)
    await page.keyboard.press('r')
    await expect(room.result).toContainText(/mediana de 5\svotos\s*do P ao G/)
    await expect(room.result).not.toContainText('Média')
    await expect(room.result.getByRole('button', { name: /^Salvar/ })).toHaveCount(0)
    const worth = room.result.getByRole('textbox', { name: 'Pontos do M' })
    await expect(worth).toHaveValue('3')
    await worth.fill('5')
    await page.keyboard.press('Enter')
  })

  await test.step('then Enter saves the size as points and goes on', async () => {
    const save = room.result.getByRole('button', { name: /^Salvar M \(5\) e ir para a próxima/ })
    await expect(save).toBeVisible()
    await save.focus()
    await page.keyboard.press('Enter')
    await expect(room.task).toContainText('Boleto vencido')
    const { lists } = await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
    const card = lists.flatMap(({ cards }) => cards).find(({ title }) => title === 'Pix parcelado')
    const { estimate } = await callAs(server.origin, ana.account, cardsApi.get, { params: { cardId: card?.id ?? 0 } })
    expect(estimate).toBe(5)
  })
  for (const seat of seats) seat.disconnect()
})

test('a person changes the deck of the board, and their own', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account)
  await ana.signIn()
  const { page } = ana
  await page.goto('/settings?aba=aparencia')
  const panel = page.getByRole('region', { name: 'Baralho' })
  await panel.getByRole('radio', { name: 'Baralho próprio' }).check()
  await panel.getByRole('textbox').fill('A B C')
  await panel.getByRole('button', { name: 'Guardar nos meus baralhos' }).click()
  await expect(panel.getByRole('button', { name: 'Excluir o baralho A B C' })).toBeVisible()
  await panel.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Abrir sala' }).click()
  await ana.room.seated()
  await expect(ana.room.card('C')).toBeVisible()

  await ana.board.open(boardId)
  await ana.board.openMenu('Editar quadro')
  const dialog = page.getByRole('dialog', { name: 'Editar quadro' })
  await dialog.getByRole('radio', { name: /^Camisetas/ }).check()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Abrir sala' }).click()
  await ana.room.seated()
  await expect(ana.room.card('GG')).toBeVisible()
})

test('who opens an estimation without a meeting says first what sizes are worth, and then they settle', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix parcelado'] }, members: [bia.account] })
  await callAs(server.origin, ana.account, boardsApi.update, { params: { boardId }, body: { deck: shirts } })
  await ana.signIn()
  const { page } = ana
  await page.goto(`/board/${boardId}/backlog`)
  await page.getByRole('checkbox', { name: /Pix parcelado/ }).check()
  await page.getByRole('button', { name: 'Estimar sem reunião' }).click()
  const dialog = page.getByRole('dialog', { name: 'Estimar sem reunião' })
  await expect(dialog.getByRole('button', { name: 'Do quadro' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('textbox', { name: 'Pontos do GG' }).fill('13')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Mudar' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Abrir para 2 pessoas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estimativa de' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { cards } = await callAs(server.origin, ana.account, estimationsApi.get, { params: { estimationId: id } })
  for (const { account } of [ana, bia])
    await callAs(server.origin, account, estimationsApi.vote, {
      params: { estimationId: id, cardId: cards[0]?.card_id ?? 0 },
      body: { vote: 'GG' },
    })
  await expect(page.getByRole('listitem').filter({ hasText: 'todos no GG' })).toContainText('13')
})

for (const device of devices)
  test(`decks are accessible and fit (${device})`, async ({ team, server }) => {
    const ana = await team.member('Ana', { device })
    const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix parcelado'] } })
    const { lists } = await callAs(server.origin, ana.account, boardsApi.get, { params: { boardId } })
    const cardId = lists.flatMap(({ cards }) => cards)[0]?.id ?? 0
    await ana.signIn()
    const { page, room } = ana
    await page.goto('/settings?aba=aparencia')
    await page.getByRole('radio', { name: 'Baralho próprio' }).check()
    await expectAccessible(page, 'the deck of the account')
    await expectFits(page)
    await page.goto(`/board/${boardId}?card=${cardId}`)
    await page.getByRole('button', { name: /^Votar/ }).click()
    await room.seated()
    await room.openSettings()
    await room.settings.getByRole('radio', { name: 'Baralho próprio' }).check()
    const field = room.settings.getByRole('textbox', { name: /^Cartas/ })
    await field.fill('AAAA AAAA BBBB CCCCC')
    await expectAccessible(page, 'a deck with a problem')
    const many = Array.from({ length: 20 }, (_, index) => `W${100 + index}`)
    await field.fill(many.join(' '))
    await expectAccessible(page, 'a deck that is typed')
    await expectFits(page)
    await page.keyboard.press('Enter')
    await expect(room.settings).toBeHidden()
    if (device === 'phone') await notHandedOn(page).setViewportSize({ width: 360, height: 740 })
    for (const face of many) await expect(room.card(face)).toBeInViewport({ ratio: 1 })
    const widths = await Promise.all(many.map(async (face) => (await room.card(face).boundingBox())?.width ?? 0))
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(44)
    await expectAccessible(page, 'twenty cards')
    await expectFits(page)

    await room.openSettings()
    await room.settings.getByRole('radio', { name: /^Camisetas/ }).check()
    await page.keyboard.press('Enter')
    await expect(room.card('GG')).toBeVisible()
    await room.vote('M')
    await room.reveal()
    await expect(room.result.getByRole('textbox', { name: 'Pontos do M' })).toBeVisible()
    await expectAccessible(page, 'what sizes are worth is asked')
    await room.result.getByRole('button', { name: 'Guardar os valores' }).click()
    await expect(room.result.getByRole('button', { name: /^Salvar M \(3\)/ })).toBeVisible()
    await expectAccessible(page, 'what sizes are worth')
    await expectFits(page)
  })
