import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { stageBoard } from '../harness/board-stage.ts'
import { expect, test } from '../harness/fixtures.ts'

const titles = ['Pix parcelado', 'Boleto vencido']

/** What a press of 'Baixar CSV' gave. */
async function savedCsv(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV' }).click()
  return (await readFile(await (await downloading).path())).toString()
}

/** What is copied, also where the browser gives the page no clipboard to read. */
async function copied(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
    })
  })
  await press()
  return page.evaluate(() => (window as unknown as { copied: string }).copied)
}

test('a session is read at the table and afterwards, kept as a file and as text, and deleted by who moderated', async ({
  team,
  server,
}) => {
  const ana = await team.member('Ana')
  const bia = await team.member('Bia', { device: 'phone' })
  await stageBoard(server.origin, ana.account, { cards: { 'A Fazer': titles } })
  const { roomId, hostToken } = await team.openRoom({ roomName: 'Time Checkout' })
  await ana.signIn()
  await ana.page.evaluate(([code, token]) => localStorage.setItem('rodada.hostTokens', JSON.stringify({ [code]: token })), [
    roomId,
    hostToken,
  ] as const)
  await ana.page.goto(`/votacao/${roomId}`)
  await ana.room.seated()
  await ana.room.openTasks()
  await ana.room.bring('Checkout e pagamentos', ...titles)
  await ana.page.keyboard.press('Escape')
  await bia.signIn()
  await bia.page.goto(`/votacao/${roomId}`)
  await bia.room.seated()

  await test.step('apart, with what one saw; then together, and saved', async () => {
    await ana.room.vote(2)
    await bia.room.vote(8)
    await ana.room.reveal()
    await bia.room.reason.fill('Cada bandeira arredonda de um jeito.')
    await expect(ana.room.reasons, 'the others see that somebody writes, and nothing of it').toHaveText([/Bia\s*escrevendo…$/])
    await expect(ana.room.result).not.toContainText('Cada bandeira')
    await bia.room.reason.press('Enter')
    await expect(ana.room.reasons).toHaveText([/Bia.*Cada bandeira/])
    await ana.room.newRoundButton.click()
    await expect(ana.room.result).toBeHidden()
    await ana.room.vote(5)
    await bia.room.vote(5)
    await ana.room.reveal()
    await ana.room.saveAndGoOn(5)
    await ana.room.vote(3)
    await bia.room.vote(8)
    await ana.room.reveal()
    await expect(ana.room.result.getByRole('listitem').filter({ hasText: 'Pix parcelado' })).toContainText('5')
  })

  await test.step('at the table, by keyboard and on a phone', async () => {
    const link = ana.room.result.getByRole('button', { name: 'Ver o registro' })
    await link.focus()
    await ana.page.keyboard.press('Enter')
    const story = ana.room.record.getByRole('button', { name: /Pix parcelado/ })
    await expect(story).toContainText('Do 2 ao 8, depois consenso')
    await story.focus()
    await ana.page.keyboard.press('Enter')
    await expect(ana.room.record.getByRole('list', { name: 'O que viram' })).toContainText('Cada bandeira arredonda de um jeito.')
    await expectAccessible(ana.page, 'the record at the table')
    await ana.page.keyboard.press('Escape')
    await expect(link).toBeFocused()
    await bia.room.result.getByRole('button', { name: 'Fechar' }).click()
    await bia.room.openRecord()
    await expect(bia.room.record.getByRole('button', { name: /Boleto vencido/ })).toContainText('Do 3 ao 8, ficou sem estimativa')
    await expect(bia.room.record.getByRole('button', { name: 'Mais opções' }), 'she did not moderate').toHaveCount(0)
    await expectFits(bia.page, 'the record at the table, on a phone')
    await expectAccessible(bia.page, 'the record at the table, on a phone')
    await bia.page.keyboard.press('Escape')
  })

  await test.step('who leaves is shown the way to it, and finds it again from the dashboard', async () => {
    await bia.page.getByRole('button', { name: 'Menu da sala' }).click()
    await bia.page.getByRole('button', { name: 'Sair da sala' }).click()
    await bia.page.getByRole('button', { name: 'Ver o registro' }).click()
    await expect(bia.page).toHaveURL(new RegExp(`/votacao/${roomId}/historico$`))
    await expect(bia.page.getByRole('heading', { level: 1, name: /^Sessão de/ })).toBeVisible()
    await bia.page.getByRole('button', { name: /Pix parcelado/ }).click()
    await expectFits(bia.page, 'the record, on a phone')
    await expectAccessible(bia.page, 'the record, on a phone')
    await bia.page.goto('/dashboard')
    await bia.page.getByRole('link', { name: /Time Checkout/ }).click()
    await expect(bia.page.getByText('Tarefas estimadas')).toBeVisible()
  })

  await test.step('as CSV and as Markdown', async () => {
    const csv = await savedCsv(bia.page)
    expect(csv).toContain('"Pix parcelado","Bia","8","","Cada bandeira arredonda de um jeito."')
    const text = await copied(bia.page, () => bia.page.getByRole('button', { name: /^Copiar/ }).click())
    expect(text).toContain('| Pix parcelado | 5 | Do 2 ao 8, depois consenso |')
    await expect(bia.page.getByRole('status').filter({ hasText: 'Copiado como Markdown: 2 tarefas' })).toBeVisible()
  })

  await test.step('its moderator deletes it for everybody, once the name of the room is written', async () => {
    await ana.page.goto(`/votacao/${roomId}/historico`)
    await ana.page.getByRole('button', { name: 'Mais opções' }).click()
    await ana.page.getByRole('menuitem', { name: 'Excluir registro…' }).click()
    const dialog = ana.page.getByRole('dialog', { name: 'Excluir o registro?' })
    await expectAccessible(ana.page, 'the question before the record is deleted')
    await dialog.getByRole('textbox').fill('Outra')
    await dialog.getByRole('button', { name: 'Excluir registro' }).click()
    await expect(dialog).toContainText('O nome da sala é outro: Time Checkout')
    await dialog.getByRole('textbox').fill('time checkout')
    await dialog.getByRole('textbox').press('Enter')
    await expect(dialog).toBeHidden()
    // The round that lies revealed on the table stays.
    await expect(ana.page.getByRole('button', { name: /Pix parcelado/ })).toHaveCount(0)
    await expect(ana.page.getByRole('button', { name: /Boleto vencido/ })).toBeVisible()
  })

  await test.step('nobody else learns that there is one', async () => {
    const zeca = await team.member('Zeca')
    await zeca.signIn()
    await zeca.page.goto(`/votacao/${roomId}/historico`)
    await expect(zeca.page.getByRole('heading', { level: 1, name: 'Não há registro dessa sala para você' })).toBeVisible()
    await expectAccessible(zeca.page, 'no record')
    await zeca.page.getByRole('link', { name: 'Ver as salas em que estive' }).click()
    await expect(zeca.page.getByRole('heading', { name: 'Nenhuma sala com registro' })).toBeVisible()
    await expectAccessible(zeca.page, 'no rooms')
  })
})

