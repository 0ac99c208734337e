import { expect, test } from '../harness/fixtures.ts'

test('what opens and closes in a room gives the focus back', async ({ team }) => {
  const { ana, bia } = await team.pair()
  const { page, room } = ana
  const { keyboard } = page

  await test.step('a dialog', async () => {
    const share = room.side.getByRole('button', { name: 'Compartilhar' })
    await share.focus()
    await keyboard.press('Enter')
    await expect(room.share).toBeVisible()
    await keyboard.press('Escape')
    await expect(room.share).toBeHidden()
    await expect(share).toBeFocused()
  })

  await test.step('the chat', async () => {
    await room.chat.getByRole('button', { name: 'Minimizar chat' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Abrir chat' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(room.message).toBeFocused()
  })

  await test.step('a reveal by somebody else leaves the focus on the card', async () => {
    await room.card(3).focus()
    await keyboard.press('Enter')
    await bia.room.expectVotes(1, 2)
    await bia.room.reveal()
    await room.expectAverage('3,0')
    await expect(room.card(3)).toBeDisabled()
    await expect(room.card(3)).toBeFocused()
  })

  await test.step('Escape closes the result, and its button opens it again', async () => {
    await keyboard.press('Escape')
    await expect(room.result).toBeHidden()
    await page.getByRole('button', { name: 'Ver resultado' }).focus()
    await keyboard.press('Enter')
    await expect(room.result.getByRole('heading', { name: 'Resultado da rodada' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ver resultado' })).toBeFocused()
    await keyboard.press('Enter')
  })

  await test.step('a new round begins at the cards', async () => {
    await room.result.getByRole('button', { name: 'Nova votação' }).focus()
    await keyboard.press('Enter')
    await expect(room.result).toBeHidden()
    await expect(room.card(1)).toBeFocused()
  })
})

test('an alert gives the focus back to what it interrupted', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  await ana.page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  const copy = ana.room.side.getByRole('button', { name: 'Copiar ID da sala' })
  await copy.focus()
  await ana.page.keyboard.press('Enter')
  await expect(ana.page.getByRole('alertdialog').getByRole('button', { name: 'Entendi' })).toBeFocused()
  await ana.page.keyboard.press('Enter')
  await expect(copy).toBeFocused()
})

test('the dialogs of the landing page give the focus back', async ({ team }) => {
  const { page, landing } = await team.person('Ana')
  await landing.open()
  await landing.joinButton.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Entrar em uma sala' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(landing.joinButton).toBeFocused()
})

test('an own message is in sight, wherever one was reading, and so is the newest one that was asked for', async ({ team }) => {
  const { ana, bia } = await team.pair()
  const log = ana.room.chat.getByRole('log')
  for (let line = 1; line <= 12; line++) await ana.room.say(`Linha ${line}\nde uma conversa\nmais longa`)
  const readTop = () => log.evaluate((box) => box.scrollTo(0, 0))
  await readTop()
  await ana.room.say('Falei agora')
  await expect(log.getByText('Falei agora')).toBeInViewport()

  await readTop()
  await bia.room.say('E eu respondi')
  const newest = ana.room.chat.getByRole('button', { name: 'Novas mensagens' })
  await newest.focus()
  await ana.page.keyboard.press('Enter')
  await expect(log.getByText('E eu respondi')).toBeInViewport()
  await expect(newest).toBeHidden()
  await expect(log).toBeFocused()
})

test('a round without numbers is said the same everywhere', async ({ team }) => {
  const { roomId } = await team.openRoom({ deck: ['1', '2', '?'] })
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  await ana.room.vote('?')
  await ana.room.reveal()
  await expect(ana.room.result).toContainText('Nenhum voto em número')
  await expect(ana.room.announcements).toContainText('Votos revelados. Nenhum voto em número.')
  await expect(ana.page).toHaveTitle(/^Nenhum voto em número/)
})

test('a round of sizes is said by the size in the middle', async ({ team }) => {
  const { roomId } = await team.openRoom({ deck: ['P', 'M', 'G'] })
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  await ana.room.vote('M')
  await ana.room.reveal()
  await expect(ana.room.result).toContainText('M')
  await expect(ana.room.result).not.toContainText('Nenhum voto em número')
  await expect(ana.room.announcements).toContainText(/^Votos revelados.*M/)
  await expect(ana.page).toHaveTitle(/^Mediana M/)
})
