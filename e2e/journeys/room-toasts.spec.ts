import type { Locator } from '@playwright/test'
import { devices } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

/** Whether two things on the screen share any of it. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('not on screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

for (const device of devices)
  test(`a toast in the room covers neither a card nor a dialog that opens under it (${device})`, async ({ team }) => {
    const ana = await team.person('Ana', { device })
    const { roomId, hostToken } = await team.openRoom()
    await ana.login.open(roomId)
    await ana.page.evaluate(([id, token]) => localStorage.setItem('rodada.hostTokens', JSON.stringify({ [id]: token })), [
      roomId,
      hostToken,
    ] as const)
    await ana.login.enterAsGuest('Ana')
    await ana.room.seated()
    await ana.room.openMenu()
    await ana.page.getByRole('button', { name: 'Configurações da sala' }).click()
    const settings = ana.page.getByRole('dialog', { name: 'Configurações da sala' })
    await settings.getByRole('textbox', { name: 'Nome da sala' }).fill('Outro nome')
    await settings.getByRole('button', { name: 'Salvar' }).click()
    await expect(settings).toBeHidden()
    const toast = ana.page.getByText('Configurações salvas')
    // As long as the pointer is on it, it stays.
    await toast.hover()
    if (device === 'phone') await ana.page.keyboard.press('Escape')
    expect(await overlap(toast, ana.room.hand)).toBe(false)
    if (device === 'desktop') return
    await ana.page
      .getByRole('button', { name: /Compartilhar/ })
      .first()
      .click()
    await expect(ana.room.share).toBeVisible()
    await expect.poll(() => overlap(toast, ana.room.share)).toBe(false)
  })

test('panning a board or a room beyond its edge does not leave the page', async ({ team, server }) => {
  const ana = await team.member('Ana')
  const { boardId } = await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': ['Pix'] } })
  const { roomId } = await team.openRoom()
  const beyond = () => ana.page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorX)
  await ana.signIn()
  await ana.board.open(boardId)
  await expect.poll(beyond).toBe('none')
  await expect(ana.page.locator('[data-kanban]')).toHaveCSS('overscroll-behavior-x', 'contain')
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  expect(await beyond()).toBe('none')
})