test('a guest who moderates exports in the room, and changes the avatar chosen at the door', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia', { device: 'phone' })
  await bia.joinAsGuest(roomId)
  await ana.room.setTask('Pix parcelado')
  await ana.room.vote(3)
  await bia.room.vote(8)
  await ana.room.reveal()
  await expect(bia.room.result.getByRole('button', { name: 'Fechar' })).toBeVisible()
  await expect(bia.room.result.getByRole('button', { name: 'Ver o registro' }), 'for accounts and who moderates').toHaveCount(0)
  await ana.room.result.getByRole('button', { name: 'Fechar' }).click()
  await ana.room.openRecord()
  expect(await savedCsv(ana.page)).toContain('"1","Pix parcelado","Ana","3"')
  await ana.page.keyboard.press('Escape')

  await bia.room.result.getByRole('button', { name: 'Fechar' }).click()
  await bia.page.getByRole('button', { name: 'Menu da sala' }).click()
  await bia.page.getByRole('button', { name: 'Trocar meu avatar' }).click()
  const dialog = bia.page.getByRole('dialog', { name: 'Seu avatar nesta mesa' })
  await expectFits(bia.page, 'the avatars, on a phone')
  await expectAccessible(bia.page, 'the avatars, on a phone')
  // The radio itself is under its tile.
  await dialog.getByRole('radio', { name: 'Pipa' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Trocar' }).click()
  await expect(dialog).toBeHidden()
  await expect(ana.room.seat('Bia').locator('[data-avatar="pipa"]')).toBeVisible()
  await bia.page.reload()
  await bia.room.seated()
  await expect(ana.room.seat('Bia').locator('[data-avatar="pipa"]')).toBeVisible()
})
