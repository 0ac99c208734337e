import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'

test('a voter nudges those who have not voted, who read it under the hand until they vote', async ({ team }) => {
  const { ana, bia } = await team.pair()
  const nudge = ana.page.getByRole('button', { name: 'Cutucar quem falta' })
  await expect(nudge).toHaveCount(0)
  await ana.room.vote(5)
  await nudge.press('Enter')
  await expect(ana.page.getByText('Avisados agora')).toBeVisible()
  const line = bia.room.hand.getByText('Ana cutucou você: só falta o seu voto.')
  await expect(line).toBeVisible()
  await expect(bia.room.announcements).toContainText('Ana cutucou você')
  await expectFits(bia.page, 'a nudge')
  await expectAccessible(bia.page, 'a nudge, on a phone')
  await expectAccessible(ana.page, 'after the nudge')
  await bia.room.vote(3)
  await expect(line).toBeHidden()
  await expect(ana.page.getByText('Avisados agora')).toBeHidden()
})

test('a moderator nudges one person from their menu, and nobody twice within a minute', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const [bia, caio] = [await team.person('Bia'), await team.person('Caio')]
  for (const guest of [bia, caio]) await guest.joinAsGuest(roomId)
  await ana.room.side.getByRole('button', { name: 'Opções de Bia' }).click()
  await ana.page.getByRole('menuitem', { name: 'Cutucar' }).click()
  await expect(bia.room.hand.getByText('Ana cutucou você: falta o seu voto.')).toBeVisible()
  await ana.room.side.getByRole('button', { name: 'Opções de Bia' }).click()
  await ana.page.getByRole('menuitem', { name: 'Cutucar' }).click()
  await expect(ana.page.getByText('Quem falta foi avisado há menos de um minuto.').first()).toBeVisible()
  await expect(caio.room.hand.getByText(/cutucou você/)).toHaveCount(0)
})
