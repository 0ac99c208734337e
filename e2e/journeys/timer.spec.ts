import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../harness/axe.ts'
import { expect, test } from '../harness/fixtures.ts'
import { notHandedOn } from '../harness/tabs.ts'

const timerOf = (page: Page) => page.getByRole('timer', { name: 'Tempo da rodada' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cronômetro' })

/** As if so many milliseconds had passed on this page. */
const letPass = (page: Page, ms: number) =>
  page.evaluate((more) => {
    const before = Date.now
    Date.now = () => before() + more
  }, ms)

test('a moderator times the round by keyboard; everybody sees it, and it stays through a reload', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia', { device: 'phone' })
  await bia.joinAsGuest(roomId)
  await expect(bia.page.getByRole('button', { name: 'Cronômetro' })).toHaveCount(0)

  await ana.page.getByRole('button', { name: 'Cronômetro' }).press('Enter')
  await expectAccessible(ana.page, 'the timer of a room')
  await dialogOf(ana.page).getByRole('button', { name: '2 min' }).press('Enter')
  await dialogOf(ana.page).getByRole('button', { name: 'Começar' }).press('Enter')
  await expect(dialogOf(ana.page)).toBeHidden()
  for (const { page } of [ana, bia]) await expect(timerOf(page)).toContainText(/2:00|1:5\d/)
  await expect(timerOf(bia.page).getByRole('button', { name: 'Pausar o tempo' })).toHaveCount(0)
  await expectFits(bia.page, 'a room with a timer')
  await expectAccessible(ana.page, 'a room whose timer one has in hand')
  await expectAccessible(bia.page, 'a room with a timer')

  await timerOf(ana.page).getByRole('button', { name: 'Pausar o tempo' }).click()
  await expect(timerOf(ana.page).getByRole('button', { name: 'Continuar o tempo' })).toBeVisible()
  const [minutes = 0, seconds = ''] = (await timerOf(ana.page).locator('b').innerText()).split(':')
  await timerOf(ana.page).getByRole('button', { name: '+1 min' }).click()
  const longer = `${Number(minutes) + 1}:${seconds}`
  await expect(timerOf(bia.page).locator('b')).toHaveText(longer)
  await bia.page.reload()
  await expect(timerOf(bia.page).locator('b')).toHaveText(longer)

  await test.step('a participant chooses whether it sounds', async () => {
    await timerOf(bia.page).getByRole('button').click()
    const sound = dialogOf(bia.page).getByRole('switch', { name: 'Som no fim' })
    await expect(sound).not.toBeChecked()
    await sound.check()
    await expect(dialogOf(bia.page).getByRole('button', { name: /Começar/ })).toHaveCount(0)
    await expectAccessible(bia.page, 'the sound of the timer', '[role="dialog"]')
    await bia.page.keyboard.press('Escape')
  })

  await timerOf(ana.page).getByRole('button', { name: 'Ajustar o cronômetro' }).click()
  await dialogOf(ana.page).getByRole('button', { name: 'Tirar o cronômetro' }).click()
  for (const { page } of [ana, bia]) await expect(timerOf(page)).toHaveCount(0)
})

test('the end is said and nothing is revealed', async ({ team }) => {
  const { person: ana } = await team.moderator('Ana')
  const { page, room } = ana
  await room.vote(5)
  await page.getByRole('button', { name: 'Cronômetro' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Minutos' }).fill('0,2')
  await expect(dialogOf(page).getByRole('button', { name: 'Começar' })).toBeDisabled()
  await dialogOf(page).getByRole('textbox', { name: 'Minutos' }).fill('1,5')
  await dialogOf(page).getByRole('textbox', { name: 'Minutos' }).press('Enter')
  await expect(timerOf(page)).toContainText('1:')
  await letPass(page, 35_000)
  await expect(room.announcements).toContainText('Falta um minuto.')
  await letPass(page, 46_000)
  await expect(room.announcements).toContainText('Faltam dez segundos.')
  await expect(timerOf(page)).toHaveAttribute('data-last')
  await letPass(page, 10_000)
  await expect(timerOf(page)).toContainText('0:00')
  await expect(room.announcements).toContainText('O tempo acabou.')
  await room.expectVotes(1, 1)
  await page.reload()
  await expect(timerOf(page)).toContainText('1:')
})

test('screens whose clocks differ by a minute turn their seconds within 250 ms of each other', async ({ team }) => {
  const { roomId, person: ana } = await team.moderator('Ana')
  const bia = await team.person('Bia')
  await notHandedOn(bia.page).addInitScript(() => {
    const real = Date.now
    Date.now = () => real() + 61_300
  })
  await bia.joinAsGuest(roomId)
  const seen = { Ana: new Map<string, number>(), Bia: new Map<string, number>() }
  for (const { name, page } of [ana, bia])
    await notHandedOn(page).exposeFunction('turned', (text: string, at: number) => seen[name as 'Ana'].set(text, at))
  await ana.page.getByRole('button', { name: 'Cronômetro' }).click()
  await dialogOf(ana.page).getByRole('button', { name: '1 min', exact: true }).click()
  await dialogOf(ana.page).getByRole('button', { name: 'Começar' }).click()
  for (const { page } of [ana, bia]) {
    await expect(timerOf(page)).toBeVisible()
    // When the digits turned, by the clock that both browsers run on.
    await page.evaluate(() => {
      const digits = document.querySelector('[role="timer"] b')
      const tell = window as unknown as { turned: (text: string, at: number) => void }
      const observer = new MutationObserver(() => tell.turned(digits?.textContent ?? '', performance.timeOrigin + performance.now()))
      if (digits) observer.observe(digits, { characterData: true, childList: true, subtree: true })
    })
  }
  const both = () => [...seen.Ana].flatMap(([text, at]) => (seen.Bia.has(text) ? [Math.abs(at - (seen.Bia.get(text) ?? 0))] : []))
  await expect.poll(() => both().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
  // A busy machine delays single turns; a clock that is read wrong delays every one of them.
  expect(Math.min(...both())).toBeLessThanOrEqual(250)
})
