import { expect, test } from '../harness/fixtures.ts'

test('a whole round by keyboard alone, and it is announced', async ({ team }) => {
  const { ana, bia } = await team.pair()

  await ana.page.keyboard.press('5')
  await ana.room.expectOwnCard(5)
  await expect(bia.room.announcements).toContainText('Ana votou')
  await bia.page.keyboard.press('4')
  await bia.room.expectOwnCard(4)
  await ana.room.expectVotes(2, 2)

  await bia.page.keyboard.press('r')
  await expect(ana.room.announcements).toContainText('Votos revelados, média 4,5')
  await ana.room.expectAverage('4,5')

  // Right after a reveal the key does nothing, so that two people who press it at once do not lose the result.
  await expect(async () => {
    await ana.page.keyboard.press('r')
    await expect(ana.room.result).toBeHidden({ timeout: 500 })
  }).toPass()
  await bia.room.expectOwnCard(null)
  await bia.room.expectVotes(0, 2)
})

test('a digit votes the card that shows it, whatever its place in the deck', async ({ team }) => {
  const deck = ['½', '1', '2', '3', '5', '8', '13', '21', '?', '☕']
  const { roomId } = await team.openRoom({ deck })
  const ana = await team.person('Ana')
  await ana.joinAsGuest(roomId)
  const typed = [
    ['8', '8'],
    ['13', '13'],
    ['1', '1'],
    ['0', '½'],
    ['21', '21'],
    ['?', '?'],
    ['c', 'café'],
    ['2', '2'],
  ] as const
  for (const [keys, card] of typed) {
    await ana.page.keyboard.type(keys)
    await ana.room.expectOwnCard(card)
  }
  await expect(ana.room.card('13').locator('[data-keys]')).toHaveAttribute('data-keys', '1\u20093')
  await expect(ana.room.card('13').locator('[data-keys]')).toBeVisible()
  await expect(ana.room.card('8')).toHaveAttribute('aria-keyshortcuts', '8')
})

test('keys typed into the chat are text, not votes', async ({ team }) => {
  const { ana, bia } = await team.pair()
  await ana.room.vote(2)
  await ana.room.openChat()
  await ana.room.message.focus()
  await ana.page.keyboard.type('8 ou 3? r')
  await expect(ana.room.message).toHaveValue('8 ou 3? r')
  await ana.page.keyboard.press('Enter')
  await bia.room.openChat()
  await expect(bia.room.chat).toContainText('8 ou 3? r')
  await ana.room.expectOwnCard(2)
  await expect(ana.room.result).toBeHidden()
})

test('a person who uses only the keyboard reaches and enters a room', async ({ team }) => {
  const { roomId } = await team.openRoom()
  const { page, login, room } = await team.person('Ana')
  await page.goto(`/login?roomId=${roomId}`)
  await expect(login.email).toBeVisible()
  await expect(login.guestName).toBeFocused()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await room.seated()
  await room.card(1).focus()
  await expect(room.card(1)).toBeFocused()
  await page.keyboard.press('Space')
  await room.expectOwnCard(1)
})
